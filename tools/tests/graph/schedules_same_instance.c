//: options --schedules 2
//: exit 121
//: stderr (byte 4) of argument 0
//: stderr and by 'Root/Leaf' (0) at
//: stderr both writes are by the same instance, so it read something that depends on the order
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i + 1] = __hpvm__atomic_add(p, 1);
}
ROOT_OF(Leaf)
MAIN(8)
