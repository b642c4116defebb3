//: options --schedules 2
//: exit 121
//: stderr differs in two runs of the order reference
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = rand();
}
ROOT_OF(Leaf)
MAIN(8)
