/* ir/lower/intrinsic_int.c -- intrinsics on integers, of any width and elementwise.
 *
 * Odd widths are composed from the container's operations.
 *
 * Invariant: as in arithmetic.c.
 * Owns:      nothing. */
#include "ir/lower/intrinsic.h"

static bool is_odd(const hr_scalar *s)
{
	return s->bits != 8 * hr_con_size(s->con);
}

static unsigned spare(const hr_scalar *s)
{
	return 8 * hr_con_size(s->con) - s->bits;
}

static hr_vreg by_const(hr_lw *l, hr_op first, const hr_scalar *s, hr_vreg a, hr_u128 b)
{
	return hr_lw_bin(l, hr_op_int(first, s->con), a, hr_lw_const(l, hr_con_size(s->con), b));
}

/* --- min, max --------------------------------------------------------------------------------- */

void hr_it_int_binary(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg x = a->regs[i], y = b->regs[i];

		if (row->how) {
			x = hr_lw_signed(l, x, s->bits);
			y = hr_lw_signed(l, y, s->bits);
		}
		x = hr_lw_bin(l, hr_op_int(row->op, s->con), x, y);
		result->regs[i] = row->how ? hr_lw_mask(l, x, s->bits) : x;
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* The result is -1, 0 or 1: (a > b) - (b > a) */
void hr_it_compare(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &from->scalars[i];
		hr_op greater = hr_op_int(row->op, s->con);
		hr_vreg x = a->regs[i], y = b->regs[i], d;

		if (row->how) {
			x = hr_lw_signed(l, x, s->bits);
			y = hr_lw_signed(l, y, s->bits);
		}
		d = hr_lw_bin(l, HR_OP_sub_i8, hr_lw_bin(l, greater, x, y),
			      hr_lw_bin(l, greater, y, x));
		result->regs[i] = hr_lw_resize(l, d, 8, type->scalars[i].bits, true);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* --- saturation, overflow --------------------------------------------------------------------- */

/* An odd width, shifted to the top of the container, saturates where the container does. how: 1
 * signed, 2 the second operand is a shift amount. */
void hr_it_saturating(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg x = a->regs[i], y = b->regs[i];

		if (is_odd(s)) {
			x = by_const(l, HR_OP_shlz_i8, s, x, spare(s));
			y = row->how & 2 ? y : by_const(l, HR_OP_shlz_i8, s, y, spare(s));
		}
		x = hr_lw_bin(l, hr_op_int(row->op, s->con), x, y);
		result->regs[i] = is_odd(s) ? by_const(l, HR_OP_lshrz_i8, s, x, spare(s)) : x;
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

static hr_vreg overflow_whole(hr_lw *l, hr_op first, const hr_scalar *s, hr_vreg a, hr_vreg b,
			      hr_vreg *o)
{
	hr_vreg d = hr_lw_reg(l, hr_con_size(s->con));

	*o = hr_lw_reg(l, 1);
	HR_EMIT(l, hr_op_int(first, s->con), d, *o, a, b);
	return d;
}

/* Compute the exact result in a container that holds it (or that reports its own overflow), and
 * compare it with the truncated result. */
static hr_vreg overflow_odd(hr_lw *l, hr_op first, const hr_scalar *s, bool is_signed, hr_vreg a,
			    hr_vreg b, hr_vreg *o)
{
	bool multiply = first == HR_OP_umul_ov_i8 || first == HR_OP_smul_ov_i8;
	unsigned wide = multiply && s->bits <= 64 ? 2u * s->bits : s->bits;
	hr_scalar exact = {.con = hr_con_of_bits(wide)};
	unsigned width = 8 * hr_con_size(exact.con);
	hr_vreg d, cut, again, lost;

	a = hr_lw_resize(l, a, s->bits, width, is_signed);
	b = hr_lw_resize(l, b, s->bits, width, is_signed);
	d = overflow_whole(l, first, &exact, a, b, &lost);
	cut = hr_lw_resize(l, d, width, s->bits, false);
	again = hr_lw_resize(l, cut, s->bits, width, is_signed);
	*o = hr_lw_or(l, lost, hr_lw_bin(l, hr_op_int(HR_OP_ne_i8, exact.con), again, d));
	return cut;
}

void hr_it_overflow(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, 2 * type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg *o = &result->regs[type->count + i];

		result->regs[i] =
			is_odd(s) ? overflow_odd(l, row->op, s, row->how, a->regs[i], b->regs[i], o)
				  : overflow_whole(l, row->op, s, a->regs[i], b->regs[i], o);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* --- fixed point ------------------------------------------------------------------------------ */

enum { FIXED_WIDEST = 64 };

/* Returns A * B / 2^SCALE, rounded down, in EXACT: the container of twice the width, which holds
 * it. */
static hr_vreg exact_product(hr_lw *l, const hr_scalar *s, const hr_scalar *exact, bool is_signed,
			     unsigned scale, hr_vreg a, hr_vreg b)
{
	hr_vreg d;

	a = hr_lw_resize(l, a, s->bits, exact->bits, is_signed);
	b = hr_lw_resize(l, b, s->bits, exact->bits, is_signed);
	d = hr_lw_bin(l, hr_op_int(HR_OP_mul_i8, exact->con), a, b);
	return by_const(l, is_signed ? HR_OP_ashrz_i8 : HR_OP_lshrz_i8, exact, d, scale);
}

/* Returns D, which is of EXACT, or the nearest value that a scalar S can have. */
static hr_vreg saturate(hr_lw *l, const hr_scalar *s, const hr_scalar *exact, bool is_signed,
			hr_vreg d)
{
	hr_u128 most = ((hr_u128)1 << (s->bits - is_signed)) - 1;

	if (!is_signed)
		return by_const(l, HR_OP_umin_i8, exact, d, most);
	return by_const(l, HR_OP_smin_i8, exact, by_const(l, HR_OP_smax_i8, exact, d, ~most), most);
}

/* Traps, or sets the poison flag of scalar I of RESULT, if D of EXACT is not the value of that
 * scalar. */
static void check_range(hr_lw *l, LLVMValueRef call, const hr_scalar *s, const hr_scalar *exact,
			bool is_signed, hr_vreg d, hr_lw_value *result, uint32_t i)
{
	hr_vreg again = hr_lw_resize(l, result->regs[i], s->bits, exact->bits, is_signed);
	hr_vreg lost = hr_lw_bin(l, hr_op_int(HR_OP_ne_i8, exact->con), again, d);

	if (hr_lw_is_tracked(l, call))
		hr_lw_set_poison(l, result, i, hr_lw_or(l, hr_lw_poison(result, i), lost));
	else
		hr_lw_trap_if(l, lost, HR_D_fixed_point_range);
}

/* Returns A * 2^SCALE / B, rounded down, in EXACT; traps if B is 0. */
static hr_vreg exact_quotient(hr_lw *l, const hr_scalar *s, const hr_scalar *exact, bool is_signed,
			      unsigned scale, hr_vreg a, hr_vreg b)
{
	hr_vreg d, rest, lower;

	a = hr_lw_resize(l, a, s->bits, exact->bits, is_signed);
	b = hr_lw_resize(l, b, s->bits, exact->bits, is_signed);
	a = by_const(l, HR_OP_shlz_i8, exact, a, scale);
	d = hr_lw_bin(l, hr_op_int(is_signed ? HR_OP_sdiv_i8 : HR_OP_udiv_i8, exact->con), a, b);
	if (!is_signed)
		return d;
	rest = hr_lw_bin(l, hr_op_int(HR_OP_sub_i8, exact->con), a,
			 hr_lw_bin(l, hr_op_int(HR_OP_mul_i8, exact->con), d, b));
	lower = hr_lw_bin(l, HR_OP_and_i8, by_const(l, HR_OP_ne_i8, exact, rest, 0),
			  by_const(l, HR_OP_slt_i8, exact,
				   hr_lw_bin(l, hr_op_int(HR_OP_xor_i8, exact->con), rest, b), 0));
	return hr_lw_bin(l, hr_op_int(HR_OP_sub_i8, exact->con), d,
			 hr_lw_resize(l, lower, 1, exact->bits, false));
}

/* how: 1: operands are signed. LLVM leaves the direction of rounding open; its own code rounds
 * down. */
static void fixed(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row, bool saturates)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	bool divides = row->op == HR_OP_sdiv_i8 || row->op == HR_OP_udiv_i8;
	unsigned scale = (unsigned)hr_constant_int(hr_lw_argument(call, 2));
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	if (type->scalars[0].bits > FIXED_WIDEST) {
		hr_it_refused(l, call, row);
		return;
	}
	hr_lw_spread_poison(l, call, result);
	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_con con = hr_con_of_bits(2 * s->bits);
		hr_scalar exact = {.con = con, .bits = (uint16_t)(8 * hr_con_size(con))};
		hr_vreg d = (divides ? exact_quotient : exact_product)(
			l, s, &exact, row->how, scale, a->regs[i], b->regs[i]);

		if (saturates)
			d = saturate(l, s, &exact, row->how, d);
		result->regs[i] = hr_lw_resize(l, d, exact.bits, s->bits, false);
		if (!saturates)
			check_range(l, call, s, &exact, row->how, d, result, i);
	}
	hr_lw_define(l, call, result);
}

void hr_it_fixed_product(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	fixed(l, call, row, false);
}

void hr_it_fixed_product_sat(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	fixed(l, call, row, true);
}

/* --- bits ------------------------------------------------------------------------------------- */

/* how: 1 leading zeros, 2 trailing zeros */
void hr_it_count_bits(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg x = a->regs[i];

		if (is_odd(s) && row->how == 2)
			x = by_const(l, HR_OP_or_i8, s, x, (hr_u128)1 << s->bits);
		x = hr_lw_un(l, hr_op_int(row->op, s->con), x);
		if (is_odd(s) && row->how == 1)
			x = by_const(l, HR_OP_sub_i8, s, x, spare(s));
		/* an i1 or i2 may be too narrow for the count, which is truncated as in LLVM */
		result->regs[i] = hr_lw_mask(l, x, s->bits);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_turn_bits(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg x = hr_lw_un(l, hr_op_int(row->op, s->con), a->regs[i]);

		result->regs[i] = is_odd(s) ? by_const(l, HR_OP_lshrz_i8, s, x, spare(s)) : x;
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_absolute(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg x = hr_lw_signed(l, a->regs[i], s->bits);

		result->regs[i] =
			hr_lw_mask(l, hr_lw_un(l, hr_op_int(row->op, s->con), x), s->bits);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* The result is the sum of a << i over the set bits i of b, without carries. */
void hr_it_carryless(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg d = hr_lw_bin(l, hr_op_int(row->op, s->con), a->regs[i], b->regs[i]);

		result->regs[i] = hr_lw_mask(l, d, s->bits);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* (a:b) << c or >> c, c modulo the width; a shift by the whole container gives 0. */
static hr_vreg funnel_odd(hr_lw *l, const hr_scalar *s, bool right, hr_vreg a, hr_vreg b, hr_vreg c)
{
	unsigned size = hr_con_size(s->con);
	hr_vreg width = hr_lw_const(l, size, s->bits);
	hr_vreg amount = hr_lw_bin(l, hr_op_int(HR_OP_urem_i8, s->con), c, width);
	hr_vreg rest = hr_lw_bin(l, hr_op_int(HR_OP_sub_i8, s->con), width, amount);
	hr_vreg high = hr_lw_bin(l, hr_op_int(HR_OP_shlz_i8, s->con), a, right ? rest : amount);
	hr_vreg low = hr_lw_bin(l, hr_op_int(HR_OP_lshrz_i8, s->con), b, right ? amount : rest);

	return hr_lw_mask(l, hr_lw_bin(l, hr_op_int(HR_OP_or_i8, s->con), high, low), s->bits);
}

void hr_it_funnel(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	const hr_lw_value *c = hr_lw_operand(l, call, 2);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];

		result->regs[i] =
			is_odd(s) ? funnel_odd(l, s, row->how, a->regs[i], b->regs[i], c->regs[i])
				  : hr_lw_ter(l, hr_op_int(row->op, s->con), a->regs[i], b->regs[i],
					      c->regs[i]);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}
