//: lanes. The refused instruction ends a block: a switch by a wide integer.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 2;
	if (i <= 300)
		return;
	switch ((unsigned _BitInt(200))p[i] << 140 | (unsigned)p[i - 300]) {
	case (unsigned _BitInt(200))305 << 140 | 5:
		q[i - 1] = 5;
		break;
	case (unsigned _BitInt(200))355 << 140 | 55:
		q[i + 1] = 11;
		break;
	case (unsigned _BitInt(200))315 << 140 | 15:
		p[i] = 3;
		break;
	default:
		q[i] = 1;
	}
}
