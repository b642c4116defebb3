//: options --progress always
//: stderr Root/Leaf
//: out 7 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (volatile int k = 0; k < 3000000; k++)
		;
	p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
