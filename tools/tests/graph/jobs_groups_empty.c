//: options --check=none --width 8 -j 3 --stats
//: stderr [zero-extent]
//: stderr at node Root/Group, instance (20), execution 0
//: stderr 3 threads
//: no-stderr instance (21)
//: no-stderr instance (40)
//: out 20 0
// Which groups lack instances is known when they begin; the first one is reported.
#include "graph.h"

void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < (i == 20 ? 200000 : 0); k++)
		*(volatile int *)p |= 0;
	__hpvm__return(1, (long)(i < 20));
}
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < 1000; k++)
		((volatile int *)p)[1 + (i & 1)] |= 0;
	__hpvm__atomic_add(p, 1);
}
void Group(int *p, size_t bytes, long some)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, some);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, First, n), *b = __hpvm__createNodeND(1, Group, n);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindIn(b, 0, 0, 0);
	__hpvm__bindIn(b, 1, 1, 0);
	__hpvm__edge(a, b, 0, 0, 2, 0);
}
MAIN(60)
