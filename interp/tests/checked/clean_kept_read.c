//: lanes
// Partners of a sorting network: the lower one reads both and writes some; launches are ordered.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	long partner = i ^ 8;

	q[i] = 1;
	if (partner > i && partner < N) {
		int mine = p[i], other = p[partner];

		if (mine % 5 < other % 5) {
			p[i] = other;
			p[partner] = mine;
		}
	}
}
