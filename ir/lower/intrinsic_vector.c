/* ir/lower/intrinsic_vector.c -- intrinsics on vectors: reductions and rearrangements.
 *
 * Owns:      nothing.
 * Not here:  masked accesses (intrinsic_mask.c). */
#include "ir/lower/intrinsic.h"

/* --- reductions ------------------------------------------------------------------------------- */

static hr_vreg combine(hr_lw *l, const hr_intrinsic *row, const hr_scalar *s, hr_vreg a, hr_vreg b)
{
	if (s->con >= HR_C_F16)
		return hr_lw_bin(l, hr_op_float(row->op, s->con), a, b);
	if (row->how) {
		a = hr_lw_signed(l, a, s->bits);
		b = hr_lw_signed(l, b, s->bits);
	}
	return hr_lw_mask(l, hr_lw_bin(l, hr_op_int(row->op, s->con), a, b), s->bits);
}

static void reduce(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row, unsigned operand,
		   hr_vreg start)
{
	const hr_scalar *s = &hr_lw_type_of_value(l, call)->scalars[0];
	const hr_lw_value *vector = hr_lw_operand(l, call, operand);
	hr_lw_value *result = hr_lw_new_value(l, 1);

	for (uint32_t i = 0; i < vector->count; i++)
		start = start == HR_NO_REG ? vector->regs[i]
					   : combine(l, row, s, start, vector->regs[i]);
	result->regs[0] = start;
	hr_lw_set_poison(l, result, 0, hr_lw_any_poison(l, vector));
	hr_lw_define(l, call, result);
}

void hr_it_reduce(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	reduce(l, call, row, 0, HR_NO_REG);
}

void hr_it_reduce_from(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	reduce(l, call, row, 1, hr_lw_scalar(l, call, 0));
}

/* Lane i of the result is the sum of lane i of the first operand and every lane of the second whose
 * index is i modulo the number of lanes. */
void hr_it_partial_reduce(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *start = hr_lw_operand(l, call, 0), *in = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	hr_vreg poison = hr_lw_or(l, hr_lw_any_poison(l, start), hr_lw_any_poison(l, in));

	for (uint32_t i = 0; i < type->count; i++) {
		result->regs[i] = start->regs[i];
		for (uint32_t k = i; k < in->count; k += type->count)
			result->regs[i] =
				combine(l, row, &type->scalars[i], result->regs[i], in->regs[k]);
		hr_lw_set_poison(l, result, i, poison);
	}
	hr_lw_define(l, call, result);
}

/* --- lanes selected by a mask ----------------------------------------------------------------- */

/* Set RESULT's scalar I to FROM's scalar K if CONDITION holds. */
static void choose(hr_lw *l, const hr_scalar *s, hr_vreg condition, hr_lw_value *result, uint32_t i,
		   const hr_lw_value *from, uint32_t k)
{
	hr_vreg given = hr_lw_poison(from, k), had = hr_lw_poison(result, i);
	hr_vreg none = hr_lw_const(l, 1, 0);

	result->regs[i] =
		hr_lw_select(l, hr_con_size(s->con), condition, from->regs[k], result->regs[i]);
	if (given != HR_NO_REG || had != HR_NO_REG)
		hr_lw_set_poison(l, result, i,
				 hr_lw_select(l, 1, condition, given == HR_NO_REG ? none : given,
					      had == HR_NO_REG ? none : had));
}

static hr_lw_value *copy(hr_lw *l, const hr_lw_value *from)
{
	hr_lw_value *to = hr_lw_new_value(l, from->count);

	for (uint32_t i = 0; i < from->count; i++) {
		to->regs[i] = from->regs[i];
		hr_lw_set_poison(l, to, i, hr_lw_poison(from, i));
	}
	return to;
}

/* The selected lanes come first, in order; the other lanes are those of the third operand. */
void hr_it_compress(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *mask = hr_lw_operand(l, call, 1);
	hr_lw_value *result = copy(l, hr_lw_operand(l, call, 2));
	hr_vreg taken = hr_lw_const(l, 4, 0);

	(void)row;
	hr_lw_check_poison(l, mask);
	for (uint32_t i = 0; i < type->count; i++) {
		for (uint32_t to = 0; to <= i; to++) {
			hr_vreg here = hr_lw_bin(l, HR_OP_eq_i32, taken, hr_lw_const(l, 4, to));

			here = hr_lw_bin(l, HR_OP_and_i8, here, mask->regs[i]);
			choose(l, &type->scalars[to], here, result, to, a, i);
		}
		taken = hr_lw_bin(l, HR_OP_add_i32, taken,
				  hr_lw_resize(l, mask->regs[i], 1, 32, false));
	}
	hr_lw_define(l, call, result);
}

/* The result is the number of lanes before the first nonzero one. */
void hr_it_count_lanes(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_scalar *to = &hr_lw_type_of_value(l, call)->scalars[0];
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	unsigned size = hr_con_size(to->con);
	hr_vreg count = hr_lw_const(l, size, from->count);

	(void)row;
	hr_lw_check_poison(l, a);
	for (uint32_t i = from->count; i-- > 0;) {
		const hr_scalar *s = &from->scalars[i];
		hr_vreg zero = hr_lw_const(l, hr_con_size(s->con), 0);
		hr_vreg set = hr_lw_bin(l, hr_op_int(HR_OP_ne_i8, s->con), a->regs[i], zero);

		count = hr_lw_select(l, size, set, hr_lw_const(l, size, i), count);
	}
	hr_lw_define_reg(l, call, hr_lw_mask(l, count, to->bits));
}

/* The result is the last selected lane of the first operand; if there is none, the third
 * operand. */
void hr_it_last_active(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_scalar *s = &hr_lw_type_of_value(l, call)->scalars[0];
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *mask = hr_lw_operand(l, call, 1);
	hr_lw_value *result = copy(l, hr_lw_operand(l, call, 2));

	(void)row;
	hr_lw_check_poison(l, mask);
	for (uint32_t i = 0; i < a->count; i++)
		choose(l, s, mask->regs[i], result, 0, a, i);
	hr_lw_define(l, call, result);
}

/* --- rearrangements --------------------------------------------------------------------------- */

static void put(hr_lw *l, hr_lw_value *to, uint32_t i, const hr_lw_value *from, uint32_t k)
{
	to->regs[i] = from->regs[k];
	hr_lw_set_poison(l, to, i, hr_lw_poison(from, k));
}

/* Return the constant argument I, sign-extended. */
static int64_t immediate(LLVMValueRef call, unsigned i)
{
	return LLVMConstIntGetSExtValue(hr_lw_argument(call, i));
}

void hr_it_vector_insert(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_value *whole = hr_lw_operand(l, call, 0), *part = hr_lw_operand(l, call, 1);
	uint64_t at = (uint64_t)immediate(call, 2);
	hr_lw_value *result = hr_lw_new_value(l, whole->count);

	(void)row;
	for (uint32_t i = 0; i < whole->count; i++) {
		bool inside = i >= at && i - at < part->count;

		put(l, result, i, inside ? part : whole, inside ? (uint32_t)(i - at) : i);
	}
	hr_lw_define(l, call, result);
}

void hr_it_vector_extract(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *whole = hr_lw_operand(l, call, 0);
	uint64_t at = (uint64_t)immediate(call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		if (at + i >= whole->count) {
			hr_it_refused(l, call, row);
			return;
		}
		put(l, result, i, whole, (uint32_t)(at + i));
	}
	hr_lw_define(l, call, result);
}

void hr_it_vector_reverse(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, a->count);

	(void)row;
	for (uint32_t i = 0; i < a->count; i++)
		put(l, result, i, a, a->count - 1 - i);
	hr_lw_define(l, call, result);
}

/* The result is the elements of a followed by those of b, from index FIRST on. */
static void splice(hr_lw *l, LLVMValueRef call, uint64_t first)
{
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, a->count);

	for (uint32_t i = 0; i < a->count; i++) {
		uint64_t from = first + i;

		if (from < a->count)
			put(l, result, i, a, (uint32_t)from);
		else
			put(l, result, i, b, (uint32_t)((from - a->count) % a->count));
	}
	hr_lw_define(l, call, result);
}

void hr_it_vector_splice(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	int64_t at = immediate(call, 2);

	(void)row;
	splice(l, call, at >= 0 ? (uint64_t)at : hr_lw_operand(l, call, 0)->count - (uint64_t)-at);
}

/* splice.left and .right with an amount; how: 1: counted from the end of a. */
void hr_it_vector_splice_by(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	uint32_t count = hr_lw_operand(l, call, 0)->count;
	uint64_t by;

	if (!LLVMIsAConstantInt(hr_lw_argument(call, 2))) {
		hr_it_refused(l, call, row);
		return;
	}
	by = (uint64_t)immediate(call, 2) % (count + 1u);
	splice(l, call, row->how ? count - by : by);
}

void hr_it_interleave(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	uint32_t ways = (uint32_t)row->how, each = hr_lw_operand(l, call, 0)->count;
	hr_lw_value *result = hr_lw_new_value(l, ways * each);

	for (uint32_t w = 0; w < ways; w++) {
		const hr_lw_value *a = hr_lw_operand(l, call, w);

		for (uint32_t i = 0; i < each; i++)
			put(l, result, i * ways + w, a, i);
	}
	hr_lw_define(l, call, result);
}

void hr_it_deinterleave(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	uint32_t ways = (uint32_t)row->how, each = a->count / ways;
	hr_lw_value *result = hr_lw_new_value(l, a->count);

	for (uint32_t w = 0; w < ways; w++)
		for (uint32_t i = 0; i < each; i++)
			put(l, result, w * each + i, a, i * ways + w);
	hr_lw_define(l, call, result);
}

/* Lane i of the result is base + i < n, without wrapping. */
void hr_it_active_lanes(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_scalar *s = &hr_lw_type_of_value(l, hr_lw_argument(call, 0))->scalars[0];
	hr_vreg base = hr_lw_scalar(l, call, 0), n = hr_lw_scalar(l, call, 1);
	hr_vreg left = hr_lw_bin(l, hr_op_int(HR_OP_sub_i8, s->con), n, base);
	hr_vreg any = hr_lw_bin(l, hr_op_int(HR_OP_ult_i8, s->con), base, n);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	(void)row;
	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg lane = hr_lw_const(l, hr_con_size(s->con), i);
		hr_vreg inside = hr_lw_bin(l, hr_op_int(HR_OP_ult_i8, s->con), lane, left);

		result->regs[i] = hr_lw_bin(l, HR_OP_and_i8, any, inside);
	}
	hr_lw_define(l, call, result);
}

void hr_it_stepvector(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	(void)row;
	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] =
			hr_lw_mask(l, hr_lw_const(l, hr_con_size(type->scalars[i].con), i),
				   type->scalars[i].bits);
	hr_lw_define(l, call, result);
}

/* Element i of the result: it is among the elements of the second operand, and the mask is set. */
void hr_it_match(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *list = hr_lw_operand(l, call, 1);
	const hr_lw_value *mask = hr_lw_operand(l, call, 2);
	hr_lw_value *result = hr_lw_new_value(l, from->count);

	(void)row;
	for (uint32_t i = 0; i < from->count; i++) {
		hr_vreg any = hr_lw_const(l, 1, 0);

		for (uint32_t k = 0; k < list->count; k++)
			any = hr_lw_or(l, any,
				       hr_lw_bin(l, hr_op_int(HR_OP_eq_i8, from->scalars[i].con),
						 a->regs[i], list->regs[k]));
		result->regs[i] = hr_lw_bin(l, HR_OP_and_i8, any, mask->regs[i]);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* The lesser of the count and the number of lanes, which is all that is fixed. */
void hr_it_vector_length(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_scalar *s = &hr_lw_type_of_value(l, hr_lw_argument(call, 0))->scalars[0];
	const hr_lw_value *count = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, 1);

	if (immediate(call, 2)) {
		hr_it_refused(l, call, row);
		return;
	}
	result->regs[0] =
		hr_lw_bin(l, hr_op_int(HR_OP_umin_i8, s->con), count->regs[0],
			  hr_lw_const(l, hr_con_size(s->con), (hr_u128)immediate(call, 1)));
	result->regs[0] = hr_lw_resize(l, result->regs[0], s->bits, 32, false);
	hr_lw_set_poison(l, result, 0, hr_lw_any_poison(l, count));
	hr_lw_define(l, call, result);
}
