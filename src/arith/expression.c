/* src/arith/expression.c -- the value of an operation of integer expressions.
 *
 * Each operation is that of arith for 64 bits, on operands that are extended by its row's sign; the
 * result is cut to its width. Only what traps depends on the width: see below.
 * Invariant: the value is the one that the engine computes for the LLVM instruction of the same
 *            name (H4). */
#include "src/arith/expression.h"

#include "src/arith/arith.h"

uint64_t hr_expr_cut(uint64_t value, unsigned bits)
{
	return bits < 64 ? hr_a_mask_i64(value, bits) : value;
}

uint64_t hr_expr_widen(uint64_t value, unsigned bits)
{
	return bits < 64 ? hr_a_sextin_i64(value, bits) : value;
}

/* --- operations that trap --------------------------------------------------------------------- */

typedef hr_trap operation(uint64_t a, uint64_t b, uint64_t *value);

/* MIN / -1 fits 64 bits where the width is less, so the quotient is checked, also when the
 * remainder is wanted. */
static hr_trap divide_SIGNED(operation *divide, uint64_t a, uint64_t b, unsigned bits,
			     uint64_t *value)
{
	uint64_t quotient;
	hr_trap trap = hr_a_sdiv_i64(a, b, &quotient);

	if (trap)
		return trap;
	return hr_expr_widen(quotient, bits) == quotient ? divide(a, b, value)
							 : HR_TRAP_OF(div_overflow);
}

static hr_trap divide_UNSIGNED(operation *divide, uint64_t a, uint64_t b, unsigned bits,
			       uint64_t *value)
{
	(void)bits;
	return divide(a, b, value);
}

/* B, the distance, is unsigned whatever A is. */
static hr_trap shift(operation *shift_i64, uint64_t a, uint64_t b, unsigned bits, uint64_t *value)
{
	return b < bits ? shift_i64(a, b, value) : HR_TRAP_OF(shift_too_far);
}

/* --- all of them ------------------------------------------------------------------------------ */

#define EXTEND_UNSIGNED(value, bits) (value)
#define EXTEND_SIGNED(value, bits)   hr_expr_widen(value, bits)

#define APPLY_BIN(ident, sign)                                                                     \
	(result = hr_a_##ident##_i64(EXTEND_##sign(v[0], from), EXTEND_##sign(v[1], from)), 0)
#define APPLY_DIVISION(ident, sign)                                                                \
	divide_##sign(hr_a_##ident##_i64, EXTEND_##sign(v[0], from), EXTEND_##sign(v[1], from),    \
		      from, &result)
#define APPLY_SHIFT(ident, sign)                                                                   \
	shift(hr_a_##ident##_i64, EXTEND_##sign(v[0], from), v[1], from, &result)

uint32_t hr_expr_apply(hr_expr_op op, unsigned from, unsigned to, const uint64_t *v,
		       uint64_t *value)
{
	uint64_t result = 0;
	hr_trap trap = 0;

	switch (op) {
#define EXPR_LEAF(id) case HR_X_##id:
#include "src/arith/expr.def"
	case HR_X_COUNT: hr_bug("operation %d of an expression has no operands", (int)op);
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order)                            \
	case HR_X_##id: trap = APPLY_##shape(ident, sign); break;
#define EXPR_EXTREME(id, ident, sign, predicate, text)                                             \
	case HR_X_##id: trap = APPLY_BIN(ident, sign); break;
#define EXPR_TEST(id, ident, sign, predicate, text, binds, order)                                  \
	case HR_X_##id: trap = APPLY_BIN(ident, sign); break;
#define EXPR_CAST(id, ident, sign, opcode)                                                         \
	case HR_X_##id: result = EXTEND_##sign(v[0], from); break;
#define EXPR_CHOICE(id)                                                                            \
	case HR_X_##id: result = v[0] ? v[1] : v[2]; break;
#include "src/arith/expr.def"
	}
	if (trap == 0)
		*value = hr_expr_cut(result, to);
	return trap;
}
