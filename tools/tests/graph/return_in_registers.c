//: exit 120
//: stderr it returns a C structure in two registers
//: stderr [bad-node-function] (G1)
//: no-stderr no-such-port
//: last rejected graph or file (exit 120)
#include "graph.h"

typedef struct {
	double a, b;
} pair;

pair Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
	return (pair){1, 2};
}

void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, Leaf, n);
	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindOut(a, 0, 0, 0);
}
MAIN(8)
