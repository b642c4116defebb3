//: options --check=race
//: exit 121
//: stderr a write of 3 and a write of 1
//: stderr by 'Root/Group/Leaf' (1) in 'Root/Group' (1, 0)
//: stderr at node Root/Group/Leaf, instance (0) in Root/Group (1, 1), execution 0
//: stderr note: the other access
//: stderr at node Root/Group/Leaf, instance (1) in Root/Group (1, 0), execution 0
// Groups in two dimensions: they determine the positions of both accesses.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	void *group = __hpvm__getParentNode(__hpvm__getNode());
	long x = __hpvm__getNodeInstanceID_x(group), y = __hpvm__getNodeInstanceID_y(group);

	if (x == 1 && y < 2 && y == 1 - i)
		p[0] = (int)(1 + 2 * y);
	else
		p[8 + 6 * x + 2 * y + i] = 0;
}
void Group(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)2);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
void Root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(2, Group, (size_t)3, (size_t)3);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
MAIN(1)
