// The order of atomic operations determines which instance gets which index.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[__hpvm__atomic_add(&p[0], 1) % N] = (int)i;
}
