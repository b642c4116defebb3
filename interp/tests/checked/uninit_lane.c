// Instance 37 reads an uninitialised value and branches on it.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int own[4];

	for (int k = 0; k < 4; k++)
		if (i != 37 || k != 2)
			own[k] = p[i] + k;
	q[i] = own[i % 4] + 1;
	if (own[2] > 5)
		p[i] = own[1];
}
