//: exit 121
//: stderr [barrier-divergence] (M3)
//: stderr barrier_divergence.c:15:1
//: stderr while instance (0) waits at a barrier
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
	if (i == 5)
		return;
	__hpvm__barrier();
	p[i] = 2;
}
ROOT_OF(Leaf)
MAIN(8)
