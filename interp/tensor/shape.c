/* interp/tensor/shape.c -- which operands an operation accepts, and the shape of its result.
 *
 * These are the only checks: running an operation and inferring its shape both use them.
 *
 * Invariant: a resulting shape has as many dimensions as its rank says, none negative. Memory is
 *            not considered, so the number of elements may exceed it.
 * Clauses:   T1 to T6, their conditions.
 * Not here:  values (operate.c), reports (apply.c). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "interp/tensor/array.h"
#include "ir/lift/tensor_leaf.h"

static bool no(char why[HR_TENSOR_WHY], const char *format, ...) HR_PRINTF(2, 3);
static bool no(char why[HR_TENSOR_WHY], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, HR_TENSOR_WHY, format, args);
	va_end(args);
	return false;
}

/* T1. */
static bool add_shape(const hr_dims *x, const hr_dims *b, hr_dims *result, char *why)
{
	if (x->rank != b->rank)
		return no(why, "one has %u dimensions, the other %u", x->rank, b->rank);
	result->rank = x->rank;
	for (unsigned i = 0; i < x->rank; i++) {
		if (x->dim[i] != b->dim[i] && x->dim[i] != 1 && b->dim[i] != 1)
			return no(why,
				  "dimension %u is %" PRIu64 " in one and %" PRIu64
				  " in the other, and neither is 1",
				  i, x->dim[i], b->dim[i]);
		result->dim[i] = x->dim[i] == 1 ? b->dim[i] : x->dim[i];
	}
	return true;
}

/* Return the product of dimensions FROM to TO - 1. */
static uint64_t product_of(const hr_dims *shape, unsigned from, unsigned to)
{
	hr_dims part = {.rank = to - from};

	memcpy(part.dim, shape->dim + from, part.rank * sizeof(*part.dim));
	return hr_dims_count(&part);
}

/* T2. */
static bool mul_shape(const hr_dims *x, const hr_dims *w, hr_dims *result, char *why)
{
	uint64_t k = product_of(x, 1, x->rank), rows = product_of(w, 0, w->rank - 1);

	if (k != rows)
		return no(why,
			  "the first is a matrix of %" PRIu64 " x %" PRIu64
			  ", the second one of %" PRIu64 " x %" PRIu64,
			  x->dim[0], k, rows, w->dim[w->rank - 1]);
	*result = (hr_dims){4, {x->dim[0], w->dim[w->rank - 1], 1, 1}};
	return true;
}

/* T3, T5: floor((in + 2 pad - k) / stride) + 1 */
static bool slide(const char *dimension, uint64_t in, uint64_t k, int32_t pad, int32_t stride,
		  uint64_t *out, char *why)
{
	uint64_t padded;

	if (stride < 1)
		return no(why, "the %s stride is %d", dimension, stride);
	if (pad < 0)
		return no(why, "the %s padding is %d", dimension, pad);
	if (k < 1)
		return no(why, "the %s size of the window is 0", dimension);
	if (__builtin_add_overflow(in, 2 * (uint64_t)pad, &padded) || padded < k)
		return no(why,
			  "the window is %" PRIu64 " and the input with its padding %" PRIu64
			  " in the %s dimension",
			  k, padded, dimension);
	*out = (padded - k) / (uint64_t)stride + 1;
	return true;
}

static bool rank_4(const hr_dims *shape, const char *what, char *why)
{
	return shape->rank == 4 ||
	       no(why, "the %s has %u dimensions, but 4 are required", what, shape->rank);
}

/* T3, T4. */
static bool convolution_shape(const hr_tensor_op *op, int32_t groups, hr_dims *result, char *why)
{
	const hr_dims *x = &op->operand[0].shape, *f = &op->operand[1].shape;
	const hr_window *w = &op->window;

	if (!rank_4(x, "input", why) || !rank_4(f, "filter", why))
		return false;
	if (groups < 1)
		return no(why, "the number of groups is %d", groups);
	if (x->dim[1] % (uint64_t)groups || f->dim[0] % (uint64_t)groups)
		return no(why, "%d groups do not divide the %" PRIu64 " channels of the %s", groups,
			  x->dim[1] % (uint64_t)groups ? x->dim[1] : f->dim[0],
			  x->dim[1] % (uint64_t)groups ? "input" : "result");
	if (x->dim[1] / (uint64_t)groups != f->dim[1])
		return no(why,
			  "the input has %" PRIu64 " channels%s, and the filter is for %" PRIu64,
			  x->dim[1] / (uint64_t)groups, groups > 1 ? " in each group" : "",
			  f->dim[1]);
	*result = (hr_dims){4, {x->dim[0], f->dim[0], 0, 0}};
	return slide("vertical", x->dim[2], f->dim[2], w->vertical_pad, w->vertical_stride,
		     &result->dim[2], why) &&
	       slide("horizontal", x->dim[3], f->dim[3], w->horizontal_pad, w->horizontal_stride,
		     &result->dim[3], why);
}

/* Set *OUT to one dimension of a pool. A window of nothing but padding would have no value (T5). */
static bool pool_one(const char *dimension, uint64_t in, int32_t k, int32_t pad, int32_t stride,
		     uint64_t *out, char *why)
{
	if (k < 1)
		return no(why, "the %s size of the window is %d", dimension, k);
	if (pad >= k)
		return no(
			why,
			"the %s padding is %d, so that a window of size %d may contain only padding",
			dimension, pad, k);
	if (in == 0)
		return no(why, "the input has a %s size of 0", dimension);
	return slide(dimension, in, (uint64_t)k, pad, stride, out, why);
}

/* T5. */
static bool pool_shape(const hr_tensor_op *op, hr_dims *result, char *why)
{
	const hr_dims *x = &op->operand[0].shape;
	const hr_window *w = &op->window;

	if (!rank_4(x, "input", why))
		return false;
	*result = *x;
	return pool_one("vertical", x->dim[2], w->height, w->vertical_pad, w->vertical_stride,
			&result->dim[2], why) &&
	       pool_one("horizontal", x->dim[3], w->width, w->horizontal_pad, w->horizontal_stride,
			&result->dim[3], why);
}

/* T6, for operations that have channels. */
static bool channel_shape(const hr_tensor_op *op, hr_dims *result, char *why)
{
	static const char *const names[] = {"", "gamma", "beta", "mean", "variance"};
	const hr_dims *x = &op->operand[0].shape;

	if (x->rank < 2)
		return no(why, "the input has no channel dimension");
	for (unsigned i = 1; i < op->operand_count; i++) {
		uint64_t count = hr_dims_count(&op->operand[i].shape);

		if (count != x->dim[1])
			return no(why,
				  "the input has %" PRIu64 " channels, and %s has %" PRIu64
				  " values",
				  x->dim[1], names[i], count);
	}
	*result = *x;
	return true;
}

static bool operation_shape(const hr_tensor_op *op, hr_dims *result, char why[HR_TENSOR_WHY])
{
	const hr_dims *x = &op->operand[0].shape, *other = &op->operand[1].shape;

	switch (op->op) {
	case HR_H_tensor_add: return add_shape(x, other, result, why);
	case HR_H_tensor_mul: return mul_shape(x, other, result, why);
	case HR_H_tensor_convolution: return convolution_shape(op, 1, result, why);
	case HR_H_tensor_group_convolution: return convolution_shape(op, op->groups, result, why);
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean: return pool_shape(op, result, why);
	case HR_H_tensor_softmax:
	case HR_H_tensor_batchnorm: return channel_shape(op, result, why);
	default: *result = *x; return true;
	}
}

bool hr_tensor_shape(const hr_tensor_op *op, hr_dims *result, char why[HR_TENSOR_WHY])
{
	hr_dims shape = {0};

	for (unsigned i = 0; i < op->operand_count; i++)
		if (op->operand[i].shape.rank < 1 || op->operand[i].shape.rank > HR_TENSOR_DIMS)
			return no(why, "operand %u has %u dimensions", i,
				  op->operand[i].shape.rank);
	if (!operation_shape(op, &shape, why))
		return false;
	*result = shape;
	return true;
}

void hr_tensor_op_of(const hr_tensor_step *step, hr_tensor_op *op)
{
	const int32_t *n = step->numbers;

	*op = (hr_tensor_op){
		.op = step->op, .operand_count = step->operand_count, .epsilon = step->epsilon};
	switch (step->op) {
	case HR_H_tensor_group_convolution:
		op->groups = n[5];
		/* fall through */
	case HR_H_tensor_convolution: op->window = (hr_window){0, 0, n[0], n[1], n[2], n[3]}; break;
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean:
		op->window = (hr_window){n[0], n[1], n[2], n[3], n[4], n[5]};
		break;
	default: break;
	}
}
