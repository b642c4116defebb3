// N1: Instances may run in any order: one that waits for a later one to write may wait forever.
//: negative
//: options --step-limit 100K
//: schedules reference
//: exit limit
//: diagnostic step-limit error node Root/Leaf instance (0)
#include "suite.h"

static int flag[1];

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	if (X() == 1)
		__hpvm__atomic_inc(p);
	else
		while (__hpvm__atomic_add(p, 0) == 0)
			;
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Leaf, 2);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {flag, sizeof flag};

	RUN_ON(Root, &arguments, flag);
	return 0;
}
