//: options --step-limit 1e6
//: exit 122
//: stderr the limit of 1000000 operations
//: stderr [step-limit] (H4)
//: stderr at node Root/Leaf
//: last limit reached (exit 122)
#include "graph.h"

/* No instance runs for long, or jumps, but there are many instances. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i & 63] = 1;
}
ROOT_OF(Leaf)
MAIN(1L << 40)
