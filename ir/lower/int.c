/* ir/lower/int.c -- integer arithmetic and comparisons, of any width up to 128.
 *
 * Invariant: an integer of odd width is zero-extended in its container before and after.
 * Owns:      nothing.
 * Clauses:   H4 (division, shifts).
 * Not here:  casts (cast.c), intrinsics on bits (intrinsic_int.c). */
#include "ir/lower/lower_private.h"

static bool is_odd(unsigned bits)
{
	return bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128;
}

hr_vreg hr_lw_mask(hr_lw *l, hr_vreg reg, unsigned bits)
{
	hr_u128 value;

	if (!is_odd(bits))
		return reg;
	if (hr_lw_is_const(l, reg, &value))
		return hr_lw_const(l, hr_con_size(hr_con_of_bits(bits)),
				   value & (((hr_u128)1 << bits) - 1));
	return hr_lw_uni(l, hr_op_int(HR_OP_mask_i8, hr_con_of_bits(bits)), reg, bits);
}

hr_vreg hr_lw_signed(hr_lw *l, hr_vreg reg, unsigned bits)
{
	hr_u128 value;

	if (!is_odd(bits))
		return reg;
	if (hr_lw_is_const(l, reg, &value)) {
		if (value >> (bits - 1) & 1)
			value |= ~(hr_u128)0 << bits;
		return hr_lw_const(l, hr_con_size(hr_con_of_bits(bits)), value);
	}
	return hr_lw_uni(l, hr_op_int(HR_OP_sextin_i8, hr_con_of_bits(bits)), reg, bits);
}

hr_vreg hr_lw_not(hr_lw *l, hr_vreg reg)
{
	hr_u128 value;

	if (hr_lw_is_const(l, reg, &value))
		return hr_lw_const(l, 1, !value);
	return hr_lw_bin(l, HR_OP_xor_i8, reg, hr_lw_const(l, 1, 1));
}

hr_vreg hr_lw_or(hr_lw *l, hr_vreg a, hr_vreg b)
{
	hr_u128 value;

	if (a == HR_NO_REG || a == b)
		return b;
	if (b == HR_NO_REG)
		return a;
	if (hr_lw_is_const(l, a, &value))
		return value ? a : b;
	if (hr_lw_is_const(l, b, &value))
		return value ? b : a;
	return hr_lw_bin(l, HR_OP_or_i8, a, b);
}

/* --- add, sub, mul, and, or, xor -------------------------------------------------------------- */

static hr_op binary_op(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMAdd: return HR_OP_add_i8;
	case LLVMSub: return HR_OP_sub_i8;
	case LLVMMul: return HR_OP_mul_i8;
	case LLVMAnd: return HR_OP_and_i8;
	case LLVMOr: return HR_OP_or_i8;
	case LLVMXor: return HR_OP_xor_i8;
	default: hr_bug("opcode %d is no integer operation", (int)opcode);
	}
}

void hr_in_int_binary(hr_lw *l, LLVMValueRef in)
{
	LLVMOpcode opcode = hr_lw_opcode(in);
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	bool may_overflow = opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul;

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg d =
			hr_lw_bin(l, hr_op_int(binary_op(opcode), s->con), a->regs[i], b->regs[i]);

		result->regs[i] = may_overflow ? hr_lw_mask(l, d, s->bits) : d;
	}
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

/* --- division --------------------------------------------------------------------------------- */

/* MIN / -1 of an odd width fits its container, so it is checked here. */
static void check_odd_overflow(hr_lw *l, const hr_scalar *s, hr_vreg a, hr_vreg b)
{
	unsigned size = hr_con_size(s->con);
	hr_op eq = hr_op_int(HR_OP_eq_i8, s->con);
	hr_vreg min = hr_lw_const(l, size, (hr_u128)1 << (s->bits - 1));
	hr_vreg minus_one = hr_lw_const(l, size, ((hr_u128)1 << s->bits) - 1);
	hr_u128 value;

	if (hr_lw_is_const(l, b, &value) && b != minus_one)
		return;
	hr_lw_trap_if(l,
		      hr_lw_bin(l, HR_OP_and_i8, hr_lw_bin(l, eq, a, min),
				hr_lw_bin(l, eq, b, minus_one)),
		      HR_D_div_overflow);
}

static hr_vreg divide(hr_lw *l, LLVMOpcode opcode, const hr_scalar *s, hr_vreg a, hr_vreg b)
{
	if (opcode == LLVMUDiv || opcode == LLVMURem)
		return hr_lw_bin(
			l, hr_op_int(opcode == LLVMUDiv ? HR_OP_udiv_i8 : HR_OP_urem_i8, s->con), a,
			b);
	if (is_odd(s->bits))
		check_odd_overflow(l, s, a, b);
	a = hr_lw_signed(l, a, s->bits);
	b = hr_lw_signed(l, b, s->bits);
	return hr_lw_mask(
		l,
		hr_lw_bin(l, hr_op_int(opcode == LLVMSDiv ? HR_OP_sdiv_i8 : HR_OP_srem_i8, s->con),
			  a, b),
		s->bits);
}

void hr_in_division(hr_lw *l, LLVMValueRef in)
{
	LLVMOpcode opcode = hr_lw_opcode(in);
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	hr_lw_check_poison(l, b);
	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] = divide(l, opcode, &type->scalars[i], a->regs[i], b->regs[i]);
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

/* --- shifts ----------------------------------------------------------------------------------- */

typedef struct shift_ops {
	hr_op trapping, total;
} shift_ops;

static shift_ops ops_of(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMShl: return (shift_ops){HR_OP_shl_i8, HR_OP_shlz_i8};
	case LLVMLShr: return (shift_ops){HR_OP_lshr_i8, HR_OP_lshrz_i8};
	default: return (shift_ops){HR_OP_ashr_i8, HR_OP_ashrz_i8};
	}
}

static hr_vreg shift_one(hr_lw *l, LLVMOpcode opcode, const hr_scalar *s, hr_vreg a, hr_vreg b,
			 bool tracked, hr_vreg *flag)
{
	unsigned size = hr_con_size(s->con);
	shift_ops ops = ops_of(opcode);
	hr_u128 amount;
	bool total = true;

	*flag = HR_NO_REG;
	if (!hr_lw_is_const(l, b, &amount) || amount >= s->bits) {
		hr_vreg width = hr_lw_const(l, size, s->bits);
		hr_op too_far = hr_op_int(HR_OP_uge_i8, s->con);

		if (tracked)
			*flag = hr_lw_bin(l, too_far, b, width);
		else if (is_odd(s->bits))
			hr_lw_trap_if(l, hr_lw_bin(l, too_far, b, width), HR_D_shift_too_far);
		else
			total = false;
	}
	if (opcode == LLVMAShr)
		a = hr_lw_signed(l, a, s->bits);
	a = hr_lw_bin(l, hr_op_int(total ? ops.total : ops.trapping, s->con), a, b);
	return opcode == LLVMLShr ? a : hr_lw_mask(l, a, s->bits);
}

void hr_in_shift(hr_lw *l, LLVMValueRef in)
{
	LLVMOpcode opcode = hr_lw_opcode(in);
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	bool tracked = hr_lw_is_tracked(l, in);

	hr_lw_spread_poison(l, in, result);
	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg flag;

		result->regs[i] = shift_one(l, opcode, &type->scalars[i], a->regs[i], b->regs[i],
					    tracked, &flag);
		if (flag != HR_NO_REG)
			hr_lw_set_poison(l, result, i, hr_lw_or(l, hr_lw_poison(result, i), flag));
	}
	hr_lw_define(l, in, result);
}

/* --- comparison ------------------------------------------------------------------------------- */

static hr_op test_op(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntEQ: return HR_OP_eq_i8;
	case LLVMIntNE: return HR_OP_ne_i8;
	case LLVMIntUGT: return HR_OP_ugt_i8;
	case LLVMIntUGE: return HR_OP_uge_i8;
	case LLVMIntULT: return HR_OP_ult_i8;
	case LLVMIntULE: return HR_OP_ule_i8;
	case LLVMIntSGT: return HR_OP_sgt_i8;
	case LLVMIntSGE: return HR_OP_sge_i8;
	case LLVMIntSLT: return HR_OP_slt_i8;
	case LLVMIntSLE: return HR_OP_sle_i8;
	}
	hr_bug("integer predicate %d", (int)predicate);
}

static bool is_signed_test(LLVMIntPredicate predicate)
{
	return predicate >= LLVMIntSGT;
}

void hr_in_icmp(hr_lw *l, LLVMValueRef in)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(in);
	const hr_lw_type *type = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		const hr_scalar *s = &type->scalars[i];
		hr_vreg x = a->regs[i], y = b->regs[i];

		if (is_signed_test(predicate)) {
			x = hr_lw_signed(l, x, s->bits);
			y = hr_lw_signed(l, y, s->bits);
		}
		result->regs[i] = hr_lw_bin(l, hr_op_int(test_op(predicate), s->con), x, y);
	}
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}
