//: exit 120
//: stderr 'Leaf' has 4 dimensions; at most 3 are allowed [dimension-count] (G7)
//: last rejected graph or file (exit 120)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
	__hpvm__return(1, bytes);
}

void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, Leaf, n);
	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__createNodeND(4, Leaf, n, n, n, n);
}
MAIN(8)
