// A one-to-one edge, and an instance reads what another one of the source wrote.
//: expect data-race
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[i] = (int)i + 1;
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[8 + i] = p[7 - i];
}
ROOT(EDGE(0, 0, 1))
MAIN(REQUEST)
