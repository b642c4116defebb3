// An all-to-all edge from instances that return different values.
//: expect edge-value-ambiguous
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	__hpvm__return(2, bytes, i);
}
void Second(int *p, size_t bytes, long value)
{
	LEAF(CPU_TARGET, 1, 1);
	p[i] = (int)value;
}
ROOT(EDGE(1, 0, 1); EDGE(1, 1, 2))
MAIN(REQUEST)
