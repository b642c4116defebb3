// Two write where they have read just before: of what is watched when they read, the write tells.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	p[i / 2] += 3;
}
