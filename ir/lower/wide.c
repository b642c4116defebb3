/* ir/lower/wide.c -- integers over 128 bits, which clang makes of runs of bit-fields.
 *
 * A wide integer is a list of limbs of 64 bits, lowest first; the last one holds the rest. Loads,
 * stores, phis, selects and the like treat it as an array. This file has the operations: bitwise
 * operations, shifts, sums, products, quotients, comparisons, conversions to and from integers of any
 * width. Conversions to and from floating-point numbers are refused.
 *
 * Invariant: the bits of the last limb above the width are 0.
 * Owns:      nothing. */
#include <string.h>

#include "ir/lower/lower_private.h"

unsigned hr_lw_wide_bits(LLVMTypeRef type)
{
	unsigned bits;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return 0;
	bits = LLVMGetIntTypeWidth(type);
	return bits > 128 ? bits : 0;
}

static uint32_t limbs(unsigned bits)
{
	return (bits + 63) / 64;
}

/* Set the type that the lowering uses for an integer of BITS. */
void hr_lw_wide_type(hr_lw *l, unsigned bits, hr_lw_type *type)
{
	static const hr_type limb = {.kind = HR_T_INT,
				     .bits = 64,
				     .con = HR_C_I64,
				     .store_size = 8,
				     .size = 8,
				     .align = 8,
				     .text = "i64"};
	hr_type *array = HR_ARENA_NEW(&l->program->arena, hr_type);
	hr_scalar *scalars = hr_arena_array(&l->arena, limbs(bits), sizeof(*scalars));

	*array = (hr_type){.kind = HR_T_ARRAY,
			   .count = limbs(bits),
			   .element = &limb,
			   .store_size = (bits + 7) / 8,
			   .align = 16,
			   .text = "wide integer"};
	array->size = (array->store_size + 15) / 16 * 16;
	for (uint32_t i = 0; i < limbs(bits); i++)
		scalars[i] =
			(hr_scalar){.con = HR_C_I64,
				    .offset = 8 * i,
				    .bits = (uint16_t)(bits - 64 * i < 64 ? bits - 64 * i : 64)};
	*type = (hr_lw_type){.type = array, .scalars = scalars, .count = limbs(bits)};
}

/* Clear the bits above the width. */
static void trim(hr_lw *l, hr_vreg *regs, unsigned bits)
{
	hr_vreg *last = &regs[limbs(bits) - 1];

	if (bits % 64)
		*last = hr_lw_bin(l, HR_OP_and_i64, *last,
				  hr_lw_const(l, 8, (UINT64_C(1) << bits % 64) - 1));
}

/* --- constants -------------------------------------------------------------------------------- */

/* Parse the text "i136 -12": the limbs of the magnitude, negated if necessary. */
void hr_lw_wide_constant(hr_lw *l, LLVMValueRef c, hr_vreg *regs)
{
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(c));
	uint32_t count = limbs(bits);
	uint64_t *value = hr_arena_array(&l->arena, count, sizeof(*value));
	char *text = LLVMPrintValueToString(c);
	const char *at = strchr(text, ' ');
	bool negative = at && at[1] == '-';

	for (at = at ? at + 1 + negative : ""; *at >= '0' && *at <= '9'; at++) {
		hr_u128 carry = (unsigned)(*at - '0');

		for (uint32_t i = 0; i < count; i++) {
			carry += (hr_u128)value[i] * 10;
			value[i] = (uint64_t)carry;
			carry >>= 64;
		}
	}
	LLVMDisposeMessage(text);
	for (uint32_t i = 0, carry = 1; negative && i < count; i++) {
		value[i] = ~value[i] + carry;
		carry = carry && !value[i];
	}
	if (bits % 64)
		value[count - 1] &= (UINT64_C(1) << bits % 64) - 1;
	for (uint32_t i = 0; i < count; i++)
		regs[i] = hr_lw_const(l, 8, value[i]);
}

/* --- conversions ------------------------------------------------------------------------------ */

/* Return all ones if the integer is negative, else 0. */
static hr_vreg sign_limb(hr_lw *l, const hr_vreg *regs, unsigned bits)
{
	hr_vreg last = regs[limbs(bits) - 1];

	if (bits % 64)
		last = hr_lw_bin(l, HR_OP_shlz_i64, last, hr_lw_const(l, 8, 64 - bits % 64));
	return hr_lw_bin(l, HR_OP_ashrz_i64, last, hr_lw_const(l, 8, 63));
}

/* Return the limbs of a value of any width, sign-extended in the last one. */
static hr_vreg *limbs_of(hr_lw *l, const hr_vreg *regs, unsigned bits, bool is_signed)
{
	hr_vreg *out = hr_arena_array(&l->arena, limbs(bits) + 1, sizeof(*out));

	if (bits <= 64) {
		out[0] = hr_lw_resize(l, regs[0], bits, 64, is_signed);
	} else if (bits <= 128) {
		hr_vreg whole = hr_lw_resize(l, regs[0], bits, 128, is_signed);

		out[0] = hr_lw_resize(l, whole, 128, 64, false);
		out[1] = hr_lw_resize(l,
				      hr_lw_bin(l, HR_OP_lshrz_i128, whole, hr_lw_const(l, 16, 64)),
				      128, 64, false);
	} else {
		memcpy(out, regs, limbs(bits) * sizeof(*out));
		if (is_signed && bits % 64)
			out[limbs(bits) - 1] =
				hr_lw_bin(l, HR_OP_or_i64, out[limbs(bits) - 1],
					  hr_lw_bin(l, HR_OP_shlz_i64, sign_limb(l, regs, bits),
						    hr_lw_const(l, 8, bits % 64)));
	}
	return out;
}

static void from_limbs(hr_lw *l, const hr_vreg *in, unsigned bits, hr_vreg *regs)
{
	if (bits > 128) {
		memcpy(regs, in, limbs(bits) * sizeof(*in));
		trim(l, regs, bits);
	} else if (bits > 64) {
		hr_vreg low = hr_lw_resize(l, in[0], 64, 128, false);
		hr_vreg high = hr_lw_resize(l, in[1], 64, 128, false);

		high = hr_lw_bin(l, HR_OP_shlz_i128, high, hr_lw_const(l, 16, 64));
		regs[0] = hr_lw_mask(l, hr_lw_bin(l, HR_OP_or_i128, low, high), bits);
	} else {
		regs[0] = hr_lw_resize(l, in[0], 64, bits, false);
	}
}

static void convert(hr_lw *l, const hr_vreg *in, unsigned from, unsigned to, bool is_signed,
		    hr_vreg *out)
{
	const hr_vreg *have = limbs_of(l, in, from, is_signed);
	hr_vreg *all = hr_arena_array(&l->arena, limbs(to) + 2, sizeof(*all));
	hr_vreg fill = hr_lw_const(l, 8, 0);

	if (is_signed && to > from)
		fill = hr_lw_bin(l, HR_OP_ashrz_i64, have[limbs(from) - 1], hr_lw_const(l, 8, 63));
	for (uint32_t i = 0; i < limbs(to); i++)
		all[i] = i < limbs(from) ? have[i] : fill;
	from_limbs(l, all, to, out);
}

/* --- shifts ----------------------------------------------------------------------------------- */

/* Shift IN by BY bits, a constant below the width; FILL is shifted in. */
static void shift_by(hr_lw *l, LLVMOpcode opcode, const hr_vreg *in, uint32_t count, uint32_t by,
		     hr_vreg fill, hr_vreg *out)
{
	uint32_t whole = by / 64, part = by % 64;
	hr_op toward = opcode == LLVMShl ? HR_OP_shlz_i64 : HR_OP_lshrz_i64;
	hr_op away = opcode == LLVMShl ? HR_OP_lshrz_i64 : HR_OP_shlz_i64;
	hr_vreg zero = hr_lw_const(l, 8, 0);

	for (uint32_t i = 0; i < count; i++) {
		int64_t near = opcode == LLVMShl ? (int64_t)i - whole : (int64_t)i + whole;
		int64_t next = opcode == LLVMShl ? near - 1 : near + 1;
		hr_vreg outside = opcode == LLVMShl ? zero : fill;
		hr_vreg a = near >= 0 && near < count ? in[near] : outside;
		hr_vreg b = next >= 0 && next < count ? in[next] : outside;

		out[i] = a;
		if (part)
			out[i] = hr_lw_bin(l, HR_OP_or_i64,
					   hr_lw_bin(l, toward, a, hr_lw_const(l, 8, part)),
					   hr_lw_bin(l, away, b, hr_lw_const(l, 8, 64 - part)));
	}
}

/* Apply an amount that is known only at run time bit by bit. */
/* Return a flag: the amount is too much. */
static hr_vreg shift_variable(hr_lw *l, LLVMOpcode opcode, hr_vreg *regs, const hr_vreg *amount,
			      unsigned bits, hr_vreg fill)
{
	uint32_t count = limbs(bits);
	hr_vreg *moved = hr_arena_array(&l->arena, count, sizeof(*moved));
	hr_vreg too_far = hr_lw_bin(l, HR_OP_uge_i64, amount[0], hr_lw_const(l, 8, bits));

	for (uint32_t i = 1; i < count; i++)
		too_far = hr_lw_or(l, too_far,
				   hr_lw_bin(l, HR_OP_ne_i64, amount[i], hr_lw_const(l, 8, 0)));
	if (!l->follows_poison)
		hr_lw_trap_if(l, too_far, HR_D_shift_too_far);
	for (uint32_t bit = 0; 1u << bit < bits; bit++) {
		hr_vreg set = hr_lw_bin(l, HR_OP_and_i64, amount[0],
					hr_lw_const(l, 8, UINT64_C(1) << bit));

		set = hr_lw_bin(l, HR_OP_ne_i64, set, hr_lw_const(l, 8, 0));
		shift_by(l, opcode, regs, count, 1u << bit, fill, moved);
		for (uint32_t i = 0; i < count; i++)
			regs[i] = hr_lw_select(l, 8, set, moved[i], regs[i]);
	}
	return too_far;
}

/* Set TOO_FAR to a flag, if the amount may be too much. */
static void shift(hr_lw *l, LLVMOpcode opcode, const hr_vreg *a, const hr_vreg *b, unsigned bits,
		  hr_vreg *out, hr_vreg *too_far)
{
	bool arithmetic = opcode == LLVMAShr;
	hr_vreg *in = limbs_of(l, a, bits, arithmetic);
	hr_vreg fill = arithmetic ? sign_limb(l, a, bits) : hr_lw_const(l, 8, 0);
	hr_u128 amount, rest;
	bool known = hr_lw_is_const(l, b[0], &amount);

	for (uint32_t i = 1; i < limbs(bits); i++)
		known &= hr_lw_is_const(l, b[i], &rest) && !rest;
	if (known && amount < bits) {
		shift_by(l, opcode, in, limbs(bits), (uint32_t)amount, fill, out);
	} else {
		*too_far = shift_variable(l, opcode, in, b, bits, fill);
		memcpy(out, in, limbs(bits) * sizeof(*out));
	}
	trim(l, out, bits);
}

/* --- sums, comparisons ------------------------------------------------------------------------ */

static void sum(hr_lw *l, bool subtract, const hr_vreg *a, const hr_vreg *b, unsigned bits,
		hr_vreg *out)
{
	hr_op op = subtract ? HR_OP_usub_ov_i64 : HR_OP_uadd_ov_i64;
	hr_vreg carry = hr_lw_const(l, 1, 0);

	for (uint32_t i = 0; i < limbs(bits); i++) {
		hr_vreg part = hr_lw_reg(l, 8), first = hr_lw_reg(l, 1), second = hr_lw_reg(l, 1);

		out[i] = hr_lw_reg(l, 8);
		HR_EMIT(l, op, part, first, a[i], b[i]);
		HR_EMIT(l, op, out[i], second, part, hr_lw_resize(l, carry, 8, 64, false));
		carry = hr_lw_bin(l, HR_OP_or_i8, first, second);
	}
	trim(l, out, bits);
}

static hr_vreg equal(hr_lw *l, const hr_vreg *a, const hr_vreg *b, unsigned bits)
{
	hr_vreg all = hr_lw_const(l, 1, 1);

	for (uint32_t i = 0; i < limbs(bits); i++)
		all = hr_lw_bin(l, HR_OP_and_i8, all, hr_lw_bin(l, HR_OP_eq_i64, a[i], b[i]));
	return all;
}

static hr_vreg less(hr_lw *l, const hr_vreg *a, const hr_vreg *b, unsigned bits, bool is_signed)
{
	uint32_t last = limbs(bits) - 1;
	const hr_vreg *x = limbs_of(l, a, bits, is_signed), *y = limbs_of(l, b, bits, is_signed);
	hr_vreg result = hr_lw_const(l, 1, 0);

	for (uint32_t i = 0; i <= last; i++) {
		hr_op op = is_signed && i == last ? HR_OP_slt_i64 : HR_OP_ult_i64;

		result = hr_lw_select(l, 1, hr_lw_bin(l, HR_OP_eq_i64, x[i], y[i]), result,
				      hr_lw_bin(l, op, x[i], y[i]));
	}
	return result;
}

static hr_vreg compare(hr_lw *l, LLVMIntPredicate p, const hr_vreg *a, const hr_vreg *b,
		       unsigned bits)
{
	switch (p) {
	case LLVMIntEQ: return equal(l, a, b, bits);
	case LLVMIntNE: return hr_lw_not(l, equal(l, a, b, bits));
	case LLVMIntULT: return less(l, a, b, bits, false);
	case LLVMIntUGT: return less(l, b, a, bits, false);
	case LLVMIntUGE: return hr_lw_not(l, less(l, a, b, bits, false));
	case LLVMIntULE: return hr_lw_not(l, less(l, b, a, bits, false));
	case LLVMIntSLT: return less(l, a, b, bits, true);
	case LLVMIntSGT: return less(l, b, a, bits, true);
	case LLVMIntSGE: return hr_lw_not(l, less(l, a, b, bits, true));
	case LLVMIntSLE: return hr_lw_not(l, less(l, b, a, bits, true));
	}
	hr_bug("integer predicate %d", (int)p);
}

/* --- products, quotients ---------------------------------------------------------------------- */

static hr_vreg high_half(hr_lw *l, hr_vreg whole)
{
	return hr_lw_bin(l, HR_OP_lshrz_i128, whole, hr_lw_const(l, 16, 64));
}

static hr_vreg doubled(hr_lw *l, hr_vreg limb)
{
	return hr_lw_resize(l, limb, 64, 128, false);
}

static void product(hr_lw *l, const hr_vreg *a, const hr_vreg *b, unsigned bits, hr_vreg *out)
{
	const uint32_t count = limbs(bits);

	for (uint32_t i = 0; i < count; i++)
		out[i] = hr_lw_const(l, 8, 0);
	for (uint32_t i = 0; i < count; i++) {
		hr_vreg carry = hr_lw_const(l, 16, 0);

		for (uint32_t k = 0; i + k < count; k++) {
			/* at most 2^128 - 1 */
			carry = hr_lw_bin(l, HR_OP_add_i128, carry, doubled(l, out[i + k]));
			carry = hr_lw_bin(
				l, HR_OP_add_i128, carry,
				hr_lw_bin(l, HR_OP_mul_i128, doubled(l, a[i]), doubled(l, b[k])));
			out[i + k] = hr_lw_resize(l, carry, 128, 64, false);
			carry = high_half(l, carry);
		}
	}
	trim(l, out, bits);
}

/* Return IN, of COUNT limbs, negated if SIGN, which is 0 or all ones. */
static hr_vreg *negated_if(hr_lw *l, const hr_vreg *in, uint32_t count, hr_vreg sign)
{
	hr_vreg *turned = hr_arena_array(&l->arena, count, sizeof(*turned));
	hr_vreg *signs = hr_arena_array(&l->arena, count, sizeof(*signs));
	hr_vreg *out = hr_arena_array(&l->arena, count, sizeof(*out));

	for (uint32_t i = 0; i < count; i++) {
		signs[i] = sign;
		turned[i] = hr_lw_bin(l, HR_OP_xor_i64, in[i], sign);
	}
	sum(l, true, turned, signs, 64 * count, out);
	return out;
}

static hr_vreg *copies(hr_lw *l, const hr_vreg *in, uint32_t count)
{
	hr_vreg *out = hr_arena_array(&l->arena, count, sizeof(*out));

	for (uint32_t i = 0; i < count; i++) {
		out[i] = hr_lw_reg(l, 8);
		hr_lw_move(l, out[i], in ? in[i] : hr_lw_const(l, 8, 0));
	}
	return out;
}

/* One step of a division: the highest bit of N goes to the lowest of REST, and whether D can be
 * subtracted from that to the lowest of N. */
static void divide_step(hr_lw *l, hr_vreg *n, hr_vreg *rest, const hr_vreg *d, uint32_t count)
{
	const unsigned bits = 64 * count;
	const hr_vreg zero = hr_lw_const(l, 8, 0), top = hr_lw_const(l, 8, 63);
	const hr_vreg in = hr_lw_bin(l, HR_OP_lshrz_i64, n[count - 1], top);
	const hr_vreg over = hr_lw_bin(l, HR_OP_lshrz_i64, rest[count - 1], top);
	hr_vreg *next = hr_arena_array(&l->arena, count, sizeof(*next));
	hr_vreg *less_d = hr_arena_array(&l->arena, count, sizeof(*less_d));
	hr_vreg *shifted = hr_arena_array(&l->arena, count, sizeof(*shifted));
	hr_vreg fits;

	shift_by(l, LLVMShl, rest, count, 1, zero, next);
	next[0] = hr_lw_bin(l, HR_OP_or_i64, next[0], in);
	fits = hr_lw_or(l, hr_lw_bin(l, HR_OP_ne_i64, over, zero),
			hr_lw_not(l, less(l, next, d, bits, false)));
	sum(l, true, next, d, bits, less_d);
	shift_by(l, LLVMShl, n, count, 1, zero, shifted);
	shifted[0] = hr_lw_bin(l, HR_OP_or_i64, shifted[0], hr_lw_resize(l, fits, 8, 64, false));
	for (uint32_t i = 0; i < count; i++) {
		hr_lw_move(l, rest[i], hr_lw_select(l, 8, fits, less_d[i], next[i]));
		hr_lw_move(l, n[i], shifted[i]);
	}
}

static void check_divisor(hr_lw *l, const hr_vreg *a, const hr_vreg *b, unsigned bits,
			  bool is_signed)
{
	const uint32_t count = limbs(bits);
	hr_vreg *lowest = hr_arena_array(&l->arena, count, sizeof(*lowest));
	hr_vreg *ones = hr_arena_array(&l->arena, count, sizeof(*ones));
	hr_vreg *zeros = hr_arena_array(&l->arena, count, sizeof(*zeros));

	for (uint32_t i = 0; i < count; i++) {
		zeros[i] = lowest[i] = hr_lw_const(l, 8, 0);
		ones[i] = hr_lw_const(l, 8, UINT64_MAX);
	}
	hr_lw_trap_if(l, equal(l, b, zeros, bits), HR_D_div_by_zero);
	if (!is_signed)
		return;
	lowest[count - 1] = hr_lw_const(l, 8, UINT64_C(1) << (bits - 1) % 64);
	trim(l, ones, bits);
	hr_lw_trap_if(
		l, hr_lw_bin(l, HR_OP_and_i8, equal(l, a, lowest, bits), equal(l, b, ones, bits)),
		HR_D_div_overflow);
}

static void quotient(hr_lw *l, LLVMOpcode opcode, const hr_vreg *a, const hr_vreg *b, unsigned bits,
		     hr_vreg *out)
{
	const bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
	const bool is_rest = opcode == LLVMURem || opcode == LLVMSRem;
	const uint32_t count = limbs(bits), loop = hr_lw_chunk_new(l), end = hr_lw_chunk_new(l);
	const hr_vreg left = hr_lw_reg(l, 8);
	hr_vreg *n = limbs_of(l, a, bits, is_signed), *d = limbs_of(l, b, bits, is_signed);
	hr_vreg *rest, sign_a = HR_NO_REG, sign_b = HR_NO_REG;

	for (uint32_t i = 0; i < count; i++)
		out[i] = hr_lw_const(l, 8, 0);
	check_divisor(l, a, b, bits, is_signed);
	if (l->chunk == HR_NO_REG)
		return; /* the divisor is the constant 0 */
	if (is_signed) {
		sign_a = sign_limb(l, a, bits);
		sign_b = sign_limb(l, b, bits);
		n = negated_if(l, n, count, sign_a);
		d = negated_if(l, d, count, sign_b);
	}
	n = copies(l, n, count);
	rest = copies(l, NULL, count);
	hr_lw_move(l, left, hr_lw_const(l, 8, 64 * count));
	hr_lw_begin(l, loop);
	divide_step(l, n, rest, d, count);
	hr_lw_move(l, left, hr_lw_bin(l, HR_OP_sub_i64, left, hr_lw_const(l, 8, 1)));
	hr_lw_branch(l, hr_lw_bin(l, HR_OP_ne_i64, left, hr_lw_const(l, 8, 0)), loop, end);
	hr_lw_begin(l, end);
	n = is_rest ? rest : n;
	if (is_signed)
		n = negated_if(l, n, count,
			       is_rest ? sign_a : hr_lw_bin(l, HR_OP_xor_i64, sign_a, sign_b));
	memcpy(out, n, count * sizeof(*out));
	trim(l, out, bits);
}

/* --- dispatch --------------------------------------------------------------------------------- */

/* TOO_FAR: as for shift(). */
static bool binary(hr_lw *l, LLVMValueRef in, LLVMOpcode opcode, const hr_vreg *a, const hr_vreg *b,
		   unsigned bits, hr_vreg *out, hr_vreg *too_far)
{
	static const struct {
		LLVMOpcode opcode;
		hr_op op;
	} bitwise[] = {{LLVMAnd, HR_OP_and_i64}, {LLVMOr, HR_OP_or_i64}, {LLVMXor, HR_OP_xor_i64}};

	if (opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr) {
		shift(l, opcode, a, b, bits, out, too_far);
		return true;
	}
	if (opcode == LLVMAdd || opcode == LLVMSub) {
		sum(l, opcode == LLVMSub, a, b, bits, out);
		return true;
	}
	if (opcode == LLVMMul) {
		product(l, a, b, bits, out);
		return true;
	}
	if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem) {
		hr_lw_check_poison(l, hr_lw_operand(l, in, 1));
		quotient(l, opcode, a, b, bits, out);
		return true;
	}
	for (unsigned k = 0; k < 3; k++)
		if (bitwise[k].opcode == opcode) {
			for (uint32_t i = 0; i < limbs(bits); i++)
				out[i] = hr_lw_bin(l, bitwise[k].op, a[i], b[i]);
			return true;
		}
	return false;
}

/* Lower IN if it computes with a wide integer; return false if it does not. */
bool hr_lw_wide(hr_lw *l, LLVMValueRef in, LLVMOpcode opcode)
{
	LLVMValueRef first = LLVMGetNumOperands(in) ? LLVMGetOperand(in, 0) : NULL;
	unsigned to = hr_lw_wide_bits(LLVMTypeOf(in));
	unsigned from = first ? hr_lw_wide_bits(LLVMTypeOf(first)) : 0;
	hr_vreg too_far = HR_NO_REG;
	const hr_lw_type *type;
	hr_lw_value *result;
	const hr_vreg *a;

	if (!to && !from)
		return false;
	switch (opcode) {
	case LLVMPHI:
	case LLVMSelect:
	case LLVMFreeze:
	case LLVMLoad:
	case LLVMStore:
	case LLVMRet:
	case LLVMCall:
	case LLVMInvoke:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMSwitch: return false;
	default: break;
	}
	type = hr_lw_type_of_value(l, in);
	result = hr_lw_new_value(l, type->count);
	a = hr_lw_value_of(l, first)->regs;
	if (opcode == LLVMTrunc || opcode == LLVMZExt || opcode == LLVMSExt)
		convert(l, a, LLVMGetIntTypeWidth(LLVMTypeOf(first)),
			LLVMGetIntTypeWidth(LLVMTypeOf(in)), opcode == LLVMSExt, result->regs);
	else if (opcode == LLVMICmp)
		result->regs[0] = compare(l, LLVMGetICmpPredicate(in), a,
					  hr_lw_operand(l, in, 1)->regs, from);
	else if (!to || !binary(l, in, opcode, a, hr_lw_operand(l, in, 1)->regs, to, result->regs,
				&too_far)) {
		hr_lw_refuse_instruction(l, "arithmetic", "on an integer of more than 128 bits");
		return true;
	}
	hr_lw_spread_poison(l, in, result);
	for (uint32_t i = 0; l->follows_poison && too_far != HR_NO_REG && i < type->count; i++)
		hr_lw_set_poison(l, result, i, too_far);
	hr_lw_define(l, in, result);
	return true;
}
