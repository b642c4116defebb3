//: exit 121
//: stderr [trap-called] (H4)
#include "graph.h"

static volatile int number;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (number + i == 3)
		__builtin_trap();
}
ROOT_OF(Leaf)
MAIN(8)
