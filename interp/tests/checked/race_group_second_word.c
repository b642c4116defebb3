// Scattered, two words wide: lanes write doubles of which other lanes have written only the second halves.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long turned = i * 7 % (N / 2);

	q[i] = 1;
	if (i >= N / 2)
		return;
	if (i < 40)
		p[2 * (turned + 3) + 1] = 4;
	*(long *)(void *)&p[2 * turned] = i;
}
