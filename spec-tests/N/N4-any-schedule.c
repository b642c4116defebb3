// N4: The result of a graph must not depend on the order of instances, whichever schedule chooses it.
//: positive
//: out 0 1 4 9 16 25 36 49 285 140
#include "suite.h"

static int data[10];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	int i = (int)X();

	if (i < 8)
		p[i] = i * i;
	__hpvm__atomic_add(p + 8, i * i);
	__hpvm__barrier();
	if (i == 9)
		for (int k = 0; k < 8; k++)
			p[9] += p[k];
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 10);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	for (int i = 0; i < 10; i++)
		printf("%s%d", i ? " " : "", data[i]);
	putchar('\n');
	return 0;
}
