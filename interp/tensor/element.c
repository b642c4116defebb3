/* interp/tensor/element.c -- elementwise operations: add, relu, tanh, sigmoid.
 *
 * Clauses: T1, T6. A NaN operand gives a NaN. */
#include "interp/tensor/operate.h"
#include "interp/tensor/tensor_bound.h"

/* --- T1: add ---------------------------------------------------------------------------------- */

/* Set STEP to the stride of an operand along each dimension of the result, 0 where the operand is
 * broadcast. */
static void steps_of(const hr_dims *shape, uint64_t step[HR_TENSOR_DIMS])
{
	uint64_t all = 1;

	for (unsigned i = shape->rank; i-- > 0;) {
		step[i] = shape->dim[i] == 1 ? 0 : all;
		all *= shape->dim[i];
	}
}

static uint64_t place(const uint64_t step[HR_TENSOR_DIMS], const uint64_t at[HR_TENSOR_DIMS],
		      unsigned rank)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < rank; i++)
		sum += step[i] * at[i];
	return sum;
}

/* y = x + b */
void hr_operate_add(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0], *b = &op->operand[1];
	uint64_t x_step[HR_TENSOR_DIMS], b_step[HR_TENSOR_DIMS], at[HR_TENSOR_DIMS] = {0};
	uint64_t count = hr_dims_count(result);

	steps_of(&x->shape, x_step);
	steps_of(&b->shape, b_step);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t j = place(x_step, at, result->rank), k = place(b_step, at, result->rank);
		double exact = (double)x->value[j] + (double)b->value[k];
		double error = hr_off(x->value, x->bound, j) + hr_off(b->value, b->bound, k);

		/* One rounding in the backend, one here. */
		error += hr_gamma(2) * (hr_size(exact) + error) + HR_UNDERFLOW;
		hr_store(exact, error, hr_size(exact), &value[i], &bound[i]);
		for (unsigned d = result->rank; d-- > 0 && ++at[d] == result->dim[d];)
			at[d] = 0;
	}
}

/* --- T6: relu, clipped.relu ------------------------------------------------------------------- */

/* y = min(max(x, 0), top). Nothing is rounded, and the error of x does not grow. */
void hr_operate_relu(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	double top = op->op == HR_H_tensor_clipped_relu ? op->clip_max : INFINITY;
	uint64_t count = hr_dims_count(result);

	for (uint64_t i = 0; i < count; i++) {
		double in = x->value[i], exact = in < 0 ? 0 : in > top ? top : in;
		double error = hr_off(x->value, x->bound, i);

		if (in + error <= 0 || in - error >= top)
			error = 0;
		if ((double)(float)exact != exact) /* top is not representable in binary32 */
			error += HR_UNIT_ROUNDOFF * hr_size(exact);
		hr_store(exact, error, hr_size(exact), &value[i], &bound[i]);
	}
}

/* --- T6: tanh, sigmoid ------------------------------------------------------------------------ */

/* Return the smallest magnitude that x may have within its bound, where both functions are
 * steepest. */
static double nearest_zero(double x, double error)
{
	double size = fabs(x) - error;

	return size > 0 ? size : 0;
}

/* Return OFF limited to MOST, the largest distance of two results, or infinity if the input is
 * unknown and may be NaN. */
static double most_of(double input_error, double off, double most)
{
	return isinf(input_error) ? INFINITY : fmin(off, most);
}

void hr_operate_tanh(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	uint64_t count = hr_dims_count(result);

	for (uint64_t i = 0; i < count; i++) {
		double in = x->value[i], exact = tanh(in), error = hr_off(x->value, x->bound, i);
		double steepest = tanh(nearest_zero(in, error));

		error = most_of(error, error * (1 - steepest * steepest), 2);
		error += hr_gamma(2 * HR_ULPS_TANH + 1) * (hr_size(exact) + error) + HR_UNDERFLOW;
		hr_store(exact, error, hr_size(exact), &value[i], &bound[i]);
	}
}

static double sigmoid(double x)
{
	return 1 / (1 + exp(-x));
}

/* y = 1 / (1 + exp(-x)) */
void hr_operate_sigmoid(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	uint64_t count = hr_dims_count(result);

	for (uint64_t i = 0; i < count; i++) {
		double in = x->value[i], exact = sigmoid(in), error = hr_off(x->value, x->bound, i);
		double steepest = sigmoid(nearest_zero(in, error));

		error = most_of(error, error * steepest * (1 - steepest), 1);
		/* Roundings: exp, the sum, the quotient, and the final one here. */
		error += hr_gamma(2 * HR_ULPS_EXP + 3) * (hr_size(exact) + error) + HR_UNDERFLOW;
		hr_store(exact, error, hr_size(exact), &value[i], &bound[i]);
	}
}
