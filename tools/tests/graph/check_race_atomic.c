//: options --check=race
//: out 64 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	(void)i;
	__hpvm__atomic_add(p, 1);
}
ROOT_OF(Leaf)
MAIN(64)
