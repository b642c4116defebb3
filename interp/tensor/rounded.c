/* interp/tensor/rounded.c -- bounds of operands for a backend that rounds them before it
 * multiplies.
 *
 * A value x with error d that is then rounded has the error d + r (|x| + d) + a; a value beyond the
 * range of the format may become anything. The rule of the product (product.c) then gives the bound
 * of the result.
 *
 * Owns:      the bounds that it creates, until hr_rounded_free(). */
#include "interp/tensor/rounded.h"

#include <math.h>

#include "interp/tensor/tensor_bound.h"
#include "src/base/alloc.h"

static const float *rounded_bound(const hr_array *array, const hr_rounding *rounding)
{
	uint64_t count = hr_dims_count(&array->shape);
	float *bound = hr_alloc_array(count + 1, sizeof(*bound));

	for (uint64_t i = 0; i < count; i++) {
		double off = hr_bound_at(array->bound, i),
		       size = hr_size((double)array->value[i]) + off;

		off += rounding->relative * size + rounding->absolute;
		if (!isfinite(array->value[i])) /* certain */
			off = hr_bound_at(array->bound, i);
		else if (size > rounding->largest)
			off = INFINITY;
		bound[i] = hr_bound_up(off);
	}
	return bound;
}

bool hr_is_product(const hr_tensor_op *op)
{
	return op->op == HR_H_tensor_mul || op->op == HR_H_tensor_convolution ||
	       op->op == HR_H_tensor_group_convolution;
}

hr_tensor_op hr_rounded(const hr_tensor_op *op, const hr_rounding *rounding)
{
	hr_tensor_op made = *op;

	if (rounding->relative > 0 && hr_is_product(op))
		for (unsigned i = 0; i < op->operand_count; i++)
			made.operand[i].bound = rounded_bound(&op->operand[i], rounding);
	return made;
}

void hr_rounded_free(hr_tensor_op *made, const hr_tensor_op *op)
{
	for (unsigned i = 0; i < op->operand_count; i++)
		if (made->operand[i].bound != op->operand[i].bound)
			hr_free((void *)(uintptr_t)made->operand[i].bound);
}
