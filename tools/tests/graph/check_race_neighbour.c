//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a read of 
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i + 1] = p[i] + 1;
}
ROOT_OF(Leaf)
MAIN(4)
