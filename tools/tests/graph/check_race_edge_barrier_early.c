//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/First' (3)
//: stderr at node Root/Second, instance (0)
#include "race.h"

FIRST_WRITES

/* The read is before the barrier. */
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	p[32 + i] = p[3 - i];
	__hpvm__barrier();
	__hpvm__return(1, value);
}
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
