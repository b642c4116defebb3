// A result in the last batch is uninitialised.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	if (i < 590)
		q[i] = 4;
	p[i] = q[i] + 1;
}
