// Accesses beyond the end of memory from malloc().
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	volatile int *block = malloc((size_t)(p[i] / N) + 40);

	for (int k = 0; k < 10; k++)
		block[k] = k;
	q[i] = block[9];
	if (i == 300)
		block[12] = 5;
}
