//: lanes
// Two dimensions in one: rows read the same, pairs are apart, and some indices do not depend on the instance.
#define ATTRIBUTES __hpvm__attributes(1, p, 2, p, q)
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long pair = i / 2 * 2, other = (long)((unsigned)p[i] * 7919u % N);

	q[i] = p[i] * 2;
	__hpvm__barrier();
	p[i] = q[pair] + q[pair + 1] + q[other] + q[i % 20];
	__hpvm__barrier();
	q[i] = p[(i * 7) % N];
}
