//: race
// Of the scattered words that a group reads, one has a byte that another instance has written.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	if (i % 16 == 5 && i > 100 && i < N - 20)
		((char *)p)[4 * ((i + 9) * 7 % N) + 2] = 0;
	if (p[i * 7 % N] == 1000)
		q[i] = 2;
}
