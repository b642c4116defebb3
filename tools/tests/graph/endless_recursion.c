//: exit 122
//: stderr [stack-overflow] (H4)
//: stderr in function 'deeper'
//: stderr at node Root/Leaf, instance (0), execution 0
//: last limit reached (exit 122)
#include "graph.h"

/* Not a tail call: every level has its own frame. */
__attribute__((noinline)) static int deeper(int n)
{
	volatile int here = n;

	return deeper(here + 1) + here;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = deeper((int)i);
}
ROOT_OF(Leaf)
MAIN(8)
