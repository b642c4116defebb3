// Only some lanes of one batch write, and read what the next lane has written.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	TWICE (k) {
		if (i >= 8)
			continue;
		p[i] = (int)i * 3;
		if (p[i + k] == 1000)
			q[i] = 2;
	}
}
