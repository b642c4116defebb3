//: race
// Racing writes of equal values, which change memory only once. A batch does not see that.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = (int)i;
	if (i == 3 || i == 10)
		p[0] = 7;
}
