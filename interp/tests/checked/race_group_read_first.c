// Some lanes write where others have read.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	TWICE (k) {
		if (i >= 8)
			continue;
		if (p[i + k] == 1000)
			q[i] = 2;
		p[i + 200 * (1 - k)] = (int)i * 3;
	}
}
