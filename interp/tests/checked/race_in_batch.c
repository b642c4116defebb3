// Neighbours in one batch race.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = p[i];
	if (i == 3)
		p[4] = 9;
}
