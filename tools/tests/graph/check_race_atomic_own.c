//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a write of 9 and an atomic access
//: stderr by 'Root/Leaf' (0)
// The last instance that counted atomically is not the only one.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__atomic_add(p, 1);
	if (i == 3)
		*(volatile int *)p = 9;
}
ROOT_OF(Leaf)
MAIN(4)
