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

/* --- resize ----------------------------------------------------------------------------------- */

/* Assert that a call gives WANTED, within its bounds and those of WANTED, TOLERANCE; and that bounds are
 * at most MOST. */
static void expect_near(row_case *c, const double *wanted, uint64_t count, double tolerance,
			double most)
{
	ck_assert_msg(case_run(c), "%s", c->why);
	ck_assert_uint_eq(c->result.count, count);
	for (uint64_t i = 0; i < count; i++) {
		double got = number_at(&c->result, i), bound = (double)c->result.bound[i];

		ck_assert_msg(fabs(got - wanted[i]) <= tolerance && bound <= most,
			      "element %d is %.9g within %g, not %.9g", (int)i, got, bound,
			      wanted[i]);
	}
	case_end(c);
}

/* Resize 1, 2, 3, 4 to COUNT elements; to SCALE unless that is 0, else to the size COUNT. */
static void expect_resized(const char *text, hr_elem elem, double scale, uint64_t count,
			   const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	fill_with(case_operand(&c, 0, elem, 1, DIM(4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 1, DIM(2)), .25, .75);
	if (scale > 0)
		fill_with(case_operand(&c, 2, HR_E_F32, 1, DIM(1)), scale);
	else
		case_operand(&c, 2, HR_E_F32, 1, DIM(0));
	if (scale > 0)
		case_operand(&c, 3, HR_E_I64, 1, DIM(0));
	else
		fill_with(case_operand(&c, 3, HR_E_I64, 1, DIM(1)), (double)count);
	expect_near(&c, wanted, count, 2e-6, 1e-4);
}

START_TEST(resize_by_hand)
{
	expect_resized("resize mode=nearest", HR_E_F32, 2, VALUES(1, 1, 2, 2, 3, 3, 4, 4));
	expect_resized("resize mode=nearest", HR_E_U8, 2, VALUES(1, 1, 2, 2, 3, 3, 4, 4));
	expect_resized("resize mode=nearest coordinates=asymmetric", HR_E_F32, .5, VALUES(1, 3));
	expect_resized("resize mode=nearest coordinates=asymmetric nearest=ceil", HR_E_F32, 2,
		       VALUES(1, 2, 2, 3, 3, 4, 4, 4));
	expect_resized("resize mode=nearest nearest=floor", HR_E_F16, 2,
		       VALUES(1, 1, 1, 2, 2, 3, 3, 4));
	expect_resized("resize mode=nearest nearest=round_prefer_ceil", HR_E_F32, .5, VALUES(2, 4));
	expect_resized("resize mode=nearest nearest=round_prefer_floor", HR_E_F32, .5,
		       VALUES(1, 3));
	expect_resized("resize mode=linear", HR_E_F32, 2,
		       VALUES(1, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4));
	expect_resized("resize mode=linear", HR_E_I32, 2, VALUES(1, 1, 2, 2, 3, 3, 4, 4));
	expect_resized("resize mode=linear coordinates=align_corners", HR_E_F32, 0,
		       VALUES(1, 1.5, 2, 2.5, 3, 3.5, 4));
	expect_resized("resize mode=linear coordinates=asymmetric", HR_E_F64, 2,
		       VALUES(1, 1.5, 2, 2.5, 3, 3.5, 4, 4));
	expect_resized("resize mode=linear coordinates=tf_crop_and_resize", HR_E_F32, 0,
		       VALUES(1.75, 2.5, 3.25));
	expect_resized("resize mode=linear coordinates=pytorch_half_pixel", HR_E_F32, 0, VALUES(1));
	expect_resized("resize mode=linear antialias=1", HR_E_F32, .5, VALUES(1.625, 3.375));
	expect_resized("resize mode=cubic", HR_E_F32, 1, VALUES(1, 2, 3, 4));
	expect_resized("resize mode=cubic", HR_E_F32, .5, VALUES(1.40625, 3.59375));
	expect_resized("resize mode=cubic exclude_outside=1 cubic=-0.5", HR_E_F32, .5,
		       VALUES(1.4117647, 3.5882353));
	expect_resized("resize mode=linear coordinates=half_pixel_symmetric", HR_E_F32, .6,
		       VALUES(1.6666667, 3.3333333));
}
END_TEST

START_TEST(resize_keeps_aspect)
{
	static const char *const texts[] = {"resize policy=not_larger", "resize policy=not_smaller",
					    "resize policy=not_larger axes=1,0", "resize"};
	static const uint64_t wanted[][2] = {{3, 6}, {5, 10}, {5, 10}, {5, 6}};

	for (unsigned i = 0; i < 4; i++) {
		row_case c;

		case_begin(&c, texts[i]);
		case_operand(&c, 0, HR_E_F32, 2, DIM(2, 4));
		c.job.operand_count = 4;
		fill_with(case_operand(&c, 3, HR_E_I64, 1, DIM(2)), i == 2 ? 10. : 5.,
			  i == 2 ? 9. : 6.);
		ck_assert_msg(case_run(&c), "%s", c.why);
		ck_assert_uint_eq(c.result.shape.dim[0], wanted[i][0]);
		ck_assert_uint_eq(c.result.shape.dim[1], wanted[i][1]);
		case_end(&c);
	}
}
END_TEST

START_TEST(resize_refuses)
{
	static const char *const cases[][2] = {
		{"resize mode=quadratic", "mode is unknown"},
		{"resize nearest=up", "nearest is unknown"},
		{"resize antialias=1", "mode=nearest has no antialias=1"},
		{"resize coordinates=tf_crop_and_resize", "operand 1 has 0 elements, not 2"},
		{"resize axes=3", "axes has 3, and there are 1 axes"},
	};
	row_case c;

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		case_begin(&c, cases[i][0]);
		case_operand(&c, 0, HR_E_F32, 1, DIM(4));
		c.job.operand_count = 4;
		fill_with(case_operand(&c, 3, HR_E_I64, 1, DIM(1)), 3.);
		expect_refused(&c, cases[i][1]);
		case_end(&c);
	}
	case_begin(&c, "resize");
	case_operand(&c, 0, HR_E_F32, 1, DIM(4));
	c.job.operand_count = 4;
	expect_refused(&c, "one of operands 2 and 3 must be empty");
	case_end(&c);
}
END_TEST

/* What a backend computes in binary32: linear interpolation of both axes. */
static float linear_in_float(const row_case *c, const float *at, const uint64_t *in)
{
	float sum = 0;

	for (int64_t y = 0; y < 2; y++)
		for (int64_t x = 0; x < 2; x++) {
			int64_t i = (int64_t)floorf(at[0]) + y, k = (int64_t)floorf(at[1]) + x;
			float wy = 1 - fabsf(at[0] - (float)i), wx = 1 - fabsf(at[1] - (float)k);

			i = i < 0 ? 0 : i >= (int64_t)in[0] ? (int64_t)in[0] - 1 : i;
			k = k < 0 ? 0 : k >= (int64_t)in[1] ? (int64_t)in[1] - 1 : k;
			sum += wy * wx *
			       (float)moved(&c->operand[0], (uint64_t)i * in[1] + (uint64_t)k);
		}
	return sum;
}

START_TEST(resize_bounds_hold)
{
	for (unsigned trial = 0; trial < 200; trial++) {
		uint64_t in[2] = {random_from(1, 6), random_from(1, 6)}, at[HR_RANK_MOST];
		row_case c;

		case_state = trial;
		case_begin(&c, "resize mode=linear");
		fill_random(case_operand(&c, 0, HR_E_F32, 2, in), ORDINARY, trial % 2);
		c.job.operand_count = 4;
		fill_with(case_operand(&c, 2, HR_E_F32, 1, DIM(2)), (double)random_from(3, 50) / 10,
			  (double)random_from(3, 50) / 10);
		if (!case_run(&c))
			ck_abort_msg("%s", c.why);
		for (uint64_t i = 0; i < c.result.count; i++) {
			float place[2], got;

			split(&c.result.shape, i, at);
			for (unsigned a = 0; a < 2; a++) {
				float scale = (float)real_at(&c.operand[2], a);

				/* Some backends multiply with the reciprocal. */
				place[a] = trial % 4 < 2 ? ((float)at[a] + .5F) / scale - .5F
							 : ((float)at[a] + .5F) * (1 / scale) - .5F;
			}
			got = linear_in_float(&c, place, in);
			ck_assert_msg(fabs((double)got - real_at(&c.result, i)) <=
					      (double)c.result.bound[i],
				      "element %d is %.9g within %g, and in binary32 %.9g", (int)i,
				      real_at(&c.result, i), (double)c.result.bound[i],
				      (double)got);
			ck_assert(c.result.bound[i] < 1e-2F);
		}
		case_end(&c);
	}
}
END_TEST

/* --- grid_sample ------------------------------------------------------------------------------ */

/* Sample 1, 2, 3, 4 at -1.5, -1, -0.5, 0, 1. */
static void expect_sampled(const char *text, hr_elem elem, const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	fill_with(case_operand(&c, 0, elem, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, elem, 3, DIM(1, 5, 1)), -1.5, -1., -.5, 0., 1.);
	expect_near(&c, wanted, 5, 1e-3, 0.1);
}

#define FIVE(...) ((const double[5]){__VA_ARGS__})

START_TEST(grid_sample_by_hand)
{
	expect_sampled("grid_sample", HR_E_F32, FIVE(0, .5, 1.5, 2.5, 2));
	expect_sampled("grid_sample padding=border", HR_E_F64, FIVE(1, 1, 1.5, 2.5, 4));
	expect_sampled("grid_sample padding=reflection", HR_E_F16, FIVE(1.5, 1, 1.5, 2.5, 4));
	expect_sampled("grid_sample align_corners=1", HR_E_F32, FIVE(.25, 1, 1.75, 2.5, 4));
	expect_sampled("grid_sample align_corners=1 padding=reflection", HR_E_BF16,
		       FIVE(1.75, 1, 1.75, 2.5, 4));
	expect_sampled("grid_sample mode=nearest", HR_E_F32, FIVE(0, 1, 1, 3, 0));
	expect_sampled("grid_sample mode=nearest padding=border", HR_E_F32, FIVE(1, 1, 1, 3, 4));
	expect_sampled("grid_sample mode=cubic padding=border align_corners=1", HR_E_F32,
		       FIVE(1, 1, 1.66796875, 2.5, 4));
}
END_TEST

START_TEST(grid_sample_refuses)
{
	row_case c;

	case_begin(&c, "grid_sample");
	case_operand(&c, 0, HR_E_F32, 4, DIM(1, 1, 4, 4));
	case_operand(&c, 1, HR_E_F32, 4, DIM(1, 2, 2, 3));
	expect_refused(&c, "axis 3 of operand 1 is 3, not 2");
	case_end(&c);
	case_begin(&c, "grid_sample padding=none");
	case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4));
	case_operand(&c, 1, HR_E_F32, 3, DIM(1, 2, 1));
	expect_refused(&c, "padding is unknown");
	case_end(&c);
}
END_TEST

/* A place that no number is near is not computed: nothing is certain. */
START_TEST(grid_sample_of_no_place)
{
	row_case c;

	case_begin(&c, "grid_sample padding=reflection");
	fill_with(case_operand(&c, 0, HR_E_F32, 3, DIM(1, 1, 4)), 1., 2., 3., 4.);
	fill_with(case_operand(&c, 1, HR_E_F32, 3, DIM(1, 3, 1)), NAN, INFINITY, 1e30);
	ck_assert(case_run(&c));
	for (unsigned i = 0; i < 3; i++)
		ck_assert(isinf(c.result.bound[i]));
	case_end(&c);
}
END_TEST

/* --- regions ---------------------------------------------------------------------------------- */

/* An image whose element (y, x) is 10 y + x. */
static void begin_regions(row_case *c, const char *text, const double *roi, unsigned columns)
{
	hr_tensor_data *x, *rois;

	case_begin(c, text);
	x = case_operand(c, 0, HR_E_F32, 4, DIM(1, 1, 4, 4));
	for (uint64_t i = 0; i < 16; i++)
		set_real(x, i, (double)(i / 4 * 10 + i % 4));
	rois = case_operand(c, 1, HR_E_F32, 2, DIM(1, columns));
	for (unsigned i = 0; i < columns; i++)
		set_real(rois, i, roi[i]);
	if (columns == 4)
		case_operand(c, 2, HR_E_I64, 1, DIM(1));
}

static void expect_region(const char *text, const double *roi, unsigned columns, uint64_t count,
			  const double *wanted)
{
	row_case c;

	begin_regions(&c, text, roi, columns);
	expect_near(&c, wanted, count, 1e-5, 1e-3);
}

START_TEST(regions_by_hand)
{
	static const double align[] = {.5, .5, 2.5, 2.5}, pooled[] = {0, 0, 1, 2, 3};
	static const double empty[] = {0, 5, 5, 8, 8};

	expect_region("roi_align ratio=1 height=2 width=2", align, 4, VALUES(5.5, 6.5, 15.5, 16.5));
	expect_region("roi_align ratio=1 height=1 width=1 coordinates=output_half_pixel", align, 4,
		      VALUES(16.5));
	expect_region("roi_align ratio=2", align, 4, VALUES(11));
	expect_region("roi_align", align, 4, VALUES(11));
	expect_region("roi_align ratio=1 mode=max coordinates=output_half_pixel scale=0.5", align,
		      4, VALUES(.75 * .75 * 11));
	expect_region("roi_pool height=1 width=1", pooled, 5, VALUES(32));
	expect_region("roi_pool height=3 width=3", pooled, 5,
		      VALUES(10, 11, 12, 20, 21, 22, 30, 31, 32));
	expect_region("roi_pool height=2 width=2", pooled, 5, VALUES(21, 22, 31, 32));
	expect_region("roi_pool height=1 width=1", empty, 5, VALUES(0));
}
END_TEST

START_TEST(regions_refuse)
{
	static const double roi[] = {0, 0, 1e9, 1e9}, image[] = {3, 0, 0, 1, 1};
	row_case c;

	begin_regions(&c, "roi_align", roi, 4);
	expect_refused(&c, "a bin of region 0 has 1e+09 points");
	case_end(&c);
	begin_regions(&c, "roi_pool", image, 5);
	expect_refused(&c, "region 0 is of image 3, and there are 1");
	case_end(&c);
	begin_regions(&c, "roi_pool", roi, 4);
	expect_refused(&c, "roi_pool has 3 operands, which is too many");
	case_end(&c);
}
END_TEST

HR_TEST_MAIN("row windows", pool_by_hand, pool_is_unsure_of_an_index, pool_refuses,
	     pool_of_random_shapes, col2im_adds_what_windows_cover, resize_by_hand,
	     resize_keeps_aspect, resize_refuses, resize_bounds_hold, grid_sample_by_hand,
	     grid_sample_refuses, grid_sample_of_no_place, regions_by_hand, regions_refuse)
