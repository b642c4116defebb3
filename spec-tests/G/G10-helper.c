// G10: Auxiliary functions contain no HPVM intrinsic: they get what they need as arguments.
//: positive
//: out 0 1 4 9
#include "suite.h"

static long data[4];

static __attribute__((noinline)) void set(long *p, long i)
{
	p[i] = i * i;
}

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	set(p, X());
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
	print_longs(data, 4);
	return 0;
}
