// N3: Queries are of the node itself and of any ancestor, and of nothing else.
//: negative
//: exit trap
//: diagnostic query-bad-handle error node Root/Leaf
#include "suite.h"

static long data[2];

/* The root has no parent. */
void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *above = __hpvm__getParentNode(__hpvm__getParentNode(__hpvm__getNode()));

	p[X()] = __hpvm__getNumDims(above);
}

void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
