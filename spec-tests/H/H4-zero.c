// H4: Undefined behaviour of the program is a diagnostic, never a convenient value: division by zero.
//: negative
//: exit trap
//: diagnostic div-by-zero error node Root/Leaf instance (2) execution 0
#include "suite.h"

static long data[4];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 10 / (X() - 2);
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
