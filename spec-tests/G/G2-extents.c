// G2: An internal node holds graph-describing calls, casts, and side-effect-free integer arithmetic that computes extents.
//: positive
//: out 1 1 1 1 1 1 1 1 0 0
#include "suite.h"

static long data[10];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] += 1;
}

/* (3 + 14) / 4 * 2 = 8 instances. */
void Root(long *p, size_t bytes, int n, unsigned char m)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, (((size_t)n + m) >> 2) * 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; int n; unsigned char m; } arguments = {data, sizeof data, 3, 14};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 10);
	return 0;
}
