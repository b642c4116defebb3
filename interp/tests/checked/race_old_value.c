//: race
// The second of two racing writes stores what memory held before both, which a batch cannot see.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	if (i == 3 || i == 10)
		p[7] = i == 3 ? 5 : 7;
	if (i == 11)
		p[7] = 7;
}
