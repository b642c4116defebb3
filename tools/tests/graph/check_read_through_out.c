//: options --check=attributes -Wno-partial-out
//: exit 121
//: stderr [read-through-out] (M5)
//: stderr read before any write of an argument that is declared only `out`
//: stderr declare __hpvm__attributes(1, p, 1, p)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = 1;
	p[i] += p[i + 1];
}
ROOT_OF(Leaf)
MAIN(4)
