//: options --schedule reverse
//: out 0 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
