//: options --keep-going
//: exit 121
//: stderr division by zero (2 times) [div-by-zero]
//: stderr instance (2), execution 0
//: no-stderr instance (6), execution 0
//: out 33 0
#include "graph.h"

static volatile int number;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if ((i & 3) == 2)
		p[i] = 100 / number;
	p[0] = 33;
}
ROOT_OF(Leaf)
MAIN(8)
