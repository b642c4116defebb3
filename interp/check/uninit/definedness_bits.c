/* interp/check/uninit/definedness_bits.c -- which bits of a result are undefined.
 *
 * Bits are tracked one by one through operations that set, test, move and shift bits, so that flags
 * and bit-fields in a word with other undefined bits cause no findings. Sums and products propagate
 * undefined bits upwards, as carries do; 0 times anything is 0. For all other operations, including
 * floating-point ones (0 times NaN is NaN), the whole result is undefined if a bit of an operand
 * is. The `freeze` of an uninitialised value stays undefined, because the value was not written;
 * freeze serves the optimiser, not the program. That of poison is a number.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  where operands and results are, and what is reported (definedness.c). */
#include "interp/check/uninit/definedness.h"

/* the relation between a and b that is tested, or its negation */
typedef enum order { EQUAL, BELOW, ABOVE } order;

static value flipped(value v, unsigned bytes)
{
	v.bits ^= (hr_u128)1 << (8 * bytes - 1);
	return v;
}

/* Return true if the defined bits decide the comparison for all values of the other bits. */
static bool decided(order what, bool is_signed, value a, value b, unsigned bytes)
{
	hr_u128 a_least, a_most, b_least, b_most;

	if (!(a.undefined | b.undefined))
		return true;
	if (what == EQUAL)
		return ((a.bits ^ b.bits) & ~(a.undefined | b.undefined)) != 0;
	if (is_signed) {
		a = flipped(a, bytes);
		b = flipped(b, bytes);
	}
	a_least = a.bits & ~a.undefined;
	a_most = a.bits | a.undefined;
	b_least = b.bits & ~b.undefined;
	b_most = b.bits | b.undefined;
	if (what == BELOW)
		return a_most < b_least || a_least >= b_most;
	return a_least > b_most || a_most <= b_least;
}

#define INTEGERS(ident, as)                                                                        \
	[HR_OP_##ident##_i8] = (as), [HR_OP_##ident##_i16] = (as), [HR_OP_##ident##_i32] = (as),   \
	[HR_OP_##ident##_i64] = (as), [HR_OP_##ident##_i128] = (as)
#define JUMPS(ident, as)                                                                           \
	[HR_OP_##ident##_i8] = (as), [HR_OP_##ident##_i16] = (as), [HR_OP_##ident##_i32] = (as),   \
	[HR_OP_##ident##_i64] = (as)
#define COMPARES(pred, as)                                                                         \
	INTEGERS(pred, as), JUMPS(j##pred, as), [HR_OP_addj##pred##_i32] = (as),                   \
						[HR_OP_addj##pred##_i64] = (as)
#define EXTENDS(from, to)                                                                          \
	[HR_OP_zext_##from##_##to] = COPY, [HR_OP_trunc_##to##_##from] = COPY,                     \
	[HR_OP_sext_##from##_##to] = SIGN_EXTEND

const uint8_t hr_definedness_precise[HR_OP_COUNT] = {
	INTEGERS(mov, COPY),
	INTEGERS(freeze, FREEZE),
	INTEGERS(and, AND),
	INTEGERS(or, OR),
	INTEGERS(xor, XOR),
	INTEGERS(add, SUM),
	INTEGERS(sub, DIFFERENCE),
	INTEGERS(mul, PRODUCT),
	INTEGERS(muladd, PRODUCT_SUM),
	INTEGERS(umin, LEAST),
	INTEGERS(umax, MOST),
	INTEGERS(smin, LEAST_SIGNED),
	INTEGERS(smax, MOST_SIGNED),
	INTEGERS(shl, LEFT),
	INTEGERS(shlz, LEFT),
	INTEGERS(lshr, RIGHT),
	INTEGERS(lshrz, RIGHT),
	INTEGERS(ashr, RIGHT_SIGNED),
	INTEGERS(ashrz, RIGHT_SIGNED),
	INTEGERS(mask, MASK),
	INTEGERS(sextin, SIGN_FROM),
	INTEGERS(bswap, REVERSE_BYTES),
	INTEGERS(udiv, QUOTIENT_UNSIGNED),
	INTEGERS(sdiv, QUOTIENT),
	INTEGERS(urem, REMAINDER_UNSIGNED),
	INTEGERS(srem, REMAINDER),
	COMPARES(eq, COMPARE_EQUAL),
	COMPARES(ne, COMPARE_EQUAL),
	COMPARES(ult, COMPARE_BELOW),
	COMPARES(uge, COMPARE_BELOW),
	COMPARES(ugt, COMPARE_ABOVE),
	COMPARES(ule, COMPARE_ABOVE),
	COMPARES(slt, COMPARE_BELOW_SIGNED),
	COMPARES(sge, COMPARE_BELOW_SIGNED),
	COMPARES(sgt, COMPARE_ABOVE_SIGNED),
	COMPARES(sle, COMPARE_ABOVE_SIGNED),
	EXTENDS(i8, i16),
	EXTENDS(i8, i32),
	EXTENDS(i8, i64),
	EXTENDS(i8, i128),
	EXTENDS(i16, i32),
	EXTENDS(i16, i64),
	EXTENDS(i16, i128),
	EXTENDS(i32, i64),
	EXTENDS(i32, i128),
	EXTENDS(i64, i128),
};

bool hr_definedness_decides(precise what, value a, value b, unsigned bytes)
{
	switch (what) {
	case COMPARE_EQUAL: return decided(EQUAL, false, a, b, bytes);
	case COMPARE_BELOW: return decided(BELOW, false, a, b, bytes);
	case COMPARE_ABOVE: return decided(ABOVE, false, a, b, bytes);
	case COMPARE_BELOW_SIGNED: return decided(BELOW, true, a, b, bytes);
	case COMPARE_ABOVE_SIGNED: return decided(ABOVE, true, a, b, bytes);
	default: return !(a.undefined | b.undefined);
	}
}

hr_u128 hr_definedness_sign_extended(hr_u128 undefined, unsigned bits)
{
	hr_u128 low = ~(hr_u128)0 >> (128 - bits);

	undefined &= low;
	return undefined >> (bits - 1) & 1 ? undefined | ~low : undefined;
}

static hr_u128 reversed(hr_u128 undefined, unsigned bytes)
{
	hr_u128 result = 0;

	for (unsigned i = 0; i < bytes; i++)
		result = result << 8 | (undefined >> 8 * i & 0xFF);
	return result;
}

static hr_u128 shifted(precise what, value a, value amount, unsigned bytes)
{
	unsigned by = (unsigned)amount.bits;

	if (!a.bits && !a.undefined)
		return 0;
	if (amount.undefined)
		return ones(bytes);
	if (amount.bits >= 8 * bytes)
		return 0;
	if (what == LEFT)
		return a.undefined << by;
	if (what == RIGHT)
		return a.undefined >> by;
	return (a.undefined >> by) |
	       (by && a.undefined >> (8 * bytes - 1) & 1 ? ~(ones(bytes) >> by) : 0);
}

/* Return the lowest bit that is one or undefined. */
static hr_u128 lowest(value v)
{
	hr_u128 any = v.bits | v.undefined;

	return any & (0 - any);
}

/* The lowest undefined bit of one factor is shifted up by the trailing zeros of the other. */
static hr_u128 product(value a, value b, unsigned bytes)
{
	hr_u128 from = (a.undefined & (0 - a.undefined)) * lowest(b) |
		       (b.undefined & (0 - b.undefined)) * lowest(a);

	return upwards(from, bytes);
}

/* Return the undefined bits of the selected operand, if the defined bits decide which one is
 * selected; else all bits. */
static hr_u128 extreme(order what, bool is_signed, value a, value b, unsigned bytes)
{
	value first = is_signed ? flipped(a, bytes) : a, other = is_signed ? flipped(b, bytes) : b;
	bool is_first = what == BELOW ? first.bits < other.bits : first.bits > other.bits;

	if (!decided(what, is_signed, a, b, bytes))
		return ones(bytes);
	return is_first ? a.undefined : b.undefined;
}

static bool is_power(value v)
{
	return !v.undefined && v.bits && !(v.bits & (v.bits - 1));
}

bool hr_definedness_divides_zero(precise what, const value *v)
{
	return what >= QUOTIENT && what <= REMAINDER_UNSIGNED && !v[0].bits && !v[0].undefined &&
	       v[1].bits & ~v[1].undefined;
}

hr_u128 hr_definedness_combine(precise what, const value *v, unsigned count, unsigned bytes,
			       uint32_t i)
{
	hr_u128 any = 0;

	for (unsigned k = 0; k < count; k++)
		any |= v[k].undefined;
	switch (what) {
	case COPY:
	case FREEZE: return any;
	case AND: return any & (v[0].undefined | v[0].bits) & (v[1].undefined | v[1].bits);
	case OR: return any & (v[0].undefined | ~v[0].bits) & (v[1].undefined | ~v[1].bits);
	case XOR: return any;
	case SUM:
	case DIFFERENCE: return upwards(any, bytes);
	case PRODUCT: return product(v[0], v[1], bytes);
	case PRODUCT_SUM: return upwards(product(v[0], v[1], bytes) | v[2].undefined, bytes);
	case LEAST: return extreme(BELOW, false, v[0], v[1], bytes);
	case MOST: return extreme(ABOVE, false, v[0], v[1], bytes);
	case LEAST_SIGNED: return extreme(BELOW, true, v[0], v[1], bytes);
	case MOST_SIGNED: return extreme(ABOVE, true, v[0], v[1], bytes);
	case QUOTIENT_UNSIGNED: return is_power(v[1]) ? any / v[1].bits : any ? ~(hr_u128)0 : 0;
	case REMAINDER: return !v[1].undefined && v[1].bits == 1 ? 0 : any ? ~(hr_u128)0 : 0;
	case REMAINDER_UNSIGNED:
		return is_power(v[1]) ? any & (v[1].bits - 1) : any ? ~(hr_u128)0 : 0;
	case LEFT:
	case RIGHT:
	case RIGHT_SIGNED: return shifted(what, v[0], v[1], bytes);
	case MASK: return any & ~(~(hr_u128)0 << i);
	case SIGN_FROM: return hr_definedness_sign_extended(any, i);
	case REVERSE_BYTES: return reversed(any, bytes);
	default:
		if (what >= ANSWER)
			return !hr_definedness_decides(what, v[0], v[1], bytes);
		return any ? ~(hr_u128)0 : 0;
	}
}
