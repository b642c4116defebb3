//: lanes
// Every instance and every call has its own variables.
#include "checked.h"

static int sum_of(int first, int count)
{
	int values[4], sum = 0;

	for (int k = 0; k < count; k++)
		values[k & 3] = first + k;
	for (int k = 0; k < count && k < 4; k++)
		sum += values[k];
	return sum;
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int own[8];

	for (int k = 0; k < 8; k++)
		own[(k + i) % 8] = p[i] + k;
	for (int k = 0; k < 3; k++)
		own[k] += sum_of(own[k + 1], k + 2);
	q[i] = own[0] + own[1] + own[2] + own[i % 8];
}
