//: options --check=race
//: out 1 5
#include "race.h"

FIRST_WRITES

/* Every instance begins after the same instance of First, and reads after all have begun. */
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	__hpvm__barrier();
	p[32 + i] = p[3 - i];
	__hpvm__return(1, value);
}
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
