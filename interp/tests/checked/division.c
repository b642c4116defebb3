// Traps are reported as at width 1, and all effects of the batches before are undone.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	p[i]++;
	q[i] = 100 / (p[i] - 320);
}
