// Like race_group_shared.c, but the first reader writes.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long turned = i * 7 % N;

	q[i] = 1;
	if (p[i == 203 ? 200 * 7 % N : turned] == 1000)
		q[i] = 2;
	if (i == 200)
		p[turned] = 5;
}
