//: options --check=order
//: out leaf
//: out leaf
//: out 28 0
// Sums do not depend on the order, addresses of M1 objects are no result, and the output of
// leaves is printed once.
#include "graph.h"

static int other;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *own = __hpvm__malloc(sizeof *own);

	__hpvm__atomic_add(p, (int)i);
	__hpvm__atomic_add(&other, (int)i);
	__hpvm__barrier();
	*own = p[0];
	p[1 + i] = *own;
	((int **)(p + 16))[i] = own;
	if (i % 4 == 0)
		puts("leaf");
}
ROOT_OF(Leaf)
MAIN(8)
