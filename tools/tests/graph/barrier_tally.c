//: options --check=barrier
//: exit 121
//: stderr barrier_tally.c:14:1
//: stderr of 8 instances, 6 wait and 2 have completed
//: stderr while instance (0) waits at a barrier
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if ((i & 3) != 2)
		__hpvm__barrier();
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(8)
