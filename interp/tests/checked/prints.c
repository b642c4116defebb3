// Output of leaves cannot be undone.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = p[i];
	if (i == 5)
		printf("five\n");
	if (i == 7)
		q[8] = 0;
}
