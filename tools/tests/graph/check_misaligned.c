//: options --check=bounds
//: exit 121
//: stderr [misaligned] (M6)
//: stderr needs an alignment of 8
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	*(long *)(p + i) = 1;
}
ROOT_OF(Leaf)
MAIN(2)
