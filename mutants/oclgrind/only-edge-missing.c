// Two nodes share elements, and no edge orders them.
//: expect data-race
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[i] = (int)i + 1;
}
void Second(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[8 + i] = p[i];
}
ROOT(__hpvm__bindIn(second, 1, 1, 0))
MAIN(REQUEST)
