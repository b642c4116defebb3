//: options --check=none --width 8 -j 3
//: exit 121
//: stderr [barrier-divergence]
//: stderr (20)
//: no-stderr (21)
// An error in a later group is not reported.
#include "jobs_groups.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (group == SLOW)
		wait_long(own);
	if (group < SLOW || i != 5)
		__hpvm__barrier();
	__hpvm__return(1, 7l);
}
NODES(LEAVES)
