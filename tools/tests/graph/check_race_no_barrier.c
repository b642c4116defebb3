//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr only barriers order the instances of one leaf
// The second barrier of check_race_barrier.c is missing.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int other;

	p[i] = (int)i;
	__hpvm__barrier();
	other = p[63 - i];
	p[i] = other;
}
ROOT_OF(Leaf)
MAIN(64)
