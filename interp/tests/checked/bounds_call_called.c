//: lanes
// A read beyond a variable of a function that is inlined for half of the lanes and called lane by lane for the others.
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
