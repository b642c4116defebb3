// M2: They are atomic with respect to the dynamic instances of the current leaf node: every old value comes once.
//: positive
//: out 64 ranks, 64
#include "suite.h"

static int data[65];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	p[__hpvm__atomic_inc(p + 64)] = 1;
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(2, Leaf, 8, 8);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};
	int ranks = 0;

	RUN_ON(Root, &arguments, data);
	for (int i = 0; i < 64; i++)
		ranks += data[i];
	printf("%d ranks, %d\n", ranks, data[64]);
	return 0;
}
