// Only the upper half of a group reads, every other element, each of which the next lane has written.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	TWICE (k) {
		if (i < 8 || i >= 16)
			continue;
		p[2 * i] = (int)i * 3;
		if (p[2 * (i + k)] == 1000)
			q[i] = 2;
	}
}
