/* src/arith/test_expression.c -- every row of expr.def, at every kind of width, on corner values,
 * against arith.
 *
 * For the widths of containers the function of that container is asked. For others the one for 128
 * bits is, and what traps is written down here once more (H4). */
#include "src/arith/arith.h"
#include "src/arith/expression.h"
#include "src/base/test.h"

static const unsigned widths[] = {1, 2, 7, 8, 16, 31, 32, 33, 63, 64};

enum { CORNERS = 18 };

/* 0, 1, -1, the least and greatest numbers and their neighbours, and what shifts have a limit
 * at. */
static void make_corners(unsigned bits, uint64_t corners[CORNERS])
{
	uint64_t least = UINT64_C(1) << (bits - 1);
	const uint64_t all[CORNERS] = {
		0,     1,         2,         3,         UINT64_MAX, UINT64_MAX - 1,
		least, least + 1, least - 1, least - 2, 7,          31,
		32,    63,        64,        bits - 1,  bits,       UINT64_C(0x0123456789abcdef)};

	for (unsigned i = 0; i < CORNERS; i++)
		corners[i] = bits < 64 ? all[i] % (UINT64_C(1) << bits) : all[i];
}

/* --- what is expected ------------------------------------------------------------------------- */

static hr_u128 wide_UNSIGNED(uint64_t value, unsigned bits)
{
	(void)bits;
	return value;
}

static hr_u128 wide_SIGNED(uint64_t value, unsigned bits)
{
	bool negative = value >> (bits - 1) & 1;

	return negative ? (hr_u128)value - ((hr_u128)1 << bits) : value;
}

#define NATIVE_BIN(ident, w) (*value = hr_a_##ident##_i##w((uint##w##_t)a, (uint##w##_t)b), 0)
#define NATIVE_TRAP(ident, w)                                                                      \
	({                                                                                         \
		uint##w##_t d = 0;                                                                 \
		hr_trap t = hr_a_##ident##_i##w((uint##w##_t)a, (uint##w##_t)b, &d);               \
		*value = d;                                                                        \
		t;                                                                                 \
	})
#define ODD_BIN(ident, sign)                                                                       \
	(*value = (uint64_t)hr_a_##ident##_i128(wide_##sign(a, bits), wide_##sign(b, bits)), 0)
#define ODD_TRAP(ident, sign, right)                                                               \
	({                                                                                         \
		hr_u128 d = 0;                                                                     \
		hr_trap t = hr_a_##ident##_i128(wide_##sign(a, bits), right, &d);                  \
		*value = (uint64_t)d;                                                              \
		t;                                                                                 \
	})
#define IS_LEAST_UNSIGNED false
#define IS_LEAST_SIGNED   (a == UINT64_C(1) << (bits - 1) && wide_SIGNED(b, bits) == ~(hr_u128)0)

/* What arith says of OP for A and B; 0 and *VALUE, or the trap. */
static hr_trap expected(hr_expr_op op, unsigned bits, uint64_t a, uint64_t b, uint64_t *value)
{
	switch (op) {
#define EXPECT_BIN(ident, sign)                                                                    \
	(bits == 8    ? NATIVE_BIN(ident, 8)                                                       \
	 : bits == 16 ? NATIVE_BIN(ident, 16)                                                      \
	 : bits == 32 ? NATIVE_BIN(ident, 32)                                                      \
	 : bits == 64 ? NATIVE_BIN(ident, 64)                                                      \
		      : ODD_BIN(ident, sign))
#define EXPECT_TRAP(ident, odd)                                                                    \
	(bits == 8    ? NATIVE_TRAP(ident, 8)                                                      \
	 : bits == 16 ? NATIVE_TRAP(ident, 16)                                                     \
	 : bits == 32 ? NATIVE_TRAP(ident, 32)                                                     \
	 : bits == 64 ? NATIVE_TRAP(ident, 64)                                                     \
		      : (odd))
#define EXPECT_DIVISION(ident, sign)                                                               \
	EXPECT_TRAP(ident, IS_LEAST_##sign ? HR_TRAP_OF(div_overflow)                              \
					   : ODD_TRAP(ident, sign, wide_##sign(b, bits)))
#define EXPECT_SHIFT(ident, sign)                                                                  \
	EXPECT_TRAP(ident, b >= bits ? HR_TRAP_OF(shift_too_far) : ODD_TRAP(ident, sign, b))
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order)                            \
	case HR_X_##id: return EXPECT_##shape(ident, sign);
#define EXPR_EXTREME(id, ident, sign, predicate, text)                                             \
	case HR_X_##id: return EXPECT_BIN(ident, sign);
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)                                  \
	case HR_X_##id: return EXPECT_BIN(ident, sign);
#include "src/arith/expr.def"
	default: ck_abort_msg("operation %d has not two operands", (int)op);
	}
	return 0;
}

/* --- asking ----------------------------------------------------------------------------------- */

static unsigned traps, values;

static void check_two(hr_expr_op op, const char *name, unsigned bits, bool test, uint64_t a,
		      uint64_t b)
{
	enum { BEFORE = 17 };
	unsigned to = test ? 1 : bits;
	uint64_t want = 0, got = BEFORE, operands[2] = {a, b};
	hr_trap trap = expected(op, bits, a, b, &want);
	uint32_t answer = hr_expr_apply(op, bits, to, operands, &got);

	if (to < 64)
		want %= UINT64_C(1) << to;
	ck_assert_msg(answer == trap, "%s i%u %llu, %llu: trap %u instead of %u", name, bits,
		      (unsigned long long)a, (unsigned long long)b, answer, trap);
	ck_assert_msg(got == (trap ? BEFORE : want), "%s i%u %llu, %llu: %llu instead of %llu",
		      name, bits, (unsigned long long)a, (unsigned long long)b,
		      (unsigned long long)got, (unsigned long long)want);
	traps += trap != 0;
	values += trap == 0;
}

START_TEST(operations_of_two)
{
	static const struct {
		hr_expr_op op;
		const char *name;
		bool test;
	} rows[] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order) {HR_X_##id, #ident, false},
#define EXPR_EXTREME(id, ident, sign, predicate, text)                  {HR_X_##id, #ident, false},
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)       {HR_X_##id, #ident, true},
#include "src/arith/expr.def"
	};

	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
		for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
			uint64_t corners[CORNERS];

			make_corners(widths[w], corners);
			for (unsigned i = 0; i < CORNERS; i++)
				for (unsigned k = 0; k < CORNERS; k++)
					check_two(rows[r].op, rows[r].name, widths[w], rows[r].test,
						  corners[i], corners[k]);
		}
	ck_assert_uint_gt(traps, 1000);
	ck_assert_uint_gt(values, 10000);
}
END_TEST

/* Written down, not computed: what a mistake in the oracle above would hide. */
START_TEST(known_values)
{
	static const struct {
		hr_expr_op op;
		unsigned bits;
		uint64_t a, b;
		hr_trap trap;
		uint64_t value;
	} all[] = {
		{HR_X_SDIV, 64, UINT64_C(1) << 63, UINT64_MAX, HR_TRAP_OF(div_overflow), 0},
		{HR_X_SREM, 64, UINT64_C(1) << 63, UINT64_MAX, HR_TRAP_OF(div_overflow), 0},
		{HR_X_SDIV, 33, UINT64_C(1) << 32, UINT64_C(0x1ffffffff), HR_TRAP_OF(div_overflow),
		 0},
		{HR_X_SREM, 33, UINT64_C(1) << 32, UINT64_C(0x1ffffffff), HR_TRAP_OF(div_overflow),
		 0},
		{HR_X_SDIV, 1, 1, 1, HR_TRAP_OF(div_overflow), 0},
		{HR_X_UDIV, 32, 1, 0, HR_TRAP_OF(div_by_zero), 0},
		{HR_X_SREM, 7, 5, 0, HR_TRAP_OF(div_by_zero), 0},
		{HR_X_SHL, 32, 1, 32, HR_TRAP_OF(shift_too_far), 0},
		{HR_X_ASHR, 64, 1, 64, HR_TRAP_OF(shift_too_far), 0},
		{HR_X_LSHR, 7, 1, 7, HR_TRAP_OF(shift_too_far), 0},
		{HR_X_SDIV, 7, 0x7b, 2, 0, 0x7e}, /* -5 / 2 = -2 */
		{HR_X_ASHR, 7, 0x40, 6, 0, 0x7f},
		{HR_X_ADD, 33, UINT64_C(0x1ffffffff), 2, 0, 1},
		{HR_X_SMIN, 7, 0x40, 1, 0, 0x40},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		const uint64_t operands[2] = {all[i].a, all[i].b};
		uint64_t value = 0;

		ck_assert_uint_eq(
			hr_expr_apply(all[i].op, all[i].bits, all[i].bits, operands, &value),
			all[i].trap);
		ck_assert_uint_eq(value, all[i].value);
	}
}
END_TEST

START_TEST(casts_and_choice)
{
	static const hr_expr_op casts[] = {
#define EXPR_CAST(id, ident, sign, opcode) HR_X_##id,
#include "src/arith/expr.def"
	};
	const uint64_t chosen[3] = {1, 5, 6}, other[3] = {0, 5, 6};
	uint64_t value = 0;

	ck_assert_uint_eq(sizeof(casts) / sizeof(casts[0]), 3);
	for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
		unsigned bits = widths[w];
		uint64_t corners[CORNERS];

		make_corners(bits, corners);
		for (unsigned i = 0; i < CORNERS; i++) {
			ck_assert_uint_eq(hr_expr_apply(HR_X_ZEXT, bits, 64, &corners[i], &value),
					  0);
			ck_assert_uint_eq(value, corners[i]);
			ck_assert_uint_eq(hr_expr_apply(HR_X_SEXT, bits, 64, &corners[i], &value),
					  0);
			ck_assert_uint_eq(value, (uint64_t)wide_SIGNED(corners[i], bits));
			ck_assert_uint_eq(hr_expr_apply(HR_X_TRUNC, bits, 1, &corners[i], &value),
					  0);
			ck_assert_uint_eq(value, corners[i] & 1);
		}
	}
	ck_assert_uint_eq(hr_expr_apply(HR_X_SELECT, 1, 64, chosen, &value), 0);
	ck_assert_uint_eq(value, 5);
	ck_assert_uint_eq(hr_expr_apply(HR_X_SELECT, 1, 64, other, &value), 0);
	ck_assert_uint_eq(value, 6);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {operations_of_two, known_values, casts_and_choice};

	return hr_test_run("expression", tests, sizeof(tests) / sizeof(tests[0]));
}
