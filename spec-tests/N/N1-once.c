// N1: Every dynamic instance runs the same function with its own index (x, y, z).
//: positive
//: out 24 instances, each once
#include "suite.h"

static int seen[2][3][4];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(self), y = __hpvm__getNodeInstanceID_y(self);
	long z = __hpvm__getNodeInstanceID_z(self);

	p[(x * 3 + y) * 4 + z] += 1;
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(3, Leaf, 2, 3, 4);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {&seen[0][0][0], sizeof seen};
	int once = 0;

	RUN_ON(Root, &arguments, seen);
	for (int i = 0; i < 24; i++)
		once += (&seen[0][0][0])[i] == 1;
	printf("%d instances, each once\n", once);
	return 0;
}
