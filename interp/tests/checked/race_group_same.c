// Two lanes of one group write to the same element, which no instance has written before but which is initialised.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	p[(i * 7 + (i == 200) * 7) % N] = (int)i;
}
