// P6: An access outside of it is `out-of-bounds` at every width, with the same report.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (3)
#include "suite.h"

static long data[8];

static __attribute__((noinline)) void swap(long **p, long **q)
{
	long *other = *p;

	*p = *q;
	*q = other;
}

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X(), a[4] = {p[i]}, b[4] = {p[i]}, *low = b, *high = a;

	/* exactly the other variable of the instance */
	swap(&low, &high);
	*(long *)((char *)low + (i == 3 ? (char *)b - (char *)a : 0)) = 1;
	p[i] = a[0] + b[0] + *high;
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
	return 0;
}
