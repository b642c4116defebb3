// Atomics are atomic within one node only.
//: expect data-race
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	__hpvm__atomic_add(p, (int)i);
}
void Second(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	__hpvm__atomic_add(p, (int)i);
}
ROOT(__hpvm__bindIn(second, 1, 1, 0))
MAIN(REQUEST)
