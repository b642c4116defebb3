// M7: Every pointer argument of a launched graph lies in a tracked object; it may point into its middle.
//: positive
//: out 0 0 1 1
#include "suite.h"

static long data[4];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[X()] = 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data + 2, 2 * sizeof *data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 4);
	return 0;
}
