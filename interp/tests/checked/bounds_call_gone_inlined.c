//: lanes
// A function that batches inline returns a pointer to its own variable.
#include "checked.h"

__attribute__((noinline)) static int *kept(int value)
{
	int own[4] = {value, 1, 2, 3};
	int *volatile first = own;

	return first;
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = p[i] == 301 ? *kept(p[i]) : p[i];
}
