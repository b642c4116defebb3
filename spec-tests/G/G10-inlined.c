// G10: Auxiliary functions contain no HPVM intrinsic: `intrinsic-outside-node`.
//: negative
//: exit reject
//: diagnostic intrinsic-outside-node error
#include "suite.h"

static long data[4];

/* Small enough that a compiler would rather put it into Leaf; it is a helper all the same. */
static inline long own_index(void)
{
	return X();
}

void Leaf(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[own_index()] = 1;
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
