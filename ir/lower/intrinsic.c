/* ir/lower/intrinsic.c -- finds an intrinsic's row; lowers trivial intrinsics.
 *
 * Invariant: an intrinsic without a row is refused by name.
 * Owns:      nothing.
 * Not here:  intrinsic_{int,float,vector,mask,memory}.c. */
#include "ir/lower/intrinsic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const hr_intrinsic hr_intrinsics[] = {
#define INTRINSIC(name, handler, op, how, note)                                                    \
	{name, #handler, hr_it_##handler, HR_OP_##op, how, note},
#include "ir/lower/intrinsic.def"
#undef INTRINSIC
};

const unsigned hr_intrinsic_count = sizeof(hr_intrinsics) / sizeof(*hr_intrinsics);

enum { COUNT = sizeof(hr_intrinsics) / sizeof(*hr_intrinsics) };

static const hr_intrinsic *sorted[COUNT]; /* filled once, protected by the lowering's lock */

static int by_name(const void *a, const void *b)
{
	return strcmp((*(const hr_intrinsic *const *)a)->name,
		      (*(const hr_intrinsic *const *)b)->name);
}

static const hr_intrinsic *exactly(const char *name)
{
	hr_intrinsic wanted = {.name = name};
	const hr_intrinsic *key = &wanted;
	const hr_intrinsic **found = bsearch(&key, sorted, COUNT, sizeof(*sorted), by_name);

	return found ? *found : NULL;
}

const hr_intrinsic *hr_intrinsic_find(const char *name)
{
	char prefix[128 + 2]; /* ".*" */
	const hr_intrinsic *row;
	char *dot;

	if (!sorted[0]) {
		for (unsigned i = 0; i < COUNT; i++)
			sorted[i] = &hr_intrinsics[i];
		qsort(sorted, COUNT, sizeof(*sorted), by_name);
	}
	snprintf(prefix, sizeof(prefix) - 2, "%s", name);
	while (!(row = exactly(prefix)) && (dot = strrchr(prefix, '.'))) {
		strcpy(dot, ".*");
		row = exactly(prefix);
		if (row)
			break;
		*dot = 0;
	}
	return row;
}

/* LLVM's intrinsic id gives the name without types. */
static const hr_intrinsic *row_of(LLVMValueRef call, const char *name)
{
	unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
	size_t length;

	return hr_intrinsic_find(id ? LLVMIntrinsicGetName(id, &length) : name);
}

bool hr_intrinsic_makes_poison(LLVMValueRef call)
{
	const hr_intrinsic *row = row_of(call, "");

	return row && row->handler == hr_it_fixed_product;
}

/* Return true if a constrained intrinsic requires a rounding mode other than to nearest, the
 * default. */
static bool rounds_otherwise(LLVMValueRef call, const char *name)
{
	unsigned count = strncmp(name, "llvm.experimental.constrained.", 30)
				 ? 0
				 : LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < count; i++) {
		unsigned length;
		const char *text = LLVMGetMDString(hr_lw_argument(call, i), &length);

		if (text && length > 6 && !memcmp(text, "round.", 6) &&
		    strncmp(text, "round.tonearest", length) &&
		    strncmp(text, "round.dynamic", length))
			return true;
	}
	return false;
}

void hr_lw_intrinsic(hr_lw *l, LLVMValueRef call, const char *name)
{
	const hr_intrinsic *row = row_of(call, name);

	if (rounds_otherwise(call, name) || hr_lw_wide_bits(LLVMTypeOf(call)) ||
	    (LLVMGetNumArgOperands(call) && hr_lw_wide_bits(LLVMTypeOf(hr_lw_argument(call, 0)))))
		hr_lw_refuse_intrinsic(l, name);
	else if (row)
		row->handler(l, call, row);
	else
		hr_lw_refuse_intrinsic(l, name);
}

/* --- trivial intrinsics ----------------------------------------------------------------------- */

void hr_it_refused(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	size_t length;

	(void)row;
	hr_lw_refuse_intrinsic(l, LLVMGetValueName2(LLVMGetCalledValue(call), &length));
}

void hr_it_nothing(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)l, (void)call, (void)row;
}

void hr_it_zero(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_lw_define_zero(l, call);
}

void hr_it_constant(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);

	hr_lw_define_reg(l, call,
			 hr_lw_const(l, hr_con_size(type->scalars[0].con), (hr_u128)row->how));
}

void hr_it_first(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_lw_define(l, call, hr_lw_operand(l, call, 0));
}

void hr_it_is_constant(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	LLVMValueRef value = hr_lw_argument(call, 0);
	bool constant =
		LLVMIsConstant(value) && !LLVMIsAGlobalValue(value) && !LLVMIsAConstantExpr(value);

	(void)row;
	hr_lw_define_reg(l, call, hr_lw_const(l, 1, constant));
}

void hr_it_fence(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_in_fence(l, call);
}

void hr_it_trap(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)call, (void)row;
	hr_lw_trap(l, HR_D_trap_called);
}

void hr_it_assume(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_value *value = hr_lw_operand(l, call, 0);

	(void)row;
	hr_lw_check_handed(l, value);
	hr_lw_promise_bundles(l, call);
	hr_lw_trap_if(l, hr_lw_not(l, value->regs[0]), HR_D_assume_failed);
}

void hr_it_va(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	if (row->op == HR_OP_va_copy)
		HR_EMIT(l, row->op, hr_lw_scalar(l, call, 0), hr_lw_scalar(l, call, 1));
	else
		HR_EMIT(l, row->op, hr_lw_scalar(l, call, 0));
}
