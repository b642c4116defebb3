/* ir/lower/float.c -- floating-point arithmetic and comparisons.
 *
 * Fast-math flags are ignored: they permit other results, but IEEE 754's result is among the
 * permitted ones.
 *
 * Owns:      nothing.
 * Not here:  casts (cast.c), intrinsics. */
#include "ir/lower/lower_private.h"

static hr_op binary_op(LLVMOpcode opcode)
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
	hr_op first = binary_op(hr_lw_opcode(in));
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
