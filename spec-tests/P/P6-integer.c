// P6: An access outside of it, whatever way its address went (an integer), is `out-of-bounds` at every width, with the same report.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (3)
#include "suite.h"

static long data[8];

static __attribute__((noinline)) uintptr_t number(const void *p) { return (uintptr_t)p; }

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X(), a[4] = {p[i], p[i], p[i], p[i]};

	p[i] = *(long *)(number(a) + (i == 3 ? 4 : 3) * sizeof(long));
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
