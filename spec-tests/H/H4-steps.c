// H4: Undefined behaviour of the program is a diagnostic: the step limit is a limit.
//: negative
//: options --step-limit 100K
//: exit limit
//: diagnostic step-limit error node Root/Leaf
#include "suite.h"

static long data[2];

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	for (volatile long i = 0; i >= 0; i = (i + 1) & 1023)
		;
	p[0] = 1;
}
void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
