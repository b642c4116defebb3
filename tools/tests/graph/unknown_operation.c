//: exit 123
//: stderr call of '__visc__atomic_add' is not supported: HPVM has no such operation; did you mean '__hpvm__atomic_add'? [unsupported-call]
//: last unsupported (exit 123)
#include "graph.h"

int __visc__atomic_add(int *, int);

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__visc__atomic_add(p + i, 1);
}
ROOT_OF(Leaf)
MAIN(8)
