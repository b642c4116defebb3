//: options --check=race
//: out 7 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	(void)i;
	p[0] = 7;
}
ROOT_OF(Leaf)
MAIN(4)
