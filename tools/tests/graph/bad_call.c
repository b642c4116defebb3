//: exit 121
//: stderr [bad-call] (H4)
//: stderr at node Root/Leaf, instance (0), execution 0
#include "graph.h"

static int (*volatile function)(int) = (int (*)(int))(void *)0x1234;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = function((int)i);
}
ROOT_OF(Leaf)
MAIN(8)
