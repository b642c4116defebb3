/* ir/rowkernel/rowkernel.h -- kernels for rows of the table of tensor operations: leaves over a grid, in LLVM IR.
 *
 * A kernel is made for a row, its attributes, and the types and ranks of its operands. Extents are its
 * arguments, so one kernel serves all shapes. It computes in the element's type (hr_rowkernel_storage()), each
 * real result within the bound of the reference (interp/row); integers are exact.
 *
 * Knows no handles, runs or models: dispatch launches kernels for backends, hpvm-import writes them
 * into libraries. */
#ifndef HR_ROWKERNEL_H
#define HR_ROWKERNEL_H

#include "ir/tensor/element.h"
#include "ir/tensor/tensor_row.h"

typedef struct hr_rowkernel_type {
	hr_elem elem; /* none: an omitted operand */
	bool wide;
	unsigned rank;
} hr_rowkernel_type;

/* Return the type of elements in memory: that of wide f16, bf16 and f32 is f32, of wide f64 f64, else the
 * element's own. */
hr_elem hr_rowkernel_storage(hr_elem elem, bool wide);

typedef enum hr_rowkernel_how {
	HR_ROWKERNEL_KERNEL,
	HR_ROWKERNEL_COPY, /* the result has the bytes of operand 0, in order: reshape, squeeze, unsqueeze */
	/* The caller computes it by the reference: what shapes are computed with, constants, rows whose
	 * result's shape hangs on data (nonzero, unique), and rows without a kernel. */
	HR_ROWKERNEL_HOST,
} hr_rowkernel_how;

enum { HR_ROWKERNEL_OPERANDS = 8 };

/* What an operand is to a kernel: data that it reads through a pointer, or a vector of integers (starts,
 * sizes, axes) that the caller reads: hr_rowkernel_numbers() makes numbers of it. */
typedef enum hr_rowkernel_use {
	HR_ROWKERNEL_UNUSED,
	HR_ROWKERNEL_DATA,
	HR_ROWKERNEL_VALUES
} hr_rowkernel_use;

typedef struct hr_rowkernel {
	hr_rowkernel_how how;
	/* Of HR_ROWKERNEL_KERNEL; in the arena. */
	const char
		*name; /* of the function: the same for the same row, attributes, types and ranks */
	const char *text; /* its definition and the declarations that it needs */
	unsigned dims;    /* of its grid, 1 to 3; dimension `dims - 1` lies along memory */
	unsigned number_count;
	unsigned operand_count;
	hr_rowkernel_use use[HR_ROWKERNEL_OPERANDS];
	bool one_instance; /* the grid is 1: elements hang on one another (scatter) */
	/* private to ir/rowkernel */
	const hr_attributes *attributes;
	const hr_rowkernel_type *operands, *result;
	const char *const *numbers; /* what each of them is; in the arena */
} hr_rowkernel;

/* Make the kernel of a call of a row with COUNT operands. Memory is from ARENA; ATTRIBUTES, OPERANDS and
 * RESULT must live as long as *OUT.
 *
 * The function is a leaf of HPVM:
 *
 *	void NAME(ptr out, i64 bytes, { ptr operand, i64 bytes } for each use DATA, in order,
 *	          i64 for each number)
 *
 * A concat of more operands than HR_ROWKERNEL_OPERANDS is lowered pair by pair: HR_ROWKERNEL_HOST is returned for
 * it, and the caller may call hr_rowkernel_make() for two at a time. */
void hr_rowkernel_make(hr_arena *arena, const hr_attributes *attributes,
		       const hr_rowkernel_type *operands, unsigned count,
		       const hr_rowkernel_type *result, hr_rowkernel *out);

/* An operand at run time. VALUES are its elements where its use is VALUES. */
typedef struct hr_rowkernel_operand {
	hr_dims shape;
	const int64_t *values;
	uint64_t value_count;
} hr_rowkernel_operand;

/* Set the KERNEL->number_count numbers and the extents of the grid for operands and a result of these
 * shapes, which fit (hr_row_shape()). No extent of the grid is 0 unless the result is empty. */
void hr_rowkernel_numbers(const hr_rowkernel *kernel, const hr_rowkernel_operand *operands,
			  const hr_dims *result, int64_t *numbers, uint64_t grid[3]);

/* Return a module of HPVM as text, in the arena: a root ROOT whose inputs are those of the kernels one
 * after the other, and one leaf for each of the COUNT kernels, whose names differ; grid extents are
 * `dims` more i64 for each kernel, before its arguments. */
const char *hr_rowkernel_module(hr_arena *arena, const char *root,
				const hr_rowkernel *const *kernels, unsigned count);

#endif
