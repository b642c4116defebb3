// M5: `in`: writing through the pointer is `write-through-in`, also where an internal node has it, and a leaf below writes.
//: negative
//: needs --check=attributes
//: exit trap
//: diagnostic write-through-in error node Root/Leaf
#include "suite.h"

static long data[3] = {1, 2, 3};

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[X()] += 1;
}
void Root(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 0);
	void *node = __hpvm__createNodeND(1, Leaf, 3);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
