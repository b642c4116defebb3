// Like race_rewritten.c, with distant instances, the second of which writes the value that it has read.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int once = (int)(p_bytes / q_bytes);

	q[i] = (int)i;
	p[i % 590] = p[i % 590] * once;
}
