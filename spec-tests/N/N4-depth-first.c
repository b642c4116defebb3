// N4: `--schedule` chooses the order: `depth-first`.
//: positive
//: needs --schedule depth-first
//: schedules reference
//: out 28
#include "suite.h"

static int sum[1];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__atomic_add(p, (int)X());
}
void Group(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 8);

	BIND_IN(node, 2);
}
void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Group);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {sum, sizeof sum};

	RUN_ON(Root, &arguments, sum);
	printf("%d\n", sum[0]);
	return 0;
}
