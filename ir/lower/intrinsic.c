/* ir/lower/intrinsic.c -- finds an intrinsic's row; lowers trivial intrinsics.
 *
 * Invariant: an intrinsic without a row is refused by name.
 * Owns:      nothing.
 * Not here:  intrinsic_{int,float,vector,mask,memory}.c, the meaning of llvm.x86.* (ir/x86/). */
#include "ir/lower/intrinsic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/x86/x86.h"
#include "src/arith/fenv_part.h"

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

	return row && (row->handler == hr_it_fixed_product || !strncmp(row->name, "llvm.vp.", 8));
}

static bool handles_wide(const hr_intrinsic *row)
{
	return row->handler == hr_it_get_environment || row->handler == hr_it_set_environment;
}

void hr_lw_intrinsic(hr_lw *l, LLVMValueRef call, const char *name)
{
	const hr_intrinsic *row = row_of(call, name);
	bool wide = hr_lw_wide_bits(LLVMTypeOf(call)) ||
		    (LLVMGetNumArgOperands(call) &&
		     hr_lw_wide_bits(LLVMTypeOf(hr_lw_argument(call, 0))));
	hr_lw_environment environment;

	if (!row || (wide && !handles_wide(row)) ||
	    !hr_lw_environment_begin(l, call, row, &environment)) {
		hr_lw_refuse_intrinsic(l, name);
		return;
	}
	row->handler(l, call, row);
	hr_lw_environment_end(l, call, row, &environment);
}

/* --- trivial intrinsics ----------------------------------------------------------------------- */

void hr_it_refused(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	size_t length;

	(void)row;
	hr_lw_refuse_intrinsic(l, LLVMGetValueName2(LLVMGetCalledValue(call), &length));
}

void hr_it_settled(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_it_refused(l, call, row);
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

/* --- intrinsics of x86-64 ---------------------------------------------------------------------- */

static uint32_t x86_reg(void *lower, unsigned size)
{
	return hr_lw_reg(lower, size);
}

static uint32_t x86_constant(void *lower, unsigned size, hr_u128 bits)
{
	return hr_lw_const(lower, size, bits);
}

static void x86_emit(void *lower, hr_op op, const uint32_t *operands, unsigned count)
{
	hr_lw_emit(lower, op, operands, count);
}

static uint32_t x86_resize(void *lower, uint32_t reg, unsigned from, unsigned to, bool is_signed)
{
	return hr_lw_resize(lower, reg, from, to, is_signed);
}

static uint32_t x86_either(void *lower, uint32_t a, uint32_t b)
{
	return hr_lw_or(lower, a, b);
}

static uint32_t x86_select(void *lower, unsigned size, uint32_t condition, uint32_t a, uint32_t b)
{
	return hr_lw_select(lower, size, condition, a, b);
}

/* Begin code that runs if CONDITION holds, and return where it ends; HR_NO_REG: always. */
static uint32_t x86_if(hr_lw *l, uint32_t condition)
{
	uint32_t yes, join;

	if (condition == HR_X86_NO_REG)
		return HR_NO_REG;
	yes = hr_lw_chunk_new(l);
	join = hr_lw_chunk_new(l);
	hr_lw_branch(l, condition, yes, join);
	hr_lw_begin(l, yes);
	return join;
}

static hr_scalar x86_scalar(uint8_t con)
{
	return (hr_scalar){.con = con, .bits = (uint16_t)(8 * hr_con_size((hr_con)con))};
}

static uint32_t x86_load(void *lower, uint32_t condition, uint32_t address, uint8_t con,
			 uint32_t otherwise)
{
	hr_lw *l = lower;
	hr_vreg d = hr_lw_reg(l, hr_con_size((hr_con)con));
	hr_lw_address at = hr_lw_address_at(address, 0);
	hr_scalar scalar = x86_scalar(con);
	uint32_t join;

	hr_lw_move(l, d, otherwise);
	join = x86_if(l, condition);
	hr_lw_move(l, d, hr_lw_load(l, &at, &scalar));
	if (join != HR_NO_REG)
		hr_lw_begin(l, join);
	return d;
}

static void x86_store(void *lower, uint32_t condition, uint32_t address, uint8_t con,
		      uint32_t value)
{
	hr_lw *l = lower;
	hr_lw_address at = hr_lw_address_at(address, 0);
	hr_scalar scalar = x86_scalar(con);
	uint32_t join = x86_if(l, condition);

	hr_lw_store(l, &at, &scalar, value);
	if (join != HR_NO_REG)
		hr_lw_begin(l, join);
}

/* Refuse the current intrinsic where FLAG is 0. */
static void x86_need(void *lower, uint32_t flag)
{
	hr_lw *l = lower;
	uint32_t yes = hr_lw_chunk_new(l), no = hr_lw_chunk_new(l);
	size_t length;

	hr_lw_branch(l, flag, yes, no);
	hr_lw_begin(l, no);
	hr_lw_refuse_intrinsic(l, LLVMGetValueName2(LLVMGetCalledValue(l->instruction), &length));
	hr_lw_begin(l, yes);
}

static void x86_effect(void *lower, uint32_t poison)
{
	if (poison != HR_X86_NO_REG)
		hr_lw_trap_if(lower, poison, HR_D_poison_used);
}

/* The elements of VALUE, or, if it is NULL, only their types. */
static hr_x86_element *x86_elements(hr_lw *l, const hr_lw_type *type, const hr_lw_value *value)
{
	hr_x86_element *elements = hr_arena_array(&l->arena, type->count + 1, sizeof(*elements));

	for (uint32_t i = 0; i < type->count; i++)
		elements[i] = (hr_x86_element){
			.reg = value ? value->regs[i] : HR_NO_REG,
			.poison = value ? hr_lw_poison(value, i) : HR_NO_REG,
			.con = (uint8_t)type->scalars[i].con,
			.bits = (uint8_t)type->scalars[i].bits,
		};
	return elements;
}

static void x86_operand(hr_lw *l, LLVMValueRef argument, hr_x86_operand *operand)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, argument);

	operand->count = type->count;
	operand->elements = x86_elements(l, type, hr_lw_value_of(l, argument));
	operand->is_constant = LLVMIsAConstantInt(argument) != NULL;
	if (operand->is_constant)
		operand->constant = (uint64_t)LLVMConstIntGetZExtValue(argument);
}

void hr_it_x86(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	static const hr_x86_build build = {x86_reg,    x86_constant, x86_emit, x86_resize,
					   x86_either, x86_select,   x86_load, x86_store,
					   x86_need,   x86_effect};
	const char *name =
		LLVMIntrinsicGetName(LLVMGetIntrinsicID(LLVMGetCalledValue(call)), &(size_t){0});
	const hr_x86_row *meaning = hr_x86_find(name + strlen("llvm.x86."));
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	hr_x86_call x = {.name = name + strlen("llvm.x86."),
			 .build = &build,
			 .lower = l,
			 .operand_count = LLVMGetNumArgOperands(call),
			 .count = type->count};
	hr_lw_value *result;

	if (!meaning || !meaning->meaning || x.operand_count > HR_X86_OPERANDS) {
		hr_it_refused(l, call, row);
		return;
	}
	for (unsigned i = 0; i < x.operand_count; i++)
		x86_operand(l, hr_lw_argument(call, i), &x.operands[i]);
	x.results = x86_elements(l, type, NULL);
	meaning->meaning(&x);
	if (x.refused) {
		hr_it_refused(l, call, row);
		return;
	}
	result = hr_lw_new_value(l, type->count);
	for (uint32_t i = 0; i < type->count; i++) {
		result->regs[i] = x.results[i].reg;
		hr_lw_set_poison(l, result, i, x.results[i].poison);
	}
	if (type->count)
		hr_lw_define(l, call, result);
}
