//: out 7 0
//: stderr there is no target 42 [hint-unserved]
#include "graph.h"

/* A hint never changes a result. */
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint((enum Target)42);
	__hpvm__attributes(1, p, 1, p);
	p[0] = 7;
}
ROOT_OF(Leaf)
MAIN(1)
