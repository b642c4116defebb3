//: options --width 8 -j 3 --stats
//: stderr , 1 thread: its result depends on the order of different atomic operations
//: no-stderr 3 threads
//: out 7998000 0
// Additions commute with one another, but not with other operations.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__atomic_add(p, (int)i);
	__hpvm__atomic_xor(p, 3);
}
ROOT_OF(Leaf)
MAIN(4000)
