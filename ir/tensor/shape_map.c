/* ir/tensor/shape_map.c -- shapes of maps, reductions, and of what shapes are computed with (X2).
 *
 * Not here: known elements of the results (shape_known.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"

/* --- maps ------------------------------------------------------------------------------------- */

/* Broadcast operand I to the shape that the result has so far. SOURCE[axis] is the operand that gave the
 * extent. */
static bool broadcast_operand(hr_infer *in, unsigned i, unsigned source[HR_RANK_MOST])
{
	const hr_tvalue *of = hr_sh_operand(in, i);
	hr_tvalue *out = in->out;
	const unsigned shift = out->rank - of->rank;

	for (unsigned axis = 0; axis < of->rank; axis++) {
		const hr_sym before = out->extent[shift + axis];
		const unsigned from = source[shift + axis];
		int64_t number;

		if (hr_sh_is_number(in, before, &number) && number == 1)
			source[shift + axis] = i;
		if (hr_sh_broadcast_extent(in, before, of->extent[axis],
					   &out->extent[shift + axis]))
			continue;
		if (hr_sh_operand(in, from)->rank == of->rank)
			return hr_sh_fail(in, "axis %u is %s in %s, and %s in %s", axis,
					  hr_sym_text(in->symbols, before), hr_sh_text(in, from),
					  hr_sym_text(in->symbols, hr_sh_extent(in, i, axis)),
					  hr_sh_text(in, i));
		return hr_sh_fail(in, "axis %u is %s in %s, but axis %u is %s in %s",
				  hr_sh_operand(in, from)->rank - (out->rank - shift - axis),
				  hr_sym_text(in->symbols, before), hr_sh_text(in, from), axis,
				  hr_sym_text(in->symbols, hr_sh_extent(in, i, axis)),
				  hr_sh_text(in, i));
	}
	return true;
}

bool hr_sh_map(hr_infer *in)
{
	unsigned source[HR_RANK_MOST] = {0}, rank = 0;

	for (unsigned i = 0; i < in->call->operand_count; i++)
		rank = hr_sh_operand(in, i)->rank > rank ? hr_sh_operand(in, i)->rank : rank;
	in->out->rank = rank;
	for (unsigned axis = 0; axis < rank; axis++)
		in->out->extent[axis] = hr_sh_number(in, 1);
	for (unsigned i = 0; i < in->call->operand_count; i++)
		if (!broadcast_operand(in, i, source))
			return false;
	return true;
}

bool hr_sh_widen(hr_infer *in)
{
	const hr_attribute *to = hr_attribute_of(&in->call->attributes, "to");

	in->out->elem = to ? hr_elem_named(to->text) : hr_sh_operand(in, 0)->elem;
	if (to && !hr_elem_is_real(in->out->elem))
		return hr_sh_fail(in, "to=%s is no real element type", to->text);
	return hr_sh_map(in);
}

/* Set the type of the result to attribute `to`. */
static bool convert(hr_infer *in)
{
	const hr_attribute *to = hr_attribute_of(&in->call->attributes, "to");

	in->out->elem = to ? hr_elem_named(to->text) : HR_E_NONE;
	if (!in->out->elem)
		return hr_sh_fail(in, "to=%s is no element type", to ? to->text : "");
	return hr_sh_map(in);
}

bool hr_sh_cast(hr_infer *in)
{
	return convert(in);
}

bool hr_sh_bitcast(hr_infer *in)
{
	const hr_tvalue *of = hr_sh_operand(in, 0);

	if (!convert(in))
		return false;
	if (of->wide)
		return hr_sh_fail(in, "%s, is wide: its bits are not those of its type",
				  hr_sh_text(in, 0));
	return hr_elem_bytes(of->elem) == hr_elem_bytes(in->out->elem) ||
	       hr_sh_fail(in, "%s, cannot become %s, whose size differs", hr_sh_text(in, 0),
			  hr_elem_name(in->out->elem));
}

/* --- reductions and scans --------------------------------------------------------------------- */

/* Remove the axes AXES of operand 0; with KEEP: make them 1. */
static void reduce(hr_infer *in, unsigned axes, bool keep)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;

	for (unsigned axis = 0; axis < rank; axis++)
		if (!(axes >> axis & 1))
			in->out->extent[in->out->rank++] = hr_sh_extent(in, 0, axis);
		else if (keep)
			in->out->extent[in->out->rank++] = hr_sh_number(in, 1);
}

/* Reduce over axes that are known when the program runs. */
static bool reduce_later(hr_infer *in, bool keep)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned count = 0;

	if (!keep && !hr_sh_vector(in, 1, &count))
		return false;
	if (count > rank)
		return hr_sh_fail(in, "%s, has more axes than %s", hr_sh_text(in, 1),
				  hr_sh_text(in, 0));
	in->out->rank = rank - count;
	for (unsigned axis = 0; axis < rank - count; axis++)
		in->out->extent[axis] = hr_sym_bounded(
			in->symbols,
			keep ? hr_sh_op_number(in, HR_SYM_MAX, hr_sh_extent(in, 0, axis), 1)
			     : HR_SYM_NONE);
	return true;
}

bool hr_sh_reduce(hr_infer *in)
{
	const bool keep = hr_attribute_integer(&in->call->attributes, "keep", 0) != 0;
	unsigned axes;
	bool given;

	if (!hr_sh_axes(in, hr_sh_operand(in, 0)->rank, &axes, &given))
		return false;
	if (axes == HR_AXES_LATER)
		return reduce_later(in, keep);
	reduce(in, given ? axes : ~0U, keep);
	return true;
}

bool hr_sh_arg(hr_infer *in)
{
	unsigned axis;

	if (!hr_sh_axis(in, "axis", hr_sh_operand(in, 0)->rank, &axis) ||
	    !hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 1), hr_sh_extent(in, 0, axis),
			"axis %u of %s, has no elements", axis, hr_sh_text(in, 0)))
		return false;
	reduce(in, 1U << axis, hr_attribute_integer(&in->call->attributes, "keep", 0) != 0);
	return true;
}

bool hr_sh_scan(hr_infer *in)
{
	unsigned axis;

	if (in->call->operand_count > 1 && in->call->operands[1])
		return hr_sh_copy_shape(in, 0);
	return hr_sh_axis(in, "axis", hr_sh_operand(in, 0)->rank, &axis) && hr_sh_copy_shape(in, 0);
}

/* --- shapes and constants --------------------------------------------------------------------- */

bool hr_sh_shape(hr_infer *in)
{
	const hr_attributes *attributes = &in->call->attributes;
	const int64_t rank = hr_sh_operand(in, 0)->rank;
	const int64_t start = hr_attribute_integer(attributes, "start", 0);
	const int64_t end = hr_attribute_integer(attributes, "end", rank);

	if (start < 0 || end > rank)
		return hr_sh_fail(
			in, "axes %lld to %lld - 1 are out of range: %s, has %lld dimension%s",
			(long long)start, (long long)end, hr_sh_text(in, 0), (long long)rank,
			rank == 1 ? "" : "s");
	in->out->rank = 1;
	in->out->extent[0] = hr_sh_number(in, end > start ? end - start : 0);
	return true;
}

/* Return element I of operand 0, or all its elements if it has not as many as the condition; NULL if they are
 * not known, or many. */
static const char *required_text(hr_infer *in, size_t i)
{
	const hr_tvalue *value = hr_sh_operand(in, 0);
	const char *text = "", *element;
	const bool one = value->known_count == hr_sh_operand(in, 1)->known_count;

	if (!value->known_count || (!one && value->known_count > 8))
		return NULL;
	for (size_t k = one ? i : 0; k < (one ? i + 1 : value->known_count); k++) {
		if (!hr_sh_element(in, 0, k))
			return NULL;
		element = hr_sym_text(in->symbols, hr_sh_element(in, 0, k));
		text = hr_arena_printf(in->program->arena, "%s%s%s", text, *text ? ", " : "",
				       element);
	}
	return text;
}

/* What is known to be wrong is refused at import. */
bool hr_sh_require(hr_infer *in)
{
	const hr_tvalue *condition = hr_sh_operand(in, 1);
	const hr_attribute *what = hr_attribute_of(&in->call->attributes, "what");
	int64_t holds;

	if (condition->elem != HR_E_BOOL)
		return hr_sh_fail(in, "%s, is no condition", hr_sh_text(in, 1));
	for (size_t i = 0; i < condition->known_count; i++)
		if (hr_sh_is_number(in, hr_sh_element(in, 1, i), &holds) && !holds) {
			char *text = hr_arena_strdup(in->program->arena, what ? what->text : "");
			const char *value = required_text(in, i);

			for (char *at = text; *at; at++)
				*at = *at == '_' ? ' ' : *at;
			return hr_sh_fail(in, "%s%s%s", text, value ? ": " : "",
					  value ? value : "");
		}
	return hr_sh_copy_shape(in, 0);
}

bool hr_sh_product_of_extents(hr_infer *in)
{
	unsigned axes;
	bool given;

	return hr_sh_axes(in, hr_sh_operand(in, 0)->rank, &axes, &given);
}

/* Return scalar operand I, a constant of a real type, in *NUMBER. */
static bool real_constant(const hr_infer *in, unsigned i, double *number)
{
	const hr_tvalue *of = hr_sh_operand(in, i);

	if (!of->data || !hr_elem_is_real(of->elem))
		return false;
	*number = hr_elem_real(of->elem, of->data, 0);
	return true;
}

bool hr_sh_range(hr_infer *in)
{
	const hr_sym zero = hr_sh_number(in, 0);
	double start, limit, step;
	int64_t delta;
	hr_sym span;

	for (unsigned i = 0; i < 3; i++)
		if (!hr_sh_need_scalar(in, i))
			return false;
	in->out->rank = 1;
	span = hr_sh_op(in, HR_SYM_SUB, hr_sh_element(in, 1, 0), hr_sh_element(in, 0, 0));
	if (hr_sh_is_number(in, hr_sh_element(in, 2, 0), &delta)) {
		if (!delta)
			return hr_sh_fail(in, "operand 2, the step, is 0");
		if (delta < 0)
			span = hr_sh_op(in, HR_SYM_SUB, zero, span);
		if (delta == INT64_MIN)
			span = HR_SYM_NONE;
		else
			span = hr_sh_op_number(in, HR_SYM_CEIL, span, delta < 0 ? -delta : delta);
		in->out->extent[0] = hr_sh_op(in, HR_SYM_MAX, span, zero);
	} else if (real_constant(in, 0, &start) && real_constant(in, 1, &limit) &&
		   real_constant(in, 2, &step)) {
		const double count = ceil((limit - start) / step);

		if (!(count < 0x1p62))
			return hr_sh_fail(in, "from %g to %g in steps of %g is no range", start,
					  limit, step);
		in->out->extent[0] = hr_sh_number(in, count > 0 ? (int64_t)count : 0);
	}
	if (!in->out->extent[0])
		in->out->extent[0] = hr_sh_data_extent(in, HR_SYM_NONE);
	return true;
}

bool hr_sh_constant(hr_infer *in)
{
	const hr_attribute *type = hr_attribute_of(&in->call->attributes, "type");
	const hr_attribute *shape = hr_attribute_of(&in->call->attributes, "shape");
	const hr_attribute *values = hr_attribute_of(&in->call->attributes, "values");
	hr_dims dims = {0};

	in->out->elem = type ? hr_elem_named(type->text) : HR_E_NONE;
	if (!in->out->elem)
		return hr_sh_fail(in, "type=%s is no element type", type ? type->text : "");
	if (shape && *shape->text && !shape->count)
		return hr_sh_fail(in, "shape=%s is no list of numbers", shape->text);
	if (!hr_sh_set_rank(in, shape ? (unsigned)shape->count : 0))
		return false;
	dims.rank = in->out->rank;
	for (unsigned axis = 0; axis < in->out->rank; axis++) {
		if (shape->integers[axis] < 0)
			return hr_sh_fail(in, "shape=%s has a negative extent", shape->text);
		dims.dim[axis] = (uint64_t)shape->integers[axis];
		in->out->extent[axis] = hr_sh_number(in, shape->integers[axis]);
	}
	return !values || values->count == hr_dims_count(&dims) ||
	       hr_sh_fail(in, "there are %zu values for %llu elements", values->count,
			  (unsigned long long)hr_dims_count(&dims));
}
