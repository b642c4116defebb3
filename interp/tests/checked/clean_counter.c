//: lanes
// Atomic additions, whose sum is the same in any order.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	__hpvm__atomic_add(&p[i % 5], 2);
}
