//: options --check=none --width 8 -j 3 --stats
//: stderr [edge-value-ambiguous]
//: stderr (20)
//: stderr 3 threads
//: no-stderr (21)
//: out 0 15
// Values that differ are reported once, for the first group where they do.
#include "jobs_groups.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (group == SLOW)
		wait_long(own);
	__hpvm__return(1, group < SLOW ? 15l : i);
}
NODES(LEAVES)
