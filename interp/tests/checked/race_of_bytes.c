// Instances write bytes of one word, two of them the same byte.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	((unsigned char *)q)[i == 401 ? 400 : i] = (unsigned char)p[i];
}
