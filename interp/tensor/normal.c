/* interp/tensor/normal.c -- softmax and batchnorm, which depend on whole channels.
 *
 * Both treat a tensor as (n, channels, inner): inner is the product of the dimensions after the
 * second.
 *
 * Clauses:   T6. */
#include "interp/tensor/operate.h"
#include "interp/tensor/tensor_bound.h"

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

/* Return the largest element, or NaN if any element is NaN. */
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

/* Return the error of x[i], plus that of subtracting the largest element. */
static double exponent_error(const column *c, uint64_t i, double most)
{
	double error = hr_off(c->x, c->x_bound, i * c->step);

	return error + HR_UNIT_ROUNDOFF * (hr_size(c->x[i * c->step] - most) + error);
}

/* Return true if every element has a known bound and none is NaN. */
static bool known_column(const column *c)
{
	for (uint64_t i = 0; i < c->count; i++)
		if (isinf(hr_bound_at(c->x_bound, i * c->step)))
			return false;
	return true;
}

/* y[i] = exp(x[i] - most) / sum of exp(x[j] - most). With exponents off by at most e[j], y[i] is
 * off by a factor between exp(-e[i]) / S(e) and exp(e[i]) / S(-e), where S(e) = sum of y[j]
 * exp(e[j]). */
static void softmax_column(const column *c)
{
	double most = largest(c), sum = 0, above = 0, below = 0;
	bool known;
	double local = hr_gamma(4 * HR_ULPS_EXP + (double)c->count + 3);

	for (uint64_t i = 0; i < c->count; i++) {
		double part = exp(c->x[i * c->step] - most), e = exponent_error(c, i, most);

		sum += part;
		above += part * expm1(e);
		below += part * expm1(-e);
	}
	above /= sum;
	below /= sum;
	known = known_column(c);
	for (uint64_t i = 0; i < c->count; i++) {
		double exact = exp(c->x[i * c->step] - most) / sum;
		double e = exponent_error(c, i, most);
		double up = (expm1(e) - below) / (1 + below),
		       down = (above - expm1(-e)) / (1 + above);
		/* fmin() ignores a NaN */
		double error = isnan(exact) ? 0 : fmin(exact * fmax(up, down), 1);

		error += local * (hr_size(exact) + error) + HR_UNDERFLOW;
		hr_store(exact, known ? error : INFINITY, 1, &c->value[i * c->step],
			 &c->bound[i * c->step]);
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

/* The parameters of one channel: gamma, beta, mean, variance + epsilon, and the error of each. */
typedef struct channel {
	double gamma, beta, mean, variance;
	double gamma_error, beta_error, mean_error, variance_error;
} channel;

/* Return what flushing to 0 may change VALUE by if it is subnormal in binary32, else 0. */
static double flushed(double value)
{
	return fabs(value) < HR_UNDERFLOW ? fabs(value) : 0;
}

/* Return the error that rounding epsilon adds. The rounding of the sum is counted in
 * BATCHNORM_ROUNDINGS. */
static double variance_loss(double variance, double epsilon)
{
	double loss = flushed(variance + epsilon);

	if ((double)(float)epsilon != epsilon)
		loss += HR_UNIT_ROUNDOFF * fabs(epsilon);
	return fabs(epsilon) < (double)FLT_MAX ? loss + flushed(epsilon) : INFINITY;
}

static channel channel_of(const hr_tensor_op *op, uint64_t c)
{
	const hr_array *p = op->operand;
	double variance = p[4].value[c];

	return (channel){
		.gamma = p[1].value[c],
		.beta = p[2].value[c],
		.mean = p[3].value[c],
		.variance = variance + op->epsilon,
		.gamma_error = hr_off(p[1].value, p[1].bound, c),
		.beta_error = hr_off(p[2].value, p[2].bound, c),
		.mean_error = hr_off(p[3].value, p[3].bound, c),
		.variance_error =
			hr_off(p[4].value, p[4].bound, c) + variance_loss(variance, op->epsilon),
	};
}

/* Roundings of x * s + (beta - mean * s) with s = gamma / sqrt(variance + epsilon), which a backend
 * may compute instead: a sum, a root and a quotient by reciprocals of 2 ULP, two products, two
 * sums, and the final one here. */
enum { BATCHNORM_ROUNDINGS = 12 };

/* The largest magnitudes of the factors of gamma (x - mean) / sqrt(variance + epsilon). */
typedef struct factors {
	double lowest;                /* smallest variance + epsilon */
	double gamma, apart, inverse; /* apart: |x| + |mean|; inverse: 1 / the root */
} factors;

static factors factors_of(const channel *c, double x, double x_error)
{
	factors f = {.lowest = c->variance - c->variance_error,
		     .gamma = hr_size(c->gamma) + c->gamma_error,
		     .apart = hr_size(x) + x_error + hr_size(c->mean) + c->mean_error};

	f.inverse = f.lowest > 0 ? 1 / sqrt(f.lowest) : INFINITY;
	return f;
}

/* Return the largest magnitude of an intermediate result, for any order of multiplying the
 * factors. */
static double largest_part(const factors *f, double beta)
{
	return fmax(f->gamma, 1) * fmax(f->apart, 1) * fmax(f->inverse, 1) + beta;
}

/* Return the error of subnormal operands and products, each times the factors it is multiplied with
 * later. */
static double underflow(const factors *f)
{
	return HR_UNDERFLOW *
	       (4 + f->gamma + f->inverse + f->apart + f->inverse * (3 * f->gamma + f->apart));
}

/* Return the bound of a finite result, or infinity if it is unknown. */
static double normalised_error(const channel *c, const factors *f, double x, double x_error)
{
	double scale = f->gamma * f->inverse, apart = hr_size(x - c->mean),
	       beta = hr_size(c->beta) + c->beta_error;
	double error = scale * (x_error + c->mean_error) + apart * c->gamma_error * f->inverse +
		       scale * apart * c->variance_error / (2 * f->lowest) + c->beta_error;

	return error + hr_gamma(BATCHNORM_ROUNDINGS) * (scale * f->apart + beta) + underflow(f);
}

static bool is_nan(const channel *c, double x)
{
	return isnan(x) || isnan(c->gamma) || isnan(c->beta) || isnan(c->mean) ||
	       isnan(c->variance);
}

/* Return true if infinities give the same result in every order of evaluation. x * s - mean * s is
 * NaN where (x - mean) * s is infinite and s is infinite; an infinity times a value that may become
 * 0 may be anything. */
static bool orders_agree(const channel *c, const factors *f, double x)
{
	double least = (hr_size(c->gamma) - c->gamma_error) / sqrt(c->variance + c->variance_error);

	if (isinf(c->gamma) || !(f->lowest > 0))
		return false;
	return !(isinf(x) || isinf(c->mean)) || f->gamma == 0 || least >= HR_UNDERFLOW;
}

/* y = gamma (x - mean) / sqrt(variance + epsilon) + beta */
static void normalise(const channel *c, double x, double x_error, float *value, float *bound)
{
	double exact = c->gamma * (x - c->mean) / sqrt(c->variance) + c->beta;
	factors f = factors_of(c, x, x_error);
	double error = normalised_error(c, &f, x, x_error);
	double unknown =
		x_error + c->gamma_error + c->beta_error + c->mean_error + c->variance_error;

	/* NaN, or the root of a negative number */
	if (is_nan(c, x) || c->variance + c->variance_error < 0)
		error = isfinite(unknown) ? 0 : INFINITY;
	else if (!orders_agree(c, &f, x))
		error = INFINITY;
	/* The sum of variance and epsilon may leave the range of binary32, too. */
	hr_store(exact, error,
		 fmax(largest_part(&f, hr_size(c->beta) + c->beta_error),
		      hr_size(c->variance) + c->variance_error),
		 value, bound);
}

void hr_operate_batchnorm(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	uint64_t inner = inner_of(result), count = hr_dims_count(result);

	for (uint64_t i = 0; i < count;) {
		channel c = channel_of(op, i / inner % result->dim[1]);

		for (uint64_t end = i + inner; i < end; i++)
			normalise(&c, x->value[i], hr_off(x->value, x->bound, i), &value[i],
				  &bound[i]);
	}
}
