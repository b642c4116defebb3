// Some lanes write what others have written.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	const int times = (int)(q_bytes / p_bytes) + 1; /* 2, of which the first is as it should be */

	q[i] = 1;
	for (int k = 0; k < times; k++) {
		if (i >= 8)
			continue;
		p[i] = (int)i * 3;
		p[i + k] = (int)i * 5;
	}
}
