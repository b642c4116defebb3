// G7: A product over 2^63-1 is invalid; where an extent is 0 the product is 0, and there are no instances.
//: negative
//: out 0
//: diagnostic zero-extent warning
#include "suite.h"

static long data[1];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = 1;
}

void Root(long *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(3, Leaf, (size_t)1 << 40, (size_t)1 << 40, n);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes, n; } arguments = {data, sizeof data, 0};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 1);
	return 0;
}
