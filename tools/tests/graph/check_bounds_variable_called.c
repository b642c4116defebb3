//: options --check=bounds
//: runs -O0:jit -O1:jit
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr read of 4 bytes
//: stderr 4 bytes past the end of
//: stderr variable
//: stderr instance (0), execution 0
// The array belongs to the caller: an argument is traced back to its object.
#include "graph.h"

static __attribute__((noinline)) int sum(volatile int *values, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += values[i == 4 ? 5 : i];
	return total;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile int near[4] = {1, 2, 3, 4}, whole[8] = {0};

	p[i] = sum(whole, 8) + sum(near, 4);
	p[i] += sum(near, 5);
}
ROOT_OF(Leaf)
MAIN(2)
