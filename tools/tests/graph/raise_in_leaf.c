//: exit 121
//: stderr crashed: SIGSEGV was raised (kill or raise) [program-died] (H4)
//: stderr at node Root/Leaf, instance (5)
//: no-stderr access
#include "graph.h"
#include <signal.h>

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == 5)
		raise(SIGSEGV);
	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(8)
