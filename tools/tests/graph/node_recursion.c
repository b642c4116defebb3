//: exit 120
//: stderr node function 'Root' contains itself as a descendant [node-recursion] (G1)
//: no-stderr Root/Root
#include "graph.h"

void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Root, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
}
MAIN(8)
