//: hosts jit interp
//: options --check=all
//: out before
//: out caught 1
//: out gone 2
//: out gone 1
//: out base 7 derived
//: out other library: vector::_M_range_check: __n (which is 9) >= this->size() (which is 3)
//: out kept kept 5
//: out pointer text
//: out gone 3
//: out through C++ 4
//: out through C 6
//: out nested: outer inner
//: out rethrown 8
//: out 12 34 bad
//: out thread 9
//: out of main 10
//: out no memory
/* Exceptions of host code: matched by type, through frames with cleanups, raised by libraries, and through code of
 * libraries that calls back. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>
#include <vector>

struct base {
	int number;
	virtual const char *name() const { return "base"; }
	virtual ~base() {}
};
struct padding {
	long bytes[3] = {};
	virtual ~padding() {}
};
struct derived : padding, base {
	const char *name() const override { return "derived"; }
};
struct gone {
	int number;
	~gone() { std::printf("gone %d\n", number); }
};

__attribute__((noinline)) static int halve(int n)
{
	if (n % 2)
		throw n;
	return n / 2;
}

__attribute__((noinline)) static void fail(int n)
{
	gone first{1}, second{2};
	derived d;

	d.number = n;
	if (n)
		throw d;
}

static int compare(const void *a, const void *b)
{
	if (*(const int *)a == 6 || *(const int *)b == 6)
		throw 6;
	return *(const int *)a - *(const int *)b;
}

static int parse(const std::string &text)
{
	try {
		return std::stoi(text);
	} catch (const std::invalid_argument &) {
		throw std::runtime_error("bad");
	}
}

int main(int argc, char **)
{
	std::vector<int> values(3, argc);
	std::exception_ptr kept;

	std::puts("before");
	try {
		return halve(argc);
	} catch (int n) {
		std::printf("caught %d\n", n);
	}
	try {
		fail(argc + 6);
	} catch (const std::exception &) {
		std::puts("wrong");
	} catch (const base &b) {
		std::printf("base %d %s\n", b.number, b.name());
	}
	try {
		values.at((std::size_t)argc + 8) = 1;
	} catch (const char *) {
		std::puts("wrong");
	} catch (const std::exception &e) {
		std::printf("other library: %s\n", e.what());
	}
	try {
		try {
			throw 5;
		} catch (...) {
			kept = std::current_exception();
		}
		std::rethrow_exception(kept);
	} catch (int n) {
		std::printf("kept kept %d\n", n);
	}
	try {
		throw "text";
	} catch (const char *text) {
		std::printf("pointer %s\n", text);
	}
	try {
		std::function<void(int)> f = [](int n) {
			gone third{3};

			halve(n + 4);
		};
		try {
			std::for_each(values.begin(), values.end(), f);
		} catch (int n) {
			throw n - 1;
		}
	} catch (int n) {
		std::printf("through C++ %d\n", n);
	}
	try {
		int list[] = {3, 6, 1, 2};

		std::qsort(list, 4, sizeof(int), compare);
	} catch (...) {
		std::puts("through C 6");
	}
	try {
		try {
			throw std::runtime_error("inner");
		} catch (...) {
			std::throw_with_nested(std::runtime_error("outer"));
		}
	} catch (const std::exception &e) {
		try {
			std::rethrow_if_nested(e);
		} catch (const std::exception &in) {
			std::printf("nested: %s %s\n", e.what(), in.what());
		}
	}
	try {
		try {
			throw 8;
		} catch (int &n) {
			throw;
		}
	} catch (const int &n) {
		std::printf("rethrown %d\n", n);
	}
	try {
		std::printf("%d ", parse("12"));
		std::printf("%d ", parse("34"));
		parse("x");
	} catch (const std::runtime_error &e) {
		std::printf("%s\n", e.what());
	}
	std::thread([] {
		try {
			halve(9);
		} catch (int n) {
			std::printf("thread %d\n", n);
		}
	}).join();
	std::variant<int, std::string> either = 3;
	try {
		(void)std::get<std::string>(either);
	} catch (const std::bad_variant_access &) {
		std::puts("of main 10");
	}
	try {
		volatile std::size_t much = SIZE_MAX / 8;

		operator delete(operator new(much));
	} catch (const std::bad_alloc &) {
		std::puts("no memory");
	}
	return 0;
}
