//: runs -O0:interp -O1:jit
//: exit 120
//: stderr internal node 'Root' contains computation: a branch [internal-node-computes] (G2)
//: stderr help: only constants may decide: create the node always, with an extent that the arguments determine
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}

void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	for (size_t i = 0; i < n; i++) {
		void *node = __hpvm__createNodeND(0, Leaf);

		__hpvm__bindIn(node, 0, 0, 0);
		__hpvm__bindIn(node, 1, 1, 0);
	}
}

MAIN(8)
