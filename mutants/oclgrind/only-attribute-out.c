// A pointer that is `out` alone is read before anything was written.
//: expect read-through-out
//: also partial-out
#include "only.h"

void First(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	p[X()] += 1;
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[i] += 1;
}
ROOT(EDGE(1, 0, 1))
MAIN(REQUEST)
