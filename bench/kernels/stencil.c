/* bench/kernels/stencil.c -- heat in a box: 7 points in three dimensions, a launch for each
 * step. */
#define KERNEL_DIMS                      3
#define KERNEL_PARAMETERS(BUFFER, VALUE) BUFFER(const float, from) BUFFER(float, to)
#define KERNEL_ATTRIBUTES                1, from, 1, to
#define KERNEL_RESULT                    to
#include "kernel.h"

/* Cells on the faces keep their value. n: thousandths of a difference that flow in a step. */
BODY
{
	size_t here = (z * ny + y) * nx + x;
	float rate = (float)n * 0.001f;

	if (z == 0 || y == 0 || x == 0 || z == nz - 1 || y == ny - 1 || x == nx - 1) {
		to[here] = from[here];
	} else {
		float around = from[here - 1] + from[here + 1] + from[here - nx] + from[here + nx] +
			       from[here - nx * ny] + from[here + nx * ny];

		to[here] = from[here] + rate * (around - 6.0f * from[here]);
	}
}

#ifndef BENCH_DEVICE
enum { SIDE = 128 };

/* "size" planes. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 3;
	float *from = NEW_BUFFER(l, from, size * SIDE * SIDE);

	NEW_BUFFER(l, to, size * SIDE * SIDE);
	for (size_t i = 0; i < size * SIDE * SIDE; i++)
		from[i] = random_float(&state);
	l->nz = size;
	l->ny = l->nx = SIDE;
	l->n = 110;
}

static void advance(struct launch *l, size_t step)
{
	float *from = (float *)l->from;

	if (step > 0) {
		l->from = l->to;
		l->to = from;
	}
}
#endif
#include "main.h"
