// N3: A dimension in which the node is not replicated, in `hpvm-1.0-*`: id 0, extent 1.
//: positive
//: options --sem hpvm-1.0-cpu
//: out 1 10
#include "suite.h"

static long data[2];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();
	long x = X();

	p[x] = 9 * x + __hpvm__getNodeInstanceID_z(self) + __hpvm__getNumNodeInstances_y(self);
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
	print_longs(data, 2);
	return 0;
}
