//: out 2 0
#include "graph.h"

/* Prefix sums: the barrier's block joins two paths and ends the loop, so compilers might duplicate
 * it on each path; then instances would wait at different places. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *from = p, *to = p + 8;

	if (i == 0)
		for (int k = 0; k < 8; k++)
			p[k] = k + 2;
	__hpvm__barrier();
	for (long distance = 1; distance < 8; distance *= 2) {
		to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
		__hpvm__barrier();
		int *swap = from;
		from = to;
		to = swap;
	}
	__hpvm__barrier();
	p[i] = from[i];
	__hpvm__return(0);
}
ROOT_OF(Leaf)
MAIN(8)
