//: exit 121
//: stderr [fp-to-int-range] (H4)
#include "graph.h"

static volatile double number = 1e30;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)number;
}
ROOT_OF(Leaf)
MAIN(8)
