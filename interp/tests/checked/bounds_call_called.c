//: lanes
// The same of a variable of a function that is in place for half of the lanes, and called by the others one by one.
#include "checked.h"

__attribute__((noinline)) static int element(const int *from, int k, int depth)
{
	return depth ? element(from, k, depth - 1) + 1 : from[k];
}

__attribute__((noinline)) static int made(int value, int depth)
{
	int own[4] = {value, 1, 2, 3};

	return depth ? made(value + 2, depth - 1) + own[value & 3]
		     : element(own, value == 301 ? 6 : value & 3, 2);
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = made(p[i], ~p[i] & 1);
}
