//: options --check=all
//: exit 121
//: stderr [data-race] (M4)
//: stderr [order-dependent] (N4)
// What the checkers have found is said before the order of instances ends the run.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i + 1;
}
ROOT_OF(Leaf)
MAIN(4)
