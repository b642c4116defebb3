/* ir/tensor/shape_type.c -- element types of operands and results, by the table (X1).
 *
 * Not here: shapes (shape.c). */
#include "ir/tensor/shape_private.h"

/* Types that an operand may have, beyond what the table's column says. */
typedef enum operand_kind {
	W_I64 = 1,
	W_INDEX, /* i64 or i32 */
	W_FIRST, /* that of operand 0 */
	W_F32,
	W_REAL,
	W_NUMBER, /* not bool */
	W_INTEGER,
	W_BOOL,
} operand_kind;

static const char *const kind_text[] = {
	[W_I64] = "i64",
	[W_INDEX] = "i64 or i32",
	[W_FIRST] = "the type of operand 0",
	[W_F32] = "f32",
	[W_REAL] = "f16, bf16, f32 or f64",
	[W_NUMBER] = "a type that is not bool",
	[W_INTEGER] = "an integer type",
	[W_BOOL] = "bool",
};

static const struct operand_type {
	hr_row row;
	unsigned operand;
	operand_kind type;
} operand_types[] = {
	{HR_R_neg, 0, W_NUMBER},
	{HR_R_abs, 0, W_NUMBER},
	{HR_R_sign, 0, W_NUMBER},
	{HR_R_is_nan, 0, W_REAL},
	{HR_R_is_inf, 0, W_REAL},
	{HR_R_add, 0, W_NUMBER},
	{HR_R_sub, 0, W_NUMBER},
	{HR_R_mul, 0, W_NUMBER},
	{HR_R_div, 0, W_NUMBER},
	{HR_R_mod, 0, W_NUMBER},
	{HR_R_pow, 0, W_NUMBER},
	{HR_R_pow, 1, W_NUMBER},
	{HR_R_shift_left, 0, W_INTEGER},
	{HR_R_shift_right, 0, W_INTEGER},
	{HR_R_where, 0, W_BOOL},
	{HR_R_sum, 0, W_NUMBER},
	{HR_R_product, 0, W_NUMBER},
	{HR_R_cumulative_sum, 0, W_NUMBER},
	{HR_R_cumulative_product, 0, W_NUMBER},
	{HR_R_reshape, 1, W_I64},
	{HR_R_broadcast, 1, W_I64},
	{HR_R_slice, 1, W_INDEX},
	{HR_R_slice, 2, W_INDEX},
	{HR_R_slice, 3, W_INDEX},
	{HR_R_slice, 4, W_INDEX},
	{HR_R_pad, 1, W_I64},
	{HR_R_pad, 2, W_FIRST},
	{HR_R_pad, 3, W_INDEX},
	{HR_R_reverse_sequence, 1, W_I64},
	{HR_R_gather, 1, W_INDEX},
	{HR_R_gather_elements, 1, W_INDEX},
	{HR_R_gather_nd, 1, W_INDEX},
	{HR_R_scatter_elements, 1, W_INDEX},
	{HR_R_scatter_elements, 2, W_FIRST},
	{HR_R_scatter_nd, 1, W_INDEX},
	{HR_R_scatter_nd, 2, W_FIRST},
	{HR_R_non_max_suppression, 0, W_F32},
	{HR_R_non_max_suppression, 1, W_F32},
	{HR_R_non_max_suppression, 2, W_I64},
	{HR_R_non_max_suppression, 3, W_F32},
	{HR_R_non_max_suppression, 4, W_F32},
	{HR_R_dot, 0, W_NUMBER},
	{HR_R_convolution, 0, W_NUMBER},
	{HR_R_deformable_convolution, 0, W_REAL},
	{HR_R_resize, 0, W_NUMBER},
	{HR_R_resize, 1, W_REAL},
	{HR_R_resize, 2, W_F32},
	{HR_R_resize, 3, W_I64},
	{HR_R_grid_sample, 1, W_REAL},
	{HR_R_roi_align, 0, W_REAL},
	{HR_R_roi_align, 1, W_FIRST},
	{HR_R_roi_align, 2, W_I64},
	{HR_R_roi_pool, 0, W_REAL},
	{HR_R_roi_pool, 1, W_FIRST},
	{HR_R_col2im, 0, W_NUMBER},
	{HR_R_col2im, 1, W_I64},
	{HR_R_col2im, 2, W_I64},
	{HR_R_range, 0, W_NUMBER},
};

static bool is_wanted(operand_kind type, hr_elem elem, hr_elem first)
{
	switch (type) {
	case W_I64: return elem == HR_E_I64;
	case W_INDEX: return elem == HR_E_I64 || elem == HR_E_I32;
	case W_FIRST: return elem == first;
	case W_F32: return elem == HR_E_F32;
	case W_REAL: return hr_elem_is_real(elem);
	case W_NUMBER: return elem != HR_E_BOOL;
	case W_INTEGER: return hr_elem_is_integer(elem);
	case W_BOOL: return elem == HR_E_BOOL;
	}
	return false;
}

static bool check_listed(hr_infer *in)
{
	for (unsigned i = 0; i < sizeof(operand_types) / sizeof(operand_types[0]); i++) {
		const struct operand_type *row = &operand_types[i];
		const hr_tvalue *of;

		if (row->row != in->call->row || !(of = hr_sh_operand(in, row->operand)))
			continue;
		if (!is_wanted(row->type, of->elem, hr_sh_operand(in, 0)->elem))
			return hr_sh_fail(
				in, "operand %u is %s, but must have %s%s", row->operand,
				hr_t_text(in->program, in->call->operands[row->operand]),
				row->type == W_NUMBER || row->type == W_INTEGER ||
						row->type == W_FIRST
					? ""
					: "type ",
				row->type == W_FIRST
					? hr_arena_printf(in->program->arena,
							  "the type of operand 0, %s",
							  hr_elem_name(hr_sh_operand(in, 0)->elem))
					: kind_text[row->type]);
	}
	return true;
}

/* Fail unless operands FIRST, FIRST + 1, ... have one type. */
static bool check_same(hr_infer *in, unsigned first)
{
	const hr_tvalue *one = hr_sh_operand(in, first);

	for (unsigned i = first + 1; i < in->call->operand_count; i++) {
		const hr_tvalue *other = hr_sh_operand(in, i);

		if (other && other->elem != one->elem &&
		    !(in->call->row == HR_R_convolution_transpose && i == 2))
			return hr_sh_fail(
				in, "operand %u is %s, but must have the type of operand %u, %s", i,
				hr_t_text(in->program, in->call->operands[i]), first,
				hr_elem_name(one->elem));
	}
	return true;
}

bool hr_sh_types(hr_infer *in)
{
	const hr_row_about *about = hr_row_of(in->call->row);
	const hr_tvalue *first = hr_sh_operand(in, 0);
	const hr_row_types types = about->types;

	if (!check_listed(in))
		return false;
	if (types == HR_TYPES_SAME || types == HR_TYPES_REAL || types == HR_TYPES_BITS ||
	    types == HR_TYPES_TEST) {
		if (!check_same(in, 0))
			return false;
		if (types == HR_TYPES_REAL && !hr_elem_is_real(first->elem))
			return hr_sh_fail(in, "operand 0 is %s, but must have type %s",
					  hr_t_text(in->program, in->call->operands[0]),
					  kind_text[W_REAL]);
		if (types == HR_TYPES_BITS && hr_elem_is_real(first->elem))
			return hr_sh_fail(in,
					  "operand 0 is %s, but must have an integer type or bool",
					  hr_t_text(in->program, in->call->operands[0]));
	}
	if (in->call->row == HR_R_where) {
		in->out->elem = hr_sh_operand(in, 1)->elem;
		return check_same(in, 1);
	}
	if (in->call->row == HR_R_convolution_transpose && hr_sh_operand(in, 2) &&
	    hr_sh_operand(in, 2)->elem != HR_E_I64)
		return hr_sh_fail(in, "operand 2 is %s, but must have type i64",
				  hr_t_text(in->program, in->call->operands[2]));
	in->out->elem = types == HR_TYPES_TEST    ? HR_E_BOOL
			: types == HR_TYPES_INDEX ? HR_E_I64
			: types == HR_TYPES_OTHER ? HR_E_NONE
						  : first->elem;
	return true;
}

void hr_sh_set_wide(hr_infer *in)
{
	hr_tvalue *out = in->out;

	if (!hr_elem_is_real(out->elem) || in->call->row == HR_R_narrow)
		return;
	out->wide = in->call->row == HR_R_widen;
	for (unsigned i = 0; i < in->call->operand_count; i++) {
		const hr_tvalue *of = hr_sh_operand(in, i);

		out->wide |= of && of->wide && of->elem == out->elem;
	}
}
