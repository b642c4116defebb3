//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a read of 3 and an atomic access of 3
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == 3)
		p[1] = p[0];
	__hpvm__atomic_add(p, 1);
}
ROOT_OF(Leaf)
MAIN(4)
