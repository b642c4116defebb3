//: exit 120
//: stderr [intrinsic-outside-node] (G10)
#include "graph.h"

__attribute__((noinline)) static long index_of(void)
{
	return __hpvm__getNodeInstanceID_x(__hpvm__getNode());
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)index_of();
}
ROOT_OF(Leaf)
MAIN(8)
