//: options --width 8 -j 3 --check=none
//: exit 121
//: stderr [bad-access] (M6)
//: stderr 0x14: close to the null pointer
//: stderr instance (333), execution 0
//: last (exit 121)
// A hardware fault is reported after the instances before it have run.
#include "jobs.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile int *q = i == EARLIEST || i >= LATER ? NULL : p;

	if (i == EARLIEST)
		wait_long(p);
	q[i == EARLIEST ? 5 : i >= LATER ? 9 : 1] = 0;
}
ROOT_OF(Leaf)
MAIN(INSTANCES)
