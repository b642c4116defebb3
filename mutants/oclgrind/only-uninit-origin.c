// Memory that one node allocates and another one uses, never written: the report names the first.
//: expect uninitialised
//: pass uninit
//: stderr First
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	__hpvm__return(2, bytes, (long)__hpvm__malloc(64));
}
void Second(int *p, size_t bytes, long there)
{
	LEAF(CPU_TARGET, 1, 1);
	if (((int *)there)[i] == 77)
		p[i] = 1;
}
ROOT(EDGE(0, 0, 1); EDGE(0, 1, 2))
MAIN(REQUEST)
