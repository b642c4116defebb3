// Writes of equal values are not reported as a race, in any order.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	if (i % 100 == 99)
		p[0] = 0;
	q[i] = (int)i;
}
