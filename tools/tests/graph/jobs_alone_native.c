//: options --width 8 -j 3 --stats
//: stderr width 1: it calls C functions that may keep state
//: no-stderr 3 threads
//: out 0 0
// State of C functions is shared.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == 4000)
		p[0] = rand();
}
ROOT_OF(Leaf)
MAIN(4000)
