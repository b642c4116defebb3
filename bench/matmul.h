/* bench/matmul.h -- the inner loop that every engine of the comparison runs.
 *
 * Compiled with -ffp-contract=off and without unrolling, so that all engines execute the same
 * instructions: two loads, a multiplication, an addition, the loop. */
#ifndef BENCH_MATMUL_H
#define BENCH_MATMUL_H

#include <stddef.h>
#include <time.h>

static inline void bench_row_by_column(const float *a, const float *b, float *c, size_t n, size_t i,
				       size_t j)
{
	float sum = 0;
	size_t k = 0;

	do {
		sum += a[i * n + k] * b[k * n + j];
	} while (++k != n);
	c[i * n + j] = sum;
}

static inline double bench_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline void bench_fill(float *a, float *b, size_t count)
{
	for (size_t i = 0; i != count; i++) {
		a[i] = (float)(i % 7);
		b[i] = (float)(i % 5);
	}
}

#endif
