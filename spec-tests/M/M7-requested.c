// M7: With `--memory split` device-hinted nodes work on a second copy, moved as the tracker says.
//: positive
//: needs --memory split
//: out 6 7
#include "suite.h"

static long data[2] = {5, 6};

void Leaf(long *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[X()] += 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	print_longs(data, 2);
	return 0;
}
