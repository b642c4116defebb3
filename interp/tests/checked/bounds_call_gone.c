//: lanes
// A variable of a recursive function is dead after its return.
#include "checked.h"

__attribute__((noinline)) static int *kept(int value, int depth)
{
	int own[4] = {value, 1, 2, 3};
	int *volatile first = own;

	return depth ? kept(value, depth - 1) : first;
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = p[i] == 301 ? *kept(p[i], 2) : p[i];
}
