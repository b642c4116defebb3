/* bench/kernels/spmv.c -- sparse matrix (CSR) by vector: rows of random length, random columns. */
#define KERNEL_DIMS 1
/* clang-format off */
#define KERNEL_PARAMETERS(BUFFER, VALUE)                                                           \
	BUFFER(const uint, first)                                                                  \
	BUFFER(const uint, column) BUFFER(const float, value) BUFFER(const float, vector)          \
		BUFFER(float, product)
/* clang-format on */
#define KERNEL_ATTRIBUTES 4, first, column, value, vector, 1, product
#define KERNEL_RESULT     product
#include "kernel.h"

/* The elements of row x begin at first[x]. The whole matrix is multiplied by n. */
BODY
{
	float sum = 0;

	for (uint i = first[x]; i < first[x + 1]; i++)
		sum += value[i] * vector[column[i]];
	product[x] = (float)n * sum;
}

#ifndef BENCH_DEVICE
enum { COLUMNS = 65536, LONGEST = 63 };

/* "size" rows. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 4;
	uint *first = NEW_BUFFER(l, first, size + 1);
	float *vector = NEW_BUFFER(l, vector, COLUMNS);

	for (size_t i = 0; i < size; i++)
		first[i + 1] = first[i] + random_bits(&state) % (LONGEST + 1);
	uint *column = NEW_BUFFER(l, column, first[size]);
	float *value = NEW_BUFFER(l, value, first[size]);
	for (uint i = 0; i < first[size]; i++) {
		column[i] = random_bits(&state) % COLUMNS;
		value[i] = random_float(&state);
	}
	for (size_t i = 0; i < COLUMNS; i++)
		vector[i] = random_float(&state);
	NEW_BUFFER(l, product, size);
	l->nx = size;
}

static void advance(struct launch *l, size_t step)
{
	l->n = step + 1;
}
#endif
#include "main.h"
