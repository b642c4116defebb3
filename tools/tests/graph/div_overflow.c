//: exit 121
//: stderr [div-overflow] (H4)
#include "graph.h"

static volatile int number = 1;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (-2147483647 - number) / -number;
}
ROOT_OF(Leaf)
MAIN(8)
