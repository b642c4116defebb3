//: exit 121
//: stderr null pointer
//: stderr [bad-access] (M6)
//: stderr at node Root/Leaf, instance (3), execution 0
//: stderr null_pointer.c:16:
//: last trap or failed check (exit 121)
#include "graph.h"

static int *volatile target;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *q = i == 3 ? target : p;

	*q = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
