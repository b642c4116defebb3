//: options --schedules 3 --keep-going
//: exit 121
//: out 7 0
//: stderr is 7 in the order reference and 0 in the order reverse
// When the program continues, memory is that of the reference order.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__atomic_xchg(p, (int)i);
}
ROOT_OF(Leaf)
MAIN(8)
