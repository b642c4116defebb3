//: options --check=bounds,attributes
//: out 0 0
#include "graph.h"

static __attribute__((noinline)) void put(int *p, long i)
{
	int copy[4] = {0};

	memcpy(&copy[i & 3], &i, sizeof(int));
	memcpy(&p[i], &copy[i & 3], sizeof(int));
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	put(p, i);
}
ROOT_OF(Leaf)
MAIN(64)
