//: options --schedules 2
//: exit 121
//: stderr element 1 (byte 4) of argument 0
//: stderr of 'Root' (tracked at
//: stderr is 0 in the order reference and 7 in the order reverse
//: stderr last written by 'Root/Leaf' (0) at
//: stderr and by 'Root/Leaf' (7) at
//: stderr [order-dependent] (N4)
//: stderr at node Root/Leaf, instance (7), execution 0
#include "graph.h"

/* The old value of a counter determines where an instance writes. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[1 + __hpvm__atomic_add(p, 1)] = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
