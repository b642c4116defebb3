/* interp/tensor/test_tensor.c -- the reference operations: small cases by hand, which operands fit
 * one another, and that blocks and threads change nothing. compare.py compares with an independent
 * implementation. */
#include <math.h>

#include "interp/tensor/blocks.h"
#include "interp/tensor/operate.h"
#include "interp/tensor/rounded.h"
#include "src/base/alloc.h"
#include "src/base/test.h"

enum { MOST = 4096 };

typedef struct answer {
	hr_dims shape;
	float value[MOST], bound[MOST];
	char why[HR_TENSOR_WHY];
} answer;

static answer got;

#define SHAPE(...)         ((hr_dims){sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), {__VA_ARGS__}})
#define ARRAY(shape_, ...) ((hr_array){.shape = shape_, .value = (const float[]){__VA_ARGS__}})
/* An operand without values, for operations that are refused or have no elements. */
#define BLANK(...) ((hr_array){.shape = SHAPE(__VA_ARGS__)})

static hr_tensor_op make_op(hr_hpvm op, unsigned count, hr_array a, hr_array b)
{
	return (hr_tensor_op){.op = op,
			      .operand_count = count,
			      .operand = {a, b},
			      .window = {1, 1, 0, 0, 1, 1},
			      .groups = 1,
			      .clip_max = 6};
}

static bool operate(const hr_tensor_op *op)
{
	if (!hr_tensor_shape(op, &got.shape, got.why))
		return false;
	ck_assert_uint_le(hr_dims_count(&got.shape), MOST);
	hr_tensor_operate(op, &got.shape, got.value, got.bound);
	return true;
}

static void expect(const hr_tensor_op *op, hr_dims shape, const float *values)
{
	ck_assert_msg(operate(op), "%s", got.why);
	ck_assert_uint_eq(got.shape.rank, shape.rank);
	for (unsigned i = 0; i < shape.rank; i++)
		ck_assert_uint_eq(got.shape.dim[i], shape.dim[i]);
	for (uint64_t i = 0; i < hr_dims_count(&shape); i++) {
		if (isnan(values[i]))
			ck_assert_msg(isnan(got.value[i]), "%d: %g", (int)i, (double)got.value[i]);
		else
			ck_assert_msg(got.value[i] == values[i], "%d: %g, not %g", (int)i,
				      (double)got.value[i], (double)values[i]);
	}
}

#define EXPECT(op, shape, ...) expect(&(op), shape, (const float[]){__VA_ARGS__})

static void refuse(const hr_tensor_op *op, const char *words)
{
	ck_assert(!operate(op));
	ck_assert_msg(strstr(got.why, words) != NULL, "'%s' lacks '%s'", got.why, words);
}

/* --- T1 --------------------------------------------------------------------------------------- */

START_TEST(add_broadcasts)
{
	hr_tensor_op op = make_op(HR_H_tensor_add, 2, ARRAY(SHAPE(1, 2, 1, 2), 1, 2, 3, 4),
				  ARRAY(SHAPE(1, 2, 1, 1), 10, 20));

	EXPECT(op, SHAPE(1, 2, 1, 2), 11, 12, 23, 24);
	op = make_op(HR_H_tensor_add, 2, ARRAY(SHAPE(2, 1), 1, 2), ARRAY(SHAPE(1, 3), 10, 20, 30));
	EXPECT(op, SHAPE(2, 3), 11, 21, 31, 12, 22, 32);
	op = make_op(HR_H_tensor_add, 2, BLANK(2, 0), ARRAY(SHAPE(1, 1), 1));
	EXPECT(op, SHAPE(2, 0), 0);
	op = make_op(HR_H_tensor_add, 2, BLANK(2, 3), BLANK(2));
	refuse(&op, "one has 2 dimensions, the other 1");
	op = make_op(HR_H_tensor_add, 2, BLANK(2, 3), BLANK(2, 2));
	refuse(&op, "dimension 1 is 3 in one and 2 in the other");
}
END_TEST

/* One rounding only: with two, 2^24 + 1 + 2^-20 would become 2^24. */
START_TEST(sums_are_rounded_once)
{
	hr_tensor_op op = make_op(HR_H_tensor_mul, 2, ARRAY(SHAPE(1, 3), 0x1p24f, 1, 0x1p-20f),
				  ARRAY(SHAPE(3, 1), 1, 1, 1));

	EXPECT(op, SHAPE(1, 1, 1, 1), 0x1p24f + 2);
	ck_assert(got.bound[0] >= 2);
}
END_TEST

/* --- T2 --------------------------------------------------------------------------------------- */

START_TEST(mul_flattens)
{
	hr_tensor_op op =
		make_op(HR_H_tensor_mul, 2, ARRAY(SHAPE(2, 2, 1, 2), 1, 2, 3, 4, 5, 6, 7, 8),
			ARRAY(SHAPE(1, 1, 4, 2), 1, 0, 0, 1, 1, 0, 0, 1));

	EXPECT(op, SHAPE(2, 2, 1, 1), 4, 6, 12, 14);
	op = make_op(HR_H_tensor_mul, 2, ARRAY(SHAPE(1, 2), INFINITY, 1),
		     ARRAY(SHAPE(2, 3), 1, 0, -INFINITY, 1, 1, NAN));
	EXPECT(op, SHAPE(1, 3, 1, 1), INFINITY, NAN, NAN);
	ck_assert(got.bound[1] == 0 || got.bound[1] < 1);
	op = make_op(HR_H_tensor_mul, 2, BLANK(2, 3), BLANK(4, 5));
	refuse(&op, "a matrix of 2 x 3, the second one of 4 x 5");
	op = make_op(HR_H_tensor_mul, 2, BLANK(2, 0), BLANK(0, 3));
	EXPECT(op, SHAPE(2, 3, 1, 1), 0, 0, 0, 0, 0, 0);
}
END_TEST

/* --- T3, T4 ----------------------------------------------------------------------------------- */

static hr_tensor_op convolution(hr_array x, hr_array f, int pad, int stride)
{
	hr_tensor_op op = make_op(HR_H_tensor_convolution, 2, x, f);

	op.window = (hr_window){0, 0, pad, pad, stride, stride};
	return op;
}

START_TEST(convolution_by_hand)
{
	hr_array x = ARRAY(SHAPE(1, 1, 3, 3), 1, 2, 3, 4, 5, 6, 7, 8, 9);
	hr_array f = ARRAY(SHAPE(1, 1, 2, 2), 1, 2, 3, 4);
	hr_tensor_op op = convolution(x, f, 0, 1);

	EXPECT(op, SHAPE(1, 1, 2, 2), 37, 47, 67, 77);
	op = convolution(x, f, 1, 2);
	EXPECT(op, SHAPE(1, 1, 2, 2), 4, 18, 36, 77);
	op = convolution(x, BLANK(1, 1, 4, 4), 0, 1);
	refuse(&op, "the window is 4 and the input with its padding 3 in the vertical");
	op = convolution(x, BLANK(1, 2, 2, 2), 0, 1);
	refuse(&op, "the input has 1 channels, and the filter is for 2");
	op = convolution(x, f, -1, 1);
	refuse(&op, "the vertical padding is -1");
	op = convolution(x, f, 0, 0);
	refuse(&op, "the vertical stride is 0");
	op = convolution(BLANK(1, 9), f, 0, 0);
	refuse(&op, "the input has 2 dimensions, but 4 are required");
	op = convolution(BLANK(0, 1, 3, 3), f, 0, 1);
	EXPECT(op, SHAPE(0, 1, 2, 2), 0);
	op = convolution(BLANK(1, 0, 3, 3), BLANK(1, 0, 3, 3), 0, 1);
	EXPECT(op, SHAPE(1, 1, 1, 1), 0);
}
END_TEST

START_TEST(convolution_pads_without_value)
{
	hr_tensor_op op = convolution(ARRAY(SHAPE(1, 1, 1, 1), 2),
				      ARRAY(SHAPE(1, 1, 1, 3), INFINITY, 3, NAN), 0, 1);

	op.window.horizontal_pad = 1;
	EXPECT(op, SHAPE(1, 1, 1, 1), 6);
	/* A window of padding only is an empty sum. */
	op = convolution(ARRAY(SHAPE(1, 1, 1, 1), 2), ARRAY(SHAPE(1, 1, 1, 1), 3), 2, 2);
	EXPECT(op, SHAPE(1, 1, 3, 3), 0, 0, 0, 0, 6, 0, 0, 0, 0);
	op = convolution(BLANK(1, 1, 1, 1), BLANK(1, 1, 1, 1), INT32_MAX, 1);
	ck_assert(hr_tensor_shape(&op, &got.shape, got.why));
	ck_assert_uint_eq(got.shape.dim[2], 2 * (uint64_t)INT32_MAX + 1);
	ck_assert_uint_eq(hr_dims_count(&got.shape),
			  (2 * (uint64_t)INT32_MAX + 1) * (2 * (uint64_t)INT32_MAX + 1));
}
END_TEST

START_TEST(groups_see_their_channels)
{
	hr_tensor_op op = convolution(ARRAY(SHAPE(1, 2, 1, 2), 1, 2, 3, 4),
				      ARRAY(SHAPE(4, 1, 1, 1), 1, 10, 100, 1000), 0, 1);

	op.op = HR_H_tensor_group_convolution;
	op.groups = 2;
	EXPECT(op, SHAPE(1, 4, 1, 2), 1, 2, 10, 20, 300, 400, 3000, 4000);
	op.groups = 3;
	refuse(&op, "3 groups do not divide the 2 channels of the input");
	op.groups = 0;
	refuse(&op, "the number of groups is 0");
	op.groups = 1;
	refuse(&op, "the input has 2 channels, and the filter is for 1");
}
END_TEST

static float next_float(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return (float)((int32_t)*state >> 8) * 0x1p-20f;
}

static float *random_floats(uint64_t count, uint32_t seed)
{
	float *values = hr_alloc_array(count, sizeof(*values));

	for (uint64_t i = 0; i < count; i++)
		values[i] = next_float(&seed);
	return values;
}

static float *sizes_of(const float *values, uint64_t count, float factor)
{
	float *sizes = hr_alloc_array(count, sizeof(*sizes));

	for (uint64_t i = 0; i < count; i++)
		sizes[i] = fabsf(values[i]) * factor;
	return sizes;
}

/* Blocks, threads and instruction sets give the same bits as the formula. */
START_TEST(blocks_change_nothing)
{
	/* groups, channels, rows, filter, pad, stride, bounds */
	static const int cases[][7] = {
		{1, 5, 7, 3, 1, 1, 0}, {1, 16, 9, 3, 2, 2, 1},  {4, 8, 8, 5, 2, 3, 1},
		{6, 6, 6, 3, 1, 1, 0}, {1, 70, 33, 1, 0, 1, 3}, {2, 64, 64, 3, 0, 1, 0},
	};
	enum { SIDE = 13, IMAGES = 2 };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const int *c = cases[i];
		hr_dims in = SHAPE(IMAGES, (uint64_t)c[1], SIDE, SIDE), out;
		hr_dims filter = SHAPE((uint64_t)c[2], (uint64_t)(c[1] / c[0]), (uint64_t)c[3],
				       (uint64_t)c[3]);
		uint64_t ins = hr_dims_count(&in), weights = hr_dims_count(&filter), count;
		float *x = random_floats(ins, 1), *f = random_floats(weights, 2), *made[4];
		float *x_bound = c[6] & 1 ? sizes_of(x, ins, 1e-6f) : NULL;
		float *f_bound = c[6] & 2 ? sizes_of(f, weights, 1e-5f) : NULL;
		hr_tensor_op op = convolution((hr_array){in, x, x_bound},
					      (hr_array){filter, f, f_bound}, c[4], c[5]);

		op.op = HR_H_tensor_group_convolution;
		op.groups = c[0];
		op.threads = 3;
		ck_assert_msg(hr_tensor_shape(&op, &out, got.why), "%s", got.why);
		count = hr_dims_count(&out);
		for (int k = 0; k < 4; k++)
			made[k] = hr_alloc_array(count, sizeof(float));
		hr_operate_convolution(&op, &out, made[0], made[1]);
		hr_operate_convolution_plain(&op, &out, made[2], made[3]);
		for (uint64_t k = 0; k < count; k++) {
			ck_assert_msg(made[0][k] == made[2][k], "case %zu, %d", i, (int)k);
			ck_assert_msg(made[1][k] == made[3][k], "case %zu, bound %d", i, (int)k);
		}
		for (int k = 0; k < 4; k++)
			hr_free(made[k]);
		hr_free(x);
		hr_free(f);
		hr_free(x_bound);
		hr_free(f_bound);
	}
}
END_TEST

/* --- T5 --------------------------------------------------------------------------------------- */

START_TEST(pools)
{
	hr_array x = ARRAY(SHAPE(1, 1, 3, 3), 1, -2, 3, -4, 5, -6, 7, -8, NAN);
	hr_tensor_op op = make_op(HR_H_tensor_pool_max, 1, x, x);

	op.window = (hr_window){2, 2, 1, 1, 2, 2};
	EXPECT(op, SHAPE(1, 1, 2, 2), 1, 3, 7, NAN);
	op.op = HR_H_tensor_pool_min;
	EXPECT(op, SHAPE(1, 1, 2, 2), 1, -2, -4, NAN);
	op.op = HR_H_tensor_pool_mean;
	EXPECT(op, SHAPE(1, 1, 2, 2), 1, 0.5f, 1.5f, NAN);
	op.window.vertical_pad = 2;
	refuse(&op,
	       "the vertical padding is 2, so that a window of size 2 may contain only padding");
	op.window = (hr_window){0, 2, 0, 0, 1, 1};
	refuse(&op, "the vertical size of the window is 0");
	op.window = (hr_window){2, 4, 0, 0, 1, 1};
	refuse(&op, "the window is 4 and the input with its padding 3 in the horizontal");
	op = make_op(HR_H_tensor_pool_max, 1, BLANK(1, 1, 0, 3), x);
	op.window = (hr_window){3, 3, 2, 2, 1, 1};
	refuse(&op, "the input has a vertical size of 0");
}
END_TEST

/* --- T6 --------------------------------------------------------------------------------------- */

START_TEST(activations)
{
	hr_array x = ARRAY(SHAPE(5), -1, 0, 7, NAN, INFINITY);
	hr_tensor_op op = make_op(HR_H_tensor_relu, 1, x, x);

	EXPECT(op, SHAPE(5), 0, 0, 7, NAN, INFINITY);
	op.op = HR_H_tensor_clipped_relu;
	EXPECT(op, SHAPE(5), 0, 0, 6, NAN, 6);
	op.clip_max = 1;
	EXPECT(op, SHAPE(5), 0, 0, 1, NAN, 1);
	op.op = HR_H_tensor_tanh;
	EXPECT(op, SHAPE(5), (float)tanh(-1), 0, (float)tanh(7), NAN, 1);
	op.op = HR_H_tensor_sigmoid;
	EXPECT(op, SHAPE(5), (float)(1 / (1 + exp(1))), 0.5f, (float)(1 / (1 + exp(-7))), NAN, 1);
}
END_TEST

START_TEST(softmax_is_over_channels)
{
	hr_tensor_op op = make_op(HR_H_tensor_softmax, 1,
				  ARRAY(SHAPE(1, 2, 1, 3), 0, 1000, NAN, 0, 0, 0), (hr_array){0});

	EXPECT(op, SHAPE(1, 2, 1, 3), 0.5f, 1, NAN, 0.5f, 0, NAN);
	op.operand[0] = ARRAY(SHAPE(1, 2), INFINITY, 0);
	EXPECT(op, SHAPE(1, 2), NAN, NAN);
	op.operand[0] = ARRAY(SHAPE(1, 2), -INFINITY, 0);
	EXPECT(op, SHAPE(1, 2), 0, 1);
	op.operand[0] = BLANK(4);
	refuse(&op, "no channel dimension");
	op.operand[0] = BLANK(1, 0);
	EXPECT(op, SHAPE(1, 0), 0);
}
END_TEST

START_TEST(batchnorm)
{
	hr_tensor_op op = {.op = HR_H_tensor_batchnorm,
			   .operand_count = 5,
			   .operand = {ARRAY(SHAPE(1, 2, 1, 2), 1, 2, 3, 4),
				       ARRAY(SHAPE(1, 2, 1, 1), 2, 1),
				       ARRAY(SHAPE(1, 2, 1, 1), 10, 20), ARRAY(SHAPE(2), 1, 3),
				       ARRAY(SHAPE(2), 3, -1)},
			   .epsilon = 1};

	EXPECT(op, SHAPE(1, 2, 1, 2), 10, 11, NAN, INFINITY);
	op.epsilon = 0;
	op.operand[3] = BLANK(3);
	refuse(&op, "the input has 2 channels, and mean has 3 values");
}
END_TEST

/* --- bounds ----------------------------------------------------------------------------------- */

START_TEST(bounds_are_carried)
{
	const float wide[] = {0.5f, 0.25f}, endless[] = {INFINITY, 0};
	hr_array x = ARRAY(SHAPE(1, 2), 1, -1);
	hr_tensor_op op = make_op(HR_H_tensor_relu, 1, x, x);

	op.operand[0].bound = wide;
	ck_assert(operate(&op));
	ck_assert(got.bound[0] >= 0.5f && got.bound[0] < 0.5001f && got.bound[1] == 0);
	op = make_op(HR_H_tensor_mul, 2, op.operand[0], ARRAY(SHAPE(2, 1), 2, 4));
	ck_assert(operate(&op));
	ck_assert(got.bound[0] >= 2 && got.bound[0] < 2.00001f);
	op.operand[0].bound = endless;
	ck_assert(operate(&op));
	ck_assert(isinf(got.bound[0]));
	/* A sum that binary32 may overflow in between has no bound. */
	op = make_op(HR_H_tensor_mul, 2, ARRAY(SHAPE(1, 3), 0x1p127f, 0x1p127f, -0x1p127f),
		     ARRAY(SHAPE(3, 1), 1, 1, 1));
	ck_assert(operate(&op));
	ck_assert(got.value[0] == 0x1p127f && isinf(got.bound[0]));
}
END_TEST

/* Return VALUE truncated to eleven bits. */
static double cut(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	bits &= ~UINT32_C(0x1fff);
	memcpy(&value, &bits, sizeof(value));
	return (double)value;
}

/* A product of truncated operands exceeds the bound of exact operands, and stays within the bound
 * of rounded ones. */
START_TEST(rounded_operands)
{
	enum { ROWS = 4, TERMS = 64, COLUMNS = 3 };
	const hr_rounding rounding = {.relative = 0x1p-10, .largest = 0x1p127};
	float *x = random_floats(ROWS * TERMS, 3), *w = random_floats(TERMS * COLUMNS, 4);
	hr_tensor_op op =
		make_op(HR_H_tensor_mul, 2, (hr_array){.shape = SHAPE(ROWS, TERMS), .value = x},
			(hr_array){.shape = SHAPE(TERMS, COLUMNS), .value = w});
	hr_tensor_op wide = hr_rounded(&op, &rounding);
	unsigned beyond = 0;

	ck_assert(operate(&op));
	for (unsigned turn = 0; turn < 2; turn++) {
		ck_assert(operate(turn ? &wide : &op));
		for (unsigned i = 0; i < ROWS * COLUMNS; i++) {
			double sum = 0, off;

			for (unsigned k = 0; k < TERMS; k++)
				sum += cut(x[i / COLUMNS * TERMS + k]) *
				       cut(w[k * COLUMNS + i % COLUMNS]);
			off = fabs(sum - (double)got.value[i]);
			if (turn)
				ck_assert_msg(off <= (double)got.bound[i], "%u is off by %g of %g",
					      i, off, (double)got.bound[i]);
			else
				beyond += off > (double)got.bound[i];
		}
	}
	ck_assert_uint_gt(beyond, 0);
	hr_rounded_free(&wide, &op);
	hr_free(x);
	hr_free(w);
}
END_TEST

START_TEST(rounding_has_ends)
{
	const hr_rounding half = {.relative = 0x1p-10, .absolute = 0x1p-24, .largest = 65504},
			  none = {0};
	hr_tensor_op op = make_op(HR_H_tensor_mul, 2,
				  ARRAY(SHAPE(4, 1), 0x1p-30f, 65536, INFINITY, 1),
				  ARRAY(SHAPE(1, 1), 1)),
		     made = hr_rounded(&op, &half);

	ck_assert(operate(&made));
	ck_assert(got.bound[0] >= 0x1p-24f); /* all of it may be lost */
	ck_assert(isinf(got.bound[1]));      /* out of range */
	ck_assert(got.bound[2] < 0x1p-100f && isinf(got.value[2]));
	ck_assert(got.bound[3] < 0x1p-8f);
	hr_rounded_free(&made, &op);
	made = hr_rounded(&op, &none);
	ck_assert_ptr_null(made.operand[0].bound);
	op.op = HR_H_tensor_add; /* no product */
	made = hr_rounded(&op, &half);
	ck_assert_ptr_null(made.operand[0].bound);
}
END_TEST

START_TEST(the_newest_block_comes_first)
{
	enum { BYTES = 2 << 20 };
	hr_blocks blocks = {.lock = PTHREAD_MUTEX_INITIALIZER};
	void *first = hr_block_take(&blocks, BYTES), *second = hr_block_take(&blocks, BYTES);
	void *other = hr_block_take(&blocks, 2 * BYTES);

	ck_assert(first && second && other);
	hr_block_release(&blocks, second, BYTES);
	hr_block_release(&blocks, first, BYTES);
	hr_block_release(&blocks, other, 2 * BYTES);
	ck_assert_uint_eq(blocks.bytes, 4 * BYTES);
	ck_assert_ptr_eq(hr_block_take(&blocks, BYTES), first);
	ck_assert_ptr_eq(hr_block_take(&blocks, BYTES), second);
	ck_assert_ptr_eq(hr_block_take(&blocks, 2 * BYTES), other);
	ck_assert_uint_eq(blocks.bytes, 0);
	hr_block_release(&blocks, first, BYTES);
	hr_block_release(&blocks, second, BYTES);
	hr_block_release(&blocks, other, 2 * BYTES);
	hr_blocks_free(&blocks);
}
END_TEST

HR_TEST_MAIN("tensor", add_broadcasts, sums_are_rounded_once, mul_flattens, convolution_by_hand,
	     convolution_pads_without_value, groups_see_their_channels, blocks_change_nothing,
	     pools, activations, softmax_is_over_channels, batchnorm, bounds_are_carried,
	     rounded_operands, rounding_has_ends, the_newest_block_comes_first)
