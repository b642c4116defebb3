//: options --check=none,order --width 1
//: runs -O0:interp -O0:jit -O1:jit -O2:jit
//: out 0 0
#include "graph.h"

/* Unused bytes of a local union are copied with the rest; their values must not depend on the
 * order. In separate leaves, in called functions, and between barriers. */
struct tagged { int tag; union { int i; double d; } u; };

static void fill(struct tagged *to, long i)
{
	struct tagged own;

	own.tag = i & 1;
	if (i & 1)
		own.u.i = (int)i;
	else
		own.u.d = (double)i;
	*to = own;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct tagged *to = (struct tagged *)(void *)(p + 8), own;

	own.tag = i & 1;
	if (i & 1)
		own.u.i = (int)i;
	else
		own.u.d = (double)i;
	to[i] = own;
	fill(&to[4 + i], i);
#ifndef __OPTIMIZE__
	__hpvm__barrier();
	fill(&to[8 + i], i + 1);
#endif
}
ROOT_OF(Leaf)
MAIN(4)
