//: exit 121
//: stderr [shift-too-far] (H4)
#include "graph.h"

static volatile int number = 30;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1 << (number + i);
}
ROOT_OF(Leaf)
MAIN(8)
