//: options --check=attributes
//: out 1 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = 0;
	p[i] += 1;
}
ROOT_OF(Leaf)
MAIN(64)
