//: exit 121
//: stderr [extent-invalid] (G7)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN((size_t)-1)
