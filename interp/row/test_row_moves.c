/* interp/row/test_row_moves.c -- movement, indices, positions, shapes: values, refusals, bounds. */
#include "interp/row/test_row_case.h"

#define F   HR_E_F32
#define I64 HR_E_I64

/* Set operand I to a vector of i64. */
static void vector(row_case *c, unsigned i, uint64_t count, const double *values)
{
	case_numbers(c, i, I64, 1, &count, values);
}

/* Begin TEXT with operand 0 of (2, 3): 1, 2, 3, 4, 5, 6. */
static void begin(row_case *c, const char *text)
{
	case_begin(c, text);
	case_numbers(c, 0, F, 2, DIM(2, 3), NUMBERS(1, 2, 3, 4, 5, 6));
}

/* Assert that C is refused, and end it. */
static void refuse(row_case *c, const char *why)
{
	expect_refused(c, why);
	case_end(c);
}

/* --- shapes ----------------------------------------------------------------------------------- */

START_TEST(reshape)
{
	row_case c;

	begin(&c, "reshape copy_zero=1");
	vector(&c, 1, 3, NUMBERS(0, -1, 1));
	expect_numbers(&c, F, 3, DIM(2, 3, 1), NUMBERS(1, 2, 3, 4, 5, 6));
	begin(&c, "reshape");
	vector(&c, 1, 2, NUMBERS(4, -1));
	refuse(&c, "6 elements cannot be divided by 4");
	begin(&c, "reshape");
	vector(&c, 1, 2, NUMBERS(4, 2));
	refuse(&c, "(2, 3) cannot become (4, 2)");
	begin(&c, "unsqueeze axes=0,3");
	expect_numbers(&c, F, 4, DIM(1, 2, 3, 1), NUMBERS(1, 2, 3, 4, 5, 6));
	begin(&c, "squeeze axes=0");
	refuse(&c, "axis 0 is 2 and not 1");
	case_begin(&c, "squeeze");
	case_numbers(&c, 0, F, 2, DIM(1, 1), NUMBERS(7));
	expect_numbers(&c, F, 0, NULL, NUMBERS(7));
}
END_TEST

START_TEST(transpose_and_broadcast)
{
	row_case c;

	begin(&c, "transpose");
	expect_numbers(&c, F, 2, DIM(3, 2), NUMBERS(1, 4, 2, 5, 3, 6));
	begin(&c, "transpose perm=0");
	refuse(&c, "perm has 1 axes, and operand 0 has rank 2");
	begin(&c, "transpose perm=1,1");
	refuse(&c, "perm has 1 twice");
	case_begin(&c, "broadcast");
	case_numbers(&c, 0, F, 2, DIM(2, 1), NUMBERS(1, 2));
	vector(&c, 1, 3, NUMBERS(2, 1, 2));
	expect_numbers(&c, F, 3, DIM(2, 2, 2), NUMBERS(1, 1, 2, 2, 1, 1, 2, 2));
	begin(&c, "concat axis=1");
	case_numbers(&c, 1, F, 2, DIM(2, 0), NULL);
	case_numbers(&c, 2, F, 2, DIM(2, 1), NUMBERS(7, 8));
	expect_numbers(&c, F, 2, DIM(2, 4), NUMBERS(1, 2, 3, 7, 4, 5, 6, 8));
	begin(&c, "concat axis=0");
	case_numbers(&c, 1, F, 2, DIM(1, 2), NUMBERS(7, 8));
	refuse(&c, "axis 1 is 3 in operand 0 and 2 in operand 1");
	begin(&c, "reverse_sequence batch_axis=0 time_axis=1");
	vector(&c, 1, 2, NUMBERS(2, 3));
	expect_numbers(&c, F, 2, DIM(2, 3), NUMBERS(2, 1, 3, 6, 5, 4));
	begin(&c, "reverse_sequence batch_axis=0 time_axis=1");
	vector(&c, 1, 2, NUMBERS(2, 4));
	refuse(&c, "length 4 is out of range of axis 1, which is 3");
}
END_TEST

START_TEST(slice)
{
	row_case c;

	begin(&c, "slice");
	vector(&c, 1, 2, NUMBERS(-1, 5));
	vector(&c, 2, 2, NUMBERS(9, -9e18));
	vector(&c, 3, 2, NUMBERS(0, -1));
	vector(&c, 4, 2, NUMBERS(1, -2));
	expect_numbers(&c, F, 2, DIM(1, 2), NUMBERS(6, 4));
	begin(&c, "slice");
	vector(&c, 1, 1, NUMBERS(1));
	vector(&c, 2, 1, NUMBERS(1));
	expect_numbers(&c, F, 2, DIM(0, 3), NULL);
	/* A start before the first element is the first, backwards too. */
	begin(&c, "slice");
	vector(&c, 1, 2, NUMBERS(-9, -3));
	vector(&c, 2, 2, NUMBERS(9, -9));
	vector(&c, 3, 2, NUMBERS(0, 1));
	vector(&c, 4, 2, NUMBERS(1, -1));
	expect_numbers(&c, F, 2, DIM(2, 1), NUMBERS(1, 4));
	begin(&c, "slice");
	vector(&c, 1, 1, NUMBERS(-9));
	vector(&c, 2, 1, NUMBERS(-9));
	vector(&c, 3, 1, NUMBERS(1));
	vector(&c, 4, 1, NUMBERS(-1));
	expect_numbers(&c, F, 2, DIM(2, 1), NUMBERS(1, 4));
	begin(&c, "slice");
	vector(&c, 1, 2, NUMBERS(0, 0));
	vector(&c, 2, 2, NUMBERS(1, 1));
	vector(&c, 3, 2, NUMBERS(0, -2));
	refuse(&c, "axis 0 is given twice");
	begin(&c, "slice");
	vector(&c, 1, 1, NUMBERS(0));
	vector(&c, 2, 1, NUMBERS(1));
	vector(&c, 3, 1, NUMBERS(2));
	refuse(&c, "there is no axis 2 in rank 2");
}
END_TEST

static void expect_padded(const char *text, uint64_t extent, const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	case_numbers(&c, 0, HR_E_I16, 1, DIM(3), NUMBERS(1, 2, 3));
	vector(&c, 1, 2, NUMBERS(4, 1));
	expect_numbers(&c, HR_E_I16, 1, &extent, wanted);
}

START_TEST(pad)
{
	row_case c;

	expect_padded("pad", 8, NUMBERS(0, 0, 0, 0, 1, 2, 3, 0));
	expect_padded("pad mode=edge", 8, NUMBERS(1, 1, 1, 1, 1, 2, 3, 3));
	expect_padded("pad mode=reflect", 8, NUMBERS(1, 2, 3, 2, 1, 2, 3, 2));
	expect_padded("pad mode=wrap", 8, NUMBERS(3, 1, 2, 3, 1, 2, 3, 1));
	begin(&c, "pad");
	vector(&c, 1, 2, NUMBERS(-1, 2));
	case_numbers(&c, 2, F, 0, NULL, NUMBERS(9))->bound = hr_alloc_array(1, sizeof(float));
	c.operand[2].bound[0] = .5f;
	vector(&c, 3, 1, NUMBERS(-1));
	ck_assert_msg(case_run(&c), "%s", c.why);
	ck_assert(bound_at(&c.result, 1) == 0 && bound_at(&c.result, 2) == .5);
	hr_free(c.result.data);
	hr_free(c.result.bound);
	expect_numbers(&c, F, 2, DIM(2, 4), NUMBERS(2, 3, 9, 9, 5, 6, 9, 9));
	begin(&c, "pad mode=wrap");
	vector(&c, 1, 4, NUMBERS(0, -3, 0, 1));
	refuse(&c, "axis 1 has no elements to pad with");
	begin(&c, "pad");
	vector(&c, 1, 4, NUMBERS(-1, 0, -2, 0));
	refuse(&c, "axis 0, which is 2, cannot be padded by -1 and -2");
}
END_TEST

START_TEST(extents)
{
	row_case c;

	begin(&c, "shape");
	expect_numbers(&c, I64, 1, DIM(2), NUMBERS(2, 3));
	begin(&c, "shape start=1 end=2");
	expect_numbers(&c, I64, 1, DIM(1), NUMBERS(3));
	begin(&c, "extent");
	expect_numbers(&c, I64, 0, NULL, NUMBERS(6));
	begin(&c, "extent axes=1");
	expect_numbers(&c, I64, 0, NULL, NUMBERS(3));
	for (unsigned real = 0; real < 2; real++) {
		hr_elem elem = real ? F : HR_E_I16;

		case_begin(&c, "range");
		case_numbers(&c, 0, elem, 0, NULL, NUMBERS(7));
		case_numbers(&c, 1, elem, 0, NULL, NUMBERS(-2));
		case_numbers(&c, 2, elem, 0, NULL, NUMBERS(-3));
		expect_numbers(&c, elem, 1, DIM(3), NUMBERS(7, 4, 1));
	}
	case_begin(&c, "range");
	for (unsigned i = 0; i < 3; i++)
		case_numbers(&c, i, F, 0, NULL, NUMBERS(0));
	refuse(&c, "the step is 0");
}
END_TEST

/* Data of every type and their bounds move alike. */
START_TEST(every_type)
{
	row_case c;

	for (hr_elem elem = HR_E_NONE + 1; elem < HR_E_COUNT; elem++)
		for (unsigned wide = 0; wide <= (unsigned)hr_elem_is_real(elem); wide++) {
			hr_tensor_data *t;

			case_begin(&c, "transpose");
			t = case_operand(&c, 0, elem, 2, DIM(3, 2));
			t->wide = wide;
			t->bound = hr_alloc_array(6, sizeof(float));
			for (uint64_t i = 0; i < 6; i++) {
				t->bound[i] = (float)i;
				if (hr_elem_is_real(elem))
					set_real(t, i, (double)i);
				else
					hr_elem_set_integer(elem, t->data, i, (int64_t)i);
			}
			ck_assert(case_run(&c) && c.result.wide == t->wide);
			for (uint64_t i = 0; i < 6; i++) {
				uint64_t from = i % 3 * 2 + i / 3;

				ck_assert(bound_at(&c.result, i) == (double)from);
				ck_assert(memcmp((uint8_t *)c.result.data + i * case_bytes(t),
						 (uint8_t *)t->data + from * case_bytes(t),
						 case_bytes(t)) == 0);
			}
			case_end(&c);
		}
}
END_TEST

/* --- indices ---------------------------------------------------------------------------------- */

START_TEST(gather)
{
	row_case c;

	begin(&c, "gather axis=1");
	case_numbers(&c, 1, HR_E_I32, 2, DIM(2, 1), NUMBERS(-1, 0));
	expect_numbers(&c, F, 3, DIM(2, 2, 1), NUMBERS(3, 1, 6, 4));
	begin(&c, "gather axis=1");
	vector(&c, 1, 2, NUMBERS(0, 7));
	refuse(&c, "index 7 is out of range of axis 1, which is 3");
	begin(&c, "gather axis=0");
	case_numbers(&c, 1, F, 0, NULL, NUMBERS(0));
	refuse(&c, "operand 1 has the type f32, and indices are i64 or i32");
	begin(&c, "gather_elements axis=0");
	case_numbers(&c, 1, I64, 2, DIM(1, 3), NUMBERS(1, 0, -1));
	expect_numbers(&c, F, 2, DIM(1, 3), NUMBERS(4, 2, 6));
	begin(&c, "gather_nd");
	case_numbers(&c, 1, I64, 2, DIM(2, 2), NUMBERS(0, 2, -1, 0));
	expect_numbers(&c, F, 1, DIM(2), NUMBERS(3, 4));
	begin(&c, "gather_nd batch=1");
	case_numbers(&c, 1, I64, 2, DIM(2, 1), NUMBERS(2, 0));
	expect_numbers(&c, F, 1, DIM(2), NUMBERS(3, 4));
	begin(&c, "gather_nd");
	case_numbers(&c, 1, I64, 2, DIM(2, 1), NUMBERS(1, 2));
	refuse(&c, "index 2 is out of range of axis 0, which is 2");
}
END_TEST

START_TEST(scatter)
{
	row_case c;

	begin(&c, "scatter_elements axis=1");
	case_numbers(&c, 1, I64, 2, DIM(2, 1), NUMBERS(-1, 0));
	case_numbers(&c, 2, F, 2, DIM(2, 1), NUMBERS(8, 9));
	expect_numbers(&c, F, 2, DIM(2, 3), NUMBERS(1, 2, 8, 9, 5, 6));
	begin(&c, "scatter_elements axis=1 reduce=add");
	case_numbers(&c, 1, I64, 2, DIM(1, 3), NUMBERS(1, 1, 0));
	case_numbers(&c, 2, F, 2, DIM(1, 3), NUMBERS(10, 20, 30));
	expect_numbers(&c, F, 2, DIM(2, 3), NUMBERS(31, 32, 3, 4, 5, 6));
	begin(&c, "scatter_elements axis=1 reduce=add"); /* -0 stays where nothing is added */
	set_real(&c.operand[0], 2, -0.0);
	case_numbers(&c, 1, I64, 2, DIM(1, 1), NUMBERS(0));
	case_numbers(&c, 2, F, 2, DIM(1, 1), NUMBERS(1));
	ck_assert_msg(case_run(&c), "%s", c.why);
	ck_assert(signbit(real_at(&c.result, 2)));
	ck_assert_double_eq(real_at(&c.result, 0), 2);
	case_end(&c);
	begin(&c, "scatter_nd reduce=max");
	case_numbers(&c, 1, I64, 2, DIM(1, 1), NUMBERS(1));
	case_numbers(&c, 2, F, 2, DIM(1, 3), NUMBERS(0, 9, NAN));
	expect_numbers(&c, F, 2, DIM(2, 3), NUMBERS(1, 2, 3, 4, 9, NAN));
	begin(&c, "scatter_nd");
	case_numbers(&c, 1, I64, 2, DIM(1, 1), NUMBERS(1));
	case_numbers(&c, 2, F, 2, DIM(1, 2), NUMBERS(0, 9));
	refuse(&c, "the updates are (1, 2) and not (1, 3)");
	begin(&c, "scatter_elements axis=1 reduce=add");
	case_numbers(&c, 1, I64, 2, DIM(1, 1), NUMBERS(-4));
	case_numbers(&c, 2, F, 2, DIM(1, 1), NUMBERS(0));
	refuse(&c, "index -4 is out of range of axis 1, which is 3");
}
END_TEST

/* What an unsure index chooses has an infinite bound. */
START_TEST(unsure_indices)
{
	row_case c;

	begin(&c, "gather axis=1");
	case_numbers(&c, 1, I64, 1, DIM(2), NUMBERS(0, 1))->bound =
		hr_alloc_array(2, sizeof(float));
	c.operand[1].bound[1] = INFINITY;
	ck_assert(case_run(&c));
	for (uint64_t i = 0; i < 4; i++)
		ck_assert(isinf(bound_at(&c.result, i)) == (i % 2 == 1));
	case_end(&c);
}
END_TEST

/* So has everything where the places of elements are unsure. */
START_TEST(unsure_places)
{
	row_case c;

	begin(&c, "slice");
	vector(&c, 1, 1, NUMBERS(1));
	vector(&c, 2, 1, NUMBERS(2));
	c.operand[1].bound = hr_alloc_array(1, sizeof(float));
	c.operand[1].bound[0] = INFINITY;
	ck_assert(case_run(&c) && c.result.count == 3);
	for (uint64_t i = 0; i < 3; i++)
		ck_assert(isinf(bound_at(&c.result, i)));
	case_end(&c);
}
END_TEST

/* --- positions -------------------------------------------------------------------------------- */

START_TEST(order)
{
	row_case c;

	case_begin(&c, "order");
	case_numbers(&c, 0, F, 1, DIM(5), NUMBERS(2, NAN, 1, 2, -1));
	expect_numbers(&c, I64, 1, DIM(5), NUMBERS(4, 2, 0, 3, 1));
	case_begin(&c, "order descending=1");
	case_numbers(&c, 0, F, 1, DIM(5), NUMBERS(2, NAN, 1, 2, -1));
	expect_numbers(&c, I64, 1, DIM(5), NUMBERS(1, 0, 3, 2, 4));
	case_begin(&c, "order axis=0");
	case_numbers(&c, 0, HR_E_U8, 2, DIM(3, 2), NUMBERS(200, 1, 100, 1, 0, 0));
	expect_numbers(&c, I64, 2, DIM(3, 2), NUMBERS(2, 2, 1, 0, 0, 1));
	/* 3 and 4 may change places; 1 and 9 are certain, also of equal ones */
	case_begin(&c, "order");
	case_numbers(&c, 0, F, 1, DIM(6), NUMBERS(1, 3, 4, 9, 1, 2))->bound =
		hr_alloc_array(6, sizeof(float));
	c.operand[0].bound[1] = 1;
	ck_assert(case_run(&c));
	for (uint64_t i = 0; i < 6; i++)
		ck_assert(isinf(bound_at(&c.result, i)) == (i >= 2 && i <= 4));
	case_end(&c);
}
END_TEST

START_TEST(nonzero)
{
	row_case c;

	case_begin(&c, "nonzero");
	case_numbers(&c, 0, HR_E_BOOL, 2, DIM(2, 3), NUMBERS(0, 1, 0, 1, 0, 1));
	expect_numbers(&c, I64, 2, DIM(2, 3), NUMBERS(0, 1, 1, 1, 0, 2));
	case_begin(&c, "nonzero");
	case_numbers(&c, 0, F, 0, NULL, NUMBERS(5));
	expect_numbers(&c, I64, 2, DIM(0, 1), NULL);
}
END_TEST

static void expect_unique(const char *text, hr_elem to, uint64_t count, const double *wanted)
{
	row_case c;

	case_begin(&c, text);
	case_numbers(&c, 0, HR_E_I32, 1, DIM(6), NUMBERS(2, 1, 1, 3, 4, 3));
	expect_numbers(&c, to, 1, &count, wanted);
}

START_TEST(unique)
{
	row_case c;

	expect_unique("unique", HR_E_I32, 4, NUMBERS(1, 2, 3, 4));
	expect_unique("unique result=indices", I64, 4, NUMBERS(1, 0, 3, 4));
	expect_unique("unique result=inverse", I64, 6, NUMBERS(1, 0, 0, 2, 3, 2));
	expect_unique("unique result=counts", I64, 4, NUMBERS(2, 1, 2, 1));
	expect_unique("unique sorted=0", HR_E_I32, 4, NUMBERS(2, 1, 3, 4));
	expect_unique("unique sorted=0 result=inverse", I64, 6, NUMBERS(0, 1, 1, 2, 3, 2));
	case_begin(&c, "unique axis=0");
	case_numbers(&c, 0, F, 2, DIM(3, 2), NUMBERS(1, 3, 1, 2, 1, 3));
	expect_numbers(&c, F, 2, DIM(2, 2), NUMBERS(1, 2, 1, 3));
}
END_TEST

/* The boxes of ONNX's test of the operator, with or without a score that is near another. */
static void begin_boxes(row_case *c, const char *text, double overlap)
{
	case_begin(c, text);
	case_numbers(c, 0, F, 3, DIM(1, 6, 4),
		     NUMBERS(0, 0, 1, 1, 0, .1, 1, 1.1, 0, -.1, 1, .9, 0, 10, 1, 11, 0, 10.1, 1,
			     11.1, 0, 100, 1, 101));
	case_numbers(c, 1, F, 3, DIM(1, 1, 6), NUMBERS(.9, .75, .6, .95, .5, .3));
	vector(c, 2, 1, NUMBERS(3));
	case_numbers(c, 3, F, 1, DIM(1), &overlap);
	case_numbers(c, 4, F, 1, DIM(1), NUMBERS(0));
}

START_TEST(suppression)
{
	row_case c;

	begin_boxes(&c, "non_max_suppression", .5);
	expect_numbers(&c, I64, 2, DIM(3, 3), NUMBERS(0, 0, 3, 0, 0, 0, 0, 0, 5));
	/* nothing is suppressed */
	begin_boxes(&c, "non_max_suppression", 1);
	expect_numbers(&c, I64, 2, DIM(3, 3), NUMBERS(0, 0, 3, 0, 0, 0, 0, 0, 1));
	begin_boxes(&c, "non_max_suppression", .5);
	c.operand[1].bound = hr_alloc_array(6, sizeof(float));
	c.operand[1].bound[1] = .16f;
	ck_assert_msg(case_run(&c), "%s", c.why);
	for (uint64_t i = 0; i < 9; i++)
		ck_assert(isinf(bound_at(&c.result, i)) == (i >= 3));
	case_end(&c);
	begin_boxes(&c, "non_max_suppression", .5);
	hr_free(c.operand[1].data);
	case_operand(&c, 1, F, 3, DIM(1, 1, 5));
	refuse(&c, "axis 1 is 6 in operand 0, and axis 2 is 5 in operand 1");
}
END_TEST

HR_TEST_MAIN("movement, indices and positions", reshape, transpose_and_broadcast, slice, pad,
	     extents, every_type, gather, scatter, unsure_indices, unsure_places, order, nonzero,
	     unique, suppression)
