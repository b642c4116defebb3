// A device wrote the buffer, and the host reads its outdated copy.
//: expect stale-host-read
//: pass split
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(GPU_TARGET, 1, 1);
	p[i] = 1;
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF(GPU_TARGET, 1, 1);
	p[i] += 1;
}
ROOT(EDGE(1, 0, 1))
MAIN((void)0)
