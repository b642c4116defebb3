/* interp/row/window/matrix.c -- products of matrices of any element type, in blocks, with error bounds.
 *
 * The left factor is packed in blocks of ROWS rows; columns of the right one are gathered COLUMNS at a
 * time into a panel, and a kernel multiplies a block with a panel. Invariant: the terms of a sum are
 * added in their order, each product is rounded to binary64 and then added, and integers wrap, so
 * blocks, threads and instruction sets never change a bit.
 *
 * The bound is that of weighted.c, written as another such product, of magnitudes, and a part that hangs
 * on the result S:
 *	sum of (|w| + dw) off(x) + dw |x| (1 + g / 2)   +   g |S| / 2,
 *	off(x) = dx (1 + g / 2) + (g / 2 + u) (|x| + dx),   g = gamma(n).
 * The product has the same n terms if one factor is exact, else 2 n. Its own roundings
 * hr_row_bound_up() covers.
 *
 * Not here:  which operands fit one another (dot.c, convolution.c). */
#include "interp/row/window/matrix.h"

#include <string.h>

#include "interp/row/window/weighted.h"
#include "src/base/alloc.h"

enum { ROWS = 4, COLUMNS = HR_MATRIX_COLUMNS };

/* --- kernels ---------------------------------------------------------------------------------- */

/* Add the products of TERMS terms of a block, LEFT [term][ROWS], and a panel, RIGHT [term][COLUMNS], to
 * SUM [ROWS][COLUMNS]. */
typedef void matrix_kernel(const hr_cell *left, const hr_cell *right, uint64_t terms, hr_cell *sum);

/* Two vectors of BYTES bytes for each of the ROWS rows fit the registers of the instruction set. */
#define KERNEL(name, attribute, type, bytes)                                                       \
	typedef type vector_##name __attribute__((vector_size(bytes), may_alias));                 \
	attribute static void name(const hr_cell *left, const hr_cell *right, uint64_t terms,      \
				   hr_cell *sum)                                                   \
	{                                                                                          \
		enum { PAIR = 2 * (bytes) / sizeof(type) };                                        \
                                                                                                   \
		for (unsigned first = 0; first < COLUMNS; first += PAIR) {                         \
			const type *w = (const type *)left;                                        \
			const hr_cell *x = right + first;                                          \
			vector_##name s[ROWS][2];                                                  \
                                                                                                   \
			for (unsigned r = 0; r < ROWS; r++)                                        \
				memcpy(s[r], sum + r * COLUMNS + first, sizeof(s[r]));             \
			for (uint64_t k = 0; k < terms; k++, w += ROWS, x += COLUMNS) {            \
				const vector_##name *v = (const vector_##name *)x;                 \
                                                                                                   \
				for (unsigned r = 0; r < ROWS; r++) {                              \
					s[r][0] += w[r] * v[0];                                    \
					s[r][1] += w[r] * v[1];                                    \
				}                                                                  \
			}                                                                          \
			for (unsigned r = 0; r < ROWS; r++)                                        \
				memcpy(sum + r * COLUMNS + first, s[r], sizeof(s[r]));             \
		}                                                                                  \
	}
KERNEL(real_16, , double, 16)
KERNEL(integer_16, , uint64_t, 16)
#ifdef __x86_64__
KERNEL(real_32, __attribute__((target("avx2"))), double, 32)
KERNEL(integer_32, __attribute__((target("avx2"))), uint64_t, 32)
KERNEL(real_64, __attribute__((target("avx512f"))), double, 64)
KERNEL(integer_64, __attribute__((target("avx512f,avx512dq"))), uint64_t, 64)
#endif

static matrix_kernel *kernel_of(bool real)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
		return real ? real_64 : integer_64;
	if (__builtin_cpu_supports("avx2"))
		return real ? real_32 : integer_32;
#endif
	return real ? real_16 : integer_16;
}

/* --- factors ---------------------------------------------------------------------------------- */

/* Return true if a backend may have flushed an element, so that not even exact operands are exact. */
static bool may_flush(const hr_tensor_data *tensor, const double *value)
{
	const hr_row_unit *unit = hr_row_unit_of(tensor->elem);
	bool may = false;

	for (uint64_t i = 0; i < tensor->count; i++)
		may |= hr_row_may_flush(unit, value[i], 0);
	return may;
}

void hr_factor_read(hr_factor *factor, const hr_tensor_data *tensor)
{
	if (hr_elem_is_real(tensor->elem)) {
		double *value = hr_row_reals(tensor);

		if (tensor->bound || may_flush(tensor, value))
			factor->error = hr_row_errors(tensor, value);
		factor->value = (const hr_cell *)value;
	} else {
		factor->value = (const hr_cell *)hr_row_integers(tensor);
	}
}

void hr_factor_free(hr_factor *factor)
{
	hr_free((void *)(uintptr_t)factor->value);
	hr_free((void *)(uintptr_t)factor->error);
}

/* --- one multiplication ----------------------------------------------------------------------- */

typedef struct multiplication {
	hr_matrices m;
	bool real;
	uint64_t blocks, panels; /* of one product */
	uint64_t chunk, chunks;  /* blocks of one task; tasks of one panel */
	/* [matrix][block][term][ROWS] of the left factor; owns. SIZE has magnitude_terms(). */
	hr_cell *packed, *size;
	const hr_row_unit *unit; /* of sums */
	double gamma, roundoff;  /* of UNIT, with those of the reference */
	matrix_kernel *multiply;
} multiplication;

static uint64_t blocks_of(uint64_t count, uint64_t size)
{
	return (count + size - 1) / size;
}

/* Return the number of terms of the product of the magnitudes. */
static uint64_t magnitude_terms(const hr_matrices *m)
{
	return m->left.error && m->right.error ? 2 * m->terms : m->terms;
}

static double off(const multiplication *t, double x, double dx)
{
	return dx * (1 + t->gamma / 2) + (t->gamma / 2 + t->roundoff) * (hr_row_size(x) + dx);
}

/* Write the magnitudes of COUNT elements, of VALUE within ERROR (NULL: 0), of the factor that the errors
 * are counted in, to TO; WHOLE: where the other factor has errors too, |x| (1 + g / 2) to WHOLE. */
static void errors_of(const multiplication *t, const hr_cell *value, const hr_cell *error,
		      uint64_t count, hr_cell *to, hr_cell *whole)
{
	for (uint64_t i = 0; i < count; i++) {
		double dx = error ? error[i].real : 0;

		if (whole)
			whole[i].real = hr_row_size(value[i].real) * (1 + t->gamma / 2);
		to[i].real = off(t, value[i].real, dx);
	}
}

/* Copy the terms of COUNT lines from FIRST on to TO [term][WIDTH]; other lines are 0. */
static void copy_lines(const hr_factor *f, const hr_cell *from, uint64_t matrix, uint64_t terms,
		       uint64_t first, uint64_t count, unsigned width, hr_cell *to)
{
	from += matrix * f->matrix + first * f->line;
	if (count < width)
		memset(to, 0, terms * width * sizeof(*to));
	if (f->line == 1) {
		for (uint64_t k = 0; k < terms; k++)
			for (uint64_t i = 0; i < count; i++)
				to[k * width + i] = from[k * f->term + i];
		return;
	}
	for (uint64_t i = 0; i < count; i++)
		for (uint64_t k = 0; k < terms; k++)
			to[k * width + i] = from[i * f->line + k * f->term];
}

/* Pack one block of the left factor. */
static void pack(void *job, uint64_t task, void *scratch)
{
	const multiplication *t = job;
	const hr_matrices *m = &t->m;
	uint64_t matrix = task / t->blocks, first = task % t->blocks * ROWS;
	uint64_t count = m->rows - first < ROWS ? m->rows - first : ROWS, cells = m->terms * ROWS;
	hr_cell *value = t->packed + task * cells, *size = t->size;

	copy_lines(&m->left, m->left.value, matrix, m->terms, first, count, ROWS, value);
	if (!t->real)
		return;
	size += task * magnitude_terms(m) * ROWS;
	if (m->left.error)
		copy_lines(&m->left, (const hr_cell *)m->left.error, matrix, m->terms, first, count,
			   ROWS, scratch);
	if (!m->right.error)
		errors_of(t, value, m->left.error ? scratch : NULL, cells, size, NULL);
	else
		for (uint64_t i = 0; i < cells; i++) {
			double dw = m->left.error ? ((hr_cell *)scratch)[i].real : 0;

			size[i].real = hr_row_size(value[i].real) + dw;
			if (m->left.error)
				size[cells + i].real = dw;
		}
}

/* --- results ---------------------------------------------------------------------------------- */

/* Return where an element of a product is in the result. */
static uint64_t place_of(const hr_matrices *m, uint64_t product, uint64_t row, uint64_t column)
{
	return product * m->rows * m->columns + row * m->row_step + column * m->column_step;
}

/* Store a sum; MAGNITUDES is the part of its bound that does not hang on it. */
static void put(const multiplication *t, uint64_t at, double sum, double magnitudes)
{
	/* Each product and each sum may be flushed to 0. */
	double error = magnitudes + t->gamma / 2 * hr_row_size(sum) +
		       t->unit->least * (2 * (double)t->m.added + 1);

	hr_sum_store(t->m.result, at, sum, error, magnitudes / (t->gamma / 2 + t->roundoff));
}

/* Compute one element by the formula: a NaN or an infinity may be certain. */
static void put_element(const multiplication *t, uint64_t product, uint64_t row, uint64_t column)
{
	const hr_matrices *m = &t->m;
	const hr_factor *left = &m->left, *right = &m->right;
	uint64_t w = hr_factor_of(left, product) * left->matrix + row * left->line;
	uint64_t x = hr_factor_of(right, product) * right->matrix + column * right->line;
	hr_weighted sum = {0};

	for (uint64_t k = 0; k < m->terms; k++) {
		uint64_t i = w + k * left->term, j = x + k * right->term;

		if (!m->place || m->place(m, product, column, k, &j))
			hr_weighted_add(&sum, t->unit, left->value[i].real,
					left->error ? left->error[i] : 0, right->value[j].real,
					right->error ? right->error[j] : 0);
	}
	hr_weighted_store(&sum, 1, m->result, place_of(m, product, row, column));
}

static void put_block(const multiplication *t, uint64_t product, uint64_t first_row,
		      uint64_t first_column, const hr_cell *sum, const hr_cell *magnitudes)
{
	const hr_matrices *m = &t->m;

	for (uint64_t r = 0; r < ROWS && first_row + r < m->rows; r++) {
		for (uint64_t c = 0; c < COLUMNS && first_column + c < m->columns; c++) {
			uint64_t i = r * COLUMNS + c;
			uint64_t at = place_of(m, product, first_row + r, first_column + c);

			if (!t->real)
				hr_row_store_integers(m->result, at, 1, &sum[i].integer, NULL);
			else if (isfinite(sum[i].real))
				put(t, at, sum[i].real, magnitudes[i].real);
			else
				put_element(t, product, first_row + r, first_column + c);
		}
	}
}

/* --- panels ----------------------------------------------------------------------------------- */

static void read_panel(const hr_matrices *m, const hr_cell *from, uint64_t product, uint64_t first,
		       hr_cell *to)
{
	uint64_t count = m->columns - first < COLUMNS ? m->columns - first : COLUMNS;

	if (m->gather)
		m->gather(m, from, product, first, count, to);
	else
		copy_lines(&m->right, from, hr_factor_of(&m->right, product), m->terms, first,
			   count, COLUMNS, to);
}

/* Write the magnitudes of the panel X to SIZE. */
static void panel_sizes(const multiplication *t, uint64_t product, uint64_t first, const hr_cell *x,
			hr_cell *size)
{
	const hr_matrices *m = &t->m;
	uint64_t cells = m->terms * COLUMNS;

	if (!m->right.error) {
		for (uint64_t i = 0; i < cells; i++)
			size[i].real = hr_row_size(x[i].real);
		return;
	}
	read_panel(m, (const hr_cell *)m->right.error, product, first, size);
	errors_of(t, x, size, cells, size, m->left.error ? size + cells : NULL);
}

/* Multiply a chunk of blocks with one panel. SCRATCH holds the panel and its magnitudes. */
static void multiply_panel(void *job, uint64_t task, void *scratch)
{
	const multiplication *t = job;
	const hr_matrices *m = &t->m;
	uint64_t chunk = task % t->chunks, first = task / t->chunks % t->panels * COLUMNS;
	uint64_t product = task / t->chunks / t->panels, terms = magnitude_terms(m);
	uint64_t end = (chunk + 1) * t->chunk < t->blocks ? (chunk + 1) * t->chunk : t->blocks;
	hr_cell *x = scratch, *size = x + m->terms * COLUMNS;

	read_panel(m, m->right.value, product, first, x);
	if (t->real)
		panel_sizes(t, product, first, x, size);
	for (uint64_t block = chunk * t->chunk; block < end; block++) {
		uint64_t at = hr_factor_of(&m->left, product) * t->blocks + block;
		hr_cell sum[ROWS * COLUMNS], magnitudes[ROWS * COLUMNS];

		memset(sum, 0, sizeof(sum));
		memset(magnitudes, 0, sizeof(magnitudes));
		t->multiply(t->packed + at * m->terms * ROWS, x, m->terms, sum);
		if (t->real)
			t->multiply(t->size + at * terms * ROWS, size, terms, magnitudes);
		put_block(t, product, block * ROWS, first, sum, magnitudes);
	}
}

/* --- multiply --------------------------------------------------------------------------------- */

/* A kernel computes COLUMNS columns even if there are fewer: exchange the factors where that helps. */
static hr_matrices oriented(const hr_matrices *m)
{
	hr_matrices made = *m;

	if (m->gather || m->columns >= COLUMNS || m->columns >= m->rows)
		return made;
	made.rows = m->columns;
	made.columns = m->rows;
	made.left = m->right;
	made.right = m->left;
	made.row_step = m->column_step;
	made.column_step = m->row_step;
	return made;
}

/* Products with fewer terms finish before other threads have started. */
enum { TERMS_FOR_THREADS = 1 << 21, TASKS_PER_THREAD = 4 };

void hr_matrices_multiply(const hr_matrices *given)
{
	multiplication t = {.m = oriented(given), .real = hr_elem_is_real(given->result->elem)};
	const hr_matrices *m = &t.m;
	double work = (double)m->count * (double)m->rows * (double)m->columns * (double)m->terms;
	unsigned threads = work < (double)TERMS_FOR_THREADS ? 1 : m->threads;
	uint64_t tasks, wanted = (uint64_t)threads * TASKS_PER_THREAD, packs;

	t.blocks = blocks_of(m->rows, ROWS);
	t.panels = blocks_of(m->columns, COLUMNS);
	t.chunks = threads == 1 ? 1 : blocks_of(wanted, m->count * t.panels);
	t.chunk = blocks_of(t.blocks, t.chunks);
	t.chunks = blocks_of(t.blocks, t.chunk);
	t.multiply = kernel_of(t.real);
	if (t.real) {
		t.unit = hr_row_sum_unit_of(m->result->elem);
		t.gamma = hr_row_gamma(t.unit, (double)m->added);
		t.roundoff = t.unit->roundoff * (1 + t.unit->own);
	}
	packs = m->left.count * t.blocks;
	t.packed = hr_alloc(packs * ROWS * m->terms * sizeof(*t.packed) + 1);
	t.size = t.real ? hr_alloc(packs * ROWS * magnitude_terms(m) * sizeof(*t.size) + 1) : NULL;
	tasks = m->count * t.panels * t.chunks;
	hr_tensor_parallel(threads, packs, pack, &t, m->terms * ROWS * sizeof(hr_cell));
	hr_tensor_parallel(threads, tasks, multiply_panel, &t,
			   (m->terms + magnitude_terms(m)) * COLUMNS * sizeof(hr_cell));
	hr_free(t.packed);
	hr_free(t.size);
}
