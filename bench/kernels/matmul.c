/* bench/kernels/matmul.c -- matrix multiply, naive: an instance for each element of the product. */
#define KERNEL_DIMS 2
/* clang-format off */
#define KERNEL_PARAMETERS(BUFFER, VALUE)                                                           \
	BUFFER(const float, a) BUFFER(const float, b) BUFFER(float, c)
/* clang-format on */
#define KERNEL_ATTRIBUTES 2, a, b, 1, c
#define KERNEL_RESULT     c
#include "kernel.h"

/* n is the number of columns of a, and of rows of b. */
BODY
{
	float sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += a[y * n + k] * b[k * nx + x];
	c[y * nx + x] = sum;
}

#ifndef BENCH_DEVICE
enum { COLUMNS = 512, DEPTH = 512 };

/* "size" rows. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 1;
	float *a = NEW_BUFFER(l, a, size * DEPTH), *b = NEW_BUFFER(l, b, DEPTH * COLUMNS);

	NEW_BUFFER(l, c, size * COLUMNS);
	for (size_t i = 0; i < size * DEPTH; i++)
		a[i] = random_float(&state);
	for (size_t i = 0; i < DEPTH * COLUMNS; i++)
		b[i] = random_float(&state);
	l->ny = size;
	l->nx = COLUMNS;
	l->n = DEPTH;
}

static void advance(struct launch *l, size_t step)
{
	(void)l, (void)step;
}
#endif
#include "main.h"
