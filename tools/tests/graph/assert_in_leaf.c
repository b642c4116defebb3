//: exit 121
//: stderr assertion 'i != 5' failed (
//: stderr tools/tests/graph/assert_in_leaf.c:
//: stderr , void Leaf(int *, size_t)) [assertion-failed] (H4)
//: stderr at node Root/Leaf, instance (5)
#undef NDEBUG
#include "graph.h"
#include <assert.h>

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	assert(i != 5);
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(8)
