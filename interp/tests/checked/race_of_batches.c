// Instances of different batches race, at any width.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	p[i] = p[(i + N - 10) % N];
}
