// M4: Two accesses by different instances to overlapping bytes, at least one a write, not both atomic: `data-race`.
//: negative
//: needs --check=race
//: exit trap
//: diagnostic data-race error node Root/Leaf
//: checked order-dependent
#include "suite.h"

static int data[1];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = (int)X();
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
