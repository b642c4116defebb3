// P6: An access outside of it is `out-of-bounds` at every width, with the same report.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (3)
#include "suite.h"

static long data[8];

static __attribute__((noinline)) void fill(long *p, size_t bytes) { memset(p, 0, bytes); }

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X(), a[4] = {p[i]}, b[4] = {p[i]}, *t[2] = {a, b};

	fill(t[i & 1], i == 3 ? 33 : 32);       /* a byte too many */
	p[i] = a[0] + b[0];
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
