/* bench/matmul_plain.c -- the loop as a plain program, for lli and for native code.
 * Prints nanoseconds for one step of the inner loop. Argument: n (up to 256). */
#include <stdio.h>
#include <stdlib.h>

#include "matmul.h"

static float a[256 * 256], b[256 * 256], c[256 * 256];

__attribute__((noinline)) static void leaf(size_t n, size_t i, size_t j)
{
	bench_row_by_column(a, b, c, n, i, j);
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? (size_t)atol(argv[1]) : 64;
	double start, seconds;

	bench_fill(a, b, n * n);
	start = bench_seconds();
	for (size_t i = 0; i != n; i++)
		for (size_t j = 0; j != n; j++)
			leaf(n, i, j);
	seconds = bench_seconds() - start;
	printf("%.4f %g\n", seconds * 1e9 / ((double)n * (double)n * (double)n), (double)c[n + 1]);
	return 0;
}
