//: options --check=race
//: out 45 0
// An instance is ordered after itself, from however many places it accesses memory.
#include "graph.h"

#define ADD(k)                                                                                     \
	__hpvm__atomic_add(p + 1, k);                                                              \
	p[2] = p[1];

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	ADD(1) ADD(2) ADD(3) ADD(4) ADD(5) ADD(6) ADD(7) ADD(8) ADD(9)
	p[0] = p[2];
}
ROOT_OF(Leaf)
MAIN(1)
