//: lanes. All instances reach code that is refused when it runs: a wide integer that becomes a floating-point number.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	unsigned _BitInt(200) a = p[i], b = (unsigned _BitInt(200))p[i] << 77;

	q[i] = (int)((double)((a ^ b) << 40) * 1e-40);
}
