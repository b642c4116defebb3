//: options --stack-limit 64K
//: exit 122
//: stderr stack overflow: the limit is 65536 bytes
//: stderr [stack-overflow]
//: stderr at node Root/Leaf, instance (0)
// One frame is larger than the whole stack.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	volatile char here[100000];
	LEAF_BEGIN

	here[bytes] = 1;
	p[i] = here[bytes];
}
ROOT_OF(Leaf)
MAIN(8)
