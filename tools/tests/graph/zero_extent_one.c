//: options --sem zero-extent=one
//: out 1 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(0)
