//: lanes. Some instances reach code that is refused when it runs: assembly.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int a = p[i];

	if (i % 7 == 3)
		__asm__ volatile("bswap %0" : "+r"(a));
	q[i] = a;
}
