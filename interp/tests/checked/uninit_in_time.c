// Instances read elements of q before other instances write them. A batch writes first.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	((volatile int *)q)[i] = (int)i;
	if (i < N - 40 && ((volatile int *)q)[i + 40] == 3)
		p[i] = 1;
}
