//: lanes
// C calls back into the program, with pointers to variables of a lane and of functions that the lane calls.
#include "checked.h"

typedef struct pair {
	int key;
	const int *value;
} pair;

static int by_value(const void *a, const void *b)
{
	const pair *first = a, *second = b;
	int left[2] = {*first->value, first->key}, right[2] = {*second->value, second->key};

	return memcmp(left, right, sizeof(left));
}

__attribute__((noinline)) static int sorted(const int *values, int count, int depth)
{
	pair all[6];

	if (depth)
		return sorted(values, count, depth - 1) + 1;
	for (int k = 0; k < count; k++)
		all[k] = (pair){k, values + k};
	qsort(all, (size_t)count, sizeof(all[0]), by_value);
	return all[0].key * 6 + *all[count - 1].value;
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int own[6];
	pair all[3];

	for (int k = 0; k < 6; k++)
		own[k] = p[i] * (k + 7) & 15;
	for (int k = 0; k < 3; k++)
		all[k] = (pair){k, k ? own + k : p + i};
	qsort(all, 3, sizeof(all[0]), by_value);
	q[i] = sorted(own, 3 + p[i] % 4, 1) + *all[1].value;
}
