//: exit 121
//: stderr at node Root/Leaf, instance (2), execution 0
//: stderr abort
//: last trap or failed check (exit 121)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == 2)
		abort();
}
ROOT_OF(Leaf)
MAIN(8)
