/* examples/spmv -- product of a sparse matrix (CSR) and a vector.
 *
 * One leaf, replicated over the rows. The length of its loop depends on data, differs from row to
 * row and is 0 for some rows; its loads from x depend on the column indices. */
#define EXAMPLE_NAME "spmv"
#include <hpvm.h>

#include "../common.h"

enum { ROWS = 16384, COLUMNS = 12000, LONGEST_ROW = 48, SAMPLE_STRIDE = 5 };

/* y[row] = sum over the row's entries of value * x[column]. row_start has one element more than
 * there are rows. */
void spmv_row(const int32_t *row_start, size_t row_start_bytes, const int32_t *column,
	      size_t column_bytes, const float *value, size_t value_bytes, const float *x,
	      size_t x_bytes, float *y, size_t y_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(4, row_start, column, value, x, 1, y);

	size_t row = (size_t)__hpvm__getNodeInstanceID_x(__hpvm__getNode());
	float sum = 0;

	for (int32_t i = row_start[row]; i < row_start[row + 1]; i++)
		sum += value[i] * x[column[i]];
	y[row] = sum;
	__hpvm__return(1, y_bytes);
}

void spmv_root(const int32_t *row_start, size_t row_start_bytes, const int32_t *column,
	       size_t column_bytes, const float *value, size_t value_bytes, const float *x,
	       size_t x_bytes, float *y, size_t y_bytes, size_t rows)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(4, row_start, column, value, x, 1, y);

	void *row = __hpvm__createNodeND(1, spmv_row, rows);

	__hpvm__bindIn(row, 0, 0, 0);
	__hpvm__bindIn(row, 1, 1, 0);
	__hpvm__bindIn(row, 2, 2, 0);
	__hpvm__bindIn(row, 3, 3, 0);
	__hpvm__bindIn(row, 4, 4, 0);
	__hpvm__bindIn(row, 5, 5, 0);
	__hpvm__bindIn(row, 6, 6, 0);
	__hpvm__bindIn(row, 7, 7, 0);
	__hpvm__bindIn(row, 8, 8, 0);
	__hpvm__bindIn(row, 9, 9, 0);
	__hpvm__bindOut(row, 0, 0, 0);
}

/* The arguments of spmv_root, followed by its output. */
struct __attribute__((packed)) spmv_arguments {
	const int32_t *row_start;
	size_t row_start_bytes;
	const int32_t *column;
	size_t column_bytes;
	const float *value;
	size_t value_bytes;
	const float *x;
	size_t x_bytes;
	float *y;
	size_t y_bytes;
	size_t rows;
	size_t written_bytes;
};

/* Owns its arrays. */
struct problem {
	int32_t *row_start, *column;
	float *value, *x, *y;
	size_t entries;
};

/* Every fifth row is empty; the others have up to LONGEST_ROW - 1 entries, unsorted. */
static struct problem make_problem(void)
{
	struct problem p;

	p.row_start = (int32_t *)example_alloc((ROWS + 1) * sizeof *p.row_start);
	for (size_t row = 0; row < ROWS; row++) {
		int32_t length = (int32_t)((example_bits(1, row) >> 33) % LONGEST_ROW);

		p.row_start[row + 1] = p.row_start[row] + (row % 5 == 4 ? 0 : length);
	}
	p.entries = (size_t)p.row_start[ROWS];
	p.column = (int32_t *)example_alloc(p.entries * sizeof *p.column);
	p.value = (float *)example_alloc(p.entries * sizeof *p.value);
	for (size_t i = 0; i < p.entries; i++) {
		p.column[i] = (int32_t)((example_bits(2, i) >> 33) % COLUMNS);
		p.value[i] = example_uniform(3, i) - 0.25f;
	}
	p.x = (float *)example_alloc(COLUMNS * sizeof *p.x);
	for (size_t i = 0; i < COLUMNS; i++)
		p.x[i] = example_uniform(4, i);
	p.y = (float *)example_alloc(ROWS * sizeof *p.y);
	return p;
}

static void multiply_on_graph(struct problem *p)
{
	struct spmv_arguments arguments = {.row_start = p->row_start,
					   .row_start_bytes = (ROWS + 1) * sizeof *p->row_start,
					   .column = p->column,
					   .column_bytes = p->entries * sizeof *p->column,
					   .value = p->value,
					   .value_bytes = p->entries * sizeof *p->value,
					   .x = p->x,
					   .x_bytes = COLUMNS * sizeof *p->x,
					   .y = p->y,
					   .y_bytes = ROWS * sizeof *p->y,
					   .rows = ROWS,
					   .written_bytes = 0};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(p->row_start, arguments.row_start_bytes);
	llvm_hpvm_track_mem(p->column, arguments.column_bytes);
	llvm_hpvm_track_mem(p->value, arguments.value_bytes);
	llvm_hpvm_track_mem(p->x, arguments.x_bytes);
	llvm_hpvm_track_mem(p->y, arguments.y_bytes);
	graph = __hpvm__launch(0, spmv_root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(p->y, arguments.written_bytes);
	llvm_hpvm_untrack_mem(p->row_start);
	llvm_hpvm_untrack_mem(p->column);
	llvm_hpvm_untrack_mem(p->value);
	llvm_hpvm_untrack_mem(p->x);
	llvm_hpvm_untrack_mem(p->y);
	__hpvm__cleanup();
}

static void multiply_in_plain_c(const struct problem *p, float *y)
{
	size_t i = 0;

	for (size_t row = 0; row < ROWS; row++)
		for (; i < (size_t)p->row_start[row + 1]; i++)
			y[row] += p->value[i] * p->x[p->column[i]];
}

int main(int argc, char **argv)
{
	struct problem p = make_problem();
	float *plain = (float *)example_alloc(ROWS * sizeof *plain);
	struct example_array expected, got = example_view(EXAMPLE_FLOAT32, p.y, ROWS);
	struct example_error versus_plain, versus_numpy;
	char title[64];

	multiply_on_graph(&p);
	multiply_in_plain_c(&p, plain);

	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	versus_plain = example_compare(got, example_view(EXAMPLE_FLOAT32, plain, ROWS));
	versus_numpy = example_compare_summary(got, expected, SAMPLE_STRIDE);
	snprintf(title, sizeof title, EXAMPLE_NAME " %dx%d, %zu entries", ROWS, COLUMNS, p.entries);
	free((void *)expected.data);
	free(p.row_start);
	free(p.column);
	free(p.value);
	free(p.x);
	free(p.y);
	free(plain);
	return example_report(title, &versus_plain, &versus_numpy, 1e-5);
}
