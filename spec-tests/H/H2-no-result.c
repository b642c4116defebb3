// H2: The result struct follows for a non-streaming graph with outputs; without outputs nothing is written behind the arguments.
//: positive
//: out 3 77
#include "suite.h"

static long data[1];

void Leaf(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	p[0] = n;
}
void Root(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 3);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long n, guard; } arguments = {data, sizeof data, 3, 77};

	RUN_ON(Root, &arguments, data);
	printf("%ld %ld\n", data[0], arguments.guard);
	return 0;
}
