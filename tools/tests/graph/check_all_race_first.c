//: options --check=all
//: exit 121
//: stderr [data-race] (M4)
//: stderr [order-dependent] (N4)
// Findings of the checkers are reported before an order-dependent result ends the run.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i + 1;
}
ROOT_OF(Leaf)
MAIN(4)
