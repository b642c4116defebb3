//: runs -O0:jit -O2:jit
//: exit 121
//: stderr error: wait: 0x1 is not the handle of a launched graph [bad-graph-handle] (H2)
//: no-stderr site_indirect.c
//: no-stderr in function
// A call through a pointer has no position, and must not get that of the call before it.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i + 1;
}
ROOT_OF(Leaf)

static void wait_by(void (*volatile wait)(void *), void *graph)
{
	wait(graph);
}

int main(void)
{
	__hpvm__init();
	wait_by(__hpvm__wait, (void *)1);
	return 0;
}
