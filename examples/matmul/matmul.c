/* examples/matmul -- matrix multiplication on a grid of two levels.
 *
 * root -> work-group (replicated groups x groups) -> cell (replicated TILE x TILE). A cell computes
 * its row and column from its own index and its parent's. The size need not be a multiple of
 * TILE. */
#define EXAMPLE_NAME "matmul"
#include <hpvm.h>

#include "../common.h"

enum { TILE = 16, DEFAULT_SIZE = 256, SAMPLE_STRIDE = 17 };

/* c[row][column] = sum over k of a[row][k] * b[k][column]; all matrices are n x n. */
void matmul_cell(const float *a, size_t a_bytes, const float *b, size_t b_bytes, float *c,
		 size_t c_bytes, size_t n)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, a, b, 1, c);

	void *cell = __hpvm__getNode();
	void *group = __hpvm__getParentNode(cell);
	size_t rows = (size_t)__hpvm__getNumNodeInstances_x(cell);
	size_t columns = (size_t)__hpvm__getNumNodeInstances_y(cell);
	size_t row = (size_t)__hpvm__getNodeInstanceID_x(group) * rows +
		     (size_t)__hpvm__getNodeInstanceID_x(cell);
	size_t column = (size_t)__hpvm__getNodeInstanceID_y(group) * columns +
			(size_t)__hpvm__getNodeInstanceID_y(cell);

	if (row < n && column < n) {
		float sum = 0;

		for (size_t k = 0; k < n; k++)
			sum += a[row * n + k] * b[k * n + column];
		c[row * n + column] = sum;
	}
	__hpvm__return(1, c_bytes);
}

void matmul_group(const float *a, size_t a_bytes, const float *b, size_t b_bytes, float *c,
		  size_t c_bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 1, c);

	void *cell = __hpvm__createNodeND(2, matmul_cell, (size_t)TILE, (size_t)TILE);

	__hpvm__bindIn(cell, 0, 0, 0);
	__hpvm__bindIn(cell, 1, 1, 0);
	__hpvm__bindIn(cell, 2, 2, 0);
	__hpvm__bindIn(cell, 3, 3, 0);
	__hpvm__bindIn(cell, 4, 4, 0);
	__hpvm__bindIn(cell, 5, 5, 0);
	__hpvm__bindIn(cell, 6, 6, 0);
	__hpvm__bindOut(cell, 0, 0, 0);
}

void matmul_root(const float *a, size_t a_bytes, const float *b, size_t b_bytes, float *c,
		 size_t c_bytes, size_t n, size_t groups)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 1, c);

	void *group = __hpvm__createNodeND(2, matmul_group, groups, groups);

	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindIn(group, 2, 2, 0);
	__hpvm__bindIn(group, 3, 3, 0);
	__hpvm__bindIn(group, 4, 4, 0);
	__hpvm__bindIn(group, 5, 5, 0);
	__hpvm__bindIn(group, 6, 6, 0);
	__hpvm__bindOut(group, 0, 0, 0);
}

/* The arguments of matmul_root, followed by its output. */
struct __attribute__((packed)) matmul_arguments {
	const float *a;
	size_t a_bytes;
	const float *b;
	size_t b_bytes;
	float *c;
	size_t c_bytes;
	size_t n;
	size_t groups;
	size_t written_bytes;
};

static void multiply_on_graph(float *a, float *b, float *c, size_t n)
{
	size_t bytes = n * n * sizeof *c;
	struct matmul_arguments arguments = {a, bytes, b, bytes, c, bytes, n, (n + TILE - 1) / TILE,
					     0};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(a, bytes);
	llvm_hpvm_track_mem(b, bytes);
	llvm_hpvm_track_mem(c, bytes);
	graph = __hpvm__launch(0, matmul_root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(c, arguments.written_bytes);
	llvm_hpvm_untrack_mem(a);
	llvm_hpvm_untrack_mem(b);
	llvm_hpvm_untrack_mem(c);
	__hpvm__cleanup();
}

static void multiply_in_plain_c(const float *a, const float *b, float *c, size_t n)
{
	for (size_t row = 0; row < n; row++)
		for (size_t k = 0; k < n; k++)
			for (size_t column = 0; column < n; column++)
				c[row * n + column] += a[row * n + k] * b[k * n + column];
}

int main(int argc, char **argv)
{
	size_t n = example_size(argc, argv, DEFAULT_SIZE), count = n * n;
	float *a = (float *)example_alloc(count * sizeof *a);
	float *b = (float *)example_alloc(count * sizeof *b);
	float *c = (float *)example_alloc(count * sizeof *c);
	float *plain = (float *)example_alloc(count * sizeof *plain);
	struct example_array expected, got = example_view(EXAMPLE_FLOAT32, c, count);
	struct example_error versus_plain, versus_numpy;
	bool have_numpy = n == DEFAULT_SIZE;
	char title[64];
	int status;

	for (size_t i = 0; i < count; i++) {
		a[i] = example_uniform(1, i);
		b[i] = example_uniform(2, i);
	}
	multiply_on_graph(a, b, c, n);
	multiply_in_plain_c(a, b, plain, n);

	versus_plain = example_compare(got, example_view(EXAMPLE_FLOAT32, plain, count));
	if (have_numpy) {
		if (!example_load(example_directory(argc, argv), &expected))
			return 1;
		versus_numpy = example_compare_summary(got, expected, SAMPLE_STRIDE);
		free((void *)expected.data);
	}
	snprintf(title, sizeof title, EXAMPLE_NAME " %zux%zu", n, n);
	status = example_report(title, &versus_plain, have_numpy ? &versus_numpy : NULL, 1e-5);
	free(a);
	free(b);
	free(c);
	free(plain);
	return status;
}
