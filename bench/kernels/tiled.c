/* bench/kernels/tiled.c -- matrix multiply by tiles: groups share a tile of each factor. */
#define KERNEL_DIMS  2
#define KERNEL_TILE  16
#define KERNEL_LOCAL (2 * KERNEL_TILE * KERNEL_TILE)
/* clang-format off */
#define KERNEL_PARAMETERS(BUFFER, VALUE)                                                           \
	BUFFER(const float, a) BUFFER(const float, b) BUFFER(float, c)
/* clang-format on */
#define KERNEL_ATTRIBUTES 2, a, b, 1, c
#define KERNEL_RESULT     c
#include "kernel.h"

/* All matrices are n columns wide. */
BODY
{
	LOCAL float *of_a = shared, *of_b = shared + KERNEL_TILE * KERNEL_TILE;
	size_t top = group_y * KERNEL_TILE, left = group_x * KERNEL_TILE;
	PRIVATE(float, sum);

	EACH_INSTANCE
	{
		MINE(sum) = 0;
	}
	for (size_t from = 0; from < n; from += KERNEL_TILE) {
		EACH_INSTANCE
		{
			of_a[y * KERNEL_TILE + x] = a[(top + y) * n + from + x];
			of_b[y * KERNEL_TILE + x] = b[(from + y) * n + left + x];
		}
		BARRIER();
		EACH_INSTANCE
		{
			for (size_t k = 0; k < KERNEL_TILE; k++)
				MINE(sum) += of_a[y * KERNEL_TILE + k] * of_b[k * KERNEL_TILE + x];
		}
		BARRIER();
	}
	EACH_INSTANCE
	{
		c[(top + y) * n + left + x] = MINE(sum);
	}
}

#ifndef BENCH_DEVICE
enum { SIDE = 512 };

/* "size" tiles of the product: less than a row of them, or whole rows. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 2;
	size_t across = SIDE / KERNEL_TILE, down = (size + across - 1) / across;
	size_t count = down * KERNEL_TILE * SIDE;
	float *a = NEW_BUFFER(l, a, count), *b = NEW_BUFFER(l, b, SIDE * SIDE);

	NEW_BUFFER(l, c, count);
	for (size_t i = 0; i < count; i++)
		a[i] = random_float(&state);
	for (size_t i = 0; i < SIDE * SIDE; i++)
		b[i] = random_float(&state);
	l->ny = down;
	l->nx = down == 1 ? size : across;
	l->n = SIDE;
}

static void advance(struct launch *l, size_t step)
{
	(void)l, (void)step;
}
#endif
#include "main.h"
