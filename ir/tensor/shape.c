/* ir/tensor/shape.c -- type, shape and known elements of the result of each row (X1, X2).
 *
 * Broadcasting of two extents of which neither is the number 1 needs that they are equal: an extent that
 * is no number is taken to be no 1 (docs/tensor-programs.md).
 *
 * Not here: the rules of the rows (shape_map.c, shape_move.c, shape_index.c, shape_product.c,
 *           shape_window.c), known elements (shape_known.c), types (shape_type.c). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"

static hr_shape_rule *const rules[HR_R_COUNT] = {
	[HR_R_cast] = hr_sh_cast,
	[HR_R_bitcast] = hr_sh_bitcast,
	[HR_R_widen] = hr_sh_widen,
	[HR_R_sum] = hr_sh_reduce,
	[HR_R_product] = hr_sh_reduce,
	[HR_R_maximum] = hr_sh_reduce,
	[HR_R_minimum] = hr_sh_reduce,
	[HR_R_arg_max] = hr_sh_arg,
	[HR_R_arg_min] = hr_sh_arg,
	[HR_R_cumulative_sum] = hr_sh_scan,
	[HR_R_cumulative_product] = hr_sh_scan,
	[HR_R_reshape] = hr_sh_reshape,
	[HR_R_transpose] = hr_sh_transpose,
	[HR_R_broadcast] = hr_sh_broadcast,
	[HR_R_slice] = hr_sh_slice,
	[HR_R_concat] = hr_sh_concat,
	[HR_R_pad] = hr_sh_pad,
	[HR_R_reverse_sequence] = hr_sh_reverse_sequence,
	[HR_R_squeeze] = hr_sh_squeeze,
	[HR_R_unsqueeze] = hr_sh_unsqueeze,
	[HR_R_gather] = hr_sh_gather,
	[HR_R_gather_elements] = hr_sh_gather_elements,
	[HR_R_gather_nd] = hr_sh_gather_nd,
	[HR_R_scatter_elements] = hr_sh_scatter_elements,
	[HR_R_scatter_nd] = hr_sh_scatter_nd,
	[HR_R_nonzero] = hr_sh_nonzero,
	[HR_R_order] = hr_sh_scan,
	[HR_R_unique] = hr_sh_unique,
	[HR_R_non_max_suppression] = hr_sh_non_max_suppression,
	[HR_R_dot] = hr_sh_dot,
	[HR_R_convolution] = hr_sh_convolution,
	[HR_R_convolution_transpose] = hr_sh_convolution_transpose,
	[HR_R_deformable_convolution] = hr_sh_deformable_convolution,
	[HR_R_pool] = hr_sh_pool,
	[HR_R_resize] = hr_sh_resize,
	[HR_R_grid_sample] = hr_sh_grid_sample,
	[HR_R_roi_align] = hr_sh_roi,
	[HR_R_roi_pool] = hr_sh_roi,
	[HR_R_col2im] = hr_sh_col2im,
	[HR_R_determinant] = hr_sh_determinant,
	[HR_R_shape] = hr_sh_shape,
	[HR_R_require] = hr_sh_require,
	[HR_R_extent] = hr_sh_product_of_extents,
	[HR_R_range] = hr_sh_range,
	[HR_R_constant] = hr_sh_constant,
};

/* Fail if an operand's extent is negative: what operations need of it cannot be met. */
static bool check_extents(hr_infer *in)
{
	for (unsigned i = 0; i < in->call->operand_count; i++) {
		const hr_tvalue *of = hr_sh_operand(in, i);
		int64_t number;

		for (unsigned axis = 0; of && axis < of->rank; axis++)
			if (hr_sh_is_number(in, of->extent[axis], &number) && number < 0)
				return hr_sh_fail(in,
						  "%s, has a negative extent: what operations "
						  "before it need contradicts itself",
						  hr_sh_text(in, i));
	}
	return true;
}

/* Set the type and shape of the result, but no known elements. */
static bool infer(hr_infer *in)
{
	hr_shape_rule *rule = rules[in->call->row];

	if (!rule && hr_row_of(in->call->row)->kind == HR_ROW_MAP)
		rule = hr_sh_map;
	if (!rule)
		hr_bug("the row %s has no shape rule", hr_row_of(in->call->row)->name);
	*in->out = (hr_tvalue){.name = ""};
	return check_extents(in) && hr_sh_types(in) && rule(in);
}

bool hr_t_infer(hr_tprogram *program, const hr_tcall *call, const char *label, hr_tvalue *out,
		const char **why, bool *limit)
{
	hr_infer in = {program, program->symbols, call, label, out, why, limit};
	const hr_sym_scope before = hr_sym_enter(program->symbols);

	if (!infer(&in)) {
		/* Once more, for a reason that shows the operands as they are without this call. */
		hr_sym_forget(program->symbols, before, true);
		(void)infer(&in);
		hr_sym_forget(program->symbols, before, false);
		return false;
	}
	hr_sh_set_wide(&in);
	for (unsigned i = 0; i < out->rank; i++)
		if (!out->extent[i])
			hr_bug("an extent of %s is unknown", hr_row_of(call->row)->name);
	hr_sh_known(&in);
	return true;
}

/* --- reasons ---------------------------------------------------------------------------------- */

static bool fail_with(hr_infer *in, const char *format, va_list args)
{
	char text[512];

	vsnprintf(text, sizeof(text), format, args);
	*in->why = hr_arena_strdup(in->program->arena, text);
	return false;
}

bool hr_sh_fail(hr_infer *in, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail_with(in, format, args);
	va_end(args);
	return false;
}

bool hr_sh_limit(hr_infer *in, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fail_with(in, format, args);
	va_end(args);
	*in->limit = true;
	return false;
}

const hr_tvalue *hr_sh_operand(const hr_infer *in, unsigned i)
{
	if (i >= in->call->operand_count || !in->call->operands[i])
		return NULL;
	return hr_t_value(in->program, in->call->operands[i]);
}

const char *hr_sh_text(const hr_infer *in, unsigned i)
{
	return hr_arena_printf(in->program->arena, "operand %u, %s", i,
			       hr_t_text(in->program, in->call->operands[i]));
}

bool hr_sh_need(hr_infer *in, hr_need_kind kind, hr_sym a, hr_sym b, const char *format, ...)
{
	va_list args;

	if (hr_sym_need(in->symbols, kind, a, b, in->label))
		return true;
	va_start(args, format);
	fail_with(in, format, args);
	va_end(args);
	return false;
}

/* --- expressions ------------------------------------------------------------------------------ */

hr_sym hr_sh_number(hr_infer *in, int64_t number)
{
	return hr_sym_number(in->symbols, number);
}

hr_sym hr_sh_op(hr_infer *in, hr_sym_op op, hr_sym a, hr_sym b)
{
	return hr_sym_make(in->symbols, op, a, b);
}

hr_sym hr_sh_op_number(hr_infer *in, hr_sym_op op, hr_sym a, int64_t b)
{
	return hr_sym_make(in->symbols, op, a, hr_sym_number(in->symbols, b));
}

bool hr_sh_is_number(const hr_infer *in, hr_sym sym, int64_t *number)
{
	return hr_sym_is_number(in->symbols, hr_sym_simplify(in->symbols, sym), number);
}

hr_sym hr_sh_element(const hr_infer *in, unsigned operand, size_t i)
{
	const hr_tvalue *of = hr_sh_operand(in, operand);

	return of && i < of->known_count ? hr_sym_simplify(in->symbols, of->known[i]) : HR_SYM_NONE;
}

hr_sym hr_sh_extent(const hr_infer *in, unsigned i, unsigned axis)
{
	return hr_sym_simplify(in->symbols, hr_sh_operand(in, i)->extent[axis]);
}

hr_sym hr_sh_product(hr_infer *in, unsigned i, unsigned first, unsigned last)
{
	hr_sym product = hr_sh_number(in, 1);

	for (unsigned axis = first; axis < last; axis++)
		product = hr_sh_op(in, HR_SYM_MUL, product, hr_sh_extent(in, i, axis));
	return product;
}

/* Return true if the data of CALL's result decide its extent in the same way as those of IN's. */
static bool decides_alike(const hr_infer *in, const hr_tcall *call)
{
	const hr_attribute *axis = hr_attribute_of(&in->call->attributes, "axis");
	const hr_attribute *its = hr_attribute_of(&call->attributes, "axis");
	const char *text = axis ? axis->text : "", *its_text = its ? its->text : "";

	return call->row == in->call->row && call->operand_count == in->call->operand_count &&
	       !memcmp(call->operands, in->call->operands,
		       call->operand_count * sizeof(*call->operands)) &&
	       (call->row == HR_R_unique ? !strcmp(text, its_text)
					 : !strcmp(call->text, in->call->text));
}

hr_sym hr_sh_data_extent(hr_infer *in, hr_sym bound)
{
	for (size_t i = in->program->calls.count; i-- > 0;) {
		const hr_tcall *call = &in->program->calls.data[i];
		const hr_tvalue *result = hr_t_value(in->program, call->result);

		if (!decides_alike(in, call))
			continue;
		for (unsigned axis = 0; axis < result->rank; axis++)
			if (hr_sym_bound(in->symbols, result->extent[axis]) ==
			    hr_sym_simplify(in->symbols, bound))
				return result->extent[axis];
	}
	return hr_sym_bounded(in->symbols, hr_sym_simplify(in->symbols, bound));
}

/* --- ranks and extents ------------------------------------------------------------------------ */

bool hr_sh_set_rank(hr_infer *in, unsigned rank)
{
	if (rank > HR_RANK_MOST)
		return hr_sh_limit(in,
				   "the result would have %u dimensions; a tensor has at most %d",
				   rank, HR_RANK_MOST);
	in->out->rank = rank;
	return true;
}

bool hr_sh_copy_shape(hr_infer *in, unsigned i)
{
	in->out->rank = hr_sh_operand(in, i)->rank;
	for (unsigned axis = 0; axis < in->out->rank; axis++)
		in->out->extent[axis] = hr_sh_extent(in, i, axis);
	return true;
}

bool hr_sh_need_rank(hr_infer *in, unsigned i, unsigned rank)
{
	return hr_sh_operand(in, i)->rank == rank ||
	       hr_sh_fail(in, "%s, must have %u dimension%s", hr_sh_text(in, i), rank,
			  rank == 1 ? "" : "s");
}

bool hr_sh_need_rank_least(hr_infer *in, unsigned i, unsigned least)
{
	return hr_sh_operand(in, i)->rank >= least ||
	       hr_sh_fail(in, "%s, must have at least %u dimension%s", hr_sh_text(in, i), least,
			  least == 1 ? "" : "s");
}

bool hr_sh_need_scalar(hr_infer *in, unsigned i)
{
	for (unsigned axis = 0; axis < hr_sh_operand(in, i)->rank; axis++)
		if (!hr_sh_need_extent(in, i, axis, hr_sh_number(in, 1), "as it is one number"))
			return false;
	return true;
}

bool hr_sh_need_same(hr_infer *in, unsigned i, unsigned axis, unsigned other, unsigned other_axis)
{
	const hr_sym one = hr_sh_extent(in, i, axis), its = hr_sh_extent(in, other, other_axis);

	if (hr_sym_need(in->symbols, HR_NEED_EQUAL, one, its, in->label))
		return true;
	if (axis == other_axis)
		return hr_sh_fail(in, "axis %u is %s in %s, and %s in %s", axis,
				  hr_sym_text(in->symbols, one), hr_sh_text(in, i),
				  hr_sym_text(in->symbols, its), hr_sh_text(in, other));
	return hr_sh_fail(in, "axis %u is %s in %s, but axis %u is %s in %s", axis,
			  hr_sym_text(in->symbols, one), hr_sh_text(in, i), other_axis,
			  hr_sym_text(in->symbols, its), hr_sh_text(in, other));
}

bool hr_sh_need_extent(hr_infer *in, unsigned i, unsigned axis, hr_sym sym, const char *what)
{
	const hr_sym extent = hr_sh_extent(in, i, axis);

	return hr_sh_need(in, HR_NEED_EQUAL, extent, sym, "axis %u is %s in %s, but must be %s, %s",
			  axis, hr_sym_text(in->symbols, extent), hr_sh_text(in, i),
			  hr_sym_text(in->symbols, sym), what);
}

bool hr_sh_vector(hr_infer *in, unsigned i, unsigned *length)
{
	const hr_tvalue *of = hr_sh_operand(in, i);
	int64_t number;

	if (!hr_sh_need_rank(in, i, 1))
		return false;
	if (!hr_sh_is_number(in, of->extent[0], &number))
		return hr_sh_limit(in,
				   "the rank of the result hangs on the values of operand %u%s%s, "
				   "whose length is %s: give them with --fix",
				   i, *of->name ? ", " : "", of->name,
				   hr_sym_text(in->symbols, hr_sh_extent(in, i, 0)));
	if (number > HR_RANK_MOST)
		return hr_sh_fail(in, "%s, has more than %d elements", hr_sh_text(in, i),
				  HR_RANK_MOST);
	*length = (unsigned)number;
	return true;
}

/* Return true if operand 1 gives axes instead of an attribute. */
static bool takes_axes(const hr_infer *in)
{
	switch (in->call->row) {
	case HR_R_sum:
	case HR_R_product:
	case HR_R_maximum:
	case HR_R_minimum:
	case HR_R_cumulative_sum:
	case HR_R_cumulative_product:
	case HR_R_squeeze:
	case HR_R_unsqueeze:
	case HR_R_extent: return in->call->operand_count > 1 && in->call->operands[1];
	default: return false;
	}
}

bool hr_sh_axis(hr_infer *in, const char *name, unsigned rank, unsigned *axis)
{
	const int64_t given = hr_attribute_integer(&in->call->attributes, name, 0);

	if (given < 0 || given >= rank)
		return hr_sh_fail(in, "%s is %lld, but the operand has %u dimension%s", name,
				  (long long)given, rank, rank == 1 ? "" : "s");
	*axis = (unsigned)given;
	return true;
}

/* Set *AXES from operand 1. */
static bool axes_of_operand(hr_infer *in, unsigned rank, unsigned *axes)
{
	const hr_tvalue *operand = hr_sh_operand(in, 1);
	int64_t count = 1, axis;

	if (operand->rank > 1 || hr_elem_is_real(operand->elem) || operand->elem == HR_E_BOOL)
		return hr_sh_fail(in, "%s, is no list of axes", hr_sh_text(in, 1));
	*axes = HR_AXES_LATER;
	if (operand->rank && !hr_sh_is_number(in, hr_sh_extent(in, 1, 0), &count))
		return true;
	for (int64_t i = 0; i < count; i++)
		if (!hr_sh_is_number(in, hr_sh_element(in, 1, (size_t)i), &axis))
			return true;
	*axes = 0;
	for (int64_t i = 0; i < count; i++) {
		hr_sh_is_number(in, hr_sh_element(in, 1, (size_t)i), &axis);
		if (axis < -(int64_t)rank || axis >= (int64_t)rank)
			return hr_sh_fail(in, "axis %lld is out of range: there are %u dimension%s",
					  (long long)axis, rank, rank == 1 ? "" : "s");
		axis += axis < 0 ? rank : 0;
		if (*axes >> axis & 1)
			return hr_sh_fail(in, "axis %lld is given twice", (long long)axis);
		*axes |= 1U << axis;
	}
	return true;
}

bool hr_sh_axes(hr_infer *in, unsigned rank, unsigned *axes, bool *given)
{
	const hr_attribute *list = hr_attribute_of(&in->call->attributes, "axes");

	*given = list != NULL;
	*axes = 0;
	if (takes_axes(in)) {
		*given = true;
		return axes_of_operand(in, rank, axes);
	}
	if (list && *list->text && !list->count)
		return hr_sh_fail(in, "axes=%s is no list of numbers", list->text);
	for (size_t i = 0; list && i < list->count; i++) {
		if (list->integers[i] < 0 || list->integers[i] >= rank)
			return hr_sh_fail(in, "axis %lld is out of range: there are %u dimension%s",
					  (long long)list->integers[i], rank, rank == 1 ? "" : "s");
		if (*axes >> list->integers[i] & 1)
			return hr_sh_fail(in, "axis %lld is given twice",
					  (long long)list->integers[i]);
		*axes |= 1U << list->integers[i];
	}
	return true;
}

/* Return true if A is what is left of an axis of extent B that may have been reduced: 1 or B. */
static bool may_be_one(hr_infer *in, hr_sym a, hr_sym b)
{
	hr_sym bound = hr_sym_bound(in->symbols, a);

	return bound && hr_sym_equal(in->symbols, bound, hr_sh_op_number(in, HR_SYM_MAX, b, 1));
}

/* Return true if A is no more than 1, as 1 - max(0, 1 - n), and not B itself. */
static bool is_at_most_one(hr_infer *in, hr_sym a, hr_sym b)
{
	int64_t least, most;

	hr_sym_limits(in->symbols, a, &least, &most);
	return most == 1 && !hr_sym_equal(in->symbols, a, b);
}

/* Let A, which is at most 1, be 1, so that B is the result. */
static bool need_one(hr_infer *in, hr_sym a, hr_sym b, hr_sym *out)
{
	*out = b;
	return hr_sym_need(in->symbols, HR_NEED_EQUAL, a, hr_sym_number(in->symbols, 1), in->label);
}

bool hr_sh_broadcast_extent(hr_infer *in, hr_sym a, hr_sym b, hr_sym *out)
{
	int64_t number;

	a = hr_sym_simplify(in->symbols, a);
	b = hr_sym_simplify(in->symbols, b);
	if (hr_sh_is_number(in, a, &number) && number == 1)
		*out = b;
	else if (hr_sh_is_number(in, b, &number) && number == 1)
		*out = a;
	else if (may_be_one(in, a, b))
		*out = b;
	else if (may_be_one(in, b, a))
		*out = a;
	else if (is_at_most_one(in, a, b))
		return need_one(in, a, b, out);
	else if (is_at_most_one(in, b, a))
		return need_one(in, b, a, out);
	else if (!hr_sym_need(in->symbols, HR_NEED_EQUAL, a, b, in->label))
		return false;
	else
		*out = hr_sh_is_number(in, b, &number) ? b : hr_sym_simplify(in->symbols, a);
	return true;
}
