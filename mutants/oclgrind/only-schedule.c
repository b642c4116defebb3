// The result depends on which instance comes last.
//: expect order-dependent
//: pass order
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	__hpvm__atomic_xchg(p, (int)i);
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[8 + i] = p[0];
}
ROOT(EDGE(1, 0, 1))
MAIN(REQUEST)
