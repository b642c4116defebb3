//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr in 'Root/Group' (0)
//: stderr nothing orders the instances of their parent
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += 1;
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
