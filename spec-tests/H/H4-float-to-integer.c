// H4: Undefined behaviour of the program is a diagnostic, never a convenient value: a number that its integer type cannot hold.
//: negative
//: exit trap
//: diagnostic fp-to-int-range error node Root/Leaf instance (1)
#include "suite.h"

static int data[2];

void Leaf(int *p, size_t bytes, double d)
{
	NODE_INOUT(p);
	p[X()] = (int)(d * (double)(1 + X()));
}
void Root(int *p, size_t bytes, double d)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 3);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; double d; } arguments = {data, sizeof data, 2e9};

	RUN_ON(Root, &arguments, data);
	return 0;
}
