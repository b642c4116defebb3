//: options --width 8 -j 3 --stats
//: stderr , 1 thread: it uses the results of atomic operations
//: no-stderr 3 threads
//: out 4000 0
// The results of atomics show the order of instances.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (__hpvm__atomic_add(p, 1) == 3999)
		p[1] = (int)i;
}
ROOT_OF(Leaf)
MAIN(4000)
