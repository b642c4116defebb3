// Some instances do not reach the barrier.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	if (i != 401)
		__hpvm__barrier();
	p[i] = 1;
}
