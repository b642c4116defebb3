/* interp/row/window/sample.c -- values between the elements of a tensor, with their errors.
 *
 * A weight is a function of the distance of an element that is continuous, and whose slope is at most
 * SLOPE; so where the distance is uncertain by e, the weight is by SLOPE e, also that of an element that is
 * used only from a place within e.
 *
 * Not here:  which places are sampled (resize.c, grid_sample.c, roi.c, deformable_convolution.c). */
#include "interp/row/window/sample.h"

/* --- numbers that a backend rounds ------------------------------------------------------------ */

/* Return true if binary32 holds VALUE; so a backend does not round it in any type, if binary64 has not. */
static bool fits(double value)
{
	return (double)(float)value == value;
}

/* Return VALUE, the result of an operation on operands that cause the error OFF. REST is what binary64
 * has rounded off. */
static hr_near rounded(const hr_row_unit *unit, double value, double off, double rest)
{
	double most = unit->roundoff * (1 + unit->own) * (fabs(value) + off);

	return (hr_near){value, off + (off == 0 && rest == 0 && fits(value) ? 0 : most)};
}

hr_near hr_near_add(const hr_row_unit *unit, hr_near a, hr_near b)
{
	double sum = a.at + b.at, added = sum - a.at;

	return rounded(unit, sum, a.off + b.off, (a.at - (sum - added)) + (b.at - added));
}

hr_near hr_near_multiply(const hr_row_unit *unit, hr_near a, hr_near b)
{
	double off = a.off * (fabs(b.at) + b.off) + b.off * fabs(a.at), product = a.at * b.at;

	return rounded(unit, product, off, fma(a.at, b.at, -product));
}

hr_near hr_near_divide(const hr_row_unit *unit, hr_near a, double b)
{
	int exponent;
	bool power = frexp(fabs(b), &exponent) == 0.5;
	double quotient = a.at / b;
	hr_near near = rounded(unit, quotient, a.off / fabs(b), fma(quotient, b, -a.at));

	if (!power && near.at != 0)
		near.off += 3 * unit->roundoff * (1 + unit->own) * (fabs(near.at) + near.off);
	return near;
}

/* --- taps ------------------------------------------------------------------------------------- */

/* Places that are less certain, or farther away, have no taps. */
static const double MOST_OFF = 2, MOST_PLACE = 0x1p40;

static double support(const hr_sampler *s)
{
	return s->kind == HR_SAMPLE_CUBIC ? 2 : 1;
}

/* The greatest slope of the weight. */
static double slope(const hr_sampler *s)
{
	return s->kind == HR_SAMPLE_CUBIC ? 2 * fabs(s->a) + 3 : 1;
}

static double weight_at(const hr_sampler *s, double t)
{
	double a = s->a;

	t = fabs(t);
	if (s->kind == HR_SAMPLE_LINEAR)
		return t < 1 ? 1 - t : 0;
	if (t <= 1)
		return ((a + 2) * t - (a + 3)) * t * t + 1;
	return t < 2 ? ((a * t - 5 * a) * t + 8 * a) * t - 4 * a : 0;
}

/* Return how far the weight that a backend computes for a distance may be off by its own roundings. */
static double rounding_of(const hr_sampler *s, double weight)
{
	double u = s->unit->roundoff * (1 + s->unit->own);

	/* The cubic's intermediate results are below 8 (|a| + 1). */
	return s->kind == HR_SAMPLE_CUBIC ? 48 * (fabs(s->a) + 1) * u
	       : fits(weight)             ? 0
					  : 2 * u * fabs(weight);
}

uint64_t hr_sampler_most(const hr_sampler *s)
{
	return 2 * ((uint64_t)(support(s) / s->scale + MOST_OFF) + 2);
}

bool hr_sampler_taps(const hr_sampler *s, hr_near x, hr_taps *taps)
{
	double reach = support(s) / s->scale + x.off;
	double end = ceil(x.at + reach);

	taps->count = 0;
	if (!(x.off < MOST_OFF) || !(fabs(x.at) < MOST_PLACE))
		return false;
	for (double at = floor(x.at - reach) + 1; at < end; at++) {
		hr_tap *tap = &taps->tap[taps->count];
		double t = (at - x.at) * s->scale;

		tap->at = (int64_t)at;
		tap->weight = weight_at(s, t);
		tap->error = slope(s) * s->scale * x.off;
		if (t != 0 && (tap->weight != 0 || tap->error > 0))
			tap->error += rounding_of(s, tap->weight);
		if (s->scale != 1) /* t is rounded, too */
			tap->error += slope(s) * 2 * s->unit->roundoff * fabs(t);
		taps->count += tap->weight != 0 || tap->error > 0;
	}
	return true;
}

bool hr_sample_nearest(double (*round)(double x), hr_near x, hr_taps *taps)
{
	double chosen = round(x.at), least, most;

	taps->count = 0;
	if (!(x.off < MOST_OFF) || !(fabs(x.at) < MOST_PLACE))
		return false;
	least = round(x.at - x.off);
	most = round(x.at + x.off);
	for (double at = least; at <= most; at++)
		taps->tap[taps->count++] =
			(hr_tap){(int64_t)at, at == chosen, least < most ? 1 : 0};
	return true;
}

void hr_sample_normalize(const hr_row_unit *unit, hr_taps *taps)
{
	double sum = 0, error = 0, u = unit->roundoff * (1 + unit->own);

	for (uint64_t i = 0; i < taps->count; i++) {
		sum += taps->tap[i].weight;
		error += taps->tap[i].error + u * (double)taps->count * fabs(taps->tap[i].weight);
	}
	if (sum == 0)
		return;
	for (uint64_t i = 0; i < taps->count; i++) {
		hr_tap *tap = &taps->tap[i];
		double weight = tap->weight / sum, least = fabs(sum) - error;

		tap->error = least > 0 ? (tap->error + fabs(weight) * error) / least +
						 2 * u * fabs(weight)
				       : INFINITY;
		tap->weight = weight;
	}
}

/* --- points ----------------------------------------------------------------------------------- */

/* Add an element. One without weight adds nothing, but a backend that multiplies it gets a NaN from an
 * infinity. */
static void add(const hr_sampled *of, uint64_t i, double weight, double error, hr_weighted *sum)
{
	double x = of->value[i];

	if (weight == 0 && !isfinite(x))
		sum->error = INFINITY;
	else if (weight != 0 || error > 0)
		hr_weighted_add(sum, of->unit, weight, error, x, of->error ? of->error[i] : 0);
}

void hr_sample(const hr_sampled *of, uint64_t first, const hr_taps *taps, hr_weighted *sum)
{
	uint64_t at[HR_RANK_MOST] = {0}, points = 1;

	for (unsigned axis = 0; axis < of->axes; axis++)
		points *= taps[axis].count;
	for (uint64_t point = 0; point < points; point++) {
		double weight = 1, most = 1;
		uint64_t i = first;
		bool inside = true;

		for (unsigned axis = 0; axis < of->axes; axis++) {
			const hr_tap *tap = &taps[axis].tap[at[axis]];

			inside &= tap->at >= 0;
			i += (uint64_t)tap->at * of->stride[axis];
			weight *= tap->weight;
			most *= fabs(tap->weight) + tap->error;
		}
		if (inside) /* a product of weights is rounded */
			add(of, i, weight,
			    most - fabs(weight) +
				    (fits(weight) ? 0
						  : (double)of->axes * of->unit->roundoff *
							    (1 + of->unit->own) * most),
			    sum);
		for (unsigned axis = of->axes; axis-- > 0;) {
			if (++at[axis] < taps[axis].count)
				break;
			at[axis] = 0;
		}
	}
}
