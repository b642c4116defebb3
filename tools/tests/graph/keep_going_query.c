//: options --keep-going
//: exit 121
//: stderr the index is 0
//: stderr (8 times) [query-dimension] (N3)
//: stderr instance (0), execution 0
//: no-stderr instance (1), execution 0
//: out 0 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)__hpvm__getNodeInstanceID_y(__hpvm__getNode()) + 7;
}
ROOT_OF(Leaf)
MAIN(8)
