/* ir/lower/aggregate.c -- vectors, arrays and structures: mostly renaming of registers.
 *
 * Owns:      nothing.
 * Not here:  vector intrinsics (intrinsic_vector.c). */
#include "ir/lower/lower_private.h"

static hr_lw_value *copy_of(hr_lw *l, const hr_lw_value *value)
{
	hr_lw_value *copy = hr_lw_new_value(l, value->count);

	for (uint32_t i = 0; i < value->count; i++) {
		copy->regs[i] = value->regs[i];
		hr_lw_set_poison(l, copy, i, hr_lw_poison(value, i));
	}
	return copy;
}

/* --- select, freeze --------------------------------------------------------------------------- */

static hr_vreg chosen_flag(hr_lw *l, hr_vreg condition, hr_vreg a, hr_vreg b)
{
	if (a == HR_NO_REG && b == HR_NO_REG)
		return HR_NO_REG;
	if (a == HR_NO_REG)
		a = hr_lw_const(l, 1, 0);
	if (b == HR_NO_REG)
		b = hr_lw_const(l, 1, 0);
	return hr_lw_select(l, 1, condition, a, b);
}

void hr_in_select(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *c = hr_lw_operand(l, in, 0);
	const hr_lw_value *a = hr_lw_operand(l, in, 1), *b = hr_lw_operand(l, in, 2);
	bool by_lane = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(in, 0))) == LLVMVectorTypeKind;
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		uint32_t lane = by_lane ? i : 0;
		hr_vreg flag =
			chosen_flag(l, c->regs[lane], hr_lw_poison(a, i), hr_lw_poison(b, i));

		result->regs[i] =
			l->follows_poison /* of a condition, which decides between equal values, too */
				? hr_lw_select_always(l, hr_con_size(type->scalars[i].con),
						      c->regs[lane], a->regs[i], b->regs[i])
				: hr_lw_select(l, hr_con_size(type->scalars[i].con), c->regs[lane],
					       a->regs[i], b->regs[i]);
		hr_lw_set_poison(l, result, i, hr_lw_or(l, hr_lw_poison(c, lane), flag));
	}
	hr_lw_define(l, in, result);
}

void hr_in_freeze(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_value *value = hr_lw_operand(l, in, 0);
	hr_lw_value *result = hr_lw_new_value(l, value->count);

	for (uint32_t i = 0; i < value->count; i++) {
		const unsigned size = l->vregs.data[value->regs[i]].size;

		result->regs[i] =
			l->follows_poison
				? hr_lw_un(l, hr_op_int(HR_OP_freeze_i8, hr_con_of_size(size)),
					   value->regs[i])
				: value->regs[i];
	}
	hr_lw_define(l, in, result);
}

/* --- structures and arrays -------------------------------------------------------------------- */

/* Return the first scalar and set the type of the part of TYPE that the instruction's indices
 * name. */
static uint32_t part_of(LLVMValueRef in, const hr_type *type, const hr_type **part)
{
	const unsigned *indices = LLVMGetIndices(in);
	uint32_t first = 0;

	for (unsigned i = 0; i < LLVMGetNumIndices(in); i++) {
		first += hr_lw_part(type, indices[i]);
		type = type->kind == HR_T_STRUCT ? type->fields[indices[i]] : type->element;
	}
	*part = type;
	return first;
}

void hr_in_extractvalue(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_value *whole = hr_lw_operand(l, in, 0);
	const hr_type *part;
	uint32_t first = part_of(in, hr_lw_type_of_value(l, LLVMGetOperand(in, 0))->type, &part);
	hr_lw_value *result = hr_lw_new_value(l, hr_type_scalar_count(part));

	for (uint32_t i = 0; i < result->count; i++) {
		result->regs[i] = whole->regs[first + i];
		hr_lw_set_poison(l, result, i, hr_lw_poison(whole, first + i));
	}
	hr_lw_define(l, in, result);
}

void hr_in_insertvalue(hr_lw *l, LLVMValueRef in)
{
	const hr_type *part;
	uint32_t first = part_of(in, hr_lw_type_of_value(l, in)->type, &part);
	const hr_lw_value *value = hr_lw_operand(l, in, 1);
	hr_lw_value *result = copy_of(l, hr_lw_operand(l, in, 0));

	for (uint32_t i = 0; i < value->count; i++) {
		result->regs[first + i] = value->regs[i];
		hr_lw_set_poison(l, result, first + i, hr_lw_poison(value, i));
	}
	hr_lw_define(l, in, result);
}

/* --- vectors ---------------------------------------------------------------------------------- */

static hr_vreg index_reg(hr_lw *l, LLVMValueRef index)
{
	return hr_lw_resize(l, hr_lw_value_of(l, index)->regs[0],
			    LLVMGetIntTypeWidth(LLVMTypeOf(index)), 64, false);
}

/* Return the flag that index OPERAND of IN is poison, or not below COUNT. */
static hr_vreg outside(hr_lw *l, LLVMValueRef in, unsigned operand, uint32_t count)
{
	hr_vreg index = index_reg(l, LLVMGetOperand(in, operand));

	return hr_lw_or(l, hr_lw_poison(hr_lw_operand(l, in, operand), 0),
			hr_lw_bin(l, HR_OP_uge_i64, index, hr_lw_const(l, 8, count)));
}

void hr_in_extractelement(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *vector = hr_lw_operand(l, in, 0);
	hr_vreg index = index_reg(l, LLVMGetOperand(in, 1));
	unsigned size = hr_con_size(type->scalars[0].con);
	hr_lw_value *result = hr_lw_new_value(l, 1);
	hr_u128 at;

	if (hr_lw_is_const(l, index, &at)) {
		result->regs[0] = at < vector->count ? vector->regs[at] : hr_lw_const(l, size, 0);
		hr_lw_set_poison(l, result, 0,
				 at < vector->count ? hr_lw_poison(vector, (uint32_t)at)
						    : hr_lw_const(l, 1, 1));
		hr_lw_define(l, in, result);
		return;
	}
	result->regs[0] = hr_lw_const(l, size, 0);
	for (uint32_t i = 0; i < vector->count; i++) {
		hr_vreg here = hr_lw_bin(l, HR_OP_eq_i64, index, hr_lw_const(l, 8, i));
		hr_vreg flag =
			chosen_flag(l, here, hr_lw_poison(vector, i), hr_lw_poison(result, 0));

		result->regs[0] = hr_lw_select(l, size, here, vector->regs[i], result->regs[0]);
		hr_lw_set_poison(l, result, 0, flag);
	}
	hr_lw_set_poison(l, result, 0,
			 hr_lw_or(l, hr_lw_poison(result, 0), outside(l, in, 1, vector->count)));
	hr_lw_define(l, in, result);
}

void hr_in_insertelement(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *element = hr_lw_operand(l, in, 1);
	hr_lw_value *result = copy_of(l, hr_lw_operand(l, in, 0));
	hr_vreg index = index_reg(l, LLVMGetOperand(in, 2));
	hr_u128 at;

	for (uint32_t i = 0; i < result->count; i++) {
		hr_vreg here;

		if (hr_lw_is_const(l, index, &at)) {
			if (at == i) {
				result->regs[i] = element->regs[0];
				hr_lw_set_poison(l, result, i, hr_lw_poison(element, 0));
			}
			continue;
		}
		here = hr_lw_bin(l, HR_OP_eq_i64, index, hr_lw_const(l, 8, i));
		hr_lw_set_poison(
			l, result, i,
			chosen_flag(l, here, hr_lw_poison(element, 0), hr_lw_poison(result, i)));
		result->regs[i] = hr_lw_select(l, hr_con_size(type->scalars[i].con), here,
					       element->regs[0], result->regs[i]);
	}
	if (!hr_lw_is_const(l, index, &at)) {
		const hr_vreg flag = outside(l, in, 2, result->count);

		for (uint32_t i = 0; i < result->count; i++)
			hr_lw_set_poison(l, result, i, hr_lw_or(l, hr_lw_poison(result, i), flag));
	}
	hr_lw_define(l, in, result);
}

void hr_in_shufflevector(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	const hr_lw_value *a = hr_lw_operand(l, in, 0), *b = hr_lw_operand(l, in, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		int from = LLVMGetMaskValue(in, i);
		bool second = (uint32_t)from >= a->count; /* a and b may be the same value */
		const hr_lw_value *source = second ? b : a;
		uint32_t lane = (uint32_t)from - (second ? a->count : 0);

		if (from < 0) {
			result->regs[i] = hr_lw_const(l, hr_con_size(type->scalars[i].con), 0);
			hr_lw_set_poison(l, result, i, hr_lw_const(l, 1, 1));
			continue;
		}
		result->regs[i] = source->regs[lane];
		hr_lw_set_poison(l, result, i, hr_lw_poison(source, lane));
	}
	hr_lw_define(l, in, result);
}
