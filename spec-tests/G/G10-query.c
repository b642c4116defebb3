// G10: Auxiliary functions contain no HPVM intrinsic: `intrinsic-outside-node`.
//: negative
//: exit reject
//: diagnostic intrinsic-outside-node error function set
#include "suite.h"

static long data[4];

__attribute__((noinline)) void set(long *p)
{
	p[X()] = 1;
}

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	set(p);
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
