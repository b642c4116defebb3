//: options --stack-limit 64K
//: out 1 0
// One frame is nearly as large as the whole stack.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	volatile char here[60000];
	LEAF_BEGIN

	here[bytes] = 1;
	p[i] = here[bytes];
}
ROOT_OF(Leaf)
MAIN(8)
