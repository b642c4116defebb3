/* ir/lower/intrinsic_memory.c -- intrinsics on memory, and va_arg.
 *
 * Owns:      nothing.
 * Not here:  masked accesses (intrinsic_mask.c). */
#include "ir/lower/intrinsic.h"

static hr_vreg checked(hr_lw *l, LLVMValueRef call, unsigned i)
{
	const hr_lw_value *value = hr_lw_operand(l, call, i);

	hr_lw_check_poison(l, value);
	return value->regs[0];
}

/* Return argument I of CALL, whose poison has an effect only if LENGTH is not 0. */
static hr_vreg checked_of(hr_lw *l, LLVMValueRef call, unsigned i, hr_vreg length)
{
	const hr_lw_value *value = hr_lw_operand(l, call, i);
	const hr_vreg poison = hr_lw_any_poison(l, value);

	if (poison != HR_NO_REG)
		hr_lw_trap_if(l,
			      hr_lw_bin(l, HR_OP_and_i8, poison,
					hr_lw_bin(l, HR_OP_ne_i64, length, hr_lw_const(l, 8, 0))),
			      HR_D_poison_used);
	return value->regs[0];
}

/* Operands: address, address or byte, length; the others (volatile, element size) have no
 * effect. With length 0 the addresses are not used. */
void hr_it_memory(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_vreg length = checked(l, call, 2), to, from;
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(hr_lw_argument(call, 2)));
	hr_u128 known;

	length = hr_lw_resize(l, length, bits, 64, false);
	hr_lw_promise_aligned(l, call, 0, true, length);
	if (row->op != HR_OP_memset)
		hr_lw_promise_aligned(l, call, 1, false, length);
	if (hr_lw_is_const(l, length, &known) && !known)
		return;
	if (hr_lw_is_const(l, length, &known)) {
		hr_lw_promise_access(l, hr_lw_argument(call, 0), true);
		if (row->op != HR_OP_memset)
			hr_lw_promise_access(l, hr_lw_argument(call, 1), false);
	}
	to = checked_of(l, call, 0, length);
	from = checked_of(l, call, 1, length);
	if (hr_lw_is_const(l, length, &known)) {
		const hr_lw_address target = hr_lw_address_at(to, 0);
		const hr_lw_address source = hr_lw_address_at(from, 0);

		if (row->op != HR_OP_memset)
			hr_lw_promise_apart(l, hr_lw_argument(call, 1), &source, (uint64_t)known,
					    false);
		hr_lw_promise_apart(l, hr_lw_argument(call, 0), &target, (uint64_t)known, true);
	}
	HR_EMIT(l, row->op, to, from, length);
}

void hr_it_stacksave(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_vreg d = hr_lw_reg(l, 8);

	(void)row;
	HR_EMIT(l, HR_OP_stacksave, d);
	l->dynamic_stack = true;
	hr_lw_define_reg(l, call, d);
}

void hr_it_stackrestore(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	HR_EMIT(l, HR_OP_stackrestore, hr_lw_scalar(l, call, 0));
	l->dynamic_stack = true;
}

/* base + *(i32 *)(base + offset) */
void hr_it_load_relative(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_vreg base = checked(l, call, 0), offset = checked(l, call, 1), distance;
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(hr_lw_argument(call, 1)));
	hr_scalar word = {.con = HR_C_I32, .bits = 32};
	hr_lw_address at;

	(void)row;
	offset = hr_lw_resize(l, offset, bits, 64, true);
	at = hr_lw_address_at(hr_lw_bin(l, HR_OP_add_i64, base, offset), 0);
	distance = hr_lw_resize(l, hr_lw_load(l, &at, &word), 32, 64, true);
	hr_lw_define_reg(l, call, hr_lw_bin(l, HR_OP_add_i64, base, distance));
}

void hr_it_ptrmask(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_value *pointer = hr_lw_operand(l, call, 0), *mask = hr_lw_operand(l, call, 1);
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 1));
	hr_lw_value *result = hr_lw_new_value(l, pointer->count);

	(void)row;
	for (uint32_t i = 0; i < pointer->count; i++)
		result->regs[i] =
			hr_lw_bin(l, HR_OP_and_i64, pointer->regs[i],
				  hr_lw_resize(l, mask->regs[i], type->scalars[i].bits, 64, false));
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* The size is unknown: return 0 for the minimum, otherwise the greatest number. */
void hr_it_objectsize(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	bool least = hr_constant_int(hr_lw_argument(call, 1)) != 0;
	hr_vreg all = hr_lw_const(l, hr_con_size(type->scalars[0].con), least ? 0 : ~(hr_u128)0);

	(void)row;
	hr_lw_define_reg(l, call, hr_lw_mask(l, all, type->scalars[0].bits));
}

/* --- va_arg ----------------------------------------------------------------------------------- */

/* x86-64: va_list is { i32 gp_offset, i32 fp_offset, ptr overflow, ptr saved_registers }. */
typedef struct va_class {
	uint32_t field; /* field of the offset in va_list; HR_NO_REG: always in memory */
	uint32_t limit; /* highest offset at which a register is left */
	uint32_t step;
	uint32_t bytes, align; /* size and alignment in memory */
} va_class;

static bool class_of(const hr_type *type, va_class *class)
{
	if (type->kind == HR_T_PTR || (type->kind == HR_T_INT && type->bits <= 64))
		*class = (va_class){0, 40, 8, 8, 8};
	else if (type->kind == HR_T_INT)
		*class = (va_class){0, 32, 16, 16, 16};
	else if (type->kind == HR_T_FLOAT && type->con == HR_C_F80)
		*class = (va_class){HR_NO_REG, 0, 0, 16, 16};
	else if (type->kind == HR_T_FLOAT && type->con == HR_C_F128)
		*class = (va_class){4, 160, 16, 16, 16};
	else if (type->kind == HR_T_FLOAT)
		*class = (va_class){4, 160, 16, 8, 8};
	else
		return false;
	return true;
}

/* Emit code that sets D to the argument's address in the memory area. */
static void from_memory(hr_lw *l, hr_vreg list, const va_class *class, hr_vreg d)
{
	hr_scalar pointer = {.con = HR_C_I64, .bits = 64};
	hr_lw_address area = hr_lw_address_at(list, 8);
	hr_vreg at = hr_lw_load(l, &area, &pointer), next = hr_lw_reg(l, 8);

	if (class->align > 8) {
		hr_vreg up = hr_lw_reg(l, 8);

		hr_lw_lea(l, up, at, class->align - 1);
		at = hr_lw_bin(l, HR_OP_and_i64, up,
			       hr_lw_const(l, 8, ~(uint64_t)(class->align - 1)));
	}
	hr_lw_move(l, d, at);
	hr_lw_lea(l, next, at, class->bytes);
	hr_lw_store(l, &area, &pointer, next);
}

static void from_registers(hr_lw *l, hr_vreg list, const va_class *class, hr_vreg offset, hr_vreg d)
{
	hr_scalar pointer = {.con = HR_C_I64, .bits = 64}, word = {.con = HR_C_I32, .bits = 32};
	hr_lw_address field = hr_lw_address_at(list, class->field),
		      area = hr_lw_address_at(list, 16);
	hr_vreg saved = hr_lw_load(l, &area, &pointer);

	hr_lw_move(l, d,
		   hr_lw_bin(l, HR_OP_add_i64, saved, hr_lw_resize(l, offset, 32, 64, false)));
	hr_lw_store(l, &field, &word,
		    hr_lw_bin(l, HR_OP_add_i32, offset, hr_lw_const(l, 4, class->step)));
}

void hr_in_va_arg(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	hr_scalar word = {.con = HR_C_I32, .bits = 32};
	hr_vreg list = checked(l, in, 0), d = hr_lw_reg(l, 8);
	hr_lw_address at;
	va_class class;

	if (!class_of(type->type, &class)) {
		hr_lw_refuse_instruction(l, "va_arg", "of a vector, an array or a structure");
		return;
	}
	if (class.field == HR_NO_REG) {
		from_memory(l, list, &class, d);
	} else {
		uint32_t saved = hr_lw_chunk_new(l), memory = hr_lw_chunk_new(l);
		uint32_t join = hr_lw_chunk_new(l);
		hr_vreg offset;

		at = hr_lw_address_at(list, class.field);
		offset = hr_lw_load(l, &at, &word);
		hr_lw_branch(l, hr_lw_bin(l, HR_OP_ule_i32, offset, hr_lw_const(l, 4, class.limit)),
			     saved, memory);
		hr_lw_begin(l, saved);
		from_registers(l, list, &class, offset, d);
		hr_lw_jump(l, join);
		hr_lw_begin(l, memory);
		from_memory(l, list, &class, d);
		hr_lw_begin(l, join);
	}
	at = hr_lw_address_at(d, 0);
	hr_lw_define_reg(l, in, hr_lw_load(l, &at, &type->scalars[0]));
}
