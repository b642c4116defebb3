// H4: Undefined behaviour of the program is a diagnostic: the stack limit is a limit.
//: negative
//: exit limit
//: diagnostic stack-overflow error node Root/Leaf
#include "suite.h"

static long data[2];

/* Not a tail call, and nothing an optimiser can make a loop of. */
static __attribute__((noinline)) long deep(volatile long *p, long n)
{
	volatile long here[8];

	here[n & 7] = n;
	if (n < 0)
		return here[0];
	return deep(here, n + 1) + p[0] + here[n & 7];
}

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = deep(p, 1);
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
