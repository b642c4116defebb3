// M6: An access outside [pointer, pointer+size) of the argument it came from: `out-of-bounds`.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (4)
#include "suite.h"

/* The object is larger than what the graph is given. */
static long data[8];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 5);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, 4 * sizeof(long)};

	RUN_ON(Root, &arguments, data);
	return 0;
}
