/* interp/row/test_row_maps.c -- values of maps and reductions, and bounds where a decision is unsure. */
#include "interp/row/test_row_case.h"

#define F HR_E_F32

/* Begin the call TEXT of vectors of the type. */
static void begin(row_case *c, const char *text, hr_elem elem, uint64_t count, const double *x,
		  const double *y)
{
	case_begin(c, text);
	case_numbers(c, 0, elem, 1, &count, x);
	if (y)
		case_numbers(c, 1, elem, 1, &count, y);
}

static void expect(const char *text, hr_elem from, hr_elem to, uint64_t count, const double *x,
		   const double *y, const double *wanted)
{
	row_case c;

	begin(&c, text, from, count, x, y);
	expect_numbers(&c, to, 1, &count, wanted);
}

/* --- values ----------------------------------------------------------------------------------- */

START_TEST(reals)
{
	const double *x = NUMBERS(-2.5, -0.5, 0.5, 1.5, 2.5);

	expect("round", F, F, 5, x, NULL, NUMBERS(-2, 0, 0, 2, 2));
	expect("floor", F, F, 5, x, NULL, NUMBERS(-3, -1, 0, 1, 2));
	expect("trunc", F, F, 5, x, NULL, NUMBERS(-2, 0, 0, 1, 2));
	expect("sign", HR_E_F16, HR_E_F16, 3, NUMBERS(-3, 0, NAN), NULL, NUMBERS(-1, 0, NAN));
	expect("max", F, F, 3, NUMBERS(1, NAN, 2), NUMBERS(2, 1, NAN), NUMBERS(2, NAN, NAN));
	expect("mod", F, F, 4, NUMBERS(5, -5, 5, -5), NUMBERS(3, 3, -3, -3), NUMBERS(2, 1, -1, -2));
	expect("mod sign=dividend", F, F, 4, NUMBERS(5, -5, 5, -5), NUMBERS(3, 3, -3, -3),
	       NUMBERS(2, -2, 2, -2));
	expect("is_inf negative=0", F, HR_E_BOOL, 3, NUMBERS(INFINITY, -INFINITY, 1), NULL,
	       NUMBERS(1, 0, 0));
	/* one rounding: 2049 is no number of f16, nor is 257 one of bf16 */
	expect("add", HR_E_F16, HR_E_F16, 2, NUMBERS(2048, 2048), NUMBERS(1, 3),
	       NUMBERS(2048, 2052));
	expect("add", HR_E_BF16, HR_E_BF16, 1, NUMBERS(256), NUMBERS(3), NUMBERS(260));
}
END_TEST

START_TEST(integers)
{
	expect("div", HR_E_I32, HR_E_I32, 4, NUMBERS(-7, 7, 5, -2147483648.), NUMBERS(2, -2, 0, -1),
	       NUMBERS(-3, -3, 0, -2147483648.));
	expect("mod", HR_E_I8, HR_E_I8, 4, NUMBERS(7, -7, 7, -7), NUMBERS(3, 3, -3, 0),
	       NUMBERS(1, 2, -2, 0));
	expect("add", HR_E_I8, HR_E_I8, 1, NUMBERS(127), NUMBERS(1), NUMBERS(-128));
	expect("neg", HR_E_U8, HR_E_U8, 1, NUMBERS(1), NULL, NUMBERS(255));
	expect("shift_left", HR_E_U8, HR_E_U8, 3, NUMBERS(3, 3, 3), NUMBERS(7, 8, 200),
	       NUMBERS(128, 0, 0));
	expect("shift_right", HR_E_I8, HR_E_I8, 2, NUMBERS(-5, -5), NUMBERS(1, 8), NUMBERS(-3, 0));
	expect("pow", HR_E_I32, HR_E_I32, 4, NUMBERS(3, 2, 2, -1), NUMBERS(4, 33, -1, -3),
	       NUMBERS(81, 0, 0, -1));
	expect("not", HR_E_BOOL, HR_E_BOOL, 2, NUMBERS(0, 1), NULL, NUMBERS(1, 0));
	expect("not", HR_E_I16, HR_E_I16, 1, NUMBERS(0), NULL, NUMBERS(-1));
	expect("xor", HR_E_BOOL, HR_E_BOOL, 2, NUMBERS(1, 1), NUMBERS(0, 1), NUMBERS(1, 0));
}
END_TEST

START_TEST(casts)
{
	const double *x = NUMBERS(300.7, -1.5, NAN, INFINITY, 1e30);

	expect("cast to=u8", F, HR_E_U8, 5, x, NULL, NUMBERS(44, 255, 0, 0, 0));
	expect("cast to=i8", F, HR_E_I8, 5, x, NULL, NUMBERS(44, -1, -128, -128, 0));
	expect("cast to=i8 saturate=1", F, HR_E_I8, 5, x, NULL, NUMBERS(127, -1, 0, 127, 127));
	expect("cast to=bool", F, HR_E_BOOL, 5, x, NULL, NUMBERS(1, 1, 1, 1, 1));
	expect("cast to=f16", F, HR_E_F16, 2, NUMBERS(2049, 1e6), NULL, NUMBERS(2048, INFINITY));
	expect("cast to=u8", HR_E_I32, HR_E_U8, 2, NUMBERS(256, -1), NULL, NUMBERS(0, 255));
	expect("bitcast to=i32", F, HR_E_I32, 1, NUMBERS(1), NULL, NUMBERS(0x3f800000));
}
END_TEST

START_TEST(broadcasting)
{
	row_case c;

	case_begin(&c, "sub");
	case_numbers(&c, 0, F, 2, DIM(2, 1), NUMBERS(10, 20));
	case_numbers(&c, 1, F, 3, DIM(2, 1, 3), NUMBERS(1, 2, 3, 4, 5, 6));
	expect_numbers(&c, F, 3, DIM(2, 2, 3), NUMBERS(9, 8, 7, 19, 18, 17, 6, 5, 4, 16, 15, 14));
	case_begin(&c, "add");
	case_operand(&c, 0, F, 8, DIM(1, 1, 1, 1, 1, 1, 1, 1));
	case_operand(&c, 1, F, 2, DIM(0, 3));
	expect_numbers(&c, F, 8, DIM(1, 1, 1, 1, 1, 1, 0, 3), NULL);
	case_begin(&c, "add");
	case_operand(&c, 0, F, 1, DIM(3));
	case_operand(&c, 1, F, 1, DIM(4));
	expect_refused(&c, "axis 0 is 3 in operand 0 and 4 in operand 1");
	case_end(&c);
	case_begin(&c, "add");
	case_operand(&c, 0, F, 1, DIM(3));
	case_operand(&c, 1, HR_E_F64, 1, DIM(3));
	expect_refused(&c, "operand 0 has the type f32 and operand 1 f64");
	case_end(&c);
}
END_TEST

/* Many elements, on several threads, are those of few. */
START_TEST(many)
{
	enum { ROWS = 700, COLUMNS = 301 };
	row_case c;

	case_begin(&c, "add");
	case_operand(&c, 0, HR_E_I32, 2, DIM(ROWS, COLUMNS));
	case_operand(&c, 1, HR_E_I32, 1, DIM(COLUMNS));
	for (uint64_t i = 0; i < ROWS * COLUMNS; i++)
		((int32_t *)c.operand[0].data)[i] = (int32_t)i;
	for (uint64_t i = 0; i < COLUMNS; i++)
		((int32_t *)c.operand[1].data)[i] = (int32_t)(1000 * i);
	c.job.threads = 3;
	ck_assert(case_run(&c));
	for (uint64_t i = 0; i < ROWS * COLUMNS; i++)
		ck_assert_int_eq(((int32_t *)c.result.data)[i],
				 (int32_t)(i + 1000 * (i % COLUMNS)));
	case_end(&c);
}
END_TEST

/* --- bounds ----------------------------------------------------------------------------------- */

/* Return the bound of TEXT of X within DX (and Y within DY), where the result is WANTED. */
static double bound_of(const char *text, hr_elem elem, double x, double dx, double y, double dy,
		       double wanted)
{
	row_case c;
	double bound;
	const hr_tensor_data *r = &c.result;

	begin(&c, text, elem, 1, &x, &y);
	c.job.operand_count = hr_row_of(c.attributes.row)->least;
	for (unsigned k = 0; k < 2; k++) {
		c.operand[k].bound = hr_alloc_array(1, sizeof(float));
		c.operand[k].bound[0] = (float)(k ? dy : dx);
	}
	ck_assert_msg(case_run(&c), "%s", c.why);
	ck_assert((hr_elem_is_real(r->elem)
			   ? real_at(r, 0)
			   : (double)hr_elem_integer(r->elem, r->data, 0)) == wanted);
	bound = bound_at(r, 0);
	case_end(&c);
	return bound;
}

START_TEST(unsure)
{
	ck_assert(bound_of("less", F, 1, .125, 2, .125, 1) == 0);
	ck_assert(isinf(bound_of("less", F, 1, .5, 2, .5, 1)));
	ck_assert(isinf(bound_of("equal", F, 1, .5, 1, 0, 1)));
	ck_assert(bound_of("equal", F, 1, 0, 1, 0, 1) == 0);
	ck_assert(isinf(bound_of("is_nan", F, 1, INFINITY, 0, 0, 0)));
	ck_assert(bound_of("is_nan", F, 1, 9, 0, 0, 0) == 0);
	ck_assert(bound_of("cast to=i32", F, 2.5, .25, 0, 0, 2) == 0);
	ck_assert(isinf(bound_of("cast to=i32", F, 2.5, .75, 0, 0, 2)));
	ck_assert(isinf(bound_of("cast to=bool", F, 1, 1, 0, 0, 1)));
	ck_assert(fabs(bound_of("floor", F, 2.5, .75, 0, 0, 2) - 1) < 1e-6);
	ck_assert(bound_of("floor", F, 2.5, .25, 0, 0, 2) == 0);
	ck_assert(isinf(bound_of("sqrt", F, 1, 2, 0, 0, 1)));
	ck_assert(isinf(bound_of("div", F, 1, 0, .5, .5, 2)));
	ck_assert(isinf(bound_of("tan", F, 0, 2, 0, 0, 0)));
	ck_assert(isinf(bound_of("pow", F, 0, .1, .5, 0, 0)));
	ck_assert(isinf(bound_of("bitcast to=i32", F, 0, .1, 0, 0, 0)));
	ck_assert(isinf(bound_of("add", HR_E_I32, 1, INFINITY, 1, 0, 2)));
	/* 1e-40 may be flushed to 0 */
	ck_assert(isinf(bound_of("less", F, 0, 0, (double)1e-40f, 0, 1)));
	ck_assert(isinf(
		bound_of("log", F, (double)1e-40f, 0, 0, 0, (double)(float)log((double)1e-40f))));
	/* the sum of two may overflow */
	ck_assert(isinf(bound_of("add", F, (double)3e38f, 0, (double)3e38f, 0, INFINITY)));
	ck_assert(bound_of("add", F, INFINITY, 0, 1, .5, INFINITY) == 0);
}
END_TEST

START_TEST(rounded_once)
{
	row_case c;

	/* half an ULP of a backend, and what rounding the reference has changed: nothing */
	ck_assert(bound_of("add", F, 1, 0, 1, 0, 2) <= 0x1.001p-23);
	ck_assert(bound_of("abs", F, -1, 0, 0, 0, 1) == 0);
	ck_assert(bound_of("max", F, 1, .5, 3, .25, 3) == .25 * (1 + 0x1p-22));
	/* wide: the value stays in binary64, and a backend rounds to f32 */
	case_begin(&c, "mul");
	case_operand(&c, 0, F, 1, DIM(1))->wide = true;
	set_real(&c.operand[0], 0, 1 + 0x1p-40);
	case_numbers(&c, 1, F, 1, DIM(1), NUMBERS(3));
	ck_assert(case_run(&c) && c.result.wide);
	ck_assert(real_at(&c.result, 0) == 3 + 0x1.8p-39);
	ck_assert(bound_at(&c.result, 0) >= 0x1p-23 && bound_at(&c.result, 0) <= 0x1.001p-23);
	case_end(&c);
	case_begin(&c, "narrow");
	case_operand(&c, 0, F, 1, DIM(1))->wide = true;
	set_real(&c.operand[0], 0, 1 + 0x1p-40);
	ck_assert(case_run(&c) && !c.result.wide && real_at(&c.result, 0) == 1);
	ck_assert(bound_at(&c.result, 0) >= 0x1p-40 && bound_at(&c.result, 0) <= 0x1.001p-40);
	case_end(&c);
}
END_TEST

/* Where the condition is unsure, the bound reaches the other value. */
START_TEST(choices)
{
	row_case c;

	case_begin(&c, "where");
	case_numbers(&c, 0, HR_E_BOOL, 1, DIM(3), NUMBERS(1, 0, 1))->bound =
		hr_alloc_array(3, sizeof(float));
	c.operand[0].bound[2] = INFINITY;
	case_numbers(&c, 1, F, 1, DIM(3), NUMBERS(1, 2, 3));
	case_numbers(&c, 2, F, 0, NULL, NUMBERS(5));
	ck_assert_msg(case_run(&c), "%s", c.why);
	ck_assert(real_at(&c.result, 0) == 1 && real_at(&c.result, 1) == 5);
	ck_assert(bound_at(&c.result, 0) == 0 && bound_at(&c.result, 1) == 0);
	ck_assert(real_at(&c.result, 2) == 3 && fabs(bound_at(&c.result, 2) - 2) < 1e-6);
	case_end(&c);
}
END_TEST

/* --- reductions ------------------------------------------------------------------------------- */

static void expect_reduced(const char *text, hr_elem to, unsigned rank, const uint64_t *dim,
			   const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	case_numbers(&c, 0, F, 3, DIM(2, 3, 2), NUMBERS(1, 2, 3, 9, 5, 6, 7, 8, 9, 1, 2, 2));
	expect_numbers(&c, to, rank, dim, wanted);
}

START_TEST(reductions)
{
	expect_reduced("sum", F, 0, NULL, NUMBERS(55));
	expect_reduced("sum axes=", F, 3, DIM(2, 3, 2),
		       NUMBERS(1, 2, 3, 9, 5, 6, 7, 8, 9, 1, 2, 2));
	expect_reduced("sum axes=1 keep=1", F, 3, DIM(2, 1, 2), NUMBERS(9, 17, 18, 11));
	expect_reduced("sum axes=0,2", F, 1, DIM(3), NUMBERS(18, 22, 15));
	expect_reduced("product axes=0", F, 2, DIM(3, 2), NUMBERS(7, 16, 27, 9, 10, 12));
	expect_reduced("maximum axes=1,2", F, 1, DIM(2), NUMBERS(9, 9));
	expect_reduced("minimum axes=2", F, 2, DIM(2, 3), NUMBERS(1, 3, 5, 7, 1, 2));
	expect_reduced("arg_max axis=1", HR_E_I64, 2, DIM(2, 2), NUMBERS(2, 1, 1, 0));
	expect_reduced("arg_min axis=2 keep=1", HR_E_I64, 3, DIM(2, 3, 1),
		       NUMBERS(0, 0, 0, 0, 1, 0));
	expect_reduced("arg_min axis=2 last=1", HR_E_I64, 2, DIM(2, 3), NUMBERS(0, 0, 0, 0, 1, 1));
	expect_reduced("cumulative_sum axis=1", F, 3, DIM(2, 3, 2),
		       NUMBERS(1, 2, 4, 11, 9, 17, 7, 8, 16, 9, 18, 11));
	expect_reduced("cumulative_sum axis=1 exclusive=1 reverse=1", F, 3, DIM(2, 3, 2),
		       NUMBERS(8, 15, 5, 6, 0, 0, 11, 3, 2, 2, 0, 0));
	expect_reduced("cumulative_product axis=2", F, 3, DIM(2, 3, 2),
		       NUMBERS(1, 2, 3, 27, 5, 30, 7, 56, 9, 9, 2, 4));
}
END_TEST

START_TEST(of_nothing)
{
	static const struct {
		const char *text;
		hr_elem elem;
		double wanted;
	} rows[] = {{"sum", F, 0},
		    {"product", HR_E_I32, 1},
		    {"maximum", F, -INFINITY},
		    {"minimum", F, INFINITY},
		    {"maximum", HR_E_I8, -128},
		    {"minimum", HR_E_U8, 255},
		    {"maximum", HR_E_BOOL, 0},
		    {"minimum", HR_E_BOOL, 1}};
	row_case c;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		case_begin(&c, rows[i].text);
		case_operand(&c, 0, rows[i].elem, 2, DIM(0, 3));
		expect_numbers(&c, rows[i].elem, 0, NULL, &rows[i].wanted);
	}
	case_begin(&c, "arg_max axis=0");
	case_operand(&c, 0, F, 2, DIM(0, 3));
	expect_refused(&c, "axis 0 is 0");
	case_end(&c);
}
END_TEST

/* The position of the greatest is unsure if another may be greater; NaN is greater than all. */
START_TEST(positions)
{
	row_case c;

	case_begin(&c, "arg_max axis=1");
	case_numbers(&c, 0, F, 2, DIM(3, 3), NUMBERS(1, 5, 4, 1, 5, 5, 1, NAN, 5))->bound =
		hr_alloc_array(9, sizeof(float));
	c.operand[0].bound[1] = 2;
	ck_assert(case_run(&c));
	for (uint64_t i = 0; i < 3; i++)
		ck_assert_int_eq(((const int64_t *)c.result.data)[i], 1);
	ck_assert(isinf(bound_at(&c.result, 0)) && bound_at(&c.result, 1) == 0 &&
		  bound_at(&c.result, 2) == 0);
	case_end(&c);
}
END_TEST

HR_TEST_MAIN("maps and reductions", reals, integers, casts, broadcasting, many, unsure,
	     rounded_once, choices, reductions, of_nothing, positions)
