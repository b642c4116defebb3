/* interp/tensor/rounded.h -- operands of products that a backend rounds before it multiplies. */
#ifndef HR_TENSOR_ROUNDED_H
#define HR_TENSOR_ROUNDED_H

#include <stdbool.h>

#include "interp/tensor/array.h"

/* By how much an operand may be off then: RELATIVE of its size, and ABSOLUTE; no bound is known of
 * what is beyond LARGEST. All 0: operands are what they are. */
typedef struct hr_rounding {
	double relative, absolute, largest;
} hr_rounding;

/* OP is a mul or a convolution. */
bool hr_is_product(const hr_tensor_op *op);
/* OP, with bounds of its operands that contain the rounding; to be freed. */
hr_tensor_op hr_rounded(const hr_tensor_op *op, const hr_rounding *rounding);
void hr_rounded_free(hr_tensor_op *made, const hr_tensor_op *op);

#endif
