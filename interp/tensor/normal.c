/* interp/tensor/normal.c -- softmax and batchnorm: what looks at whole channels.
 *
 * Both see a tensor as (n, channels, inner): inner is the product of the dimensions after the second.
 * Clauses: T6. */
#include "bound.h"
#include "operate.h"

static uint64_t inner_of(const hr_dims *shape)
{
	uint64_t inner = 1;

	for (unsigned i = 2; i < shape->rank; i++)
		inner *= shape->dim[i];
	return inner;
}

/* --- softmax ---------------------------------------------------------------------------------- */

/* One column: every STEP-th of COUNT elements. */
typedef struct column {
	const float *x, *x_bound; /* x_bound may be NULL */
	float *value, *bound;
	uint64_t count, step;
} column;

/* NaN, where there is one. */
static double largest(const column *c)
{
	double most = -INFINITY;

	for (uint64_t i = 0; i < c->count; i++) {
		double x = c->x[i * c->step];

		if (!(x <= most))
			most = x;
		if (isnan(most))
			break;
	}
	return most;
}

/* What x[i] may be off, and what subtracting the largest may lose. */
static double exponent_error(const column *c, uint64_t i, double most)
{
	double error = hr_bound_at(c->x_bound, i * c->step);

	return error + HR_UNIT_ROUNDOFF * (hr_size(c->x[i * c->step] - most) + error);
}

/* y[i] = exp(x[i] - most) / sum of exp(x[j] - most). With exponents off by at most e[j], y[i] is off by a
 * factor between exp(-e[i]) / S(e) and exp(e[i]) / S(-e), where S(e) = sum of y[j] exp(e[j]). */
static void softmax_column(const column *c)
{
	double most = largest(c), sum = 0, above = 0, below = 0;
	double local = hr_gamma(4 * HR_ULPS_EXP + (double)c->count + 3);

	for (uint64_t i = 0; i < c->count; i++) {
		double part = exp(c->x[i * c->step] - most), e = exponent_error(c, i, most);

		sum += part;
		above += part * expm1(e);
		below += part * expm1(-e);
	}
	above /= sum;
	below /= sum;
	for (uint64_t i = 0; i < c->count; i++) {
		double exact = exp(c->x[i * c->step] - most) / sum;
		double e = exponent_error(c, i, most);
		double up = (expm1(e) - below) / (1 + below), down = (above - expm1(-e)) / (1 + above);
		double error = isnan(exact) ? 0 : fmin(exact * fmax(up, down), 1); /* fmin: not the NaN */

		error += local * (hr_size(exact) + error) + HR_UNDERFLOW;
		hr_store(exact, error, 1, &c->value[i * c->step], &c->bound[i * c->step]);
	}
}

void hr_operate_softmax(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	uint64_t inner = inner_of(result), channels = result->dim[1];
	uint64_t columns = channels ? hr_dims_count(result) / channels : 0;

	for (uint64_t i = 0; i < columns; i++) {
		uint64_t at = i / inner * channels * inner + i % inner;

		softmax_column(&(column){.x = x->value + at,
					 .x_bound = x->bound ? x->bound + at : NULL,
					 .value = value + at,
					 .bound = bound + at,
					 .count = channels,
					 .step = inner});
	}
}

/* --- batchnorm -------------------------------------------------------------------------------- */

/* Of one channel: gamma, beta, mean, variance + epsilon and how far off each may be. */
typedef struct channel {
	double gamma, beta, mean, variance;
	double gamma_error, beta_error, mean_error, variance_error;
} channel;

static channel channel_of(const hr_tensor_op *op, uint64_t c)
{
	const hr_array *p = op->operand;

	return (channel){
		.gamma = p[1].value[c],
		.beta = p[2].value[c],
		.mean = p[3].value[c],
		.variance = (double)p[4].value[c] + op->epsilon,
		.gamma_error = hr_bound_at(p[1].bound, c),
		.beta_error = hr_bound_at(p[2].bound, c),
		.mean_error = hr_bound_at(p[3].bound, c),
		.variance_error = hr_bound_at(p[4].bound, c),
	};
}

/* Roundings of x * s + (beta - mean * s) with s = gamma / sqrt(variance + epsilon), which may be the way
 * it is done: a sum, a root and a quotient by reciprocals of 2 ULP, two products, two sums, and ours. */
enum { BATCHNORM_ROUNDINGS = 12 };

/* y = gamma (x - mean) / sqrt(variance + epsilon) + beta */
static void normalise(const channel *c, double x, double x_error, float *value, float *bound)
{
	double root = sqrt(c->variance), exact = c->gamma * (x - c->mean) / root + c->beta;
	double lowest = c->variance - c->variance_error, apart = hr_size(x - c->mean);
	double scale, least, error, size;

	/* How steep 1 / sqrt is where the variance may be. */
	least = lowest > 0 ? sqrt(lowest) : 0;
	scale = (hr_size(c->gamma) + c->gamma_error) / least;
	size = scale * (hr_size(x) + x_error + hr_size(c->mean) + c->mean_error) +
	       hr_size(c->beta) + c->beta_error;
	error = scale * (x_error + c->mean_error) + apart * c->gamma_error / least +
		scale * apart * c->variance_error / (2 * lowest) + c->beta_error;
	error += hr_gamma(BATCHNORM_ROUNDINGS) * size + HR_UNDERFLOW * (1 + scale);
	if (!isfinite(exact) && !(lowest > 0) && c->variance_error == 0) {
		error = x_error > 0 ? INFINITY : 0; /* no root, or a quotient by 0: certain */
		size = 0;
	}
	hr_store(exact, error, size, value, bound);
}

void hr_operate_batchnorm(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	uint64_t inner = inner_of(result), count = hr_dims_count(result);

	for (uint64_t i = 0; i < count;) {
		channel c = channel_of(op, i / inner % result->dim[1]);

		for (uint64_t end = i + inner; i < end; i++)
			normalise(&c, x->value[i], hr_bound_at(x->bound, i), &value[i], &bound[i]);
	}
}
