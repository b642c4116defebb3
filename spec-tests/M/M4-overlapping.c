// M4: Accesses to overlapping bytes, at least one a write, not both atomic, race even where they differ in width.
//: negative
//: needs --check=race
//: exit trap
//: diagnostic data-race error node Root/Leaf
//: checked order-dependent
#include "suite.h"

static int data[2];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	if (X() == 0)
		((unsigned char *)p)[3] = 1;
	else
		p[1] = p[0];
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
