// E4: Binds are all-to-all and name values: every instance of the child gets the parent's input.
//: positive
//: out 5 5 5 5
#include "suite.h"

static long data[4];

void Leaf(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	p[X()] = n;
}

void Root(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(node, 3);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long n; } arguments = {data, sizeof data, 5};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 4);
	return 0;
}
