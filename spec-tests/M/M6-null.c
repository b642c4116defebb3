// M6: An access outside any live object: `out-of-bounds`; a null pointer is in none.
//: negative
//: known-failure it is reported as bad-access
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (1)
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
