//: options --check=race
//: exit 121
//: stderr a read of
//: stderr by 'Root/Second'
//: stderr byte 2 of argument 0
// All bytes covered by one write have that write as their last one.
#include "graph.h"

void First(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	for (volatile int i = 0; i < 4; i++)
		((volatile char *)p)[i] = 1;
	__hpvm__return(2, bytes, bytes);
}
void Second(volatile int *p, size_t bytes, size_t order)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	*p = 7;
}
void Third(volatile char *p, size_t bytes, size_t order)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[8] = p[2];
}

void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(0, First), *second = __hpvm__createNodeND(0, Second);
	void *third = __hpvm__createNodeND(0, Third);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__bindIn(second, 1, 1, 0);
	__hpvm__edge(first, second, 0, 0, 2, 0);
	__hpvm__bindIn(third, 0, 0, 0);
	__hpvm__bindIn(third, 1, 1, 0);
	__hpvm__edge(first, third, 0, 1, 2, 0);
}
MAIN(1)
