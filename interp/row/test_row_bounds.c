/* interp/row/test_row_bounds.c -- bounds of maps and reductions are rigorous, and not much larger than
 * the errors.
 *
 * Each row is computed as a backend may: in the type of the elements, from operands anywhere within their
 * bounds, with and without subnormal numbers, in various orders. No result may exceed its bound; a NaN or an
 * infinity with the bound 0 must be equal. */
#include "interp/row/test_row_case.h"

enum { TRIALS = 300, ELEMENTS = 40 };

/* --- a backend -------------------------------------------------------------------------------- */

static bool flushes;
static hr_elem type;

static double least_normal(void)
{
	return type == HR_E_F16 ? 0x1p-14 : type == HR_E_F64 ? DBL_MIN : 0x1p-126;
}

/* Return VALUE as an operation in the type reads or writes it. */
static double stored(double value)
{
	uint64_t cell = 0;

	hr_elem_set_real(type, &cell, 0, value);
	value = hr_elem_real(type, &cell, 0);
	return flushes && fabs(value) < least_normal() ? copysign(0, value) : value;
}

/* Return VALUE moved within BOUND to a number of the type, or to any number if the bound is infinite. */
static double moved_in_type(double value, double bound)
{
	uint64_t cell = 0;
	double to;

	if (isinf(bound))
		return random_below(2) ? NAN : stored((double)random_below(100) - 50);
	if (bound == 0)
		return value;
	hr_elem_set_real(type, &cell, 0, value + bound * ((double)random_below(3) - 1));
	to = hr_elem_real(type, &cell, 0);
	return fabs(to - value) <= bound ? to : value;
}

static float either(float x, float y, bool first)
{
	return isnan(x) || isnan(y) ? NAN : first ? x : y;
}

static float sign_of_divisor(float x, float y)
{
	float part = fmodf(x, y);

	return part != 0 && (part < 0) != (y < 0) ? part + y : part;
}

/* Return what ROW gives for X and Y in binary32. */
static double map_in_float(hr_row row, float x, float y)
{
	switch (row) {
	case HR_R_neg: return (double)(-x);
	case HR_R_abs: return (double)(fabsf(x));
	case HR_R_sign: return (double)(isnan(x) ? x : (float)(x > 0) - (float)(x < 0));
	case HR_R_floor: return (double)(floorf(x));
	case HR_R_ceil: return (double)(ceilf(x));
	case HR_R_round: return (double)(rintf(x));
	case HR_R_trunc: return (double)(truncf(x));
	case HR_R_sqrt: return (double)(sqrtf(x));
	case HR_R_exp: return (double)(expf(x));
	case HR_R_log: return (double)(logf(x));
	case HR_R_log1p: return (double)(log1pf(x));
	case HR_R_expm1: return (double)(expm1f(x));
	case HR_R_sin: return (double)(sinf(x));
	case HR_R_cos: return (double)(cosf(x));
	case HR_R_tan: return (double)(tanf(x));
	case HR_R_asin: return (double)(asinf(x));
	case HR_R_acos: return (double)(acosf(x));
	case HR_R_atan: return (double)(atanf(x));
	case HR_R_sinh: return (double)(sinhf(x));
	case HR_R_cosh: return (double)(coshf(x));
	case HR_R_tanh: return (double)(tanhf(x));
	case HR_R_asinh: return (double)(asinhf(x));
	case HR_R_acosh: return (double)(acoshf(x));
	case HR_R_atanh: return (double)(atanhf(x));
	case HR_R_erf: return (double)(erff(x));
	case HR_R_sigmoid: return (double)(1 / (1 + expf(-x)));
	case HR_R_add: return (double)(x + y);
	case HR_R_sub: return (double)(x - y);
	case HR_R_mul: return (double)(x * y);
	case HR_R_div: return (double)(x / y);
	case HR_R_mod: return (double)(sign_of_divisor(x, y));
	case HR_R_pow: return (double)(powf(x, y));
	case HR_R_atan2: return (double)(atan2f(x, y));
	case HR_R_max: return (double)(either(x, y, x > y));
	case HR_R_min: return (double)(either(x, y, x < y));
	case HR_R_equal: return (double)(x == y);
	case HR_R_less: return (double)(x < y);
	case HR_R_less_equal: return (double)(x <= y);
	case HR_R_is_nan: return (double)(isnan(x));
	case HR_R_is_inf: return (double)(isinf(x) != 0);
	default: ck_abort(); return 0;
	}
}

static double map_in_double(hr_row row, double x, double y)
{
	switch (row) {
	case HR_R_add: return x + y;
	case HR_R_sub: return x - y;
	case HR_R_mul: return x * y;
	case HR_R_div: return x / y;
	case HR_R_sqrt: return sqrt(x);
	case HR_R_exp: return exp(x);
	case HR_R_log: return log(x);
	case HR_R_tanh: return tanh(x);
	case HR_R_less: return x < y;
	default: return NAN;
	}
}

/* --- maps ------------------------------------------------------------------------------------- */

static void check(const row_case *c, uint64_t i, double got, const char *text)
{
	const hr_tensor_data *r = &c->result;
	double bound = (double)r->bound[i];
	double value = hr_elem_is_real(r->elem) ? real_at(r, i)
						: (double)hr_elem_integer(r->elem, r->data, i);

	if (isinf(bound))
		return;
	ck_assert_msg(
		isfinite(value) ? fabs(got - value) <= bound
				: bound == 0 && (isnan(value) ? isnan(got) : got == value),
		"%s of %s%s: element %d from %.9g (%g) and %.9g (%g) is %.9g within %g, and a "
		"backend's %.9g",
		text, hr_elem_name(type), c->operand[0].wide ? " (wide)" : "", (int)i,
		real_at(&c->operand[0], i), bound_at(&c->operand[0], i),
		c->operands[1] ? real_at(&c->operand[1], i) : 0,
		c->operands[1] ? bound_at(&c->operand[1], i) : 0, value, bound, got);
}

/* Make the values of a wide operand ones that a backend has exactly, where they are certain. */
static void make_wide(hr_tensor_data *t)
{
	for (uint64_t i = 0; i < t->count; i++) {
		double value = hr_elem_real(t->elem, t->data, t->count - 1 - i);

		((double *)t->data)[t->count - 1 - i] = value;
	}
	t->wide = true;
}

static void random_operands(row_case *c, unsigned count, case_kind kind)
{
	bool wide = random_below(3) == 0;

	for (unsigned k = 0; k < count; k++) {
		hr_tensor_data *t = case_operand(c, k, type, 1, DIM(ELEMENTS));

		fill_random(t, kind, random_below(2));
		if (wide)
			make_wide(t);
	}
}

static double operand_of_backend(const hr_tensor_data *t, uint64_t i)
{
	return stored(moved_in_type(real_at(t, i), bound_at(t, i)));
}

static void check_map(hr_row row)
{
	const hr_row_about *about = hr_row_of(row);
	row_case c;

	case_begin(&c, about->name);
	random_operands(&c, about->least, random_below(2) ? ORDINARY : random_below(KINDS));
	ck_assert_msg(case_run(&c), "%s", c.why);
	for (unsigned trial = 0; trial < 4; trial++) {
		flushes = trial % 2;
		for (uint64_t i = 0; i < ELEMENTS; i++) {
			double x = operand_of_backend(&c.operand[0], i),
			       y = about->least > 1 ? operand_of_backend(&c.operand[1], i) : 0;

			if (type == HR_E_F64) {
				double got = map_in_double(row, x, y);

				if (!isnan(got))
					check(&c, i, got, about->name);
				continue;
			}
			check(&c, i, stored(map_in_float(row, (float)x, (float)y)), about->name);
		}
	}
	case_end(&c);
}

/* Return true for a map of real numbers that is a formula of them: no cast, no `where`. */
static bool is_formula(hr_row row)
{
	const hr_row_about *about = hr_row_of(row);

	return about->kind == HR_ROW_MAP && about->types != HR_TYPES_BITS &&
	       about->types != HR_TYPES_OTHER && row != HR_R_widen && row != HR_R_narrow;
}

START_TEST(maps_hold)
{
	static const hr_elem types[] = {HR_E_F32, HR_E_F32, HR_E_F16, HR_E_BF16, HR_E_F64};

	case_state = 1;
	for (unsigned trial = 0; trial < TRIALS; trial++)
		for (hr_row row = 1; row < HR_R_COUNT; row++) {
			type = types[random_below(5)];
			if (is_formula(row))
				check_map(row);
		}
}
END_TEST

/* --- tightness -------------------------------------------------------------------------------- */

static int compare_doubles(const void *one, const void *other)
{
	double x = *(const double *)one, y = *(const double *)other;

	return (x > y) - (x < y);
}

/* Return the median of the bound over the error of binary32, of exact ordinary operands; 0 if no result has
 * an error. */
static double median_ratio(hr_row row)
{
	static double ratios[2000];
	unsigned count = 0, operands = hr_row_of(row)->least;
	row_case c, exact;

	flushes = false;
	for (unsigned trial = 0; trial < 50; trial++) {
		case_begin(&c, hr_row_of(row)->name);
		case_begin(&exact, hr_row_of(row)->name);
		for (unsigned k = 0; k < operands; k++) {
			fill_random(case_operand(&c, k, HR_E_F32, 1, DIM(ELEMENTS)), ORDINARY,
				    false);
			case_operand(&exact, k, HR_E_F32, 1, DIM(ELEMENTS))->wide = true;
			for (uint64_t i = 0; i < ELEMENTS; i++)
				set_real(&exact.operand[k], i, real_at(&c.operand[k], i));
		}
		ck_assert(case_run(&c) && case_run(&exact) && exact.result.wide);
		for (uint64_t i = 0; i < ELEMENTS; i++) {
			double x = real_at(&c.operand[0], i),
			       y = operands > 1 ? real_at(&c.operand[1], i) : 0;
			double error = fabs(map_in_float(row, (float)x, (float)y) -
					    real_at(&exact.result, i));

			if (error > 0)
				ratios[count++] = bound_at(&c.result, i) / error;
			else if (isfinite(real_at(&exact.result, i)) && hr_row_of(row)->least == 1)
				ck_assert(bound_at(&c.result, i) <= 1e-5);
		}
		case_end(&c);
		case_end(&exact);
	}
	qsort(ratios, count, sizeof(ratios[0]), compare_doubles);
	return count ? ratios[count / 2] : 0;
}

START_TEST(bounds_are_tight)
{
	case_state = 2;
	type = HR_E_F32;
	for (hr_row row = 1; row < HR_R_COUNT; row++) {
		double ratio;

		if (!is_formula(row) || hr_row_of(row)->types == HR_TYPES_TEST)
			continue;
		ratio = median_ratio(row);
		ck_assert_msg(ratio < 100, "%s: the bound is %g times the error",
			      hr_row_of(row)->name, ratio);
	}
}
END_TEST

/* --- reductions ------------------------------------------------------------------------------- */

static double together(hr_row row, double x, double y)
{
	switch (row) {
	case HR_R_sum:
	case HR_R_cumulative_sum: return x + y;
	case HR_R_product:
	case HR_R_cumulative_product: return x * y;
	case HR_R_maximum: return isnan(x) || isnan(y) ? NAN : x > y ? x : y;
	default: return isnan(x) || isnan(y) ? NAN : x < y ? x : y;
	}
}

/* Reduce COUNT values from either end or in two halves. */
static double reduced(hr_row row, const double *x, unsigned count, unsigned order)
{
	double total = x[order == 1 ? count - 1 : 0];
	hr_elem of = type;

	if (order == 2 && count > 1) {
		total = together(row, reduced(row, x, count / 2, 2),
				 reduced(row, x + count / 2, count - count / 2, 2));
		type = of == HR_E_F64 ? of : HR_E_F32;
		total = stored(total);
		type = of;
		return total;
	}
	for (unsigned i = 1; i < count; i++) {
		type = of == HR_E_F64 ? of : HR_E_F32;
		total = stored(together(row, total, x[order == 1 ? count - 1 - i : i]));
		type = of;
	}
	return total;
}

static void check_reduction(hr_row row)
{
	row_case c;
	double x[ELEMENTS];
	unsigned count = 1 + random_below(ELEMENTS);

	case_begin(&c, hr_row_of(row)->name);
	fill_random(case_operand(&c, 0, type, 1, DIM(count)),
		    random_below(2) ? ORDINARY : random_below(KINDS), random_below(2));
	if (random_below(3) == 0)
		make_wide(&c.operand[0]);
	ck_assert_msg(case_run(&c), "%s", c.why);
	for (unsigned trial = 0; trial < 6; trial++) {
		flushes = trial % 2;
		for (unsigned i = 0; i < count; i++)
			x[i] = operand_of_backend(&c.operand[0], i);
		if (c.result.count == 1)
			check(&c, 0, stored(reduced(row, x, count, trial / 2)),
			      hr_row_of(row)->name);
		for (unsigned i = 1; c.result.count > 1 && i < count; i++)
			x[i] = stored(together(row, x[i - 1], x[i]));
		for (unsigned i = 0; c.result.count > 1 && i < count; i++)
			check(&c, i, x[i], hr_row_of(row)->name);
	}
	case_end(&c);
}

START_TEST(reductions_hold)
{
	static const hr_row rows[] = {HR_R_sum,     HR_R_product,        HR_R_maximum,
				      HR_R_minimum, HR_R_cumulative_sum, HR_R_cumulative_product};
	static const hr_elem types[] = {HR_E_F32, HR_E_F16, HR_E_BF16, HR_E_F64};

	case_state = 3;
	for (unsigned trial = 0; trial < 20 * TRIALS; trial++) {
		type = types[random_below(4)];
		check_reduction(rows[random_below(6)]);
	}
}
END_TEST

HR_TEST_MAIN("bounds of rows", maps_hold, bounds_are_tight, reductions_hold)
