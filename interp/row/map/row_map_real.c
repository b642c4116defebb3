/* interp/row/map/row_map_real.c -- maps of real numbers.
 *
 * Invariant: the error of a result is what the errors of the operands may change in the exact function,
 * plus the roundings of a backend at the largest result.
 * Not here:  the formulas (row_map.def). */
#include "interp/row/map/row_map.h"

#define PI 3.14159265358979323846

/* --- the rounding of a backend ---------------------------------------------------------------- */

/* Return ULPS with those of the reference's own binary64 where they count. A function of the C library is
 * within 2 ULP, and is called twice more for the error of an operand. */
static double ulps_of(const hr_row_unit *unit, double ulps)
{
	return ulps + unit->own * (ulps > .5 ? 4 : ulps);
}

/* Add the rounding of a backend: ULPS, but at least LEAST unit roundoffs, and what flushing a result may
 * change. */
static void add_rounding(hr_map_block *b, double ulps, double least)
{
	const hr_row_unit unit = *b->unit;

	if (ulps == 0)
		return;
	ulps = ulps_of(&unit, ulps);
	least *= unit.roundoff;
	for (unsigned i = 0; i < b->count; i++) {
		double value = b->out.real[i], error = b->out_error[i],
		       size = fabs(value) <= unit.most ? fabs(value) : 0;
		bool zero = size == 0 && error == 0 && least == 0;
		double rounding = ulps * hr_row_ulp(&unit, size + error);

		rounding = rounding > least ? rounding : least;
		rounding += size - error < unit.least ? unit.least : 0;
		b->out_error[i] = zero ? 0 : error + rounding;
	}
}

/* --- one operand ------------------------------------------------------------------------------ */

typedef double real_function(double x);
typedef enum real_rule { SAME, MONOTONE, EVEN, SLOPE1, POLES } real_rule;

/* Return how far F is from VALUE at LOW and HIGH, the ends of an interval in which it is monotone. */
static double at_ends(real_function *f, double value, double low, double high)
{
	double down = f(low), up = f(high);

	/* not defined in the whole interval, which does not contain both signs */
	if (isnan(value) && isnan(down) && isnan(up) && (low > 0) == (high > 0))
		return 0;
	return fmax(fabs(down - value), fabs(up - value)) +
	       (isnan(down + up - value) ? INFINITY : 0);
}

/* Return the error of VALUE = F(X) that ERROR, that of X, causes. */
static double caused(real_rule rule, real_function *f, double value, double x, double error)
{
	if (error == 0 || rule == SAME || isinf(error))
		return error;
	switch (rule) {
	case EVEN: return fabs(f(fabs(x) + error) - value);
	case SLOPE1: return fmin(error, 2);
	case POLES:
		return error < 1 && cos(x - error) * cos(x + error) > 0
			       ? at_ends(f, value, x - error, x + error)
			       : INFINITY;
	default: return at_ends(f, value, x - error, x + error);
	}
}

static void finish_one(hr_map_block *b, double ulps, double least, real_rule rule, real_function *f)
{
	for (unsigned i = 0; !b->exact && i < b->count; i++)
		b->out_error[i] = caused(rule, f, b->out.real[i], b->in[0].real[i], b->error[0][i]);
	add_rounding(b, ulps, least);
}

/* --- two operands ----------------------------------------------------------------------------- */

static double product_error(const hr_row_unit *unit, double x, double dx, double y, double dy)
{
	if ((isinf(x) && hr_row_may_vanish(unit, y, dy)) ||
	    (isinf(y) && hr_row_may_vanish(unit, x, dx)))
		return INFINITY;
	return hr_row_size(x) * dy + hr_row_size(y) * dx + dx * dy;
}

static double quotient_error(double x, double dx, double y, double dy)
{
	double lowest = fabs(y) - dy;

	if (dx == 0 && dy == 0)
		return 0;
	return lowest > 0 ? (dx + hr_row_size(x / y) * dy) / lowest : INFINITY;
}

/* Return the remainder with the sign of the dividend, or of the divisor. */
static double remainder_of(double x, double y, unsigned of_dividend)
{
	double part = fmod(x, y);

	return !of_dividend && part != 0 && (part < 0) != (y < 0) ? part + y : part;
}

static double whole_quotient(double x, double y, unsigned of_dividend)
{
	return of_dividend ? trunc(x / y) : floor(x / y);
}

static double remainder_error(double x, double dx, double y, double dy, unsigned of_dividend)
{
	double q = whole_quotient(x, y, of_dividend);
	bool same = true;

	if (dx == 0 && dy == 0)
		return 0;
	/* an infinite divisor: the sign of x decides */
	if (!(fabs(y) - dy > 0) || (isinf(y) && fabs(x) <= dx))
		return INFINITY;
	for (int i = -1; i <= 1; i += 2)
		for (int k = -1; k <= 1; k += 2)
			same &= whole_quotient(x + i * dx, y + k * dy, of_dividend) == q;
	return same ? dx + fabs(q) * dy : fabs(y) + dy + (isinf(dx) ? dx : 0);
}

/* The power is monotone in x and in y where x > 0, and in x on each side of 0 for a whole y. */
static double power_error(double x, double dx, double y, double dy)
{
	double value = pow(x, y), most = 0;
	bool whole = dy == 0 && rint(y) == y, crosses = x - dx < 0 && x + dx > 0;

	if (dx == 0 && dy == 0)
		return 0;
	if (!(x - dx > 0 || (x - dx >= 0 && y - dy > 0) || (whole && (y > 0 || x + dx < 0))))
		return INFINITY;
	for (int i = -1; i <= 1; i += 2)
		for (int k = -1; k <= 1; k += 2) {
			double off = fabs(pow(x + i * dx, y + k * dy) - value);

			if (isnan(off))
				return INFINITY;
			most = fmax(most, off);
		}
	return crosses ? fmax(most, fabs(value)) : most;
}

static double nearest(double x, double dx)
{
	return fmax(fabs(x) - dx, 0);
}

/* The error of the angle of (y, x): the angle jumps where x changes its sign and y is negative. */
static double angle_error(double x, double dx, double y, double dy)
{
	double near = hypot(nearest(x, dx), nearest(y, dy));

	if ((dx == 0 && dy == 0) || isinf(dx) || isinf(dy))
		return dx + dy;
	if (near == 0 || (y - dy < 0 && fabs(x) <= dx))
		return 2 * PI;
	return fmin(2 * PI, (dx + dy) / near);
}

/* The greater, or the lesser, grows with both. */
static double extreme_error(double of(double, double), double x, double dx, double y, double dy)
{
	double value = of(x, y);

	if (isinf(dx) || isinf(dy))
		return INFINITY;
	if (!isfinite(value)) /* is certain */
		return 0;
	return fmax(of(x + dx, y + dy) - value, value - of(x - dx, y - dy));
}

/* --- from the table --------------------------------------------------------------------------- */

#define REAL1(ident, ulps, least, rule, formula)                                                   \
	static double ident##_at(double x)                                                         \
	{                                                                                          \
		return formula;                                                                    \
	}                                                                                          \
	static void map_##ident(hr_map_block *b)                                                   \
	{                                                                                          \
		for (unsigned i = 0; i < b->count; i++)                                            \
			b->out.real[i] = ident##_at(b->in[0].real[i]);                             \
		finish_one(b, ulps, least, rule, ident##_at);                                      \
	}
#define REAL2(ident, ulps, formula, wrong)                                                         \
	static void map_##ident(hr_map_block *b)                                                   \
	{                                                                                          \
		const hr_row_unit *u HR_MAP_UNUSED = b->unit;                                      \
		unsigned option HR_MAP_UNUSED = b->option;                                         \
                                                                                                   \
		for (unsigned i = 0; i < b->count; i++) {                                          \
			double x = b->in[0].real[i], y = b->in[1].real[i];                         \
                                                                                                   \
			b->out.real[i] = formula;                                                  \
		}                                                                                  \
		for (unsigned i = 0; !b->exact && i < b->count; i++) {                             \
			double x HR_MAP_UNUSED = b->in[0].real[i], dx = b->error[0][i];            \
			double y HR_MAP_UNUSED = b->in[1].real[i], dy = b->error[1][i];            \
                                                                                                   \
			b->out_error[i] = wrong;                                                   \
		}                                                                                  \
		add_rounding(b, ulps, 0);                                                          \
	}
#define TEST2(ident, test)                                                                         \
	static void map_##ident(hr_map_block *b)                                                   \
	{                                                                                          \
		for (unsigned i = 0; i < b->count; i++) {                                          \
			double x = b->in[0].real[i], y = b->in[1].real[i],                         \
			       d = b->exact ? 0 : b->error[0][i] + b->error[1][i];                 \
                                                                                                   \
			b->out.integer[i] = test;                                                  \
			b->out_error[i] = d > 0 && (isinf(d) || fabs(x - y) <= d) ? INFINITY : 0;  \
		}                                                                                  \
	}
#include "interp/row/map/row_map.def"

/* --- tests of one operand --------------------------------------------------------------------- */

/* A finite value with a finite bound is finite within it: hr_row_store(). */
static void map_is_nan(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		b->out.integer[i] = isnan(b->in[0].real[i]);
		b->out_error[i] = !b->exact && isinf(b->error[0][i]) ? INFINITY : 0;
	}
}

static void map_is_inf(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		double x = b->in[0].real[i];

		b->out.integer[i] = isinf(x) && (b->option & (x > 0 ? 1 : 2)) != 0;
		b->out_error[i] = !b->exact && isinf(b->error[0][i]) ? INFINITY : 0;
	}
}

hr_map_function *hr_map_of_reals(hr_row row)
{
	static hr_map_function *const functions[HR_R_COUNT] = {
#define REAL1(ident, ulps, least, rule, value) [HR_R_##ident] = map_##ident,
#define REAL2(ident, ulps, value, error)       [HR_R_##ident] = map_##ident,
#define TEST2(ident, test)                     [HR_R_##ident] = map_##ident,
#include "interp/row/map/row_map.def"
		[HR_R_is_nan] = map_is_nan,
		[HR_R_is_inf] = map_is_inf,
	};

	return functions[row];
}
