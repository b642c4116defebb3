// The instance that fails first at width 1 fails late in the code.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	if (i == 310)
		p[N + 1] = 0;
	if (i == 300)
		p[N] = 0;
}
