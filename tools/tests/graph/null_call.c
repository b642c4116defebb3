//: exit 121
//: stderr [bad-call] (H4)
#include "graph.h"

static int (*volatile function)(int);

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = function((int)i);
}
ROOT_OF(Leaf)
MAIN(8)
