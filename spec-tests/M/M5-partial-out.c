// M5: `out` alone: leaving bytes unwritten is `partial-out` (HPVM's GPU code loses the old contents).
//: negative
//: needs --check=attributes
//: out 0 1 3
//: diagnostic partial-out warning
#include "suite.h"

static long data[3] = {1, 2, 3};

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	p[X()] = X();
}
void Root(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 3);
	return 0;
}
