//: options --step-limit 1e6
//: exit 122
//: stderr the limit of 1000000 operations
//: stderr [step-limit] (H4)
//: stderr at node Root/Leaf
//: last limit reached (exit 122)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (volatile int k = 0; k >= 0; k = k & 1023)
		p[i] = k;
}
ROOT_OF(Leaf)
MAIN(8)
