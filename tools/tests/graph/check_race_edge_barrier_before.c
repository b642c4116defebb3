//: options --check=race
//: out 1 5
#include "race.h"

/* What all instances wrote before the barrier is ordered before the end of each. */
void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i + 1;
	__hpvm__barrier();
	__hpvm__return(2, bytes, 5l);
}
SECOND_READS(3 - i)
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
