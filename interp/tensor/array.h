/* interp/tensor/array.h -- shapes, arrays with their error bounds, and one operation on them.
 *
 * This header knows no handles, nodes or runs: operations read arrays and write arrays. Values are
 * FP32 in NCHW order (the last dimension is contiguous).
 *
 * The bound of an element is how far a backend that computes in binary32, in any order of
 * summation, may be from it when the backend's inputs are within their own bounds
 * (docs/tensors.md). */
#ifndef HR_TENSOR_ARRAY_H
#define HR_TENSOR_ARRAY_H

#include "ir/program/hpvm_names.h"
#include "ir/tensor/element.h"

/* The operations of T1 to T6 take tensors of 1 to 4 dimensions. */
enum { HR_TENSOR_DIMS = 4, HR_TENSOR_OPERANDS = 5, HR_TENSOR_WHY = 200 };

typedef struct hr_array {
	hr_dims shape;
	const float *value; /* borrowed */
	const float *bound; /* as many elements as VALUE; NULL if all bounds are 0; borrowed */
} hr_array;

/* The window that an operation slides over height and width. */
typedef struct hr_window {
	int32_t height, width; /* of a pool; a convolution uses the size of its filter */
	int32_t vertical_pad, horizontal_pad, vertical_stride, horizontal_stride;
} hr_window;

typedef struct hr_tensor_op {
	hr_hpvm op; /* HR_H_tensor_... */
	unsigned operand_count;
	hr_array operand[HR_TENSOR_OPERANDS];
	hr_window window;
	int32_t groups; /* of group.convolution */
	double epsilon; /* of batchnorm */
	/* upper limit of clipped.relu: 6, unless --sem clip-max sets another */
	double clip_max;
	unsigned threads; /* most threads that may work on the operation; 0 means 1 */
} hr_tensor_op;

/* --- shape.c ---------------------------------------------------------------------------------- */

/* Set RESULT to the shape of OP's result. Reads only the shapes and numbers of OP. Return false,
 * with the reason in WHY, if the operands do not fit one another. */
bool hr_tensor_shape(const hr_tensor_op *op, hr_dims *result, char why[HR_TENSOR_WHY])
	HR_MUST_CHECK;
/* Set OP to the operation of STEP with its numbers, without operands. */
struct hr_tensor_step;
void hr_tensor_op_of(const struct hr_tensor_step *step, hr_tensor_op *op);

/* --- operate.c -------------------------------------------------------------------------------- */

/* Compute OP, whose shape is RESULT, into VALUE and BOUND, which have room for all its elements. */
void hr_tensor_operate(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound);

#endif
