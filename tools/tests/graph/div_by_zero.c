//: exit 121
//: stderr [div-by-zero] (H4)
//: stderr instance (4), execution 0
#include "graph.h"

static volatile int number = 4;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 100 / (number - (int)i);
}
ROOT_OF(Leaf)
MAIN(8)
