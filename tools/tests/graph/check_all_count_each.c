//: options --check=race,order --schedules 4 --keep-going
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr only barriers order the instances of one leaf
//: stderr (4 times) [data-race] (M4)
//: stderr [order-dependent] (N4)
#include "graph.h"

/* If every order is checked the count is that of the first one. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(5)
