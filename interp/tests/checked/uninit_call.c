// The variables of a function are uninitialised again at every call.
#include "checked.h"

__attribute__((noinline)) static int kept(int first, int value)
{
	int cell;

	if (first)
		cell = value;
	return cell > 100 ? 1 : 2;
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 0;
	for (int k = 0; k < 2; k++)
		q[i] += kept(k == 0 || i != 301, p[i]);
}
