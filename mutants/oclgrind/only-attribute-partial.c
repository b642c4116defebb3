// Half of a buffer that is `out` alone stays unwritten.
//: expect partial-out
#include "only.h"

void First(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	p[X()] = 1;
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[i] += 1;
}
ROOT(EDGE(1, 0, 1))
MAIN(REQUEST)
