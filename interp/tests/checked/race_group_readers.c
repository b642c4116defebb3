//: race
// Two instances of a group read an element by different accesses; a later batch writes it. Which one is reported?
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	if (i < N / 2 && p[i * 7 % N] == 1000)
		q[i] = 2;
	if (i > 4 && i < N / 2 && p[(i - 4) * 7 % N] == 1000)
		q[i] = 2;
	if (i > N - 30)
		p[(i - N / 2 - 10) * 7 % N] = 1;
}
