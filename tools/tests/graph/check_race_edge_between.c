//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/First' (3)
//: stderr at node Root/Second, instance (0)
#include "race.h"

FIRST_WRITES
void Between(int *p, size_t bytes, long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(1, value);
}
SECOND_READS(3 - i)
void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(1, First, n), *between, *second;

	between = __hpvm__createNodeND(1, Between, n);
	second = __hpvm__createNodeND(1, Second, n);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(between, 0, 0, 0);
	__hpvm__bindIn(between, 1, 1, 0);
	__hpvm__edge(first, between, 0, 1, 2, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__bindIn(second, 1, 1, 0);
	__hpvm__edge(between, second, 0, 0, 2, 0);
}
MAIN(4)
