/* bench/kernels/bitonic.c -- one step of a bitonic sort in a launch: compare and swap partners. */
#define KERNEL_DIMS                      1
#define KERNEL_PARAMETERS(BUFFER, VALUE) BUFFER(uint, data) VALUE(size_t, distance)
#define KERNEL_ATTRIBUTES                1, data, 1, data
#define KERNEL_RESULT                    data
#include "kernel.h"

/* Partners are "distance" apart; runs of n elements are sorted in alternating directions. The lower
 * partner does the work. */
BODY
{
	size_t partner = x ^ distance;

	if (partner > x) {
		uint mine = data[x], other = data[partner];

		if ((x & n) == 0 ? mine > other : mine < other) {
			data[x] = other;
			data[partner] = mine;
		}
	}
}

#ifndef BENCH_DEVICE
/* "size" numbers, a power of two; sorted after k(k+1)/2 launches, where k is its logarithm. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 10;
	uint *data = NEW_BUFFER(l, data, size);

	for (size_t i = 0; i < size; i++)
		data[i] = random_bits(&state);
	l->nx = size;
}

static void advance(struct launch *l, size_t step)
{
	if (step == 0)
		l->n = l->distance = 1;
	l->distance /= 2;
	if (l->distance == 0) {
		l->n *= 2;
		l->distance = l->n / 2;
	}
}
#endif
#include "main.h"
