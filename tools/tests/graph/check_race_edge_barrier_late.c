//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/First' (3)
//: stderr at node Root/Second, instance (0)
#include "race.h"

/* The barrier does not order what is written after it. */
void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 7;
	__hpvm__barrier();
	p[i] = (int)i + 1;
	__hpvm__return(2, bytes, 5l);
}
SECOND_READS(3 - i)
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
