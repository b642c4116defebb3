//: lanes. The code after a call never runs: the called function, which batches inline, ends in a trap.
#include "checked.h"

static int __attribute__((noinline)) never(int *p, long i)
{
	p[i] = 7;
	__builtin_trap();
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 3;
	if (p[i] == 500)
		q[i] = never(p, i) * p[i] + (int)__hpvm__getNumNodeInstances_x(__hpvm__getNode());
}
