// Only the last lane of a group reads what another one has written.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	TWICE (k) {
		if (i >= 16)
			continue;
		p[i] = (int)i * 3;
		if (p[i == 15 ? 15 - k : i] == 1000)
			q[i] = 2;
	}
}
