// P6: A local variable is an object. An access outside of it, whatever way its address went (arithmetic, a call), is `out-of-bounds`.
//: negative
//: exit trap
//: diagnostic out-of-bounds error node Root/Leaf instance (3)
#include "suite.h"

static long data[8];

static __attribute__((noinline)) long *moved(long *p, long by) { return p + by; }

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	long i = X(), a[4] = {p[i], p[i], p[i], p[i]};

	*moved(a, i == 3 ? 64 : 3) = 7;         /* where another instance may have its variable */
	p[i] = a[0] + a[3];
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
