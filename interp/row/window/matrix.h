/* interp/row/window/matrix.h -- products of matrices of any element type, in blocks, with error bounds. */
#ifndef HR_ROW_MATRIX_H
#define HR_ROW_MATRIX_H

#include "interp/row/row_private.h"

/* An element of a factor: binary64, or an integer. */
typedef union hr_cell {
	double real;
	int64_t integer;
} hr_cell;

/* The matrices of one operand. Their elements lie at matrix * MATRIX + line * LINE + term * TERM; a line
 * is a row of the left factor, a column of the right one. */
typedef struct hr_factor {
	const hr_cell *value;
	const double *error; /* NULL: all are 0 */
	uint64_t count;      /* of matrices */
	uint64_t matrix, line, term;
	const uint64_t *of; /* which matrix each product takes; NULL: product % COUNT; borrowed */
} hr_factor;

enum { HR_MATRIX_COLUMNS = 16 };

/* COUNT products result[p][row][column] = sum over terms of left[row][term] * right[term][column]. */
typedef struct hr_matrices hr_matrices;
struct hr_matrices {
	uint64_t count, rows, columns, terms;
	uint64_t added; /* most terms of one element that are not left out */
	hr_factor left, right;
	/* How a right factor that has no strides is read; NULL: by its strides. Write the terms of COUNT
	 * columns from FIRST on to TO [term][HR_MATRIX_COLUMNS], where columns from COUNT on may be
	 * anything that is finite; FROM is the value or the error of the factor. */
	void (*gather)(const hr_matrices *m, const hr_cell *from, uint64_t product, uint64_t first,
		       uint64_t count, hr_cell *to);
	/* Set *AT to the index of an element. Return false if that term is left out of the sum. */
	bool (*place)(const hr_matrices *m, uint64_t product, uint64_t column, uint64_t term,
		      uint64_t *at);
	const void *data; /* of these functions */
	/* The result: products lie one after the other. */
	uint64_t row_step, column_step;
	hr_tensor_data *result;
	unsigned threads;
};

/* Return the index of the matrix that a product takes. */
static inline uint64_t hr_factor_of(const hr_factor *factor, uint64_t product)
{
	return factor->of ? factor->of[product] : product % factor->count;
}

/* Set value and error of FACTOR to the elements of TENSOR; hr_factor_free() frees them. */
void hr_factor_read(hr_factor *factor, const hr_tensor_data *tensor);
void hr_factor_free(hr_factor *factor);

/* Compute all products and store them in M->result. */
void hr_matrices_multiply(const hr_matrices *m);

#endif
