//: options --schedules 4
//: exit 121
//: stderr last written by 'Root/Group/Leaf' (2) in 'Root/Group' (1) at
//: stderr and by 'Root/Group/Leaf' (0) in 'Root/Group' (0) at
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__barrier();
	__hpvm__atomic_xchg(p, 1 + (int)i);
	__hpvm__barrier();
}
void Group(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, 3);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
ROOT_OF(Group)
MAIN(2)
