//: lanes; Each instance writes where it has just read, on both sides of an element that others only read.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long at = i ^ 1;

	if (at != 300)
		p[at] += p[300];
	q[i] = 0;
	q[i] += 2;
}
