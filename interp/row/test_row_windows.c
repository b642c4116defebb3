/* interp/row/test_row_windows.c -- rows with windows: by hand, and against the formula.
 *
 * Bounds must hold for what a backend computes in binary32 from operands anywhere within their
 * bounds. */
#include "interp/row/test_row_case.h"

/* --- pool ------------------------------------------------------------------------------------- */

enum { MOST_ELEMENTS = 1000 };

/* The elements of a window; COUNTED includes those in the padding. */
typedef struct covered {
	unsigned count, counted;
	uint64_t at[MOST_ELEMENTS];
} covered;

static void window_at(const row_case *c, const geometry *g, const uint64_t *kernel, uint64_t i,
		      covered *w)
{
	const hr_dims *x = &c->operand[0].shape;
	hr_dims size = {.rank = g->axes};
	uint64_t at[HR_RANK_MOST], element[HR_RANK_MOST];

	memcpy(size.dim, kernel, g->axes * sizeof(*kernel));
	split(&c->result.shape, i, at);
	w->count = w->counted = 0;
	for (uint64_t k = 0; k < hr_dims_count(&size); k++) {
		uint64_t from = at[0] * x->dim[1] + at[1];
		bool inside = true, counts = true;

		split(&size, k, element);
		for (unsigned axis = 0; axis < g->axes; axis++) {
			int64_t extent = (int64_t)x->dim[axis + 2];
			int64_t in = (int64_t)at[axis + 2] * g->stride[axis] +
				     (int64_t)element[axis] * g->dilation[axis] - g->before[axis];

			inside &= in >= 0 && in < extent;
			counts &= in < extent + g->after[axis];
			from = from * (uint64_t)extent + (uint64_t)in;
		}
		w->counted += counts;
		if (inside)
			w->at[w->count++] = from;
	}
}

typedef enum pool_kind { MAX, MAX_INDEX, AVERAGE, LP, POOL_KINDS } pool_kind;

/* Round VALUE to binary32, in which a backend computes. */
static double rounded(const row_case *c, double value)
{
	return c->operand[0].elem == HR_E_F64 ? value : (double)(float)value;
}

/* Return what a backend may compute; EXACT: the reference, in binary64. */
static double pooled(const row_case *c, pool_kind kind, const covered *w, unsigned counted,
		     bool exact)
{
	double sum = 0, most = -INFINITY, where = -1;

	for (unsigned k = 0; k < w->count; k++) {
		double x =
			exact ? real_at(&c->operand[0], w->at[k]) : moved(&c->operand[0], w->at[k]);

		if (where < 0 || x > most || (isnan(x) && !isnan(most))) {
			most = x;
			where = (double)w->at[k];
		}
		if (kind == LP)
			x = exact ? x * x : rounded(c, x * x);
		sum = exact || k == 0 ? sum + x : rounded(c, sum + x);
	}
	return kind == MAX         ? most
	       : kind == MAX_INDEX ? where
	       : kind == LP        ? sqrt(sum)
				   : sum / counted;
}

static bool same(double one, double other)
{
	return one == other || (isnan(one) && isnan(other));
}

/* Return VALUE rounded to the type of the result. */
static double stored(const row_case *c, double value)
{
	uint64_t cell = 0;
	hr_tensor_data one = {.elem = c->result.elem, .wide = c->result.wide, .data = &cell};

	if (one.elem == HR_E_I64)
		return value;
	set_real(&one, 0, value);
	return real_at(&one, 0);
}

static void check_pool(const row_case *c, pool_kind kind, const covered *w, unsigned counted,
		       uint64_t i)
{
	bool index = kind == MAX_INDEX;
	double got = index ? (double)((const int64_t *)c->result.data)[i] : real_at(&c->result, i);
	double bound = (double)c->result.bound[i];
	double wanted = stored(c, pooled(c, kind, w, counted, true));

	ck_assert_msg(kind == LP && isfinite(got) ? fabs(got - wanted) <= 1e-2 * got
						  : same(got, wanted),
		      "%d: element %d is %.9g, not %.9g", (int)kind, (int)i, got, wanted);
	for (unsigned trial = 0; trial < 4 && isfinite(bound); trial++) {
		double other = stored(c, pooled(c, kind, w, counted, false));

		ck_assert_msg(fabs(got - other) <= bound || same(got, other),
			      "%d: element %d of %s is %.9g within %g, and a backend's %.9g",
			      (int)kind, (int)i, hr_elem_name(c->result.elem), got, bound, other);
	}
}

static void pool_of_random_shape(unsigned trial)
{
	static const char *const names[] = {"max", "max_index", "average", "lp"};
	static const hr_elem elems[] = {HR_E_F32, HR_E_F32, HR_E_F64, HR_E_F16, HR_E_BF16};
	static covered w;
	pool_kind kind = random_below(POOL_KINDS);
	bool count_pad = random_below(2), ceil = random_below(2);
	uint64_t x[HR_RANK_MOST] = {random_from(1, 2), random_from(1, 3)}, kernel[3];
	int64_t size[3];
	geometry g;
	row_case c;

	random_geometry(&g, "pool", (unsigned)random_from(1, 3));
	for (unsigned i = 0; i < g.axes; i++) {
		kernel[i] = random_from(1, 3);
		size[i] = (int64_t)kernel[i];
		x[i + 2] = (kernel[i] - 1) * (uint64_t)g.dilation[i] + 1 + random_from(0, 5);
	}
	print_list(g.text, "kernel", size, NULL, g.axes);
	snprintf(g.text + strlen(g.text), 60, " kind=%s count_pad=%d ceil=%d", names[kind],
		 count_pad, ceil);
	case_begin(&c, g.text);
	case_operand(&c, 0, elems[random_below(5)], g.axes + 2, x);
	c.operand[0].wide = random_below(4) == 0;
	c.job.threads = 1 + random_below(2);
	fill_random(&c.operand[0], trial % 2 ? random_below(KINDS) : ORDINARY, random_below(2));
	ck_assert_msg(case_run(&c), "%s", c.why);
	for (uint64_t i = 0; i < c.result.count; i++) {
		window_at(&c, &g, kernel, i, &w);
		check_pool(&c, kind, &w, count_pad ? w.counted : w.count, i);
	}
	case_end(&c);
}

START_TEST(pool_of_random_shapes)
{
	for (unsigned trial = 0; trial < 600; trial++) {
		case_state = trial;
		pool_of_random_shape(trial);
	}
}
END_TEST

static void expect_pool(const char *text, hr_elem elem, uint64_t count, const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	fill_with(case_operand(&c, 0, elem, 4, DIM(1, 1, 3, 4)), 1., 2., 3., 4., 9., 8., 7., 6., 5.,
		  11., 10., 0.);
	ck_assert_msg(case_run(&c), "%s", c.why);
	ck_assert_uint_eq(c.result.count, count);
	for (uint64_t i = 0; i < count; i++) {
		double got = hr_elem_is_real(c.result.elem)
				     ? real_at(&c.result, i)
				     : (double)hr_elem_integer(c.result.elem, c.result.data, i);

		ck_assert_msg(fabs(got - wanted[i]) < 1e-6, "%s: %d is %g, not %g", text, (int)i,
			      got, wanted[i]);
	}
	case_end(&c);
}

#define VALUES(...)                                                                                \
	sizeof((const double[]){__VA_ARGS__}) / 8, (const double[])                                \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}

START_TEST(pool_by_hand)
{
	expect_pool("pool kind=max kernel=2,2", HR_E_F32, VALUES(9, 8, 7, 11, 11, 10));
	expect_pool("pool kind=max kernel=2,2", HR_E_U8, VALUES(9, 8, 7, 11, 11, 10));
	expect_pool("pool kind=max_index kernel=2,2 strides=1,2", HR_E_I8, VALUES(4, 6, 9, 10));
	expect_pool("pool kind=max_index kernel=2,2 strides=1,2 column_major=1", HR_E_F16,
		    VALUES(1, 7, 5, 8));
	expect_pool("pool kind=average kernel=2,2 strides=2,2 ceil=1", HR_E_F32,
		    VALUES(5, 5, 8, 5));
	expect_pool("pool kind=average kernel=2,2 strides=2,2 ceil=1 count_pad=1", HR_E_F32,
		    VALUES(5, 5, 8, 5));
	expect_pool("pool kind=average kernel=2,2 strides=2,2 pads=1,1,0,0 count_pad=1", HR_E_F32,
		    VALUES(.25, 1.25, 3.5, 9));
	expect_pool("pool kind=average kernel=2,2 strides=2,2 pads=1,1,0,0", HR_E_F32,
		    VALUES(1, 2.5, 7, 9));
	expect_pool("pool kind=lp kernel=1,2 strides=3,2 p=1", HR_E_F32, VALUES(3, 7));
	expect_pool("pool kind=lp kernel=1,2 strides=3,2", HR_E_F64, VALUES(sqrt(5), 5));
	expect_pool("pool kind=max kernel=3,3 auto=same_upper strides=2,2", HR_E_F32,
		    VALUES(9, 7, 11, 10));
	expect_pool("pool kind=max kernel=1,2 dilations=1,3", HR_E_F32, VALUES(4, 9, 5));
	/* No element: the second window begins after the operand. */
	expect_pool("pool kind=max_index kernel=3,1 strides=1,4 pads=0,0,0,1", HR_E_F32,
		    VALUES(4, -1));
}
END_TEST

START_TEST(pool_is_unsure_of_an_index)
{
	row_case c;

	for (unsigned bounded = 0; bounded < 2; bounded++) {
		case_begin(&c, "pool kind=max_index kernel=2");
		fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 3)), 1., 1., 3.);
		c.operand[0].bound = hr_alloc_array(3, sizeof(float));
		c.operand[0].bound[0] = bounded ? .25F : 0;
		ck_assert(case_run(&c));
		ck_assert(isinf(c.result.bound[0]) == (bounded == 1));
		ck_assert(c.result.bound[1] == 0);
		case_end(&c);
	}
}
END_TEST

START_TEST(pool_refuses)
{
	static const char *const cases[][2] = {
		{"pool kind=min kernel=2", "pool has no such kind"},
		{"pool kind=max", "kernel has 0 numbers, not 1"},
		{"pool kind=max kernel=2,2", "kernel has 2 numbers, not 1"},
		{"pool kind=max kernel=-2", "axis 2 is 3, and the window 18446744073709551614"},
		{"pool kind=max kernel=4", "axis 2 is 3 with padding, and the window 4"},
		{"pool kind=lp kernel=2 p=0", "p is not greater than 0"},
	};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		row_case c;

		case_begin(&c, cases[i][0]);
		case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 3));
		expect_refused(&c, cases[i][1]);
		case_end(&c);
	}
}
END_TEST

/* --- col2im ----------------------------------------------------------------------------------- */

/* Return element I of T, of any type. */
static double number_at(const hr_tensor_data *t, uint64_t i)
{
	return hr_elem_is_real(t->elem) ? real_at(t, i)
					: (double)hr_elem_integer(t->elem, t->data, i);
}

/* Add every element of the operand to where it belongs, and compare. */
static void check_col2im(const row_case *c, const geometry *g, const uint64_t *kernel,
			 const uint64_t *in)
{
	const hr_tensor_data *x = &c->operand[0], *r = &c->result;
	double *sum = hr_alloc_array(r->count, sizeof(*sum));
	hr_dims window = {.rank = g->axes}, places = {.rank = g->axes};

	for (unsigned a = 0; a < g->axes; a++) {
		int64_t rest = (int64_t)in[a] + g->before[a] + g->after[a] -
			       ((int64_t)kernel[a] - 1) * g->dilation[a] - 1;

		window.dim[a] = kernel[a];
		places.dim[a] = (uint64_t)(rest / g->stride[a]) + 1;
	}
	for (uint64_t i = 0; i < x->count; i++) {
		uint64_t at[HR_RANK_MOST], element[HR_RANK_MOST], place[HR_RANK_MOST], to;
		uint64_t size = hr_dims_count(&window);
		bool inside = true;

		split(&x->shape, i, at);
		split(&window, at[1] % size, element);
		split(&places, at[2], place);
		to = at[0] * r->shape.dim[1] + at[1] / size;
		for (unsigned a = 0; a < g->axes; a++) {
			int64_t p = (int64_t)place[a] * g->stride[a] +
				    (int64_t)element[a] * g->dilation[a] - g->before[a];

			inside &= p >= 0 && p < (int64_t)in[a];
			to = to * in[a] + (uint64_t)p;
		}
		if (inside)
			sum[to] += number_at(x, i);
	}
	for (uint64_t i = 0; i < r->count; i++) {
		double got = number_at(r, i);

		ck_assert(r->elem == HR_E_I8 ? (int8_t)(int64_t)sum[i] == (int8_t)got
					     : fabs(got - sum[i]) <= (double)r->bound[i]);
	}
	hr_free(sum);
}

START_TEST(col2im_adds_what_windows_cover)
{
	for (unsigned trial = 0; trial < 200; trial++) {
		uint64_t in[3], kernel[3], x[3] = {random_from(1, 2)}, places = 1, size = 1;
		geometry g;
		row_case c;

		case_state = trial + 5000;
		random_geometry(&g, "col2im", (unsigned)random_from(1, 3));
		for (unsigned i = 0; i < g.axes; i++) {
			kernel[i] = random_from(1, 3);
			in[i] = (kernel[i] - 1) * (uint64_t)g.dilation[i] + 1 + random_from(0, 3);
			size *= kernel[i];
			places *= (in[i] + (uint64_t)(g.before[i] + g.after[i]) -
				   (kernel[i] - 1) * (uint64_t)g.dilation[i] - 1) /
					  (uint64_t)g.stride[i] +
				  1;
		}
		x[1] = random_from(1, 2) * size;
		x[2] = places;
		case_begin(&c, g.text);
		fill_random(case_operand(&c, 0, trial % 2 ? HR_E_F64 : HR_E_I8, 3, x), ORDINARY,
			    false);
		case_operand(&c, 1, HR_E_I64, 1, DIM(g.axes));
		case_operand(&c, 2, HR_E_I64, 1, DIM(g.axes));
		memcpy(c.operand[1].data, in, g.axes * sizeof(*in));
		memcpy(c.operand[2].data, kernel, g.axes * sizeof(*kernel));
		ck_assert_msg(case_run(&c), "%s", c.why);
		check_col2im(&c, &g, kernel, in);
		case_end(&c);
	}
}
END_TEST

HR_TEST_MAIN("row windows", pool_by_hand, pool_is_unsure_of_an_index, pool_refuses,
	     pool_of_random_shapes, col2im_adds_what_windows_cover)
