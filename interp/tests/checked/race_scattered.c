// Two instances of one batch write the same element, and their addresses are not in the order of instances.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[(i * 7 + (i == 200) * 7) % N] = p[i];
}
