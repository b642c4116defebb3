// One instance writes where it has just read, and another one reads there.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	long other = i * (i == 599);

	q[i] = p[other ? 7 : i];
	p[i] += 3;
}
