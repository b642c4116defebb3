// M7: Every pointer argument of a launched graph lies in a tracked object: `untracked-memory`.
//: negative
//: out 1 1
//: diagnostic untracked-memory warning
#include "suite.h"

static long data[2];

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
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN(Root, &arguments);
	print_longs(data, 2);
	return 0;
}
