/* ir/graph/test_expr.c -- expressions of extents: values, normalisation, text. */
#include <check.h>
#include <stdlib.h>

#include "ir/graph/expr.h"

static hr_arena arena;
static const hr_type i64_type = {.kind = HR_T_INT,
				 .con = HR_C_I64,
				 .bits = 64,
				 .store_size = 8,
				 .size = 8,
				 .align = 8,
				 .text = "i64"};
static const hr_type i32_type = {.kind = HR_T_INT,
				 .con = HR_C_I32,
				 .bits = 32,
				 .store_size = 4,
				 .size = 4,
				 .align = 4,
				 .text = "i32"};
static hr_port ports[] = {{.name = "n", .type = &i64_type, .offset = 0},
			  {.name = "m", .type = &i64_type, .offset = 16},
			  {.name = "k", .type = &i32_type, .offset = 32}};
static uint64_t image[6];

static void setup(void)
{
	hr_arena_init(&arena);
}

static void teardown(void)
{
	hr_arena_free(&arena);
}

static const hr_expr *n(void)
{
	return hr_expr_input(&arena, 64, 0);
}

static const hr_expr *m(void)
{
	return hr_expr_input(&arena, 64, 1);
}

static const hr_expr *k(void)
{
	return hr_expr_input(&arena, 32, 2);
}

static const hr_expr *number(unsigned bits, uint64_t value)
{
	return hr_expr_const(&arena, bits, value);
}

static const hr_expr *two(hr_expr_op op, const hr_expr *a, const hr_expr *b)
{
	bool test = op >= HR_X_EQ && op <= HR_X_SLE;

	return hr_expr_make(&arena, op, test ? 1 : a->bits, a, b, NULL);
}

static const hr_expr *one(hr_expr_op op, unsigned bits, const hr_expr *a)
{
	return hr_expr_make(&arena, op, bits, a, NULL, NULL);
}

static void is_text(const hr_expr *expr, const char *expected)
{
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	hr_expr_print(expr, ports, stream);
	fclose(stream);
	ck_assert_str_eq(text, expected);
	free(text);
}

static void is_value(const hr_expr *expr, uint64_t expected)
{
	const char *why;
	uint64_t value;

	ck_assert(hr_expr_value(expr, ports, (const uint8_t *)image, &value, &why));
	ck_assert_uint_eq(value, expected);
}

/* Check that the value computed from inputs, and the folded one, are EXPECTED. */
static void check_op(hr_expr_op op, unsigned bits, uint64_t a, uint64_t b, uint64_t expected)
{
	const hr_expr *x = hr_expr_input(&arena, bits, 0), *y = hr_expr_input(&arena, bits, 1);

	image[0] = a;
	image[2] = b;
	is_value(two(op, x, y), expected);
	is_value(two(op, x, number(bits, b)), expected);
	ck_assert_int_eq(two(op, number(bits, a), number(bits, b))->op, HR_X_CONST);
	is_value(two(op, number(bits, a), number(bits, b)), expected);
}

START_TEST(values)
{
	check_op(HR_X_ADD, 64, UINT64_MAX, 2, 1);
	check_op(HR_X_ADD, 8, 200, 100, 44);
	check_op(HR_X_SUB, 32, 1, 2, UINT32_MAX);
	check_op(HR_X_MUL, 64, UINT64_C(1) << 63, 2, 0);
	check_op(HR_X_UDIV, 8, 250, 7, 35);
	check_op(HR_X_SDIV, 8, 249, 2, 253); /* -7 / 2 = -3 */
	check_op(HR_X_SREM, 8, 249, 2, 255); /* -7 % 2 = -1 */
	check_op(HR_X_SREM, 64, 7, (uint64_t)-2, 1);
	check_op(HR_X_SHL, 32, 3, 31, UINT64_C(1) << 31);
	check_op(HR_X_LSHR, 8, 128, 7, 1);
	check_op(HR_X_ASHR, 8, 128, 7, 255);
	check_op(HR_X_ASHR, 8, 128, 0, 128);
	check_op(HR_X_AND, 64, 13, 7, 5);
	check_op(HR_X_OR, 64, 12, 3, 15);
	check_op(HR_X_XOR, 8, 255, 15, 240);
	check_op(HR_X_UMIN, 8, 255, 1, 1);
	check_op(HR_X_SMIN, 8, 255, 1, 255);
	check_op(HR_X_UMAX, 8, 255, 1, 255);
	check_op(HR_X_SMAX, 8, 255, 1, 1);
	check_op(HR_X_ULT, 8, 255, 1, 0);
	check_op(HR_X_SLT, 8, 255, 1, 1);
	check_op(HR_X_SGE, 64, UINT64_MAX, 0, 0);
	check_op(HR_X_EQ, 64, 5, 5, 1);
}
END_TEST

/* An expression of every row, of inputs, of numbers and of both, has the value of the row, or says
 * with the diagnostic's words why it has none. */
static void check_row(hr_expr_op op, unsigned bits, uint64_t a, uint64_t b)
{
	const hr_expr *of_inputs =
		two(op, hr_expr_input(&arena, bits, 0), hr_expr_input(&arena, bits, 1));
	const hr_expr *of_numbers = two(op, number(bits, a), number(bits, b));
	const hr_expr *of_both = two(op, hr_expr_input(&arena, bits, 0), number(bits, b));
	uint64_t operands[2] = {hr_expr_cut(a, bits), hr_expr_cut(b, bits)}, want = 0, got = 0,
		 mixed = 0;
	uint32_t trap = hr_expr_apply(op, bits, of_inputs->bits, operands, &want);
	const char *why = "";

	image[0] = a;
	image[2] = b;
	ck_assert_int_eq(hr_expr_value(of_inputs, ports, (const uint8_t *)image, &got, &why),
			 !trap);
	ck_assert_int_eq(of_numbers->op == HR_X_CONST, !trap);
	ck_assert_int_eq(hr_expr_value(of_both, ports, (const uint8_t *)image, &mixed, &why),
			 !trap);
	if (trap) {
		ck_assert_str_eq(why, hr_diag_words((hr_diag_id)(trap - 1)));
		return;
	}
	ck_assert_uint_eq(got, want);
	ck_assert_uint_eq(of_numbers->value, want);
	ck_assert_uint_eq(mixed, want);
}

START_TEST(every_row)
{
	static const hr_expr_op rows[] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) HR_X_##id,
#define EXPR_EXTREME(id, ident, sign, predicate, text)                  HR_X_##id,
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)       HR_X_##id,
#include "src/arith/expr.def"
	};
	static const uint64_t corners[] = {0,  1, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(1) << 31,
					   63, 64};
	static const unsigned widths[] = {1, 32, 40, 64};

	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
		for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++)
			for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
				for (size_t k = 0; k < sizeof(corners) / sizeof(corners[0]); k++)
					check_row(rows[r], widths[w], corners[i], corners[k]);
}
END_TEST

static void has_no_value(const hr_expr *expr)
{
	const char *why = NULL;
	uint64_t value = 17;

	ck_assert(!hr_expr_value(expr, ports, (const uint8_t *)image, &value, &why));
	ck_assert_ptr_nonnull(why);
	ck_assert_uint_eq(value, 17);
}

START_TEST(no_values)
{
	image[0] = 0;
	has_no_value(two(HR_X_UDIV, number(64, 1), n()));
	has_no_value(two(HR_X_SREM, number(64, 1), n()));
	has_no_value(two(HR_X_UDIV, number(64, 1), number(64, 0)));
	has_no_value(two(HR_X_SDIV, number(64, UINT64_C(1) << 63), number(64, UINT64_MAX)));
	has_no_value(two(HR_X_SHL, n(), number(64, 64)));
	image[0] = 64;
	has_no_value(two(HR_X_ASHR, number(64, 1), n()));
}
END_TEST

START_TEST(casts_and_selection)
{
	const hr_expr *chosen;

	image[4] = UINT32_C(0xfffffff0);
	is_value(one(HR_X_SEXT, 64, k()), (uint64_t)-16);
	is_value(one(HR_X_ZEXT, 64, k()), UINT32_C(0xfffffff0));
	is_value(one(HR_X_TRUNC, 8, k()), 0xf0);
	is_value(hr_expr_extent(&arena, k()), (uint64_t)-16);
	image[0] = 0;
	/* The other operand divides by zero and must not be evaluated. */
	chosen = hr_expr_make(&arena, HR_X_SELECT, 64, two(HR_X_EQ, n(), number(64, 0)),
			      number(64, 9), two(HR_X_UDIV, number(64, 4), n()));
	is_value(chosen, 9);
	image[0] = 2;
	is_value(chosen, 2);
}
END_TEST

/* The forms of an optimiser and of clang -O0 give the same expression. */
START_TEST(one_form)
{
	is_text(two(HR_X_UDIV, two(HR_X_ADD, n(), number(64, 15)), number(64, 16)),
		"(n + 15) / 16");
	is_text(two(HR_X_LSHR, two(HR_X_ADD, n(), number(64, 15)), number(64, 4)), "(n + 15) / 16");
	is_text(two(HR_X_SUB, two(HR_X_ADD, n(), number(64, 16)), number(64, 1)), "n + 15");
	is_text(two(HR_X_MUL, n(), m()), "n * m");
	is_text(two(HR_X_MUL, m(), n()), "n * m");
	is_text(two(HR_X_SHL, n(), number(64, 3)), "n * 8");
	is_text(two(HR_X_ADD, n(), n()), "n * 2");
	is_text(two(HR_X_AND, n(), number(64, 7)), "n % 8");
	is_text(two(HR_X_AND, n(), number(64, (uint64_t)-16)), "n / 16 * 16");
	is_text(two(HR_X_ADD, number(64, 3), n()), "n + 3");
	is_text(two(HR_X_MUL, two(HR_X_MUL, n(), number(64, 3)), number(64, 5)), "n * 15");
	is_text(two(HR_X_UDIV, two(HR_X_UDIV, n(), number(64, 3)), number(64, 5)), "n / 15");
	is_text(two(HR_X_MUL, n(), number(64, 1)), "n");
	is_text(one(HR_X_TRUNC, 32, one(HR_X_SEXT, 64, k())), "k");
	is_text(one(HR_X_SEXT, 64, one(HR_X_SEXT, 40, k())), "(i64)k");
}
END_TEST

START_TEST(texts)
{
	is_text(two(HR_X_SUB, n(), two(HR_X_SUB, m(), n())), "n - (m - n)");
	is_text(two(HR_X_SUB, n(), number(64, 1)), "n - 1");
	is_text(two(HR_X_MUL, two(HR_X_ADD, n(), m()), m()), "m * (n + m)");
	is_text(two(HR_X_SDIV, n(), number(64, 2)), "sdiv(n, 2)");
	is_text(two(HR_X_UMIN, n(), number(64, 8)), "min(n, 8)");
	is_text(number(8, 255), "-1");
	is_text(hr_expr_make(&arena, HR_X_SELECT, 64, two(HR_X_ULT, n(), m()), n(), m()),
		"n < m ? n : m");
}
END_TEST

/* Repeated doubling of an expression stays bounded. */
START_TEST(size_limit)
{
	const hr_expr *expr = n();
	unsigned steps = 0;

	while (expr && steps++ < 100)
		expr = two(HR_X_XOR, two(HR_X_MUL, expr, m()), expr);
	ck_assert_ptr_null(expr);
	ck_assert_uint_lt(steps, 20);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("expr");
	TCase *cases = tcase_create("expr");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(cases, setup, teardown);
	tcase_add_test(cases, values);
	tcase_add_test(cases, every_row);
	tcase_add_test(cases, no_values);
	tcase_add_test(cases, casts_and_selection);
	tcase_add_test(cases, one_form);
	tcase_add_test(cases, texts);
	tcase_add_test(cases, size_limit);
	suite_add_tcase(suite, cases);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
