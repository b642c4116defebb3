//: race
// One instance reads an element atomically, a group reads it plainly, and a third changes it atomically: the plain read races.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	if (i % 16 == 3 && i < N - 40 && __atomic_load_n(&p[(i + 2) * 7 % N], __ATOMIC_RELAXED) == 1000)
		q[i] = 2;
	if (i < N - 40 && p[i * 7 % N] == 1000)
		q[i] = 2;
	if (i > N - 20)
		__hpvm__atomic_add(&p[(i - 400) * 7 % N], 1);
}
