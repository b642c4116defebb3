// M3: An instance that waits at another dynamic occurrence while others wait: `barrier-divergence`.
//: negative
//: exit trap
//: diagnostic barrier-divergence error node Root/Leaf
#include "suite.h"

static long data[4];

/* Both meet as often; at different places. */
void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	if (X() < 2) {
		p[X()] = 1;
		__hpvm__barrier();
	} else {
		p[X()] = 2;
		__hpvm__barrier();
	}
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
