//: out 0
//: out 1
//: out 2
//: out 2 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	printf("%ld\n", i);
	p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(3)
