//: options --check=race --keep-going
//: exit 121
//: stderr by 'Root/Second'
//: stderr both access byte 0 of argument 0
//: stderr (4 times) [data-race] (M4)
// The readers of a number are known for each of its bytes, also after a byte has been written.
#include "graph.h"

void First(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[8] = p[0];
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[9] = p[0];
}
/* Ordered after First, but not after Second. */
void Third(char *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	for (volatile int i = 0; i < 4; i++)
		p[i] = 1;
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
	__hpvm__bindIn(third, 0, 0, 0);
	__hpvm__edge(first, third, 0, 0, 1, 0);
	__hpvm__bindIn(third, 2, 2, 0);
}
MAIN(1)
