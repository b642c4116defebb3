//: race
// Like race_kept_read.c, but the later batch writes.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long at = i < N / 2 ? i : N - 1 - i;

	q[i] = 1;
	if (i < N / 2 && p[i] % 3 == 0)
		p[i] = 3 * N;
	if (i >= N - 20)
		p[at] = 7;
}
