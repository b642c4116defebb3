/* ir/lower/atomic.c -- cmpxchg, atomicrmw, fence.
 *
 * Every ordering is implemented as sequentially consistent, which all orderings permit.
 *
 * Owns:      nothing.
 * Not here:  atomic loads and stores (memory.c). */
#include <string.h>

#include "ir/lower/lower_private.h"

enum { changes = HR_OBJECT_READ | HR_OBJECT_WRITE | HR_OBJECT_ATOMIC };

void hr_in_fence(hr_lw *l, LLVMValueRef in)
{
	(void)in;
	l->program->has_fences = true;
	HR_EMIT(l, HR_OP_fence);
}

void hr_in_cmpxchg(hr_lw *l, LLVMValueRef in)
{
	LLVMValueRef wanted = LLVMGetOperand(in, 1);
	const hr_scalar *s = &hr_lw_type_of_value(l, wanted)->scalars[0];
	unsigned step = HR_OP_cmpxchg_i16 - HR_OP_cmpxchg_i8;
	const hr_lw_value *expected = hr_lw_value_of(l, wanted), *value = hr_lw_operand(l, in, 2);
	hr_lw_address at = hr_lw_address_of(l, LLVMGetOperand(in, 0));
	hr_lw_value *result = hr_lw_new_value(l, 2);

	hr_lw_check_handed(l, expected);
	hr_lw_check_handed(l, value);
	hr_lw_promise_access(l, LLVMGetOperand(in, 0), true);
	hr_lw_check_object(l, LLVMGetOperand(in, 0), &at, (s->bits + 7u) / 8, changes);
	result->regs[0] = hr_lw_reg(l, hr_con_size(s->con));
	result->regs[1] = hr_lw_reg(l, 1);
	HR_EMIT(l, (hr_op)(HR_OP_cmpxchg_i8 + step * hr_con_of_size(hr_con_size(s->con))),
		result->regs[0], result->regs[1], hr_lw_address_reg(l, &at), expected->regs[0],
		value->regs[0]);
	hr_lw_define(l, in, result);
}

/* Identified by the operation's name in the IR, since the C API's enumeration depends on LLVM's
 * version. */
static const struct {
	const char *name;
	hr_op first; /* the operation for i8, or for f16 */
	bool is_float;
} operations[] = {
	{"xchg", HR_OP_rmw_xchg_i8, false},
	{"add", HR_OP_rmw_add_i8, false},
	{"sub", HR_OP_rmw_sub_i8, false},
	{"and", HR_OP_rmw_and_i8, false},
	{"nand", HR_OP_rmw_nand_i8, false},
	{"or", HR_OP_rmw_or_i8, false},
	{"xor", HR_OP_rmw_xor_i8, false},
	{"max", HR_OP_rmw_max_i8, false},
	{"min", HR_OP_rmw_min_i8, false},
	{"umax", HR_OP_rmw_umax_i8, false},
	{"umin", HR_OP_rmw_umin_i8, false},
	{"uinc_wrap", HR_OP_rmw_uinc_wrap_i8, false},
	{"udec_wrap", HR_OP_rmw_udec_wrap_i8, false},
	{"usub_cond", HR_OP_rmw_usub_cond_i8, false},
	{"usub_sat", HR_OP_rmw_usub_sat_i8, false},
	{"fadd", HR_OP_rmw_fadd_f16, true},
	{"fsub", HR_OP_rmw_fsub_f16, true},
	{"fmax", HR_OP_rmw_fmax_f16, true},
	{"fmin", HR_OP_rmw_fmin_f16, true},
	{"fmaximum", HR_OP_rmw_fmaximum_f16, true},
	{"fminimum", HR_OP_rmw_fminimum_f16, true},
};

enum { OPERATIONS = sizeof(operations) / sizeof(*operations) };

/* Return the index of the operation, or -1. The text is "%old = atomicrmw [volatile] OP ptr
 * ...". */
static int operation_of(LLVMValueRef in)
{
	char *text = LLVMPrintValueToString(in);
	const char *at = strstr(text, "atomicrmw ");
	int found = -1;

	if (at) {
		size_t length;

		at += strlen("atomicrmw ");
		if (!strncmp(at, "volatile ", 9))
			at += 9;
		length = strcspn(at, " ");
		for (int i = 0; i < OPERATIONS; i++)
			if (strlen(operations[i].name) == length &&
			    !strncmp(operations[i].name, at, length))
				found = i;
	}
	LLVMDisposeMessage(text);
	return found;
}

void hr_in_atomicrmw(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	int index = operation_of(in);
	hr_con con = type->count ? type->scalars[0].con : HR_C_I8;
	const hr_lw_value *value = hr_lw_operand(l, in, 1);
	hr_lw_address at = hr_lw_address_of(l, LLVMGetOperand(in, 0));
	hr_vreg d;
	hr_op op;

	if (index < 0 || type->count != 1 || (operations[index].is_float && con > HR_C_F64)) {
		hr_lw_refuse_instruction(l, "atomicrmw", "this operation on this type");
		return;
	}
	hr_lw_check_handed(l, value);
	op = operations[index].is_float
		     ? (hr_op)(operations[index].first +
			       (con - HR_C_F16) * (HR_OP_rmw_fadd_b16 - HR_OP_rmw_fadd_f16))
		     : hr_op_int(operations[index].first, hr_con_of_size(hr_con_size(con)));
	hr_lw_promise_access(l, LLVMGetOperand(in, 0), true);
	hr_lw_check_object(l, LLVMGetOperand(in, 0), &at, hr_con_size(con), changes);
	d = hr_lw_reg(l, hr_con_size(con));
	HR_EMIT(l, op, d, hr_lw_address_reg(l, &at), value->regs[0]);
	hr_lw_define_reg(l, in, d);
}
