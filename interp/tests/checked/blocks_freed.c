// Accesses to memory from malloc() that one of the instances has freed.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	volatile int *block = malloc((size_t)(p[i] / N) + 40);

	block[9] = (int)i;
	if (i == 300)
		free((void *)block);
	q[i] = block[9];
	if (i != 300)
		free((void *)block);
}
