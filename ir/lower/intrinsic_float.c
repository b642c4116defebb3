/* ir/lower/intrinsic_float.c -- intrinsics on floating point, elementwise.
 *
 * The constrained forms have a rounding mode and an exception behaviour as metadata after their
 * operands. Both are ignored here: rounding is to nearest (intrinsic.c refuses other modes), and
 * exceptions are never observed.
 *
 * Owns:      nothing.
 * Clauses:   H4 (fmuladd). */
#include <string.h>

#include "ir/lower/intrinsic.h"

static void elementwise(hr_lw *l, LLVMValueRef call, hr_op first)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	unsigned operands = hr_op_infos[first].length - 2u;
	const hr_lw_value *in[3];

	for (unsigned k = 0; k < operands; k++)
		in[k] = hr_lw_operand(l, call, k);
	for (uint32_t i = 0; i < type->count; i++) {
		hr_op op = hr_op_float(first, type->scalars[i].con);

		if (operands == 1)
			result->regs[i] = hr_lw_un(l, op, in[0]->regs[i]);
		else if (operands == 2)
			result->regs[i] = hr_lw_bin(l, op, in[0]->regs[i], in[1]->regs[i]);
		else
			result->regs[i] =
				hr_lw_ter(l, op, in[0]->regs[i], in[1]->regs[i], in[2]->regs[i]);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_float(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	elementwise(l, call, row->op);
}

/* Emit the comparison of both results for the diagnostic fmuladd-rounding. Formats of 80 and 128
 * bits are not compared, because they do not fit a double. */
static void compare_roundings(hr_lw *l, LLVMValueRef call)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *result = hr_lw_value_of(l, call), *in[3];

	for (unsigned k = 0; k < 3; k++)
		in[k] = hr_lw_operand(l, call, k);
	for (uint32_t i = 0; i < type->count; i++) {
		hr_con con = type->scalars[i].con;
		hr_vreg once;

		if (con == HR_C_F80 || con == HR_C_F128)
			continue;
		once = hr_lw_ter(l, hr_op_float(HR_OP_fma_f16, con), in[0]->regs[i], in[1]->regs[i],
				 in[2]->regs[i]);
		HR_EMIT(l, HR_OP_hpvm_rounding, hr_lw_fp_convert(l, result->regs[i], con, HR_C_F64),
			hr_lw_fp_convert(l, once, con, HR_C_F64), hr_con_size(con));
	}
}

void hr_it_muladd(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	bool fused = l->program->sem.value[HR_SEM_fmuladd] == HR_SEM_fmuladd_fused;

	elementwise(l, call, fused ? HR_OP_fma_f16 : row->op);
	if (!fused && hr_diags_severity(l->program->diags, HR_D_fmuladd_rounding) != HR_SEV_OFF)
		compare_roundings(l, call);
}

/* powi, ldexp: there is one integer for all elements, or one for each. */
void hr_it_float_int(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *int_type = hr_lw_type_of_value(l, hr_lw_argument(call, 1));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *n = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		unsigned bits = int_type->scalars[0].bits;
		hr_vreg exponent = n->regs[n->count > 1 ? i : 0];

		if (bits > 32) { /* saturate; beyond that, every result is 0 or infinite */
			hr_con con = int_type->scalars[0].con;
			unsigned size = hr_con_size(con);

			exponent = hr_lw_signed(l, exponent, bits);
			exponent = hr_lw_bin(l, hr_op_int(HR_OP_smin_i8, con), exponent,
					     hr_lw_const(l, size, INT32_MAX));
			exponent = hr_lw_bin(l, hr_op_int(HR_OP_smax_i8, con), exponent,
					     hr_lw_const(l, size, (hr_u128)(__int128)INT32_MIN));
			bits = 8 * size;
		}
		exponent = hr_lw_resize(l, exponent, bits, 32, true);
		result->regs[i] = hr_lw_bin(l, hr_op_float(row->op, type->scalars[i].con),
					    a->regs[i], exponent);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* Two results: all elements of the first, then all elements of the second. */
void hr_it_float_pair(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, 2 * type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_con con = type->scalars[i].con;

		result->regs[i] = hr_lw_reg(l, hr_con_size(con));
		result->regs[type->count + i] = hr_lw_reg(l, hr_con_size(con));
		HR_EMIT(l, hr_op_float(row->op, con), result->regs[i],
			result->regs[type->count + i], a->regs[i]);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_frexp(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_type *both = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, both->count);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_con con = type->scalars[i].con;
		hr_vreg exponent = hr_lw_reg(l, 4);

		result->regs[i] = hr_lw_reg(l, hr_con_size(con));
		HR_EMIT(l, hr_op_float(row->op, con), result->regs[i], exponent, a->regs[i]);
		result->regs[type->count + i] =
			hr_lw_resize(l, exponent, 32, both->scalars[type->count + i].bits, true);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_float_to_long(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg d = hr_lw_un(l, hr_op_float(row->op, from->scalars[i].con), a->regs[i]);

		result->regs[i] = hr_lw_resize(l, d, 64, type->scalars[i].bits, true);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_fpclass(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	uint32_t mask = (uint32_t)hr_constant_int(hr_lw_argument(call, 1));
	hr_lw_value *result = hr_lw_new_value(l, from->count);

	for (uint32_t i = 0; i < from->count; i++)
		result->regs[i] =
			hr_lw_uni(l, hr_op_float(row->op, from->scalars[i].con), a->regs[i], mask);
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* --- conversions ------------------------------------------------------------------------------ */

void hr_it_to_int_sat(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] = hr_lw_fp_to_int_sat(l, a->regs[i], from->scalars[i].con,
						      &type->scalars[i], row->how);
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_to_int(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_lw_fp_to_int(l, call, row->how);
}

void hr_it_from_int(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_lw_int_to_fp(l, call, row->how);
}

/* Return the text of a metadata argument, or "". */
static const char *metadata(LLVMValueRef call, unsigned i, unsigned *length)
{
	const char *text = i < LLVMGetNumArgOperands(call)
				   ? LLVMGetMDString(hr_lw_argument(call, i), length)
				   : NULL;

	if (!text)
		*length = 0;
	return text ? text : "";
}

static bool is_text(const char *text, unsigned length, const char *wanted)
{
	return length == strlen(wanted) && !memcmp(text, wanted, length);
}

void hr_it_constrained_cast(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	unsigned length;
	const char *mode = metadata(call, 1, &length);

	if (!strcmp(row->name, "llvm.fptrunc.round") && !is_text(mode, length, "round.tonearest"))
		hr_it_refused(l, call, row);
	else
		hr_in_fp_cast(l, call);
}

/* Half precision in an i16, as C compilers use it for machines without half precision. */
void hr_it_from_half(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_lw_define_reg(l, call,
			 hr_lw_fp_convert(l, hr_lw_scalar(l, call, 0), HR_C_F16,
					  hr_lw_type_of_value(l, call)->scalars[0].con));
}

void hr_it_to_half(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));

	(void)row;
	hr_lw_define_reg(
		l, call,
		hr_lw_fp_convert(l, hr_lw_scalar(l, call, 0), from->scalars[0].con, HR_C_F16));
}

/* Only rounding to nearest (1) is supported; any other mode is refused when it is requested. */
void hr_it_set_rounding(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_vreg mode = hr_lw_scalar(l, call, 0);
	hr_vreg nearest = hr_lw_bin(l, HR_OP_eq_i32, mode, hr_lw_const(l, 4, 1));
	uint32_t yes = hr_lw_chunk_new(l), no = hr_lw_chunk_new(l);

	hr_lw_branch(l, nearest, yes, no);
	hr_lw_begin(l, no);
	hr_it_refused(l, call, row);
	hr_lw_begin(l, yes);
}

void hr_it_constrained_fcmp(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	static const char *const names[] = {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",
					    "uno", "ueq", "ugt", "uge", "ult", "ule", "une"};
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, from->count);
	unsigned length;
	const char *text = metadata(call, 2, &length);

	for (unsigned p = 0; p < sizeof(names) / sizeof(*names); p++) {
		/* the enumeration starts with false */
		hr_op first = hr_lw_fcmp_op((LLVMRealPredicate)(p + 1));

		if (!is_text(text, length, names[p]))
			continue;
		for (uint32_t i = 0; i < from->count; i++)
			result->regs[i] = hr_lw_bin(l, hr_op_float(first, from->scalars[i].con),
						    a->regs[i], b->regs[i]);
		hr_lw_spread_poison(l, call, result);
		hr_lw_define(l, call, result);
		return;
	}
	hr_it_refused(l, call, row);
}
