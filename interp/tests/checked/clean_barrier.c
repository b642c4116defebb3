//: lanes
// A barrier orders reads after the writes of other instances before it.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 2 * p[i];
	__hpvm__barrier();
	p[i] = q[(i + 37) % N] + q[N - 1 - i];
}
