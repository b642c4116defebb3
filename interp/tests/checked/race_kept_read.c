//: race
// Some lanes write where they have read, as in a sorting network; a later batch reads there. The report names the write.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long at = i < N / 2 ? i : N - 1 - i;

	q[i] = 1;
	if (i < N / 2 && p[i] % 3 == 0)
		p[i] = 3 * N;
	if (i >= N - 20 && p[at] == N)
		q[i] = 2;
}
