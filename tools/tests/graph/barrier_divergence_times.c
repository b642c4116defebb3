//: options --keep-going
//: exit 121
//: stderr while instance (1) waits at a barrier
//: stderr (3 times) [barrier-divergence] (M3)
#include "graph.h"

/* Reported once for the two places, however many groups and launches there are. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i)
		__hpvm__barrier();
	p[i] = 1;
}
void Group(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)4);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
ROOT_OF(Group)
MAIN(3)
