/* interp/tensor/test_bounds.c -- bounds are rigorous: each operation is computed in binary32 in
 * various orders, from operands anywhere within their bounds, with and without subnormal numbers.
 *
 * Operands are ordinary numbers, huge and tiny numbers, infinities and NaN. No result may exceed
 * its bound. A NaN or infinite result has the bound 0 and must be equal, or it has an infinite
 * bound. */
#include <float.h>
#include <math.h>

#include "interp/tensor/operate.h"
#include "src/base/test.h"

enum { TRIALS = 40000, MOST = 6 * 6, MOST_RESULT = 64 };

static uint64_t state;

static uint32_t random_below(uint32_t count)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % count;
}

/* --- operands --------------------------------------------------------------------------------- */

typedef enum kind { ORDINARY, HUGE_ONES, TINY, ANY, KINDS } kind;

static float ordinary(void)
{
	return (float)((double)random_below(100001) / 25000 - 2);
}

static float random_value(kind of)
{
	static const float all[] = {0.0f,   -0.0f,  1e-40f,   -1e-45f,  1.5e-38f,
				    1e-20f, -1e20f, 3e38f,    -3.4e38f, 1e38f,
				    -1e-5f, NAN,    INFINITY, -INFINITY};

	switch (of) {
	case HUGE_ONES: return ordinary() * (random_below(2) ? 1.5e38f : 1e19f);
	case TINY: return ordinary() * (random_below(2) ? 1e-38f : 1e-20f);
	case ANY:
		return random_below(2) ? ordinary()
				       : all[random_below(sizeof(all) / sizeof(all[0]))];
	default: return ordinary();
	}
}

static float values[HR_TENSOR_OPERANDS][MOST], bounds[HR_TENSOR_OPERANDS][MOST],
	moved[HR_TENSOR_OPERANDS][MOST];

static hr_array random_array(unsigned operand, hr_dims shape, kind of)
{
	bool exact = random_below(2);

	for (unsigned i = 0; i < MOST; i++) {
		float value = random_value(random_below(4) ? of : ORDINARY);

		values[operand][i] = value;
		bounds[operand][i] = random_below(2) || !isfinite(value) ? 0 : fabsf(value) * 1e-3f;
		if (random_below(of == ANY ? 40 : 1000) == 0)
			bounds[operand][i] = INFINITY;
	}
	return (hr_array){shape, values[operand], exact ? NULL : bounds[operand]};
}

static float move(float value, float bound)
{
	double to = (double)value + (double)bound * ((double)random_below(3) - 1);

	if (isinf(bound))
		return random_value(ANY);
	return fabs((double)(float)to - (double)value) <= (double)bound ? (float)to : value;
}

static void move_operands(const hr_tensor_op *op)
{
	for (unsigned k = 0; k < op->operand_count; k++)
		for (unsigned i = 0; i < MOST; i++)
			moved[k][i] = op->operand[k].bound ? move(values[k][i], bounds[k][i])
							   : values[k][i];
}

/* --- binary32 --------------------------------------------------------------------------------- */

static bool flushes;
static unsigned order;

/* Return VALUE as an operation writes or reads it. */
static float f(float value)
{
	return flushes && isfinite(value) && fabsf(value) < FLT_MIN ? copysignf(0, value) : value;
}

static float plus(float a, float b)
{
	volatile float sum = f(a) + f(b);

	return f(sum);
}

static float times(float a, float b)
{
	volatile float product = f(a) * f(b);

	return f(product);
}

static float over(float a, float b)
{
	volatile float quotient = f(a) / f(b);

	return f(quotient);
}

static float root(float a)
{
	volatile float result = sqrtf(f(a));

	return f(result);
}

static float exponential(float a)
{
	return f((float)exp((double)f(a)));
}

/* Add the terms in sequence from either end, or in two halves. */
static float total(const float *terms, unsigned count)
{
	float sum = 0;

	if (order % 3 == 2 && count > 1)
		return plus(total(terms, count / 2), total(terms + count / 2, count - count / 2));
	for (unsigned i = 0; i < count; i++)
		sum = plus(sum, terms[order % 3 ? count - 1 - i : i]);
	return sum;
}

/* --- operations ------------------------------------------------------------------------------- */

static float multiply(const hr_tensor_op *op, unsigned number)
{
	unsigned n = (unsigned)op->operand[1].shape.dim[1],
		 terms = (unsigned)op->operand[1].shape.dim[0];
	float parts[MOST];

	for (unsigned k = 0; k < terms; k++)
		parts[k] = times(moved[0][number / n * terms + k], moved[1][k * n + number % n]);
	return total(parts, terms);
}

/* Convolve (1, channels, 1, width) with (rows, channels, 1, k), padded by 1. */
static float convolve(const hr_tensor_op *op, const hr_dims *result, unsigned number)
{
	unsigned width = (unsigned)op->operand[0].shape.dim[3],
		 channels = (unsigned)op->operand[0].shape.dim[1];
	unsigned k = (unsigned)op->operand[1].shape.dim[3], wide = (unsigned)result->dim[3],
		 count = 0;
	unsigned row = number / wide, place = number % wide;
	float parts[MOST];

	for (unsigned c = 0; c < channels; c++)
		for (unsigned s = 0; s < k; s++)
			if (place + s >= 1 && place + s - 1 < width)
				parts[count++] = times(moved[0][c * width + place + s - 1],
						       moved[1][(row * channels + c) * k + s]);
	return total(parts, count);
}

static float softmax(unsigned channels, unsigned number)
{
	unsigned first = number / channels * channels;
	float parts[MOST], most = -INFINITY;

	for (unsigned c = 0; c < channels; c++)
		if (!(moved[0][first + c] <= most) && !isnan(most))
			most = moved[0][first + c];
	for (unsigned c = 0; c < channels; c++)
		parts[c] = exponential(plus(moved[0][first + c], -most));
	return order & 8 ? times(parts[number - first], over(1, total(parts, channels)))
			 : over(parts[number - first], total(parts, channels));
}

static float normalise(const hr_tensor_op *op, unsigned number)
{
	unsigned c = number % (unsigned)op->operand[0].shape.dim[1];
	float x = moved[0][number], gamma = moved[1][c], beta = moved[2][c], mean = moved[3][c];
	float below = root(plus(moved[4][c], (float)op->epsilon)), scale;

	switch (order % 4) {
	case 0: return plus(over(times(gamma, plus(x, -mean)), below), beta);
	case 1:
		scale = over(gamma, below);
		return plus(times(x, scale), plus(beta, -times(mean, scale)));
	case 2: return plus(times(gamma, times(plus(x, -mean), over(1, below))), beta);
	default: return plus(times(plus(x, -mean), times(gamma, over(1, below))), beta);
	}
}

/* Windows of two elements with a padding of one, over (1, 1, 1, width). */
static float pooled(const hr_tensor_op *op, unsigned number)
{
	unsigned width = (unsigned)op->operand[0].shape.dim[3], count = 0;
	float parts[2];

	if (number > 0)
		parts[count++] = moved[0][number - 1];
	if (number < width)
		parts[count++] = moved[0][number];
	if (op->op == HR_H_tensor_pool_mean)
		return order & 8 ? times(total(parts, count), over(1, (float)count))
				 : over(total(parts, count), (float)count);
	if (count == 1 || isnan(parts[0]))
		return parts[0];
	return isnan(parts[1]) || parts[1] > parts[0] ? parts[1] : parts[0];
}

static float once(const hr_tensor_op *op, const hr_dims *result, unsigned i)
{
	float x = moved[0][i];

	switch (op->op) {
	case HR_H_tensor_add: return plus(x, moved[1][i]);
	case HR_H_tensor_mul: return multiply(op, i);
	case HR_H_tensor_convolution: return convolve(op, result, i);
	case HR_H_tensor_relu: return x < 0 ? 0 : x;
	case HR_H_tensor_clipped_relu: return x < 0 ? 0 : x > 6 ? 6 : x;
	case HR_H_tensor_tanh: return f((float)tanh((double)x));
	case HR_H_tensor_sigmoid: return over(1, plus(1, exponential(-x)));
	case HR_H_tensor_softmax: return softmax((unsigned)op->operand[0].shape.dim[1], i);
	case HR_H_tensor_batchnorm: return normalise(op, i);
	default: return pooled(op, i);
	}
}

/* --- the test --------------------------------------------------------------------------------- */

static const hr_hpvm operations[] = {
	HR_H_tensor_add,      HR_H_tensor_mul,          HR_H_tensor_convolution,
	HR_H_tensor_relu,     HR_H_tensor_clipped_relu, HR_H_tensor_tanh,
	HR_H_tensor_sigmoid,  HR_H_tensor_softmax,      HR_H_tensor_batchnorm,
	HR_H_tensor_pool_max, HR_H_tensor_pool_mean,
};
enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

static hr_tensor_op random_op(hr_hpvm of, kind values_of)
{
	static const double epsilons[] = {0, 1e-5, 1e-3, 1, 1e-40, 1e39};
	uint64_t a = 1 + random_below(3), b = 1 + random_below(4), c = 1 + random_below(3);
	hr_tensor_op op = {.op = of,
			   .operand_count = 1,
			   .clip_max = 6,
			   .window = {1, 2, 0, 1, 1, 1},
			   .groups = 1};
	hr_dims x = {2, {a, b}}, other = {2, {b, c}};

	op.epsilon = epsilons[values_of == ORDINARY ? 1 + random_below(3) : random_below(6)];
	if (of == HR_H_tensor_add || of == HR_H_tensor_mul)
		op.operand_count = 2;
	if (of == HR_H_tensor_add)
		other = x;
	if (of == HR_H_tensor_convolution) {
		op.operand_count = 2;
		x = (hr_dims){4, {1, a, 1, b}};
		other = (hr_dims){4, {c, a, 1, b < 3 ? b : 3}};
	}
	if (of >= HR_H_tensor_pool_max && of <= HR_H_tensor_pool_mean)
		x = (hr_dims){4, {1, 1, 1, a}};
	if (of == HR_H_tensor_batchnorm) {
		op.operand_count = 5;
		other = (hr_dims){1, {b}};
	}
	op.operand[0] = random_array(0, x, values_of);
	for (unsigned i = 1; i < op.operand_count; i++)
		op.operand[i] = random_array(i, other, values_of);
	/* Make most variances positive, since others have no root. */
	for (unsigned i = 0; of == HR_H_tensor_batchnorm && i < MOST && random_below(8); i++)
		values[4][i] = fabsf(values[4][i]);
	return op;
}

static float value[MOST_RESULT], bound[MOST_RESULT];

static bool within(unsigned i, float got)
{
	if (isinf(bound[i]))
		return true;
	if (isnan(value[i]) || isinf(value[i]))
		return isnan(value[i]) ? isnan(got) : got == value[i];
	return fabs((double)got - (double)value[i]) <= (double)bound[i];
}

static void check(const hr_tensor_op *op, const hr_dims *shape, unsigned trial, unsigned *judged)
{
	for (unsigned i = 0; i < hr_dims_count(shape); i++) {
		float got = once(op, shape, i);

		ck_assert_msg(within(i, got),
			      "trial %u, %s, element %u, order %u%s: %.9g, not %.9g +- %g", trial,
			      hr_hpvm_ir_name(op->op), i, order, flushes ? ", flushed" : "",
			      (double)got, (double)value[i], (double)bound[i]);
		if (!isfinite(value[i]))
			ck_assert_msg(bound[i] == 0 || isinf(bound[i]), "trial %u, %s: %g +- %g",
				      trial, hr_hpvm_ir_name(op->op), (double)value[i],
				      (double)bound[i]);
		*judged += isfinite(bound[i]);
	}
}

START_TEST(bounds_hold)
{
	unsigned judged[OPERATIONS][KINDS] = {{0}};

	state = 1;
	for (unsigned trial = 0; trial < TRIALS; trial++) {
		unsigned which = random_below(OPERATIONS);
		kind of = (kind)random_below(KINDS);
		hr_tensor_op op = random_op(operations[which], of);
		char why[HR_TENSOR_WHY];
		hr_dims shape;

		if (!hr_tensor_shape(&op, &shape, why))
			continue;
		hr_tensor_operate(&op, &shape, value, bound);
		for (order = 0; order < 12; order++) {
			flushes = random_below(4) == 0;
			if (op.op == HR_H_tensor_relu || op.op == HR_H_tensor_clipped_relu ||
			    op.op == HR_H_tensor_pool_max)
				flushes = false;
			move_operands(&op);
			check(&op, &shape, trial, &judged[which][of]);
		}
	}
	for (unsigned i = 0; i < OPERATIONS; i++)
		for (unsigned of = 0; of < KINDS; of++)
			ck_assert_msg(judged[i][of] > 300, "%s, kind %u: %u are judged",
				      hr_hpvm_ir_name(operations[i]), of, judged[i][of]);
}
END_TEST

/* --- certain and unknown results
 * ------------------------------------------------------------------ */

static float bound_of(hr_hpvm of, const float *const *operands, hr_dims x, hr_dims other,
		      double epsilon)
{
	hr_tensor_op op = {.op = of,
			   .operand_count = 1,
			   .clip_max = 6,
			   .window = {1, 2, 0, 1, 1, 1},
			   .epsilon = epsilon};
	char why[HR_TENSOR_WHY];
	hr_dims shape;

	op.operand[0] = (hr_array){x, operands[0], NULL};
	for (; op.operand_count < HR_TENSOR_OPERANDS && operands[op.operand_count];
	     op.operand_count++)
		op.operand[op.operand_count] = (hr_array){other, operands[op.operand_count], NULL};
	ck_assert_msg(hr_tensor_shape(&op, &shape, why), "%s", why);
	hr_tensor_operate(&op, &shape, value, bound);
	return bound[0];
}

#define OPERANDS(...) ((const float *const[HR_TENSOR_OPERANDS + 1]){__VA_ARGS__})
#define F(number)     ((const float[]){number})

START_TEST(what_inputs_make_is_certain)
{
	static const float none[] = {NAN, INFINITY, -INFINITY};
	const hr_dims one = {4, {1, 1, 1, 1}}, row = {1, {1}};

	for (unsigned i = 0; i < 3; i++) {
		const float *x = &none[i];

		ck_assert(bound_of(HR_H_tensor_add, OPERANDS(x, F(1)), one, one, 0) == 0);
		ck_assert(bound_of(HR_H_tensor_mul, OPERANDS(x, F(2)), one, (hr_dims){2, {1, 1}},
				   0) == 0);
		ck_assert(bound_of(HR_H_tensor_mul, OPERANDS(F(0), x), one, (hr_dims){2, {1, 1}},
				   0) == 0);
		ck_assert(bound_of(HR_H_tensor_pool_mean, OPERANDS(x), one, one, 0) == 0);
		ck_assert(bound_of(HR_H_tensor_batchnorm, OPERANDS(x, F(1), F(0), F(0), F(1)), one,
				   row, 1e-5) == 0);
		ck_assert(bound_of(HR_H_tensor_softmax, OPERANDS(x), one, one, 0) == 0);
	}
	ck_assert(bound_of(HR_H_tensor_tanh, OPERANDS(F(NAN)), one, one, 0) == 0);
	ck_assert(bound_of(HR_H_tensor_sigmoid, OPERANDS(F(NAN)), one, one, 0) == 0);
	ck_assert(bound_of(HR_H_tensor_batchnorm, OPERANDS(F(1), F(1), F(0), F(0), F(-1)), one, row,
			   1e-5) == 0);
	/* x times 1e-40 is infinite, or NaN if 1e-40 is flushed to 0. */
	ck_assert(isinf(bound_of(HR_H_tensor_mul, OPERANDS(F(INFINITY), F(1e-40f)), one,
				 (hr_dims){2, {1, 1}}, 0)));
}
END_TEST

static float normalised(float x, float gamma, float mean, float variance, double epsilon)
{
	return bound_of(HR_H_tensor_batchnorm, OPERANDS(&x, &gamma, F(0), &mean, &variance),
			(hr_dims){2, {1, 1}}, (hr_dims){1, {1}}, epsilon);
}

START_TEST(ranges_of_batchnorm)
{
	ck_assert(isinf(normalised(3e38f, .1f, -3e38f, 1, 1e-5))); /* x - mean */
	/* gamma / sqrt(variance + epsilon) */
	ck_assert(isinf(normalised(1e-5f, 1e38f, 0, 0, 1e-5)));
	ck_assert(isinf(normalised(1, 1, 0, 1, 1e39)));         /* epsilon */
	ck_assert(isinf(normalised(1, 1e19f, 0, 2e38f, 2e38))); /* variance + epsilon */
	/* variance + epsilon: as large as the rounding of epsilon */
	ck_assert(normalised(4, 1, 0, -9.99999e-6f, 1e-5) > 1);
	ck_assert(normalised(4, 1, 1, 2, 1e-5) < 1e-4f);
}
END_TEST

HR_TEST_MAIN("tensor bounds", bounds_hold, what_inputs_make_is_certain, ranges_of_batchnorm)
