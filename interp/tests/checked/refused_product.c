//: lanes. All instances reach code that is refused when it runs: a product of wide integers.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	unsigned _BitInt(200) a = p[i], b = (unsigned _BitInt(200))p[i] << 77;

	q[i] = (int)(a * b >> 50);
}
