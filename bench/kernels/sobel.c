/* bench/kernels/sobel.c -- edges of a grey picture: Sobel's two filters, the magnitude of both. */
#define KERNEL_DIMS                      2
#define KERNEL_PARAMETERS(BUFFER, VALUE) BUFFER(const uchar, picture) BUFFER(uchar, edges)
#define KERNEL_ATTRIBUTES                1, picture, 1, edges
#define KERNEL_RESULT                    edges
#include "kernel.h"

/* The frame has no edges. n: divisor of an edge. */
BODY
{
	size_t here = y * nx + x;

	if (y == 0 || x == 0 || y == ny - 1 || x == nx - 1) {
		edges[here] = 0;
	} else {
		int nw = picture[here - nx - 1], north = picture[here - nx];
		int ne = picture[here - nx + 1], west = picture[here - 1];
		int east = picture[here + 1], sw = picture[here + nx - 1];
		int south = picture[here + nx], se = picture[here + nx + 1];
		int across = ne + 2 * east + se - nw - 2 * west - sw;
		int down = sw + 2 * south + se - nw - 2 * north - ne;
		float size = sqrtf((float)(across * across + down * down)) / (float)n;

		edges[here] = (uchar)(size > 255.0f ? 255.0f : size);
	}
}

#ifndef BENCH_DEVICE
enum { COLUMNS = 1024 };

/* "size" rows. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 9;
	uchar *picture = NEW_BUFFER(l, picture, size * COLUMNS);

	NEW_BUFFER(l, edges, size * COLUMNS);
	for (size_t i = 0; i < size * COLUMNS; i++)
		picture[i] = (uchar)((i / 8 + random_bits(&state) % 32) % 256);
	l->ny = size;
	l->nx = COLUMNS;
}

static void advance(struct launch *l, size_t step)
{
	l->n = step % 3 + 1;
}
#endif
#include "main.h"
