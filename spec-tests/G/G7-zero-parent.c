// G7: Extent 0 of an internal node: it has no instances, so its children have none either.
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
void Group(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(node, 2);
}
void Root(long *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Group, n);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes, n; } arguments = {data, sizeof data, 0};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 1);
	return 0;
}
