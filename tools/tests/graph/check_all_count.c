//: options --check=all --keep-going
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr check_all_count.c:15:7 by 'Root/Leaf' (0)
//: stderr both access byte 0 of argument 0
//: stderr only barriers order the instances of one leaf
//: stderr (4 times) [data-race] (M4)
//: stderr [order-dependent] (N4)
#include "graph.h"

/* The other orders, and those that run again to find the last writes, do not add to the counts. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(5)
