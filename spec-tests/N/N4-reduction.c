// N4: The result of a graph must not depend on the order of instances: an atomic sum does not.
//: positive
//: needs --schedules 8
//: schedules reference
//: out 4950
#include "suite.h"

static int sum[1];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__atomic_add(p, (int)X());
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 100);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {sum, sizeof sum};

	RUN_ON(Root, &arguments, sum);
	printf("%d\n", sum[0]);
	return 0;
}
