/* interp/tensor/test_edges.c -- every operation with arguments of every kind: any rank, sizes of 0,
 * different numbers of channels, extreme paddings and strides, NaN and infinities.
 *
 * Either the conditions of T1 to T6, written here a second time, refuse the operation and a reason
 * is given; or the result has the shape and the values of the formula, and a valid bound. */
#include <math.h>
#include <stdint.h>

#include "interp/tensor/operate.h"
#include "src/base/alloc.h"
#include "src/base/test.h"

enum { TRIALS = 60000, MOST_VALUES = 3 * 3 * 3 * 3, MOST_RESULT = 4096 };

static uint64_t state;

static uint32_t random_below(uint32_t count)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % count;
}

#define ONE_OF(...)                                                                                \
	one_of((const int32_t[]){__VA_ARGS__}, sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))
static int32_t one_of(const int32_t *all, size_t count)
{
	return all[random_below((uint32_t)count)];
}

static const hr_hpvm operations[] = {
	HR_H_tensor_add,         HR_H_tensor_mul,
	HR_H_tensor_convolution, HR_H_tensor_group_convolution,
	HR_H_tensor_relu,        HR_H_tensor_clipped_relu,
	HR_H_tensor_tanh,        HR_H_tensor_sigmoid,
	HR_H_tensor_softmax,     HR_H_tensor_batchnorm,
	HR_H_tensor_pool_max,    HR_H_tensor_pool_min,
	HR_H_tensor_pool_mean,
};

/* --- random arguments
 * ----------------------------------------------------------------------------- */

static float values[HR_TENSOR_OPERANDS][MOST_VALUES], bounds[HR_TENSOR_OPERANDS][MOST_VALUES];

static float random_value(void)
{
	static const float all[] = {0.0f,  -0.0f,  1,   -2.5f,    1e-40f,
				    3e38f, -3e38f, NAN, INFINITY, -INFINITY};

	if (random_below(4))
		return (float)random_below(1000) / 250 - 2;
	return all[random_below(sizeof(all) / sizeof(all[0]))];
}

/* Return a random shape that mostly fits, so that operations succeed, too. */
static hr_dims random_shape(unsigned rank)
{
	hr_dims shape = {.rank = random_below(8) ? rank : 1 + random_below(4)};

	for (unsigned i = 0; i < shape.rank; i++)
		shape.dim[i] = (uint64_t)ONE_OF(0, 1, 1, 2, 2, 3, 3);
	return shape;
}

static hr_array random_array(unsigned operand, hr_dims shape)
{
	bool exact = random_below(2);

	for (unsigned i = 0; i < MOST_VALUES; i++) {
		values[operand][i] = random_value();
		bounds[operand][i] = random_below(2) ? 0 : 1e-3f;
	}
	return (hr_array){shape, values[operand], exact ? NULL : bounds[operand]};
}

static unsigned operand_count(hr_hpvm op)
{
	return op == HR_H_tensor_batchnorm ? 5
	       : op == HR_H_tensor_add || op == HR_H_tensor_mul || op == HR_H_tensor_convolution ||
			       op == HR_H_tensor_group_convolution
		       ? 2
		       : 1;
}

/* Return a shape for the second operand that often fits X. */
static hr_dims partner_shape(hr_hpvm op, const hr_dims *x, int32_t groups)
{
	hr_dims shape = random_shape(4);
	uint64_t rest = 1;

	if (random_below(3) == 0)
		return shape;
	if (op == HR_H_tensor_add) {
		shape = *x;
		if (x->rank)
			shape.dim[random_below(x->rank)] = 1;
	} else if (op == HR_H_tensor_mul) {
		for (unsigned i = 1; i < x->rank; i++)
			rest *= x->dim[i];
		shape = (hr_dims){2, {rest, (uint64_t)ONE_OF(0, 1, 2, 3)}};
	} else if (op == HR_H_tensor_batchnorm) {
		shape = (hr_dims){1, {x->rank > 1 ? x->dim[1] : 1}};
	} else if (shape.rank == 4 && x->rank == 4 && groups > 0) {
		shape.dim[1] = x->dim[1] / (uint64_t)groups;
	}
	return shape;
}

static hr_tensor_op random_op(void)
{
	hr_tensor_op op = {
		.op = operations[random_below(sizeof(operations) / sizeof(operations[0]))],
		.epsilon = random_below(2) ? 1e-3 : 0,
		.clip_max = 6};

	op.operand_count = operand_count(op.op);
	op.groups = ONE_OF(1, 1, 2, 2, 3, 0, -1, INT32_MAX);
	op.window = (hr_window){
		ONE_OF(1, 2, 2, 3, 0, -1, INT32_MAX),          ONE_OF(1, 2, 2, 3, 0),
		ONE_OF(0, 0, 1, 2, -1, 1000000000, INT32_MAX), ONE_OF(0, 0, 1, -1),
		ONE_OF(1, 1, 2, 3, 0, -1, INT32_MAX),          ONE_OF(1, 1, 2, INT32_MIN)};
	op.operand[0] = random_array(0, random_shape(4));
	for (unsigned i = 1; i < op.operand_count; i++)
		op.operand[i] =
			random_array(i, partner_shape(op.op, &op.operand[0].shape, op.groups));
	for (unsigned i = 0; i < op.operand_count; i++)
		if (hr_dims_count(&op.operand[i].shape) > MOST_VALUES)
			op.operand[i].shape = (hr_dims){1, {3}};
	return op;
}

/* --- the conditions --------------------------------------------------------------------------- */

static uint64_t product(const hr_dims *shape, unsigned from, unsigned to)
{
	uint64_t count = 1;

	for (unsigned i = from; i < to; i++)
		count *= shape->dim[i];
	return count;
}

/* Return the number of places of a window of K in one dimension, or 0 if it does not fit or its
 * numbers are invalid. */
static uint64_t places(uint64_t in, uint64_t k, int64_t pad, int64_t stride)
{
	if (stride < 1 || pad < 0 || k < 1 || in + 2 * (uint64_t)pad < k)
		return 0;
	return (in + 2 * (uint64_t)pad - k) / (uint64_t)stride + 1;
}

static bool convolution_fits(const hr_tensor_op *op, hr_dims *result)
{
	const hr_dims *x = &op->operand[0].shape, *f = &op->operand[1].shape;
	const hr_window *w = &op->window;
	int32_t groups = op->op == HR_H_tensor_convolution ? 1 : op->groups;

	if (x->rank != 4 || f->rank != 4 || groups < 1 || x->dim[1] % (uint64_t)groups ||
	    f->dim[0] % (uint64_t)groups || x->dim[1] / (uint64_t)groups != f->dim[1])
		return false;
	*result =
		(hr_dims){4,
			  {x->dim[0], f->dim[0],
			   places(x->dim[2], f->dim[2], w->vertical_pad, w->vertical_stride),
			   places(x->dim[3], f->dim[3], w->horizontal_pad, w->horizontal_stride)}};
	return result->dim[2] && result->dim[3];
}

static bool pool_fits(const hr_tensor_op *op, hr_dims *result)
{
	const hr_dims *x = &op->operand[0].shape;
	const hr_window *w = &op->window;

	if (x->rank != 4 || w->height < 1 || w->width < 1 || !x->dim[2] || !x->dim[3] ||
	    w->vertical_pad >= w->height || w->horizontal_pad >= w->width)
		return false;
	*result = (hr_dims){
		4,
		{x->dim[0], x->dim[1],
		 places(x->dim[2], (uint64_t)w->height, w->vertical_pad, w->vertical_stride),
		 places(x->dim[3], (uint64_t)w->width, w->horizontal_pad, w->horizontal_stride)}};
	return result->dim[2] && result->dim[3];
}

static bool add_fits(const hr_dims *x, const hr_dims *b, hr_dims *result)
{
	result->rank = x->rank;
	for (unsigned i = 0; i < x->rank && x->rank == b->rank; i++) {
		if (x->dim[i] != b->dim[i] && x->dim[i] != 1 && b->dim[i] != 1)
			return false;
		result->dim[i] = x->dim[i] == 1 ? b->dim[i] : x->dim[i];
	}
	return x->rank == b->rank;
}

static bool fits(const hr_tensor_op *op, hr_dims *result)
{
	const hr_dims *x = &op->operand[0].shape, *b = &op->operand[1].shape;

	*result = *x;
	switch (op->op) {
	case HR_H_tensor_add: return add_fits(x, b, result);
	case HR_H_tensor_mul:
		*result = (hr_dims){4, {x->dim[0], b->dim[b->rank - 1], 1, 1}};
		return product(x, 1, x->rank) == product(b, 0, b->rank - 1);
	case HR_H_tensor_convolution:
	case HR_H_tensor_group_convolution: return convolution_fits(op, result);
	case HR_H_tensor_pool_max:
	case HR_H_tensor_pool_min:
	case HR_H_tensor_pool_mean: return pool_fits(op, result);
	case HR_H_tensor_batchnorm:
		for (unsigned i = 1; i < 5 && x->rank > 1; i++)
			if (hr_dims_count(&op->operand[i].shape) != x->dim[1])
				return false;
		return x->rank > 1;
	case HR_H_tensor_softmax: return x->rank > 1;
	default: return true;
	}
}

/* --- the formulas ----------------------------------------------------------------------------- */

/* Set AT to the index of element NUMBER of SHAPE. */
static void place_of(const hr_dims *shape, uint64_t number, uint64_t at[HR_TENSOR_DIMS])
{
	for (unsigned i = shape->rank; i > 0; i--) {
		at[i - 1] = number % shape->dim[i - 1];
		number /= shape->dim[i - 1];
	}
}

static double element(const hr_array *array, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	const uint64_t *dim = array->shape.dim;

	return array->value[((a * dim[1] + b) * dim[2] + c) * dim[3] + d];
}

/* Return the element at AT of an array that is broadcast along its dimensions of size 1. */
static double broadcast(const hr_array *array, const uint64_t *at)
{
	uint64_t number = 0;

	for (unsigned i = 0; i < array->shape.rank; i++)
		number = number * array->shape.dim[i] + (array->shape.dim[i] == 1 ? 0 : at[i]);
	return array->value[number];
}

static double convolve(const hr_tensor_op *op, const hr_dims *result, const uint64_t *at)
{
	const hr_array *x = &op->operand[0], *f = &op->operand[1];
	uint64_t groups = op->op == HR_H_tensor_convolution ? 1 : (uint64_t)op->groups;
	uint64_t group = at[1] / (result->dim[1] / groups);
	double sum = 0;

	for (uint64_t c = 0; c < f->shape.dim[1]; c++)
		for (uint64_t r = 0; r < f->shape.dim[2]; r++)
			for (uint64_t s = 0; s < f->shape.dim[3]; s++) {
				int64_t row =
					(int64_t)(at[2] * (uint64_t)op->window.vertical_stride +
						  r) -
					op->window.vertical_pad;
				int64_t column =
					(int64_t)(at[3] * (uint64_t)op->window.horizontal_stride +
						  s) -
					op->window.horizontal_pad;

				if (row < 0 || column < 0 || row >= (int64_t)x->shape.dim[2] ||
				    column >= (int64_t)x->shape.dim[3])
					continue;
				sum += element(f, at[1], c, r, s) *
				       element(x, at[0], group * f->shape.dim[1] + c, (uint64_t)row,
					       (uint64_t)column);
			}
	return sum;
}

static double pooled(const hr_tensor_op *op, const uint64_t *at)
{
	const hr_array *x = &op->operand[0];
	double sum = 0, most = -INFINITY, least = INFINITY, count = 0;

	for (int64_t row = 0; row < (int64_t)x->shape.dim[2]; row++)
		for (int64_t column = 0; column < (int64_t)x->shape.dim[3]; column++) {
			const hr_window *w = &op->window;
			int64_t r = row + w->vertical_pad - (int64_t)at[2] * w->vertical_stride;
			int64_t s =
				column + w->horizontal_pad - (int64_t)at[3] * w->horizontal_stride;
			double value = element(x, at[0], at[1], (uint64_t)row, (uint64_t)column);

			if (r < 0 || s < 0 || r >= w->height || s >= w->width)
				continue;
			sum += value;
			count++;
			most = isnan(value) || value > most ? value : most;
			least = isnan(value) || value < least ? value : least;
			if (isnan(value))
				return NAN;
		}
	return op->op == HR_H_tensor_pool_max   ? most
	       : op->op == HR_H_tensor_pool_min ? least
						: sum / count;
}

static double multiply(const hr_tensor_op *op, const hr_dims *result, const uint64_t *at)
{
	const hr_array *x = &op->operand[0], *w = &op->operand[1];
	uint64_t terms = product(&x->shape, 1, x->shape.rank);
	double sum = 0;

	for (uint64_t k = 0; k < terms; k++)
		sum += (double)x->value[at[0] * terms + k] *
		       (double)w->value[k * result->dim[1] + at[1]];
	return sum;
}

static double softmax(const hr_tensor_op *op, uint64_t number)
{
	const hr_array *x = &op->operand[0];
	uint64_t inner = product(&x->shape, 2, x->shape.rank), channels = x->shape.dim[1];
	uint64_t first = number / inner / channels * channels * inner + number % inner;
	double most = -INFINITY, sum = 0;

	for (uint64_t c = 0; c < channels; c++) {
		double value = x->value[first + c * inner];

		if (isnan(value))
			return NAN;
		most = value > most ? value : most;
	}
	for (uint64_t c = 0; c < channels; c++)
		sum += exp(x->value[first + c * inner] - most);
	return exp(x->value[number] - most) / sum;
}

static double normalised(const hr_tensor_op *op, uint64_t number, const uint64_t *at)
{
	const hr_array *p = op->operand;
	uint64_t c = at[1];

	return (double)p[1].value[c] * ((double)p[0].value[number] - (double)p[3].value[c]) /
		       sqrt((double)p[4].value[c] + op->epsilon) +
	       (double)p[2].value[c];
}

static double formula(const hr_tensor_op *op, const hr_dims *result, uint64_t number)
{
	const float *x = op->operand[0].value;
	uint64_t at[HR_TENSOR_DIMS];

	place_of(result, number, at);
	switch (op->op) {
	case HR_H_tensor_add:
		return broadcast(&op->operand[0], at) + broadcast(&op->operand[1], at);
	case HR_H_tensor_mul: return multiply(op, result, at);
	case HR_H_tensor_convolution:
	case HR_H_tensor_group_convolution: return convolve(op, result, at);
	case HR_H_tensor_relu: return isnan(x[number]) || x[number] > 0 ? (double)x[number] : 0;
	case HR_H_tensor_clipped_relu:
		return isnan(x[number]) ? NAN
		       : x[number] > 6  ? 6
		       : x[number] > 0  ? (double)x[number]
					: 0;
	case HR_H_tensor_tanh: return tanh(x[number]);
	case HR_H_tensor_sigmoid: return 1 / (1 + exp(-(double)x[number]));
	case HR_H_tensor_softmax: return softmax(op, number);
	case HR_H_tensor_batchnorm: return normalised(op, number, at);
	default: return pooled(op, at);
	}
}

/* --- the tests -------------------------------------------------------------------------------- */

static float value[MOST_RESULT], bound[MOST_RESULT];

static bool alike(float is, double should)
{
	return isnan(should) ? isnan(is) : is == (float)should;
}

static void check_values(const hr_tensor_op *op, const hr_dims *result)
{
	uint64_t count = hr_dims_count(result);

	hr_tensor_operate(op, result, value, bound);
	for (uint64_t i = 0; i < count; i++) {
		double should = formula(op, result, i);

		ck_assert_msg(alike(value[i], should), "%s, element %d: %.9g, not %.9g",
			      hr_hpvm_ir_name(op->op), (int)i, (double)value[i], should);
		ck_assert_msg(bound[i] >= 0, "%s, element %d: bound %g", hr_hpvm_ir_name(op->op),
			      (int)i, (double)bound[i]);
	}
}

START_TEST(whatever_is_asked_for)
{
	unsigned refused[HR_H_COUNT] = {0}, done[HR_H_COUNT] = {0}, empty = 0;

	state = 1;
	for (unsigned i = 0; i < TRIALS; i++) {
		hr_tensor_op op = random_op();
		char why[HR_TENSOR_WHY] = "", text[HR_DIMS_TEXT], other[HR_DIMS_TEXT];
		hr_dims shape, should;
		bool right = fits(&op, &should), is = hr_tensor_shape(&op, &shape, why);

		ck_assert_msg(is == right, "trial %u, %s of %s and %s: %s", i,
			      hr_hpvm_ir_name(op.op), hr_dims_text(&op.operand[0].shape, text),
			      hr_dims_text(&op.operand[1].shape, other), is ? "taken" : why);
		refused[op.op] += !is;
		if (!is) {
			ck_assert_str_ne(why, "");
			continue;
		}
		ck_assert_uint_eq(shape.rank, should.rank);
		ck_assert_mem_eq(shape.dim, should.dim, shape.rank * sizeof(*shape.dim));
		if (hr_dims_count(&shape) > MOST_RESULT)
			continue;
		check_values(&op, &shape);
		done[op.op]++;
		empty += hr_dims_count(&shape) == 0;
	}
	for (unsigned i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		ck_assert_msg(done[operations[i]] > 100, "%s: %u", hr_hpvm_ir_name(operations[i]),
			      done[operations[i]]);
	ck_assert_uint_gt(refused[HR_H_tensor_pool_mean], 100);
	ck_assert_uint_gt(empty, 1000);
}
END_TEST

static void check(hr_hpvm op, float x, float should)
{
	const hr_tensor_op of = {.op = op,
				 .operand_count = 1,
				 .operand = {{.shape = {4, {1, 1, 1, 1}}, .value = &x}},
				 .window = {1, 1, 0, 0, 1, 1},
				 .clip_max = 6};
	char why[HR_TENSOR_WHY];
	hr_dims shape;

	ck_assert(hr_tensor_shape(&of, &shape, why));
	hr_tensor_operate(&of, &shape, value, bound);
	ck_assert_msg(alike(value[0], (double)should), "%s(%g) = %g", hr_hpvm_ir_name(op),
		      (double)x, (double)value[0]);
	if (!isfinite(should))
		ck_assert_msg(bound[0] <= 0x1p-125f, "%s(%g) is certain", hr_hpvm_ir_name(op),
			      (double)x);
}

START_TEST(numbers_that_are_none)
{
	for (unsigned i = HR_H_tensor_relu; i <= HR_H_tensor_softmax; i++)
		check((hr_hpvm)i, NAN, NAN);
	for (unsigned i = HR_H_tensor_pool_max; i <= HR_H_tensor_pool_mean; i++) {
		check((hr_hpvm)i, NAN, NAN);
		check((hr_hpvm)i, INFINITY, INFINITY);
		check((hr_hpvm)i, -INFINITY, -INFINITY);
	}
	check(HR_H_tensor_relu, INFINITY, INFINITY);
	check(HR_H_tensor_relu, -INFINITY, 0);
	check(HR_H_tensor_clipped_relu, INFINITY, 6);
	check(HR_H_tensor_tanh, -INFINITY, -1);
	check(HR_H_tensor_sigmoid, INFINITY, 1);
	check(HR_H_tensor_sigmoid, -INFINITY, 0);
	check(HR_H_tensor_softmax, INFINITY, NAN);
	check(HR_H_tensor_softmax, -INFINITY, NAN);
}
END_TEST

HR_TEST_MAIN("tensor edges", whatever_is_asked_for, numbers_that_are_none)
