//: options --check=all
//: out 63 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int other;

	p[i] = (int)i;
	__hpvm__barrier();
	other = p[63 - i];
	__hpvm__barrier();
	p[i] = other;
}
ROOT_OF(Leaf)
MAIN(64)
