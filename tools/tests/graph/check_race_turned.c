//: options --check=race
//: exit 121
//: stderr and a read of 0 are not ordered
//: stderr (4 times) [data-race] (M4)
//: no-stderr a read of 0 and a write
#include "graph.h"

/* Three pairs of instances write what was read, one the reverse: all are one pair of places. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i & 1)
		p[32 + i] = p[i + 1 & 7];
	p[i] = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
