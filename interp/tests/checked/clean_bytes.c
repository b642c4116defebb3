//: lanes
// Elements smaller than a cell of the race checker.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	unsigned char *bytes = (unsigned char *)q;
	short *shorts = (short *)(q + N / 2);

	bytes[i] = (unsigned char)p[i];
	bytes[i] += 3;
	shorts[i] = (short)(p[i] + bytes[i]);
	bytes[N + i] = bytes[i];
}
