/* bench/matmul_hpvm.c -- the loop as an HPVM leaf on an n x n grid. Prints nanoseconds for one step
 * of the inner loop, from launch to wait. Argument: n (up to 256). */
#include <stdio.h>
#include <stdlib.h>

#include "hpvm.h"
#include "matmul.h"

static float a[256 * 256], b[256 * 256], c[256 * 256];

void Leaf(float *x, size_t x_bytes, float *y, size_t y_bytes, float *z, size_t z_bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, y, 1, z);
	void *node = __hpvm__getNode();

	bench_row_by_column(x, y, z, n, (size_t)__hpvm__getNodeInstanceID_x(node),
			    (size_t)__hpvm__getNodeInstanceID_y(node));
	__hpvm__return(1, z_bytes);
}

void Root(float *x, size_t x_bytes, float *y, size_t y_bytes, float *z, size_t z_bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, y, 1, z);
	void *leaf = __hpvm__createNodeND(2, Leaf, n, n);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindIn(leaf, 5, 5, 0);
	__hpvm__bindIn(leaf, 6, 6, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? (size_t)atol(argv[1]) : 64, bytes = n * n * sizeof(float);
	double start, seconds;
	struct __attribute__((packed)) {
		float *x;
		size_t x_bytes;
		float *y;
		size_t y_bytes;
		float *z;
		size_t z_bytes, n, result;
	} arguments = {a, bytes, b, bytes, c, bytes, n, 0};

	bench_fill(a, b, n * n);
	__hpvm__init();
	llvm_hpvm_track_mem(a, bytes);
	llvm_hpvm_track_mem(b, bytes);
	llvm_hpvm_track_mem(c, bytes);
	start = bench_seconds();
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	seconds = bench_seconds() - start;
	llvm_hpvm_request_mem(c, bytes);
	printf("%.4f %g\n", seconds * 1e9 / ((double)n * (double)n * (double)n), (double)c[n + 1]);
	__hpvm__cleanup();
	return 0;
}
