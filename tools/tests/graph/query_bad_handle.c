//: exit 121
//: stderr [query-bad-handle] (N3)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = __hpvm__getNumDims(p);
}
ROOT_OF(Leaf)
MAIN(8)
