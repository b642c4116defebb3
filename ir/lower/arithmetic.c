/* ir/lower/arithmetic.c -- arithmetic and comparisons of integers, of any width up to 128, and of
 * floating-point numbers.
 *
 * Fast-math flags are ignored: they permit other results, but IEEE 754's result is among the
 * permitted ones.
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

/* --- floating-point numbers ------------------------------------------------------------------- */

static hr_op float_op(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMFAdd: return HR_OP_fadd_f16;
	case LLVMFSub: return HR_OP_fsub_f16;
	case LLVMFMul: return HR_OP_fmul_f16;
	case LLVMFDiv: return HR_OP_fdiv_f16;
	case LLVMFRem: return HR_OP_frem_f16;
	default: hr_bug("opcode %d is no floating-point operation", (int)opcode);
	}
}

void hr_in_float_binary(hr_lw *l, LLVMValueRef in)
{
	hr_op first = float_op(hr_lw_opcode(in));
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] = hr_lw_bin(l, hr_op_float(first, type->scalars[i].con), a->regs[i],
					    b->regs[i]);
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

void hr_in_fneg(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] =
			hr_lw_un(l, hr_op_float(HR_OP_fneg_f16, type->scalars[i].con), a->regs[i]);
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

/* Return the operation for LLVM's predicate; HR_OP_COUNT for false and true. */
hr_op hr_lw_fcmp_op(LLVMRealPredicate predicate)
{
	switch (predicate) {
	case LLVMRealOEQ: return HR_OP_foeq_f16;
	case LLVMRealOGT: return HR_OP_fogt_f16;
	case LLVMRealOGE: return HR_OP_foge_f16;
	case LLVMRealOLT: return HR_OP_folt_f16;
	case LLVMRealOLE: return HR_OP_fole_f16;
	case LLVMRealONE: return HR_OP_fone_f16;
	case LLVMRealORD: return HR_OP_ford_f16;
	case LLVMRealUNO: return HR_OP_funo_f16;
	case LLVMRealUEQ: return HR_OP_fueq_f16;
	case LLVMRealUGT: return HR_OP_fugt_f16;
	case LLVMRealUGE: return HR_OP_fuge_f16;
	case LLVMRealULT: return HR_OP_fult_f16;
	case LLVMRealULE: return HR_OP_fule_f16;
	case LLVMRealUNE: return HR_OP_fune_f16;
	case LLVMRealPredicateFalse:
	case LLVMRealPredicateTrue: return HR_OP_COUNT;
	}
	hr_bug("floating-point predicate %d", (int)predicate);
}

void hr_in_fcmp(hr_lw *l, LLVMValueRef in)
{
	LLVMRealPredicate predicate = LLVMGetFCmpPredicate(in);
	const hr_lw_type *type = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	hr_op first = hr_lw_fcmp_op(predicate);

	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] = first == HR_OP_COUNT
					  ? hr_lw_const(l, 1, predicate == LLVMRealPredicateTrue)
					  : hr_lw_bin(l, hr_op_float(first, type->scalars[i].con),
						      a->regs[i], b->regs[i]);
	hr_lw_spread_poison(l, in, result);
	hr_lw_define(l, in, result);
}

/* Supports 0, 1 and infinity in each format; a negative VALUE (including -0) sets the sign. */
hr_vreg hr_lw_fp_const(hr_lw *l, hr_con con, double value)
{
	static const struct {
		uint64_t one_high, one_low, inf_high, inf_low;
		unsigned sign;
	} formats[] = {
		{0, 0x3c00, 0, 0x7c00, 15},
		{0, 0x3f80, 0, 0x7f80, 15},
		{0, 0x3f800000, 0, 0x7f800000, 31},
		{0, 0x3ff0000000000000, 0, 0x7ff0000000000000, 63},
		{0x3fff, 0x8000000000000000, 0x7fff, 0x8000000000000000, 79},
		{0x3fff000000000000, 0, 0x7fff000000000000, 0, 127},
	};
	unsigned f = con - HR_C_F16;
	hr_u128 bits = 0;

	if (value == 1 || value == -1)
		bits = (hr_u128)formats[f].one_high << 64 | formats[f].one_low;
	else if (value != 0)
		bits = (hr_u128)formats[f].inf_high << 64 | formats[f].inf_low;
	if (__builtin_signbit(value))
		bits |= (hr_u128)1 << formats[f].sign;
	return hr_lw_const(l, hr_con_size(con), bits);
}
