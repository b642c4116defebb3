//: options --width 8 -j 3 -Wout-of-bounds
//: stderr warning: 
//: stderr 24 bytes past the end of argument 0 ('p') of 'Root/Leaf'
//: stderr instance (333), execution 0
//: stderr instance (336), execution 0
//: out 0 0
// A warning is no failure: the threads continue.
#include "jobs.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == EARLIEST)
		wait_long(p);
	if (p[i == EARLIEST ? 70 : i >= LATER ? 80 : 5] == 123456)
		p[0] = 1;
}
ROOT_OF(Leaf)
MAIN(INSTANCES)
