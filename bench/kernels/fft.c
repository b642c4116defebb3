/* bench/kernels/fft.c -- one stage of a Fourier transform in a launch: a butterfly for each
 * instance. */
#define KERNEL_DIMS 1
/* clang-format off */
#define KERNEL_PARAMETERS(BUFFER, VALUE)                                                           \
	BUFFER(const float, turn) BUFFER(float, data) VALUE(size_t, stride)
/* clang-format on */
#define KERNEL_ATTRIBUTES 2, turn, data, 1, data
#define KERNEL_RESULT     data
#include "kernel.h"

/* data: n complex numbers, real and imaginary parts adjacent; turn: the first n/2 n-th roots of
 * one. Butterflies join transforms of "stride" numbers, a power of two. */
BODY
{
	size_t within = x & (stride - 1), low = 2 * x - within, high = low + stride;
	size_t root = within * (nx / stride);
	float re = data[2 * high], im = data[2 * high + 1];
	float by_re = turn[2 * root], by_im = turn[2 * root + 1];
	float turned_re = re * by_re - im * by_im, turned_im = re * by_im + im * by_re;
	float low_re = data[2 * low], low_im = data[2 * low + 1];

	data[2 * low] = low_re + turned_re;
	data[2 * low + 1] = low_im + turned_im;
	data[2 * high] = low_re - turned_re;
	data[2 * high + 1] = low_im - turned_im;
}

#ifndef BENCH_DEVICE
/* "size" numbers, a power of two, in the order of the first stage: with bits reversed, which makes
 * no difference for random numbers. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 7;
	float *turn = NEW_BUFFER(l, turn, size), *data = NEW_BUFFER(l, data, 2 * size);

	for (size_t i = 0; i < size / 2; i++) {
		double angle = -6.283185307179586 * (double)i / (double)size;

		turn[2 * i] = (float)cos(angle);
		turn[2 * i + 1] = (float)sin(angle);
	}
	for (size_t i = 0; i < 2 * size; i++)
		data[i] = random_float(&state);
	l->nx = size / 2;
	l->n = size;
}

static void advance(struct launch *l, size_t step)
{
	/* after the last stage continue with the first, on the results */
	l->stride = (size_t)1 << step % (size_t)__builtin_ctzl(l->n);
}
#endif
#include "main.h"
