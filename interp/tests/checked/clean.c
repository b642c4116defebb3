//: lanes
// Reads what no instance writes, what the instance itself wrote, and what others have read.
#define ATTRIBUTES __hpvm__attributes(1, p, 2, p, q)
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	p[i] = 3 * p[i] + 1;
	q[i] = p[i] ^ (int)i;
	if (i % 3 == 0)
		q[i] += p[i];
}
