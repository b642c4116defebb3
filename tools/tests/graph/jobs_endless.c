//: options --width 8 -j 3
//: exit 121
//: stderr [div-by-zero] (H4)
//: stderr instance (333), execution 0
//: no-stderr instance (336)
//: last (exit 121)
#include "jobs.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	while (i >= ENDLESS)
		p[62] = p[1];
	if (i == EARLIEST)
		wait_long(p);
	if (i == EARLIEST || i >= LATER)
		p[0] = 5 / p[1];
}
ROOT_OF(Leaf)
MAIN(INSTANCES)
