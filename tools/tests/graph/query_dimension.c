//: exit 121
//: stderr [query-dimension] (N3)
//: stderr dimension y of 'Root/Leaf'
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)__hpvm__getNumNodeInstances_y(__hpvm__getNode());
}
ROOT_OF(Leaf)
MAIN(8)
