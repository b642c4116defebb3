// Several lanes of one group read an element, separately or in pairs; one of them writes it, and races with the other readers.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long turned = i * 7 % N;

	q[i] = 1;
	if (p[i == 203 ? 200 * 7 % N : turned] == 1000)
		q[i] = 2;
	if (i == 203)
		p[200 * 7 % N] = 5;
}
