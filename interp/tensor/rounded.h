/* interp/tensor/rounded.h -- operands of products that a backend rounds before it multiplies. */
#ifndef HR_TENSOR_ROUNDED_H
#define HR_TENSOR_ROUNDED_H

#include <stdbool.h>

#include "interp/tensor/array.h"

/* How far rounding may move an operand: by RELATIVE of its magnitude plus ABSOLUTE. Operands beyond
 * LARGEST have no known bound. All 0 if the backend does not round operands. */
typedef struct hr_rounding {
	double relative, absolute, largest;
} hr_rounding;

/* Return true if OP is a mul or a convolution. */
bool hr_is_product(const hr_tensor_op *op);
/* Return OP with bounds of its operands that include the rounding. Free the result with
 * hr_rounded_free(). */
hr_tensor_op hr_rounded(const hr_tensor_op *op, const hr_rounding *rounding);
void hr_rounded_free(hr_tensor_op *made, const hr_tensor_op *op);

#endif
