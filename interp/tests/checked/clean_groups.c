//: lanes
// Groups in which only some lanes run: adjacent, every other one, scattered; one and two words wide.
#define ATTRIBUTES __hpvm__attributes(2, p, q, 2, p, q)
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long turned = (i * 7) % (N / 2);

	q[i] = 0;
	__hpvm__barrier();
	if (p[i] % 3) {
		p[i] += 1;
		q[i] = p[i];
	}
	__hpvm__barrier();
	if (i < N / 2 && p[i] % 5 < 3)
		q[2 * i] = p[2 * i] + 1;
	__hpvm__barrier();
	if (i < N / 2 && i % 4 != 1)
		*(long *)(void *)&p[2 * turned] += q[i];
	__hpvm__barrier();
	if (i < N / 2 && i % 3)
		*(long *)(void *)&q[2 * i] = *(long *)(void *)&p[2 * i] + p[2 * turned];
}
