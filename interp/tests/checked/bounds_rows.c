// Rows of 16 instances read consecutive elements, one or sixteen each, until the last row is beyond its buffer.
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 16, ROWS = 32, STEPS = 24 };

struct __attribute__((packed)) arguments {
	float *a;
	size_t a_bytes;
	float *b;
	size_t b_bytes;
	float *c;
	size_t c_bytes, rows, columns, steps;
};

static void Leaf(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes, size_t steps)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 1, c);
	void *node = __hpvm__getNode();
	long y = __hpvm__getNodeInstanceID_x(node), x = __hpvm__getNodeInstanceID_y(node);
	float sum = 0;

	for (size_t k = 0; k < steps; k++)
		sum += a[y * STEPS + (long)k] * b[(long)k * COLUMNS + x];
	c[y * COLUMNS + x] = sum;
}

void Root(float *a, size_t a_bytes, float *b, size_t b_bytes, float *c, size_t c_bytes, size_t rows,
	  size_t columns, size_t steps)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 1, c);
	void *node = __hpvm__createNodeND(2, Leaf, rows, columns);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
	__hpvm__bindIn(node, 4, 4, 0);
	__hpvm__bindIn(node, 5, 5, 0);
	__hpvm__bindIn(node, 8, 6, 0);
}

/* One launch without errors, and one whose last row reads beyond a. */
int main(void)
{
	const size_t bytes_a = ROWS * STEPS * sizeof(float), bytes_b = (STEPS + 1) * COLUMNS * sizeof(float);
	const size_t bytes_c = ROWS * COLUMNS * sizeof(float);
	float *a = malloc(bytes_a), *b = malloc(bytes_b), *c = malloc(bytes_c), sum = 0;
	struct arguments arguments = {a, bytes_a, b, bytes_b, c, bytes_c, ROWS, COLUMNS, STEPS};

	for (int i = 0; i < ROWS * STEPS; i++)
		a[i] = (float)(i % 13);
	for (int i = 0; i < (STEPS + 1) * COLUMNS; i++)
		b[i] = (float)(i % 7);
	__hpvm__init();
	llvm_hpvm_track_mem(a, bytes_a);
	llvm_hpvm_track_mem(b, bytes_b);
	llvm_hpvm_track_mem(c, bytes_c);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(c, bytes_c);
	for (int i = 0; i < ROWS * COLUMNS; i++)
		sum += c[i];
	printf("%g\n", sum);
	fflush(stdout);
	arguments.steps++;
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	return 0;
}
