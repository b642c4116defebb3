/* bench/kernels/histogram.c -- histogram of bytes: an instance for each byte, atomic counters. */
#define KERNEL_DIMS                      1
#define KERNEL_PARAMETERS(BUFFER, VALUE) BUFFER(const uchar, data) BUFFER(int, bins)
#define KERNEL_ATTRIBUTES                2, data, bins, 1, bins
#define KERNEL_RESULT                    bins
#include "kernel.h"

/* n: the weight of each byte. */
BODY
{
	ATOMIC_ADD(&bins[data[x]], (int)n);
}

#ifndef BENCH_DEVICE
/* "size" bytes, distributed like those of a picture. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 5;
	uchar *data = NEW_BUFFER(l, data, size);

	NEW_BUFFER(l, bins, 256);
	for (size_t i = 0; i < size; i++)
		data[i] = (uchar)((random_bits(&state) % 256 + random_bits(&state) % 256) / 2);
	l->nx = size;
}

static void advance(struct launch *l, size_t step)
{
	l->n = step % 3 + 1;
}
#endif
#include "main.h"
