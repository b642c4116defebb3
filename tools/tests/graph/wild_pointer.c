//: exit 121
//: stderr [bad-access] (M6)
//: stderr at node Root/Leaf, instance (5), execution 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *q = i == 5 ? (int *)0x10 : p;

	*q = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
