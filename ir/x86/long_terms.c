/* ir/x86/long_terms.c -- terms of x86.def that are made from many elements or operations.
 *
 * Invariant: as in terms.c.
 * Owns:      nothing. */
#include "ir/x86/x86_terms.h"

/* --- integers --------------------------------------------------------------------------------- */

static el difference(hr_x86_call *x, el p, el q)
{
	return SUB(UMAX(p, q), UMIN(p, q));
}

el hr_x86_distance(hr_x86_call *x, unsigned count, uint32_t first, uint32_t second)
{
	el sum = K(16, 0);

	for (uint32_t k = 0; k < count; k++)
		sum = ADD(sum, ZX(difference(x, A(first + k), B(second + k)), 16));
	return sum;
}

/* Operand 1 is first rearranged by double words, in each 128 bits, as the immediate says. */
el hr_x86_dbpsad(hr_x86_call *x, uint32_t i)
{
	uint32_t from = i / 4 * 8 + (i % 4 < 2 ? 0 : 4), other = i / 4 * 8 + i % 4;
	el sum = K(16, 0);

	for (uint32_t k = 0; k < 4; k++) {
		uint32_t at = other + k, word = IMM(2) >> 2 * (at % 16 / 4) & 3;

		sum = ADD(sum,
			  ZX(difference(x, A(from + k), B(at / 16 * 16 + 4 * word + at % 4)), 16));
	}
	return sum;
}

el hr_x86_min_position(hr_x86_call *x, uint32_t i)
{
	el least = K(32, ~0u);

	if (i > 1)
		return K(16, 0);
	for (uint32_t k = 0; k < 8; k++)
		least = UMIN(least, OR(SHLK(ZX(A(k), 32), 16), K(32, k)));
	return TR(i ? ANDK(least, 7) : LSHRK(least, 16), 16);
}

el hr_x86_ternary(hr_x86_call *x, uint32_t i, unsigned table)
{
	el sum = K(A(i).bits, 0);

	for (unsigned k = 0; k < 8; k++)
		if (table >> k & 1)
			sum = OR(sum, AND(AND(k & 4 ? A(i) : NOT(A(i)), k & 2 ? B(i) : NOT(B(i))),
					  k & 1 ? C(i) : NOT(C(i))));
	return sum;
}

el hr_x86_conflict(hr_x86_call *x, uint32_t i)
{
	unsigned bits = A(i).bits;
	el result = K(bits, 0);

	for (uint32_t k = 0; k < i; k++)
		result = OR(result, SHLK(ZX(EQ(A(k), A(i)), bits), k));
	return result;
}

static el product(hr_x86_call *x, uint32_t place, unsigned bits, bool first_signed,
		  bool second_signed)
{
	el p = PART(1, bits, place), q = PART(2, bits, place);

	return MUL(hr_x86_resized(x, p, 64, first_signed), hr_x86_resized(x, q, 64, second_signed));
}

el hr_x86_dot64(hr_x86_call *x, uint32_t i, unsigned bits, bool first_signed, bool second_signed)
{
	el sum = K(64, 0);

	for (uint32_t k = 0; k < 32 / bits; k++)
		sum = ADD(sum, product(x, 32 / bits * i + k, bits, first_signed, second_signed));
	return sum;
}

el hr_x86_dot(hr_x86_call *x, uint32_t i, unsigned bits, bool first_signed, bool second_signed)
{
	return TR(hr_x86_dot64(x, i, bits, first_signed, second_signed), 32);
}

el hr_x86_signs(hr_x86_call *x, unsigned operand)
{
	el result = K(32, 0);

	for (uint32_t k = 0; k < x->operands[operand].count; k++)
		result = OR(result, SHLK(ZX(SIGN(hr_x86_at(x, operand, k)), 32), k));
	return result;
}

el hr_x86_test(hr_x86_call *x, bool signs, bool zero, bool carry)
{
	unsigned bits = signs ? 1 : A(0).bits;
	el both = K(bits, 0), extra = K(bits, 0);

	for (uint32_t k = 0; k < x->operands[0].count; k++) {
		el p = signs ? SIGN(A(k)) : A(k), q = signs ? SIGN(B(k)) : B(k);

		both = OR(both, AND(p, q));
		extra = OR(extra, AND(NOT(p), q));
	}
	both = EQ(both, K(bits, 0));
	extra = EQ(extra, K(bits, 0));
	return zero ? both : carry ? extra : AND(NOT(both), NOT(extra));
}

el hr_x86_low_bits(hr_x86_call *x, el p, el count)
{
	return SEL(ULT(count, K(p.bits, p.bits)),
		   AND(p, SUB(SHL(K(p.bits, 1), count), K(p.bits, 1))), p);
}

el hr_x86_crc(hr_x86_call *x)
{
	el state = TR(A(0), 32), data = B(0);

	for (unsigned k = 0; k < data.bits; k += 8)
		state = hr_x86_bin(x, HR_OP_crc32c_i8, state, TR(LSHRK(data, k), 8));
	return ZX(state, BITS);
}

el hr_x86_sigma(hr_x86_call *x, el p, unsigned first, unsigned second, unsigned shift)
{
	return XOR(XOR(ROTL(p, 32 - first), ROTL(p, 32 - second)), LSHRK(p, shift));
}

el hr_x86_sha1msg2(hr_x86_call *x, uint32_t i)
{
	return ROTL(XOR(A(i), i ? B(i - 1) : hr_x86_sha1msg2(x, 3)), 1);
}

el hr_x86_sha256msg2(hr_x86_call *x, uint32_t i)
{
	el before = i < 2 ? B(i + 2) : hr_x86_sha256msg2(x, i - 2);

	return ADD(A(i), hr_x86_sigma(x, before, 17, 19, 10));
}

/* --- floating point --------------------------------------------------------------------------- */

el hr_x86_dp(hr_x86_call *x, uint32_t first)
{
	uint8_t con = A(0).con;
	unsigned count = con == HR_C_F64 ? 2 : 4;
	el part[4];

	for (unsigned k = 0; k < count; k++)
		part[k] = IMM(2) >> (4 + k) & 1 ? FMUL(A(first + k), B(first + k)) : FK(con, 0);
	return count == 2 ? FADD(part[0], part[1])
			  : FADD(FADD(part[0], part[1]), FADD(part[2], part[3]));
}

/* --- classes of numbers: bits of LLVM's is.fpclass --- */
enum {
	SIGNALLING = 1,
	QUIET = 2,
	MINUS_INF = 4,
	MINUS_NORMAL = 8,
	MINUS_SUBNORMAL = 16,
	MINUS_ZERO = 32,
	PLUS_ZERO = 64,
	SUBNORMAL = 128,
	PLUS_INF = 512
};

static el is_class(hr_x86_call *x, el p, uint32_t classes)
{
	el result = hr_x86_uni(x, p.con == HR_C_F64 ? HR_OP_fpclass_f64 : HR_OP_fpclass_f32, p,
			       classes);

	result.bits = 1;
	return result;
}

el hr_x86_class(hr_x86_call *x, el p, unsigned classes)
{
	static const uint32_t bits[8] = {QUIET,
					 PLUS_ZERO,
					 MINUS_ZERO,
					 PLUS_INF,
					 MINUS_INF,
					 MINUS_SUBNORMAL | SUBNORMAL,
					 MINUS_NORMAL | MINUS_SUBNORMAL,
					 SIGNALLING};
	uint32_t wanted = 0;

	for (unsigned k = 0; k < 8; k++)
		if (classes >> k & 1)
			wanted |= bits[k];
	return is_class(x, p, wanted);
}

static el with_sign(hr_x86_call *x, double value, el p)
{
	return hr_x86_float(x, HR_OP_copysign_f16, FK(p.con, value), p);
}

el hr_x86_approximate(hr_x86_call *x, el p, bool root, bool flushed)
{
	const uint32_t small = MINUS_SUBNORMAL | SUBNORMAL;
	el result;

	if (root && p.con == HR_C_F32)
		result = FP_TO(F32, FDIV(FK(F64, 1), SQRT(FP_TO(F64, p))));
	else
		result = FDIV(FK(p.con, 1), root ? SQRT(p) : p);
	if (flushed) {
		result = SEL(is_class(x, p, small), with_sign(x, __builtin_inf(), p), result);
		result = SEL(is_class(x, result, small), with_sign(x, 0, p), result);
	}
	return result;
}

el hr_x86_exponent(hr_x86_call *x, el p)
{
	uint32_t operands[3] = {x->build->reg(x->lower, hr_con_size((hr_con)p.con)),
				x->build->reg(x->lower, 4), p.reg};
	el exponent = {operands[1], p.poison, HR_C_I32, 32};

	x->build->emit(x->lower, (hr_op)(HR_OP_frexp_f16 + p.con - HR_C_F16), operands, 3);
	exponent = S_TO(p.con, SUB(exponent, K(32, 1)));
	exponent =
		SEL(is_class(x, p, MINUS_ZERO | PLUS_ZERO), FK(p.con, -__builtin_inf()), exponent);
	return SEL(is_class(x, p, SIGNALLING | QUIET | MINUS_INF | PLUS_INF),
		   FADD(FABS(p), FABS(p)), exponent);
}

static el times_power(hr_x86_call *x, el p, el exponent)
{
	return hr_x86_bin(x, (hr_op)(HR_OP_ldexp_f16 + p.con - HR_C_F16), p, exponent);
}

el hr_x86_scale(hr_x86_call *x, el p, el by)
{
	el infinite = is_class(x, by, MINUS_INF | PLUS_INF),
	   nan = is_class(x, by, SIGNALLING | QUIET);
	el limit = FMIN(FMAX(FLOOR(by), FK(p.con, -5000)), FK(p.con, 5000));
	el factor = SEL(CMP(OGT, by, FK(p.con, 0)), FK(p.con, __builtin_inf()), FK(p.con, 0));

	/* a quiet NaN by an infinite power is the power */
	return SEL(infinite, SEL(is_class(x, p, QUIET), factor, FMUL(p, factor)),
		   SEL(nan, FADD(p, by), times_power(x, p, TO_S(limit, 32))));
}

el hr_x86_round_scaled(hr_x86_call *x, el p, unsigned how)
{
	unsigned digits = how >> 4 & 15;
	el whole = FK(p.con, p.con == HR_C_F64 ? 0x1p52 : 0x1p23), result;

	if (!digits)
		return ROUND(p, how & 7);
	result = times_power(x, ROUND(times_power(x, p, K(32, digits)), how & 7),
			     K(32, (hr_u128)(uint32_t)-digits));
	return SEL(CMP(OGE, FABS(p), whole), p, result);
}
