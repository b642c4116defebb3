//: lanes
// A function called lane by lane reads beyond a variable of the leaf; without optimisation the report names it.
#include "checked.h"

__attribute__((noinline)) static int element(const int *from, int k, int depth)
{
	return depth ? element(from, k, depth - 1) + 1 : from[k];
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int own[4] = {p[i], 1, 2, 3};

	q[i] = element(own, p[i] == 301 ? 6 : p[i] & 3, 2);
}
