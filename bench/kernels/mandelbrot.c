/* bench/kernels/mandelbrot.c -- how many iterations a point of the plane stays bounded. */
#define KERNEL_DIMS                      2
#define KERNEL_PARAMETERS(BUFFER, VALUE) BUFFER(int, steps)
#define KERNEL_ATTRIBUTES                0, 1, steps
#define KERNEL_RESULT                    steps
#include "kernel.h"

/* n: the most iterations. */
BODY
{
	float re = -2.0f + 2.5f * (float)x / (float)nx, im = -1.25f + 2.5f * (float)y / (float)ny;
	float zre = 0, zim = 0, re2 = 0, im2 = 0;
	int step = 0;

	while (step < (int)n && re2 + im2 < 4.0f) {
		zim = 2.0f * zre * zim + im;
		zre = re2 - im2 + re;
		re2 = zre * zre;
		im2 = zim * zim;
		step++;
	}
	steps[y * nx + x] = step;
}

#ifndef BENCH_DEVICE
enum { COLUMNS = 512, MOST = 256 };

/* "size" rows of the same picture. */
static void prepare(struct launch *l, size_t size)
{
	NEW_BUFFER(l, steps, size * COLUMNS);
	l->ny = size;
	l->nx = COLUMNS;
	l->n = MOST;
}

static void advance(struct launch *l, size_t step)
{
	(void)l, (void)step;
}
#endif
#include "main.h"
