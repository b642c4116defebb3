// N1: The reference order is x outermost, z innermost, ascending.
//: positive
//: schedules reference
//: out 0 1 2 3 4 5 6 7 8 9 10 11
//: checked order-dependent
#include "suite.h"

static int order[13];

/* order[12] counts the instances; the others say who came when. */
void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *self = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(self), y = __hpvm__getNodeInstanceID_y(self);
	long z = __hpvm__getNodeInstanceID_z(self);
	int rank = __hpvm__atomic_inc(p + 12);

	p[rank] = (int)((x * 3 + y) * 2 + z);
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(3, Leaf, 2, 3, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {order, sizeof order};

	RUN_ON(Root, &arguments, order);
	for (int i = 0; i < 12; i++)
		printf("%s%d", i ? " " : "", order[i]);
	putchar('\n');
	return 0;
}
