// N4: `--schedules N` runs N orders and names the first object, element and pair of instances that differ: `order-dependent`.
//: negative
//: needs --schedules 8
//: schedules reference
//: exit trap
//: diagnostic order-dependent error
#include "suite.h"

static int last[1];

/* Atomic, so no race; and yet the last one wins. */
void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__atomic_xchg(p, (int)X());
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 100);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {last, sizeof last};

	RUN_ON(Root, &arguments, last);
	return 0;
}
