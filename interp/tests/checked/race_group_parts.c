// The first lanes of a group lie side by side, the others elsewhere, and those race.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long at = i < 8 ? i : i + 92;

	q[i] = 1;
	if (i < 16) {
		p[at] = (int)i * 3;
		if (i >= 8 && p[(i ^ 1) + 92] == 1000)
			q[i] = 2;
	}
}
