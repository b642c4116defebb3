// M4: Not both atomic: an atomic access and a plain one race.
//: negative
//: needs --check=race
//: exit trap
//: diagnostic data-race error node Root/Leaf
//: checked order-dependent
#include "suite.h"

static int data[5];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	if (X() == 0)
		p[1] = p[0];
	else
		__hpvm__atomic_inc(p);
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
