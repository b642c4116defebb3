//: options --schedules 2 --sem hpvm-1.0-gpu
//: exit 121
//: stderr output 0 of 'Root' is 7 in the order reference and 0 in the order reverse
//: stderr it is returned by 'Root/Leaf' (7), and by 'Root/Leaf' (0)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__return(1, i);
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}
MAIN(8)
