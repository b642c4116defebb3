// M3: `barrier` waits for all dynamic instances of the current leaf within one instance of its parent, and orders their memory accesses.
//: positive
//: out 28 28 28 28 28 28 28 28
#include "suite.h"

static long data[16];

/* Sums by halves: each step needs what others wrote in the step before. */
void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X();

	p[i] = i;
	for (long distance = 1; distance < 8; distance *= 2) {
		__hpvm__barrier();
		p[8 + i] = p[i] + p[i ^ distance];
		__hpvm__barrier();
		p[i] = p[8 + i];
	}
}

void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 8);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 8);
	return 0;
}
