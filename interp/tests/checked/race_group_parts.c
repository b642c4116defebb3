// The first lanes of a group access adjacent elements, the others scattered ones, and those race.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	TWICE (k) {
		const long apart = i < 8 ? 0 : 92 * k;

		if (i >= 16)
			continue;
		p[i + apart] = (int)i * 3;
		if (i >= 8 && p[(i ^ k) + apart] == 1000)
			q[i] = 2;
	}
}
