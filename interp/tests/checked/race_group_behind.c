// Only some lanes of one batch write; the later ones read what the first four have written.
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
		if (i >= 4 && p[i - 4 * k] == 1000)
			q[i] = 2;
	}
}
