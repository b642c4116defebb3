//: exit 123
//: stderr exception handling is not supported in interpreted code [unsupported-exception]
//: last unsupported (exit 123)
// A library throws what a leaf would catch: the program is legal, but this is not done.
#include <hpvm.h>
#include <stdexcept>
#include <vector>

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	std::vector<int> values(3);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	try {
		p[i] = values.at((size_t)i);
	} catch (const std::out_of_range &) {
		p[i] = -1;
	}
	__hpvm__return(0);
}

void Root(int *p, size_t bytes)
{
	__hpvm__hint(hpvm::CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)8);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

struct __attribute__((packed)) arguments {
	int *p;
	size_t bytes;
};

int main()
{
	static int values[8];
	arguments given = {values, sizeof(values)};

	__hpvm__init();
	llvm_hpvm_track_mem(values, sizeof(values));
	__hpvm__wait(__hpvm__launch(0, (void *)Root, &given));
	llvm_hpvm_untrack_mem(values);
	__hpvm__cleanup();
	return 0;
}
