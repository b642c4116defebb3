// G9: A pointer input is followed by its `i64` size in bytes (`pointer-without-size`).
//: negative
//: out 3
//: diagnostic pointer-without-size warning
#include "suite.h"

static long data[1];

void Leaf(long *p, int n)
{
	NODE_INOUT(p);
	p[0] = n;
}

void Root(long *p, int n)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; int n; } arguments = {data, 3};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 1);
	return 0;
}
