// M3: An instance that returns while others wait: `barrier-divergence`, naming both.
//: negative
//: exit trap
//: diagnostic barrier-divergence error node Root/Leaf
#include "suite.h"

static long data[4];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	if (X() == 2)
		return;
	p[X()] = 1;
	__hpvm__barrier();
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
