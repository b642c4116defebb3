//: options --sem strict
//: exit 121
//: stderr error: 
//: stderr [zero-extent] (G7)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(0)
