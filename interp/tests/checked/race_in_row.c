// Each instance reads what the previous one writes, in the same operation of all lanes.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	p[i] = p[i ? i - 1 : 0] + 1;
}
