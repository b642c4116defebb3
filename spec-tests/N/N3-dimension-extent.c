// N3: A dimension in which the node is not replicated: `query-dimension`, of an extent as of an index, and of an ancestor.
//: negative
//: exit trap
//: diagnostic query-dimension error node Root/Leaf
#include "suite.h"

static long data[2];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = __hpvm__getNumNodeInstances_x(__hpvm__getParentNode(__hpvm__getNode()));
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
