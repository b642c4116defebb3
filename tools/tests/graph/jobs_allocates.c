//: options --width 8 -j 3 --stats
//: stderr , 3 threads
//: no-stderr 1 thread
//: out 0 0
// Every instance allocates a different object.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *own = (int *)__hpvm__malloc(64);

	own[3] = (int)i;
	for (int k = 0; k < 100; k++)
		own[k & 1] = k;
	if (own[3] != (int)i)
		p[0] = 1;
}
ROOT_OF(Leaf)
MAIN(4000)
