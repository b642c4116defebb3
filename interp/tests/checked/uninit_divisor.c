// A divisor that nobody wrote, and that happens to be 0, is uninitialised. No division by zero.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	volatile int unset;

	q[i] = (int)i;
	if (i == 3)
		q[i] = 100 / unset;
}
