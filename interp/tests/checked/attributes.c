// An instance writes an argument that is not an output, and reads part of another that is not an input.
#define ATTRIBUTES __hpvm__attributes(1, p, 1, q)
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	if (i == 411)
		p[i] = 0;
	if (i == 15)
		p[i] = q[i];
	if (i < 500)
		q[i] = (int)i;
}
