//: race
// Two words wide, adjacent, some lanes: a lane in the upper half of a group writes where the lane eight before it has
// written, and each second half where another lane has.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	const long after = i + 8;

	q[i] = 1;
	if (i >= N / 2 || i % 3 == 1)
		return;
	if (i % 16 == 5 && after % 3 != 1 && after < N / 4)
		p[2 * after] = 1;
	if (i % 16 == 2 && after % 3 != 1 && after > N / 4 && after < N / 2)
		p[2 * after + 1] = 1;
	*(long *)(void *)&p[2 * i] = i;
}
