/* interp/tensor/array.h -- shapes, arrays with their error bounds, and one operation on them.
 *
 * Nothing in here knows of handles, nodes or runs: operations take arrays and give arrays. FP32, in
 * the order of NCHW (the last dimension is contiguous).
 *
 * The bound of an element is how far a backend that computes in binary32 may be from it, in any
 * order of summation, when its inputs are within their own bounds (docs/tensors.md). */
#ifndef HR_TENSOR_ARRAY_H
#define HR_TENSOR_ARRAY_H

#include "ir/program/hpvm_names.h"

enum { HR_TENSOR_DIMS = 4, HR_TENSOR_OPERANDS = 5, HR_DIMS_TEXT = 96, HR_TENSOR_WHY = 200 };

typedef struct hr_dims {
	unsigned rank;                /* 1 to 4 */
	uint64_t dim[HR_TENSOR_DIMS]; /* n, c, h, w where there are four */
} hr_dims;

typedef struct hr_array {
	hr_dims shape;
	const float *value; /* borrowed */
	const float *bound; /* the same number of them; NULL: all 0; borrowed */
} hr_array;

/* What slides over height and width. */
typedef struct hr_window {
	int32_t height, width; /* of pools; a convolution's are its filter's */
	int32_t vertical_pad, horizontal_pad, vertical_stride, horizontal_stride;
} hr_window;

typedef struct hr_tensor_op {
	hr_hpvm op; /* HR_H_tensor_... */
	unsigned operand_count;
	hr_array operand[HR_TENSOR_OPERANDS];
	hr_window window;
	int32_t groups;   /* of group.convolution */
	double epsilon;   /* of batchnorm */
	double clip_max;  /* of clipped.relu: 6, unless --sem clip-max says otherwise */
	unsigned threads; /* that may work on it; 0 is 1 */
} hr_tensor_op;

/* --- shape.c ---------------------------------------------------------------------------------- */

/* Number of elements; UINT64_MAX: it does not fit. */
uint64_t hr_dims_count(const hr_dims *shape);
/* "(1, 3, 32, 32)" */
const char *hr_dims_text(const hr_dims *shape, char text[HR_DIMS_TEXT]);
/* The shape of what OP gives; reads shapes and numbers of OP only. False: the operands do not go
 * together, and WHY says in which way. */
bool hr_tensor_shape(const hr_tensor_op *op, hr_dims *result, char why[HR_TENSOR_WHY])
	HR_MUST_CHECK;
/* STEP with its numbers, without operands. */
struct hr_tensor_step;
void hr_tensor_op_of(const struct hr_tensor_step *step, hr_tensor_op *op);

/* --- operate.c -------------------------------------------------------------------------------- */

/* Does OP, whose shape is RESULT, to VALUE and BOUND: arrays for as many elements. */
void hr_tensor_operate(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound);

#endif
