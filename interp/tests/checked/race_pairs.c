// One of several instances that read an element also writes it.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = p[2 * (i / 4)];
	if (i == 511)
		p[254] = 1;
}
