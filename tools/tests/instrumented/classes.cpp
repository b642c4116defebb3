/* instrumented/classes.cpp -- the same in C++: virtual calls, exceptions, templates, constructors of variables. Prints
 * "sum 790 6: no area". */
#include <hpvm.h>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
template <typename T> T clamp_to(T x, T low, T high)
{
	return x < low ? low : x > high ? high : x;
}

struct Shape {
	virtual ~Shape() = default;
	virtual int area() const = 0;
};

struct Square final : Shape {
	int side;
	explicit Square(int s) : side(s) {}
	int area() const override { return side * side; }
};

struct Empty final : Shape {
	int area() const override { throw std::runtime_error("no area"); }
};

std::string greeting = "sum";
thread_local int seen = 0;
}

extern "C" {
void Limit(int *out, size_t bytes)
{
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	out[i] = clamp_to<int>((int)(i * i) - 3, 0, 20);
	__hpvm__return(1, bytes);
}

void Add(int *out, size_t bytes, int step)
{
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	out[i] += step;
}

void Root(int *out, size_t bytes, int step)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	void *limit = __hpvm__createNodeND(1, (void *)Limit, (size_t)6);
	void *add = __hpvm__createNodeND(1, (void *)Add, (size_t)6);

	__hpvm__bindIn(limit, 0, 0, 0);
	__hpvm__bindIn(limit, 1, 1, 0);
	__hpvm__bindIn(add, 0, 0, 0);
	__hpvm__edge(limit, add, 0, 0, 1, 0);
	__hpvm__bindIn(add, 2, 2, 0);
}
}

struct __attribute__((packed)) Arguments {
	int *out;
	size_t bytes;
	int step;
};

int main()
{
	std::vector<int> out(6);
	std::vector<std::unique_ptr<Shape>> shapes;
	Arguments arguments = {out.data(), out.size() * sizeof(int), 2};
	int sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(out.data(), arguments.bytes);
	__hpvm__wait(__hpvm__launch(0, (void *)Root, &arguments));
	llvm_hpvm_request_mem(out.data(), arguments.bytes);
	for (int v : out)
		shapes.push_back(std::make_unique<Square>(v));
	shapes.push_back(std::make_unique<Empty>());
	try {
		for (const auto &shape : shapes) {
			sum += shape->area();
			seen++;
		}
	} catch (const std::runtime_error &e) {
		printf("%s %d %d: %s\n", greeting.c_str(), sum, seen, e.what());
	}
	llvm_hpvm_untrack_mem(out.data());
	__hpvm__cleanup();
	return 0;
}
