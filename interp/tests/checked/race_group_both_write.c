// Some lanes write where others have written.
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
		p[i + k] = (int)i * 5;
	}
}
