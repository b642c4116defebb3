/* interp/row/test_row_products.c -- rows that add products: by hand, and against the formula.
 *
 * The formula gives the terms of each element in their order. A real result must be their sum in
 * binary64, rounded once, to the bit; an integer result their sum modulo 2^64. The bound must hold for
 * sums in binary32 in several orders, of operands anywhere within their bounds. */
#include "interp/row/test_row_case.h"

/* --- terms ------------------------------------------------------------------------------------ */

enum { MOST_TERMS = 4096 };

/* The terms of one element of the result: indices of elements of operand 0 and operand 1. */
typedef struct terms {
	unsigned count;
	uint64_t left[MOST_TERMS], right[MOST_TERMS];
} terms;

typedef void formula(const row_case *c, uint64_t at, terms *out);

static void add_term(terms *t, uint64_t left, uint64_t right)
{
	ck_assert_uint_lt(t->count, MOST_TERMS);
	t->left[t->count] = left;
	t->right[t->count++] = right;
}

/* Sum the terms in binary64. */
static double sum_of(const row_case *c, const terms *t)
{
	double sum = 0;

	for (unsigned i = 0; i < t->count; i++)
		sum += real_at(&c->operand[0], t->left[i]) * real_at(&c->operand[1], t->right[i]);
	return sum;
}

/* Sum the terms in the type of a backend's sums, backwards or not; those of even places apart if
 * PAIRS. */
static double sum_of_backend(const row_case *c, const terms *t, bool backwards, bool pairs)
{
	bool f64 = c->result.elem == HR_E_F64;
	double part[2] = {0, 0};
	uint64_t cell = 0;
	hr_tensor_data one = {.elem = c->result.elem, .wide = c->result.wide, .data = &cell};

	for (unsigned k = 0; k < t->count; k++) {
		unsigned i = backwards ? t->count - 1 - k : k;
		double product =
			moved(&c->operand[0], t->left[i]) * moved(&c->operand[1], t->right[i]);
		double *sum = &part[pairs && i % 2];

		*sum = f64 ? *sum + product : (double)((float)*sum + (float)product);
	}
	set_real(&one, 0, f64 ? part[0] + part[1] : (double)((float)part[0] + (float)part[1]));
	return real_at(&one, 0);
}

static void check_bound(const row_case *c, uint64_t at, const terms *t)
{
	double value = real_at(&c->result, at), bound = (double)c->result.bound[at];

	for (unsigned trial = 0; trial < 4 && isfinite(bound); trial++) {
		double got = sum_of_backend(c, t, trial % 2, trial / 2);

		ck_assert_msg(isfinite(value)
				      ? fabs(got - value) <= bound
				      : bound == 0 && (isnan(value) ? isnan(got) : got == value),
			      "element %d of %s%s is %.9g within %g, and a backend's %.9g", (int)at,
			      hr_elem_name(c->result.elem), c->result.wide ? " (wide)" : "", value,
			      bound, got);
	}
}

static void check_element(const row_case *c, uint64_t at, const terms *t)
{
	const hr_tensor_data *r = &c->result, *left = &c->operand[0], *right = &c->operand[1];
	hr_tensor_data one = *r;
	uint64_t sum = 0, cell = 0;

	one.data = &cell;
	for (unsigned i = 0; !hr_elem_is_real(r->elem) && i < t->count; i++)
		sum += (uint64_t)hr_elem_integer(left->elem, left->data, t->left[i]) *
		       (uint64_t)hr_elem_integer(right->elem, right->data, t->right[i]);
	if (hr_elem_is_real(r->elem)) {
		set_real(&one, 0, sum_of(c, t));
		ck_assert_msg(real_at(&one, 0) == real_at(r, at) ||
				      (isnan(real_at(&one, 0)) && isnan(real_at(r, at))),
			      "element %d is %.17g, and by the formula %.17g", (int)at,
			      real_at(r, at), real_at(&one, 0));
		if (c->result.count < 1000 || at % 97 == 0)
			check_bound(c, at, t);
	} else {
		hr_elem_set_integer(r->elem, &cell, 0, (int64_t)sum);
		ck_assert_int_eq(hr_elem_integer(r->elem, &cell, 0),
				 hr_elem_integer(r->elem, r->data, at));
		ck_assert(r->bound[at] == 0);
	}
}

static void check_all(row_case *c, formula *of)
{
	static terms t;

	c->job.threads = 1 + random_below(3);
	ck_assert_msg(case_run(c), "%s", c->why);
	for (uint64_t i = 0; i < c->result.count; i++) {
		t.count = 0;
		of(c, i, &t);
		check_element(c, i, &t);
	}
	case_end(c);
}

static hr_elem random_elem(void)
{
	static const hr_elem all[] = {HR_E_F32,  HR_E_F32, HR_E_F32, HR_E_F64, HR_E_F16,
				      HR_E_BF16, HR_E_I8,  HR_E_U8,  HR_E_I32, HR_E_I64};

	return all[random_below(10)];
}

static void fill_both(row_case *c)
{
	case_kind kind = random_below(2) ? ORDINARY : random_below(KINDS);

	for (unsigned i = 0; i < 2; i++)
		fill_random(&c->operand[i], kind, random_below(2));
}

/* --- dot -------------------------------------------------------------------------------------- */

/* The strides of an operand's batch axes are 0 where it is broadcast. */
static uint64_t batch_offset(const hr_dims *one, const hr_dims *result, const uint64_t *at)
{
	uint64_t offset = 0;

	for (unsigned i = 0; i + 2 < one->rank; i++) {
		unsigned axis = result->rank - one->rank + i;

		offset = offset * one->dim[i] + (one->dim[i] == 1 ? 0 : at[axis]);
	}
	return offset * one->dim[one->rank - 2] * one->dim[one->rank - 1];
}

static void dot_terms(const row_case *c, uint64_t i, terms *out)
{
	const hr_dims *x = &c->operand[0].shape, *w = &c->operand[1].shape;
	const hr_dims *r = &c->result.shape;
	uint64_t at[HR_RANK_MOST], k = x->dim[x->rank - 1], n = w->dim[w->rank - 1];

	split(r, i, at);
	for (uint64_t term = 0; term < k; term++)
		add_term(out, batch_offset(x, r, at) + at[r->rank - 2] * k + term,
			 batch_offset(w, r, at) + term * n + at[r->rank - 1]);
}

START_TEST(dot_by_hand)
{
	row_case c;

	case_begin(&c, "dot");
	fill_with(case_operand(&c, 0, HR_E_F32, 2, DIM(2, 3)), 1., 2., 3., 4., 5., 6.);
	fill_with(case_operand(&c, 1, HR_E_F32, 2, DIM(3, 2)), 1., 0., -1., 2., .5, 10.);
	expect_reals(&c, 2, DIM(2, 2), .5, 34., 2., 70.);
	case_end(&c);
	case_begin(&c, "dot");
	fill_with(case_operand(&c, 0, HR_E_U8, 2, DIM(1, 2)), 200., 100.);
	fill_with(case_operand(&c, 1, HR_E_U8, 2, DIM(2, 1)), 2., 3.);
	expect_reals(&c, 2, DIM(1, 1), 188.);
	case_end(&c);
}
END_TEST

START_TEST(dot_refuses)
{
	row_case c;

	case_begin(&c, "dot");
	case_operand(&c, 0, HR_E_F32, 2, DIM(2, 3));
	case_operand(&c, 1, HR_E_F32, 3, DIM(5, 4, 2));
	expect_refused(&c, "axis 1 is 3 in operand 0 and axis 1 is 4 in operand 1");
	case_end(&c);
	case_begin(&c, "dot");
	case_operand(&c, 0, HR_E_BOOL, 2, DIM(2, 3));
	case_operand(&c, 1, HR_E_BOOL, 2, DIM(3, 2));
	expect_refused(&c, "operand 0 has the type bool");
	case_end(&c);
	case_begin(&c, "dot");
	case_operand(&c, 0, HR_E_F32, 1, DIM(3));
	case_operand(&c, 1, HR_E_F32, 2, DIM(3, 2));
	expect_refused(&c, "operand 0 has rank 1, which is too small");
	case_end(&c);
}
END_TEST

START_TEST(dot_of_random_shapes)
{
	for (unsigned trial = 0; trial < 600; trial++) {
		uint64_t m = random_from(0, 9), k = random_from(0, 20), n = random_from(0, 40);
		uint64_t b = random_from(1, 3), d = random_from(1, 2);
		uint64_t left[] = {random_below(2) ? b : 1, random_below(2) ? d : 1, m, k};
		uint64_t right[] = {random_below(2) ? b : 1, random_below(2) ? d : 1, k, n};
		unsigned skip[] = {random_below(3), random_below(3)};
		hr_elem elem = random_elem();
		row_case c;

		case_state = trial;
		case_begin(&c, "dot");
		case_operand(&c, 0, elem, 4 - skip[0], left + skip[0]);
		case_operand(&c, 1, elem, 4 - skip[1], right + skip[1]);
		if (hr_elem_is_real(elem))
			c.operand[0].wide = random_below(4) == 0;
		fill_both(&c);
		check_all(&c, dot_terms);
	}
}
END_TEST

/* Sizes that threads and blocks do not divide. */
START_TEST(dot_of_large_matrices)
{
	row_case c;

	for (unsigned trial = 0; trial < 4; trial++) {
		uint64_t m = trial % 2 ? 37 : 3, n = trial / 2 ? 117 : 5, k = 1021;

		case_begin(&c, "dot");
		case_operand(&c, 0, HR_E_F32, 2, DIM(m, k));
		case_operand(&c, 1, HR_E_F32, 2, DIM(k, n));
		fill_random(&c.operand[0], ORDINARY, trial == 1);
		fill_random(&c.operand[1], ORDINARY, trial == 3);
		check_all(&c, dot_terms);
	}
}
END_TEST

/* --- convolution ------------------------------------------------------------------------------ */

static geometry shape_of_window;

static void convolution_terms(const row_case *c, uint64_t i, terms *out)
{
	const hr_dims *x = &c->operand[0].shape, *w = &c->operand[1].shape;
	const geometry *g = &shape_of_window;
	uint64_t at[HR_RANK_MOST], kernel[HR_RANK_MOST];
	uint64_t group;

	split(&c->result.shape, i, at);
	group = at[1] / (w->dim[0] / (uint64_t)g->group);
	for (uint64_t k = 0; k < c->operand[1].count / w->dim[0]; k++) {
		uint64_t weight = at[1] * (c->operand[1].count / w->dim[0]) + k;
		uint64_t from = at[0] * x->dim[1];
		bool inside = true;

		split(w, weight, kernel);
		from += group * w->dim[1] + kernel[1];
		for (unsigned axis = 0; axis < g->axes; axis++) {
			int64_t in = (int64_t)at[axis + 2] * g->stride[axis] +
				     (int64_t)kernel[axis + 2] * g->dilation[axis] -
				     g->before[axis];

			inside &= in >= 0 && in < (int64_t)x->dim[axis + 2];
			from = from * x->dim[axis + 2] + (uint64_t)in;
		}
		if (inside)
			add_term(out, from, weight);
	}
}

START_TEST(convolution_by_hand)
{
	row_case c;

	case_begin(&c, "convolution pads=1,0");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 3)), 10., 1., .5);
	expect_reals(&c, 3, DIM(1, 1, 3), 2., 13.5, 25.);
	case_end(&c);
	case_begin(&c, "convolution pads=-1,-1");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 1)), 10.);
	expect_reals(&c, 3, DIM(1, 1, 2), 20., 30.);
	case_end(&c);
	/* Padding adds no term, also where the weight is infinite. */
	case_begin(&c, "convolution pads=1,0");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 3)), 1., 2., 3.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 2)), INFINITY, 1.);
	expect_reals(&c, 3, DIM(1, 1, 3), 1., INFINITY, INFINITY);
	case_end(&c);
}
END_TEST

START_TEST(convolution_pads_itself)
{
	row_case c;

	case_begin(&c, "convolution auto=same_upper strides=2");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 3)), 1., 10., 100.);
	expect_reals(&c, 3, DIM(1, 1, 2), 321., 43.);
	case_end(&c);
	case_begin(&c, "convolution auto=same_lower strides=2");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 3)), 1., 10., 100.);
	expect_reals(&c, 3, DIM(1, 1, 2), 210., 432.);
	case_end(&c);
	case_begin(&c, "convolution auto=valid pads=5,5");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 3)), 1., 10., 100.);
	expect_reals(&c, 3, DIM(1, 1, 2), 321., 432.);
	case_end(&c);
}
END_TEST

static void refuse_convolution(const char *text, const uint64_t *x, const uint64_t *w,
			       const char *why)
{
	row_case c;

	case_begin(&c, text);
	case_operand(&c, 0, HR_E_F32, 3, x);
	case_operand(&c, 1, HR_E_F32, 3, w);
	expect_refused(&c, why);
	case_end(&c);
}

START_TEST(convolution_refuses)
{
	refuse_convolution("convolution group=2", DIM(1, 4, 9), DIM(2, 4, 3),
			   "axis 1 is 4 in operand 0 and 4 in operand 1, with 2 groups");
	refuse_convolution("convolution group=2", DIM(1, 4, 9), DIM(3, 2, 3),
			   "axis 0 is 3 in operand 1, with 2 groups");
	refuse_convolution("convolution group=0", DIM(1, 4, 9), DIM(3, 2, 3),
			   "axis 1 is 4 in operand 0 and 2 in operand 1, with 0 groups");
	refuse_convolution("convolution strides=1,1", DIM(1, 1, 9), DIM(1, 1, 3),
			   "strides has 2 numbers, not 1");
	refuse_convolution("convolution strides=0", DIM(1, 1, 9), DIM(1, 1, 3),
			   "strides has 0, which is too small");
	refuse_convolution("convolution pads=-1048577,1", DIM(1, 1, 9), DIM(1, 1, 3),
			   "pads has -1048577, which is too small");
	refuse_convolution("convolution pads=-4,-3", DIM(1, 1, 9), DIM(1, 1, 3),
			   "axis 2 is 2 with padding, and the window 3");
	refuse_convolution("convolution dilations=9999999999", DIM(1, 1, 9), DIM(1, 1, 3),
			   "dilations has 9999999999, which is too large");
	refuse_convolution("convolution dilations=3 pads=0,1", DIM(1, 1, 5), DIM(1, 1, 3),
			   "axis 2 is 6 with padding, and the window 7");
}
END_TEST

START_TEST(convolution_of_random_shapes)
{
	for (unsigned trial = 0; trial < 500; trial++) {
		geometry *g = &shape_of_window;
		uint64_t x[HR_RANK_MOST], w[HR_RANK_MOST];
		hr_elem elem = random_elem();
		row_case c;

		case_state = trial + 10000;
		random_geometry(g, "convolution", (unsigned)random_from(1, 3));
		print_list(g->text, "group", &g->group, NULL, 1);
		w[1] = random_from(random_below(9) ? 1 : 0, 3);
		w[0] = random_from(1, 6) * (uint64_t)g->group;
		x[0] = random_from(random_below(9) ? 1 : 0, 2);
		x[1] = w[1] * (uint64_t)g->group;
		for (unsigned i = 0; i < g->axes; i++) {
			w[i + 2] = random_from(1, g->axes == 3 ? 2 : 3);
			x[i + 2] = (w[i + 2] - 1) * (uint64_t)g->dilation[i] + 1 +
				   random_from(0, g->axes == 3 ? 4 : 9);
		}
		case_begin(&c, g->text);
		case_operand(&c, 0, elem, g->axes + 2, x);
		case_operand(&c, 1, elem, g->axes + 2, w);
		fill_both(&c);
		check_all(&c, convolution_terms);
	}
}
END_TEST

/* --- convolution_transpose ---------------------------------------------------------------------- */

static void transpose_terms(const row_case *c, uint64_t i, terms *out)
{
	const hr_dims *x = &c->operand[0].shape, *w = &c->operand[1].shape;
	const geometry *g = &shape_of_window;
	uint64_t at[HR_RANK_MOST], kernel[HR_RANK_MOST];
	uint64_t channels = x->dim[1] / (uint64_t)g->group, group;

	split(&c->result.shape, i, at);
	group = at[1] / w->dim[1];
	for (uint64_t k = 0; k < c->operand[1].count; k++) {
		uint64_t from = at[0];
		bool adds;

		split(w, k, kernel);
		adds = kernel[0] / channels == group && kernel[1] == at[1] % w->dim[1];
		from = from * x->dim[1] + kernel[0];
		for (unsigned axis = 0; axis < g->axes && adds; axis++) {
			int64_t in = (int64_t)at[axis + 2] + g->before[axis] -
				     (int64_t)kernel[axis + 2] * g->dilation[axis];

			adds = in >= 0 && in % g->stride[axis] == 0 &&
			       in / g->stride[axis] < (int64_t)x->dim[axis + 2];
			from = from * x->dim[axis + 2] + (uint64_t)(in / g->stride[axis]);
		}
		if (adds)
			add_term(out, from, k);
	}
}

START_TEST(transpose_of_random_shapes)
{
	for (unsigned trial = 0; trial < 400; trial++) {
		geometry *g = &shape_of_window;
		uint64_t x[HR_RANK_MOST], w[HR_RANK_MOST];
		hr_elem elem = random_elem();
		row_case c;

		case_state = trial + 20000;
		random_geometry(g, "convolution_transpose", (unsigned)random_from(1, 3));
		print_list(g->text, "group", &g->group, NULL, 1);
		x[0] = random_from(0, 2);
		w[0] = x[1] = random_from(1, 3) * (uint64_t)g->group;
		w[1] = random_from(1, 3);
		for (unsigned i = 0; i < g->axes; i++) {
			w[i + 2] = random_from(1, 3);
			x[i + 2] = random_from(2, g->axes == 3 ? 3 : 5);
			if ((int64_t)w[i + 2] + 2 < g->before[i] + g->after[i])
				w[i + 2] = 3;
		}
		case_begin(&c, g->text);
		case_operand(&c, 0, elem, g->axes + 2, x);
		case_operand(&c, 1, elem, g->axes + 2, w);
		fill_both(&c);
		check_all(&c, transpose_terms);
	}
}
END_TEST

static void expect_transposed(const char *text, int64_t given, uint64_t count, const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 2)), 1., 2.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 3)), 1., 10., 100.);
	if (given)
		fill_with(case_operand(&c, 2, HR_E_I64, 1, DIM(1)), (double)given);
	ck_assert_msg(case_run(&c), "%s", c.why);
	ck_assert_uint_eq(c.result.count, count);
	for (uint64_t i = 0; i < count; i++)
		ck_assert_msg(real_at(&c.result, i) == wanted[i], "%s: element %d is %g", text,
			      (int)i, real_at(&c.result, i));
	case_end(&c);
}

#define VALUES(...)                                                                                \
	sizeof((const double[]){__VA_ARGS__}) / 8, (const double[])                                \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}

START_TEST(transpose_by_hand)
{
	expect_transposed("convolution_transpose", 0, VALUES(1, 12, 120, 200));
	expect_transposed("convolution_transpose pads=1,0", 0, VALUES(12, 120, 200));
	expect_transposed("convolution_transpose strides=2", 0, VALUES(1, 10, 102, 20, 200));
	expect_transposed("convolution_transpose strides=2 output_padding=1", 0,
			  VALUES(1, 10, 102, 20, 200, 0));
	expect_transposed("convolution_transpose strides=2 pads=0,1", 7,
			  VALUES(1, 10, 102, 20, 200, 0, 0));
	expect_transposed("convolution_transpose strides=2", 4, VALUES(10, 102, 20, 200));
	expect_transposed("convolution_transpose strides=2 auto=same_upper", 4,
			  VALUES(1, 10, 102, 20));
	expect_transposed("convolution_transpose strides=2 auto=same_upper", 0,
			  VALUES(1, 10, 102, 20));
	expect_transposed("convolution_transpose strides=2 auto=same_lower", 0,
			  VALUES(10, 102, 20, 200));
	expect_transposed("convolution_transpose auto=valid pads=1,1", 0, VALUES(1, 12, 120, 200));
}
END_TEST

START_TEST(transpose_refuses)
{
	row_case c;

	case_begin(&c, "convolution_transpose");
	case_operand(&c, 0, HR_E_F32, 3, DIM(1, 2, 2));
	case_operand(&c, 1, HR_E_F32, 3, DIM(3, 1, 3));
	expect_refused(&c, "axis 1 is 2 in operand 0 and axis 0 is 3 in operand 1");
	case_end(&c);
	case_begin(&c, "convolution_transpose pads=2,3");
	case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 2));
	case_operand(&c, 1, HR_E_F32, 3, DIM(1, 1, 3));
	expect_refused(&c, "axis 2 of the result is -1");
	case_end(&c);
}
END_TEST

/* --- deformable_convolution --------------------------------------------------------------------- */

/* Without offsets it is a convolution. */
START_TEST(deformable_without_offsets)
{
	for (unsigned trial = 0; trial < 100; trial++) {
		geometry *g = &shape_of_window;
		uint64_t x[4], w[4], offset[4];
		row_case c;

		case_state = trial + 30000;
		random_geometry(g, "deformable_convolution", 2);
		print_list(g->text, "group", &g->group, NULL, 1);
		w[1] = random_from(1, 3);
		w[0] = random_from(1, 3) * (uint64_t)g->group;
		x[0] = offset[0] = random_from(1, 2);
		x[1] = w[1] * (uint64_t)g->group;
		for (unsigned i = 0; i < 2; i++) {
			uint64_t covered;

			w[i + 2] = random_from(1, 3);
			covered = (w[i + 2] - 1) * (uint64_t)g->dilation[i] + 1;
			x[i + 2] = covered + random_from(0, 5);
			offset[i + 2] =
				(x[i + 2] + (uint64_t)(g->before[i] + g->after[i]) - covered) /
					(uint64_t)g->stride[i] +
				1;
		}
		offset[1] = w[2] * w[3] * 2;
		case_begin(&c, g->text);
		case_operand(&c, 0, HR_E_F32, 4, x);
		case_operand(&c, 1, HR_E_F32, 4, w);
		fill_random(&c.operand[0], ORDINARY, random_below(2));
		fill_random(&c.operand[1], ORDINARY, random_below(2));
		case_operand(&c, 2, HR_E_F32, 4, offset);
		check_all(&c, convolution_terms);
	}
}
END_TEST

START_TEST(deformable_by_hand)
{
	row_case c;

	/* Two groups of offsets: half an element down and left; out of the image. The mask halves. */
	case_begin(&c, "deformable_convolution offset_group=2");
	fill_with(case_operand(&c, 0, HR_E_F32, 4, DIM(1, 2, 2, 2)), 1., 2., 3., 4., 5., 6., 7.,
		  8.);
	fill_with(case_operand(&c, 1, HR_E_F32, 4, DIM(1, 2, 1, 1)), 1., 100.);
	fill_with(case_operand(&c, 2, HR_E_F32, 4, DIM(1, 4, 2, 2)), .5, .5, .5, .5, -.5, -.5, -.5,
		  -.5, 3., 3., 3., 3., 0., 0., 0., 0.);
	fill_with(case_operand(&c, 3, HR_E_F32, 4, DIM(1, 2, 2, 2)), .5, .5, .5, .5, 1., 1., 1.,
		  1.);
	expect_reals(&c, 4, DIM(1, 1, 2, 2), .5, 1.25, .375, .875);
	case_end(&c);
	case_begin(&c, "deformable_convolution");
	case_operand(&c, 0, HR_E_F32, 4, DIM(1, 2, 3, 3));
	case_operand(&c, 1, HR_E_F32, 4, DIM(1, 2, 2, 2));
	case_operand(&c, 2, HR_E_F32, 4, DIM(1, 8, 2, 3));
	expect_refused(&c, "axis 3 of operand 2 is 3, not 2");
	case_end(&c);
}
END_TEST

/* --- determinant ------------------------------------------------------------------------------ */

static void expect_determinant(uint64_t n, double wanted, const double *a)
{
	row_case c;
	hr_tensor_data *x;

	case_begin(&c, "determinant");
	x = case_operand(&c, 0, HR_E_F32, 3, DIM(1, n, n));
	for (uint64_t i = 0; i < n * n; i++)
		set_real(x, i, a[i]);
	expect_reals(&c, 1, DIM(1), wanted);
	case_end(&c);
}

START_TEST(determinant_by_hand)
{
	row_case c;

	expect_determinant(0, 1, NULL);
	expect_determinant(1, -3, (const double[]){-3});
	expect_determinant(2, -2, (const double[]){0, 1, 2, 3});
	expect_determinant(3, -306, (const double[]){6, 1, 1, 4, -2, 5, 2, 8, 7});
	expect_determinant(3, 0, (const double[]){1, 2, 3, 2, 4, 6, 7, 8, 9});
	case_begin(&c, "determinant");
	case_operand(&c, 0, HR_E_F32, 2, DIM(2, 3));
	expect_refused(&c, "axis 0 is 2 and axis 1 is 3");
	case_end(&c);
}
END_TEST

/* A product of wide operands is rounded to its type by a backend, although the reference does not round it. */
START_TEST(wide_products_count_the_rounding)
{
	row_case c;

	case_begin(&c, "dot");
	for (unsigned i = 0; i < 2; i++) {
		hr_tensor_data *t = case_operand(&c, i, HR_E_BF16, 2, i ? DIM(2, 1) : DIM(1, 2));

		t->wide = true;
		set_real(t, 0, i ? 255 : 1);
		set_real(t, 1, i ? 1 : 2);
	}
	ck_assert(case_run(&c));
	ck_assert(real_at(&c.result, 0) == 257 && bound_at(&c.result, 0) >= 1);
	case_end(&c);
}
END_TEST

/* The bound holds for expansion in binary32, of elements within their bounds. */
START_TEST(determinant_bounds_hold)
{
	for (unsigned trial = 0; trial < 500; trial++) {
		row_case c;
		float a[9], got;

		case_state = trial;
		case_begin(&c, "determinant");
		fill_random(case_operand(&c, 0, HR_E_F32, 2, DIM(3, 3)), ORDINARY, trial % 2);
		ck_assert_msg(case_run(&c), "%s", c.why);
		for (unsigned i = 0; i < 9; i++)
			a[i] = (float)moved(&c.operand[0], i);
		got = a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) +
		      a[2] * (a[3] * a[7] - a[4] * a[6]);
		ck_assert(fabs((double)got - real_at(&c.result, 0)) <= (double)c.result.bound[0]);
		case_end(&c);
	}
}
END_TEST

HR_TEST_MAIN("row products", dot_by_hand, dot_refuses, dot_of_random_shapes, dot_of_large_matrices,
	     convolution_by_hand, convolution_pads_itself, convolution_refuses,
	     convolution_of_random_shapes, transpose_by_hand, transpose_refuses,
	     transpose_of_random_shapes, deformable_without_offsets, deformable_by_hand,
	     determinant_by_hand, determinant_bounds_hold, wide_products_count_the_rounding)
