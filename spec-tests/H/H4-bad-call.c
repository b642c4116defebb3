// H4: Undefined behaviour of the program is a diagnostic: a call through a bad pointer.
//: negative
//: exit trap
//: diagnostic bad-call error node Root/Leaf
#include "suite.h"

static long data[2];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	((void (*)(long))(uintptr_t)p)(p[0]);
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
