//: options --width 8 -j 3
//: exit 121
//: stderr write of 4 bytes
//: stderr 24 bytes past the end of argument 0 ('p') of 'Root/Leaf'
//: stderr instance (333), execution 0
//: no-stderr 64 bytes past
#include "jobs.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == EARLIEST)
		wait_long(p);
	p[i == EARLIEST ? 70 : i >= LATER ? 80 : 5] = 1;
}
ROOT_OF(Leaf)
MAIN(INSTANCES)
