// H4: Undefined behaviour of the program is a diagnostic: a shift too far.
//: negative
//: exit trap
//: diagnostic shift-too-far error node Root/Leaf instance (1)
#include "suite.h"

static unsigned data[2];

void Leaf(unsigned *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 1u << (31 + X());
}
void Root(unsigned *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { unsigned *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
