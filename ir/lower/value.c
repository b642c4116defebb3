/* ir/lower/value.c -- maps values of the IR to virtual registers.
 *
 * Instructions and parameters are looked up; constants are made where they are used, because a
 * value computed from a thread-local address is a constant in the IR but needs code.
 *
 * Invariant: a value has as many registers as its type has scalars.
 * Owns:      values and type lists are in the lowering's scratch arena.
 * Not here:  the bits of constants (ir/program/constant.c). */
#include <string.h>

#include "ir/lower/lower_private.h"

/* --- types ------------------------------------------------------------------------------------ */

static void refuse_type(hr_lw *l, LLVMTypeRef type)
{
	hr_where where = l->instruction ? hr_where_instruction(l->program, l->instruction)
					: hr_where_function(l->program, l->llvm);
	const hr_type *found;
	hr_status status = hr_type_need(l->program, type, &where, &found);

	if (l->status == HR_OK)
		l->status = status == HR_OK ? HR_UNSUPPORTED : status;
}

const hr_lw_type *hr_lw_type_of(hr_lw *l, LLVMTypeRef type)
{
	static const hr_type nothing = {.kind = HR_T_VOID, .align = 1, .text = "void"};
	uint64_t known;
	hr_lw_type *result;
	hr_scalars scalars = {0};

	if (hr_map_get(&l->types, hr_map_key(type), &known))
		return (const hr_lw_type *)(uintptr_t)known;
	result = HR_ARENA_NEW(&l->arena, hr_lw_type);
	hr_map_put(&l->types, hr_map_key(type), hr_map_key(result));
	if (hr_lw_wide_bits(type)) {
		hr_lw_wide_type(l, hr_lw_wide_bits(type), result);
		return result;
	}
	result->type = hr_type_of(l->program, type);
	if (!result->type || hr_type_scalar_count(result->type) > 1u << 20) {
		refuse_type(l, type);
		result->type = &nothing;
	}
	hr_type_flatten(result->type, 0, &scalars);
	result->count = (uint32_t)scalars.count;
	if (scalars.count) {
		hr_scalar *copy = hr_arena_array(&l->arena, scalars.count, sizeof(*copy));

		memcpy(copy, scalars.data, scalars.count * sizeof(*copy));
		result->scalars = copy;
	}
	HR_VEC_FREE(&scalars);
	return result;
}

const hr_lw_type *hr_lw_type_of_value(hr_lw *l, LLVMValueRef value)
{
	return hr_lw_type_of(l, LLVMTypeOf(value));
}

uint32_t hr_lw_part(const hr_type *type, uint64_t field)
{
	uint32_t first = 0;

	if (type->kind != HR_T_STRUCT)
		return (uint32_t)(field * hr_type_scalar_count(type->element));
	for (uint64_t i = 0; i < field; i++)
		first += hr_type_scalar_count(type->fields[i]);
	return first;
}

LLVMOpcode hr_lw_opcode(LLVMValueRef user)
{
	return LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user)
					 : LLVMGetInstructionOpcode(user);
}

/* --- values ----------------------------------------------------------------------------------- */

hr_lw_value *hr_lw_new_value(hr_lw *l, uint32_t count)
{
	hr_lw_value *value = HR_ARENA_NEW(&l->arena, hr_lw_value);

	value->count = count;
	value->regs = hr_arena_array(&l->arena, count ? count : 1, sizeof(hr_vreg));
	return value;
}

static hr_lw_value *zeros(hr_lw *l, const hr_lw_type *type)
{
	hr_lw_value *value = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++)
		value->regs[i] = hr_lw_const(l, hr_con_size(type->scalars[i].con), 0);
	return value;
}

void hr_lw_define(hr_lw *l, LLVMValueRef value, hr_lw_value *as)
{
	hr_map_put(&l->values, hr_map_key(value), hr_map_key(as));
}

void hr_lw_define_reg(hr_lw *l, LLVMValueRef value, hr_vreg reg)
{
	hr_lw_value *as = hr_lw_new_value(l, 1);

	as->regs[0] = reg;
	hr_lw_define(l, value, as);
}

void hr_lw_define_zero(hr_lw *l, LLVMValueRef value)
{
	hr_lw_define(l, value, zeros(l, hr_lw_type_of_value(l, value)));
}

/* Compute an address that cannot be in the constant area: of a thread-local global, or a
 * difference. */
static hr_vreg atom_by_code(hr_lw *l, const hr_atom *atom)
{
	hr_vreg sum = hr_lw_const(l, 8, atom->bits);

	for (unsigned i = 0; i < atom->symbol_count; i++) {
		const hr_atom_symbol *s = &atom->symbols[i];
		hr_vreg address;

		if (s->thread_local_) {
			address = hr_lw_reg(l, 8);
			HR_EMIT(l, HR_OP_tls, address, s->index);
		} else {
			address = hr_lw_symbol(l, 0, s);
		}
		sum = hr_lw_bin(l, s->subtract ? HR_OP_sub_i64 : HR_OP_add_i64, sum, address);
	}
	return sum;
}

static hr_vreg atom_reg(hr_lw *l, const hr_atom *atom, const hr_scalar *scalar)
{
	hr_vreg reg;

	if (!atom->symbol_count)
		return hr_lw_const(l, hr_con_size(scalar->con), atom->bits);
	if (atom->symbol_count == 1 && !atom->symbols[0].subtract &&
	    !atom->symbols[0].thread_local_ && scalar->bits == 64)
		return hr_lw_symbol(l, atom->bits, &atom->symbols[0]);
	reg = atom_by_code(l, atom);
	return hr_lw_resize(l, reg, 64, scalar->bits, false);
}

/* Vectors, arrays and structures, element by element. */
static hr_lw_value *aggregate(hr_lw *l, LLVMValueRef c, const hr_lw_type *type)
{
	hr_lw_value *value = hr_lw_new_value(l, type->count);
	uint32_t at = 0;

	for (uint64_t i = 0; i < type->type->count; i++) {
		LLVMValueRef part = LLVMGetAggregateElement(c, (unsigned)i);
		const hr_lw_value *element = hr_lw_value_of(l, part);

		for (uint32_t k = 0; k < element->count; k++) {
			value->regs[at] = element->regs[k];
			hr_lw_set_poison(l, value, at++, hr_lw_poison(element, k));
		}
	}
	return value;
}

/* Undef is 0. Poison is 0 as well, but traps where it has an effect. The initial undef of a vector
 * or a structure is only there to be filled, so only a scalar is marked as undefined. */
static hr_lw_value *undefined(hr_lw *l, LLVMValueRef c, const hr_lw_type *type)
{
	hr_lw_value *value = zeros(l, type);

	for (uint32_t i = 0; l->follows_poison && i < type->count && !LLVMIsPoison(c); i++)
		value->regs[i] = hr_lw_undefined(l, hr_con_size(type->scalars[i].con),
						 type->scalars[i].bits);
	if (type->count == 1 && (type->type->kind == HR_T_INT || type->type->kind == HR_T_FLOAT ||
				 type->type->kind == HR_T_PTR))
		value->regs[0] = hr_lw_undefined(l, hr_con_size(type->scalars[0].con),
						 type->scalars[0].bits);
	if (LLVMIsPoison(c))
		for (uint32_t i = 0; i < value->count; i++)
			hr_lw_set_poison(l, value, i, hr_lw_const(l, 1, 1));
	return value;
}

static hr_lw_value *expression(hr_lw *l, LLVMValueRef c)
{
	uint64_t known;
	LLVMValueRef outer = l->instruction;
	hr_lw_value *value;

	/* Lowered like an instruction, again at each use: its code is only there. */
	hr_lw_instruction(l, c, LLVMGetConstOpcode(c));
	l->instruction = outer;
	if (!hr_map_get(&l->values, hr_map_key(c), &known))
		hr_bug("a constant expression was given no value");
	value = (hr_lw_value *)(uintptr_t)known;
	hr_map_remove(&l->values, hr_map_key(c));
	hr_map_remove(&l->addresses, hr_map_key(c));
	return value;
}

static void refuse(hr_lw *l, hr_diag_id id, const char *what, const char *why)
{
	hr_arena *arena = &l->program->arena;

	HR_PUSH(&l->refusals, (hr_refusal){.id = id,
					   .what = hr_arena_strdup(arena, what),
					   .why = why ? hr_arena_strdup(arena, why) : NULL});
	HR_EMIT(l, HR_OP_refuse, (uint32_t)l->refusals.count - 1);
	hr_lw_trap(l, HR_D_unreachable); /* a chunk must end in a jump */
}

static void refuse_constant(hr_lw *l, LLVMValueRef c)
{
	char *text = LLVMPrintValueToString(c);

	refuse(l, HR_D_unsupported_constant, text, NULL);
	LLVMDisposeMessage(text);
}

static hr_lw_value *constant(hr_lw *l, LLVMValueRef c)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, c);
	hr_atom atom;
	hr_lw_value *value;

	if (LLVMIsUndef(c))
		return undefined(l, c, type);
	if (LLVMIsNull(c))
		return zeros(l, type);
	if (LLVMIsAConstantInt(c) && hr_lw_wide_bits(LLVMTypeOf(c))) {
		value = hr_lw_new_value(l, type->count);
		hr_lw_wide_constant(l, c, value->regs);
		return value;
	}
	if (type->type->kind == HR_T_INT || type->type->kind == HR_T_FLOAT ||
	    type->type->kind == HR_T_PTR) {
		if (hr_constant_atom(l->program, c, &atom)) {
			value = hr_lw_new_value(l, 1);
			value->regs[0] = atom_reg(l, &atom, &type->scalars[0]);
			return value;
		}
	} else if (!LLVMIsAConstantExpr(c)) {
		return aggregate(l, c, type);
	}
	if (LLVMIsAConstantExpr(c))
		return expression(l, c);
	refuse_constant(l, c);
	return zeros(l, type);
}

hr_lw_value *hr_lw_value_of(hr_lw *l, LLVMValueRef value)
{
	uint64_t known;

	if (hr_map_get(&l->values, hr_map_key(value), &known))
		return (hr_lw_value *)(uintptr_t)known;
	if (LLVMIsConstant(value))
		return constant(l, value);
	if (LLVMIsAInlineAsm(value) || LLVMIsABasicBlock(value) ||
	    LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMMetadataTypeKind)
		hr_bug("an operand that has no value");
	/* Not reachable from the definition: this code never runs. */
	return zeros(l, hr_lw_type_of_value(l, value));
}

hr_lw_value *hr_lw_operand(hr_lw *l, LLVMValueRef user, unsigned i)
{
	return hr_lw_value_of(l, LLVMGetOperand(user, i));
}

hr_vreg hr_lw_scalar(hr_lw *l, LLVMValueRef user, unsigned i)
{
	const hr_lw_value *value = hr_lw_operand(l, user, i);

	return value->count ? value->regs[0] : hr_lw_const(l, 8, 0);
}

/* --- refusals --------------------------------------------------------------------------------- */

static void refuse_here(hr_lw *l, hr_diag_id id, const char *what, const char *why)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(l->instruction));

	refuse(l, id, what, why);
	if (kind != LLVMVoidTypeKind && kind != LLVMTokenTypeKind)
		hr_lw_define_zero(l, l->instruction);
}

void hr_lw_refuse_instruction(hr_lw *l, const char *name, const char *why)
{
	refuse_here(l, HR_D_unsupported_instruction, name, why);
}

void hr_lw_refuse_intrinsic(hr_lw *l, const char *name)
{
	refuse_here(l, HR_D_unsupported_intrinsic, name, NULL);
}
