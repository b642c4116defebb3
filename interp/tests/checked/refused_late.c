//: lanes. One instance of the second batch at any width below 500 reaches refused code after others have completed.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	unsigned _BitInt(200) a = (unsigned _BitInt(200))p[i] << 100 | 1, b = a << (p[i] & 63);

	if (a > b)
		a ^= b;
	q[i] = (int)(a >> 50);
	if (i == 500)
		q[i] = (int)((double)a * 1e-30);
}
