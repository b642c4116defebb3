// Two instances write where they have just read: the write also records the read before it.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	p[i / 2] += 3;
}
