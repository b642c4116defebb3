// M6: An access outside any live object; a null pointer is in none, and what no memory holds is `bad-access`.
//: negative
//: exit trap
//: diagnostic bad-access error node Root/Leaf instance (1)
#include "suite.h"

static long data[2];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	volatile long *at = X() == 1 ? NULL : p;

	*at = 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
