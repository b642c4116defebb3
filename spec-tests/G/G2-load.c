// G2: A branch, a load, a store or any other call: here a load: `internal-node-computes`.
//: negative
//: exit reject
//: diagnostic internal-node-computes error
#include "suite.h"

static long data[4] = {4};

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 1;
}

void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, p[0]);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
