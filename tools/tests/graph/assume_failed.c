//: exit 121
//: stderr [assume-failed] (H4)
#include "graph.h"

static volatile int number = 4;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int n = number;

	__builtin_assume(n > 4); /* not ==: then the optimiser would not need n any more */
	p[i] = n;
}
ROOT_OF(Leaf)
MAIN(8)
