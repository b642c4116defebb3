// A pointer that is `in` is written.
//: expect write-through-in
#include "only.h"

void First(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 0);
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
