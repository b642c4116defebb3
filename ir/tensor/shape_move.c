/* ir/tensor/shape_move.c -- shapes of what moves elements and does not change them (X2).
 *
 * Not here: known elements of the results (shape_known.c), what indices choose (shape_index.c). */
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"

/* --- reshape ---------------------------------------------------------------------------------- */

/* Set extent AXIS of the result from element SYM of the shape; *REST is set to AXIS if it is -1. */
static bool reshape_extent(hr_infer *in, unsigned axis, bool copies, int *rest)
{
	const hr_sym sym = hr_sh_element(in, 1, axis);
	hr_sym *extent = &in->out->extent[axis];
	int64_t number;

	if (!sym) {
		*extent = hr_sym_symbol(in->symbols, NULL);
	} else if (!hr_sh_is_number(in, sym, &number)) {
		*extent = sym;
		return hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 0), sym,
				  "an extent of the shape is negative");
	} else if (number > 0 || (number == 0 && !copies)) {
		*extent = sym;
	} else if (number == 0) {
		if (axis >= hr_sh_operand(in, 0)->rank)
			return hr_sh_fail(in, "%s, has no axis %u that the 0 in the shape copies",
					  hr_sh_text(in, 0), axis);
		*extent = hr_sh_extent(in, 0, axis);
	} else if (number == -1 && *rest < 0) {
		*rest = (int)axis;
		*extent = hr_sh_number(in, 1);
	} else {
		if (number == -1)
			return hr_sh_fail(in, "there are two -1 in the shape");
		return hr_sh_fail(in, "an extent of the shape is negative: %lld",
				  (long long)number);
	}
	return true;
}

/* Return the text of the shape in operand 1, with -1 at axis REST. */
static const char *wanted_shape(hr_infer *in, int rest)
{
	hr_arena *arena = in->program->arena;
	const char *text = "(";

	for (unsigned axis = 0; axis < in->out->rank; axis++)
		text = hr_arena_printf(
			arena, "%s%s%s", text, axis ? ", " : "",
			(int)axis == rest ? "-1" : hr_sym_text(in->symbols, in->out->extent[axis]));
	return hr_arena_printf(arena, "%s)", text);
}

bool hr_sh_reshape(hr_infer *in)
{
	const bool copies = hr_attribute_integer(&in->call->attributes, "copy_zero", 0) != 0;
	const hr_sym total = hr_sh_product(in, 0, 0, hr_sh_operand(in, 0)->rank);
	hr_sym part = hr_sh_number(in, 1);
	bool known = true;
	unsigned rank;
	int rest = -1;

	if (!hr_sh_vector(in, 1, &rank) || !hr_sh_set_rank(in, rank))
		return false;
	for (unsigned axis = 0; axis < rank; axis++) {
		if (!reshape_extent(in, axis, copies, &rest))
			return false;
		known &= hr_sh_element(in, 1, axis) != HR_SYM_NONE;
		part = hr_sh_op(in, HR_SYM_MUL, part, in->out->extent[axis]);
	}
	if (!known && rest >= 0)
		in->out->extent[rest] = hr_sym_symbol(in->symbols, NULL);
	if (!known)
		return true; /* an unknown element may be 0 or -1, which stand for others */
	if (rest < 0)
		return hr_sh_need(in, HR_NEED_EQUAL, total, part, "%s, cannot be reshaped to %s",
				  hr_sh_text(in, 0), wanted_shape(in, rest));
	if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 1), part,
			"the -1 in the shape %s could be anything", wanted_shape(in, rest)) ||
	    !hr_sh_need(in, HR_NEED_DIVIDES, part, total, "%s, cannot be reshaped to %s",
			hr_sh_text(in, 0), wanted_shape(in, rest)))
		return false;
	in->out->extent[rest] = hr_sh_op(in, HR_SYM_DIV, total, part);
	return true;
}

/* --- transpose, broadcast, squeeze, unsqueeze -------------------------------------------------- */

bool hr_sh_transpose(hr_infer *in)
{
	const hr_attribute *perm = hr_attribute_of(&in->call->attributes, "perm");
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned seen = 0;

	if (perm && perm->count != rank)
		return hr_sh_fail(in, "perm=%s has %zu numbers for %s", perm->text, perm->count,
				  hr_sh_text(in, 0));
	in->out->rank = rank;
	for (unsigned axis = 0; axis < rank; axis++) {
		const int64_t from = perm ? perm->integers[axis] : rank - 1 - axis;

		if (from < 0 || from >= rank || (seen >> from & 1))
			return hr_sh_fail(in, "perm=%s is no permutation of the axes of %s",
					  perm->text, hr_sh_text(in, 0));
		seen |= 1U << from;
		in->out->extent[axis] = hr_sh_extent(in, 0, (unsigned)from);
	}
	return true;
}

bool hr_sh_broadcast(hr_infer *in)
{
	const unsigned given = hr_sh_operand(in, 0)->rank;
	unsigned length, rank;
	const hr_sym one = hr_sh_number(in, 1);
	int64_t number;

	if (!hr_sh_vector(in, 1, &length))
		return false;
	rank = length > given ? length : given;
	in->out->rank = rank;
	for (unsigned axis = 0; axis < rank; axis++) {
		const hr_sym a =
			axis + given >= rank ? hr_sh_extent(in, 0, axis + given - rank) : one;
		const unsigned at = axis + length - rank;
		const hr_sym b = axis + length >= rank ? hr_sh_element(in, 1, at) : one;
		hr_sym *out = &in->out->extent[axis];

		if (!b)
			*out = hr_sh_is_number(in, a, &number) && number != 1
				       ? a
				       : hr_sym_symbol(in->symbols, NULL);
		else if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 0), b,
				     "an extent of the shape is negative: %s",
				     hr_sym_text(in->symbols, b)))
			return false;
		else if (!hr_sh_broadcast_extent(in, a, b, out))
			return hr_sh_fail(in, "axis %u is %s in %s, and %s in the shape",
					  axis + given - rank, hr_sym_text(in->symbols, a),
					  hr_sh_text(in, 0), hr_sym_text(in->symbols, b));
	}
	return true;
}

/* The result has RANK dimensions, whose extents are known when the program runs. */
static bool set_later(hr_infer *in, unsigned rank)
{
	in->out->rank = rank;
	for (unsigned axis = 0; axis < rank; axis++)
		in->out->extent[axis] = hr_sym_symbol(in->symbols, NULL);
	return true;
}

bool hr_sh_squeeze(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned axes;
	bool given;

	if (!hr_sh_axes(in, rank, &axes, &given))
		return false;
	if (!given)
		return hr_sh_fail(in, "there are no axes to remove");
	if (axes == HR_AXES_LATER) {
		unsigned count;

		if (!hr_sh_vector(in, 1, &count))
			return false;
		if (count > rank)
			return hr_sh_fail(in, "%s, has more axes than %s", hr_sh_text(in, 1),
					  hr_sh_text(in, 0));
		return set_later(in, rank - count);
	}
	for (unsigned axis = 0; axis < rank; axis++) {
		if (!(axes >> axis & 1))
			in->out->extent[in->out->rank++] = hr_sh_extent(in, 0, axis);
		else if (!hr_sh_need_extent(in, 0, axis, hr_sh_number(in, 1),
					    "since it is removed"))
			return false;
	}
	return true;
}

bool hr_sh_unsqueeze(hr_infer *in)
{
	const hr_attribute *list = hr_attribute_of(&in->call->attributes, "axes");
	const unsigned given = hr_sh_operand(in, 0)->rank;
	unsigned rank = given + (list ? (unsigned)list->count : 0), axes, from = 0, count;
	bool any;

	if (in->call->operand_count > 1 && in->call->operands[1]) {
		if (!hr_sh_vector(in, 1, &count))
			return false;
		rank = given + count;
	}
	if (!hr_sh_set_rank(in, rank) || !hr_sh_axes(in, rank, &axes, &any))
		return false;
	if (axes == HR_AXES_LATER)
		return set_later(in, rank);
	for (unsigned axis = 0; axis < rank; axis++)
		in->out->extent[axis] =
			axes >> axis & 1 ? hr_sh_number(in, 1) : hr_sh_extent(in, 0, from++);
	return true;
}

/* --- slice ------------------------------------------------------------------------------------ */

/* Return bound SYM of a slice of an axis of extent EXTENT, clamped to LOW (a number) and HIGH; or
 * HR_SYM_NONE if it is not known whether it counts from the end. */
static hr_sym clamped(hr_infer *in, hr_sym sym, hr_sym extent, int64_t low, hr_sym high)
{
	int64_t least, most;

	hr_sym_limits(in->symbols, sym, &least, &most);
	if (!sym || (least < 0 && most >= 0))
		return HR_SYM_NONE;
	/* Beyond what 31 bits hold: the end, whatever the extent is. */
	if (least >= INT32_MAX)
		return high;
	if (most <= INT32_MIN)
		return hr_sh_number(in, low);
	if (most < 0)
		sym = hr_sh_op(in, HR_SYM_ADD, sym, extent);
	sym = hr_sh_op_number(in, HR_SYM_MAX, sym, low);
	return hr_sh_op(in, HR_SYM_MIN, sym, high);
}

/* Return the extent of what is left of an axis of EXTENT, from element K of the bounds. */
static hr_sym sliced(hr_infer *in, hr_sym extent, size_t k, int64_t step)
{
	const hr_sym last = hr_sh_op_number(in, HR_SYM_SUB, extent, 1);
	const bool up = step > 0;
	const hr_sym start = clamped(in, hr_sh_element(in, 1, k), extent, 0, up ? extent : last);
	const hr_sym end =
		clamped(in, hr_sh_element(in, 2, k), extent, up ? 0 : -1, up ? extent : last);
	hr_sym span =
		up ? hr_sh_op(in, HR_SYM_SUB, end, start) : hr_sh_op(in, HR_SYM_SUB, start, end);

	span = hr_sh_op_number(in, HR_SYM_CEIL, span, up ? step : -step);
	span = hr_sh_op_number(in, HR_SYM_MAX, span, 0);
	return span ? span : hr_sym_bounded(in->symbols, extent);
}

/* Count a negative *AXIS of RANK axes from the end, and add it to the set *SEEN. Return false, with *AXIS as
 * it was, if there is no such axis, or *SEEN has it. */
static bool sees_axis(int64_t *axis, unsigned rank, unsigned *seen)
{
	const int64_t at = *axis < 0 ? *axis + rank : *axis;

	if (at < 0 || at >= rank || (*seen >> at & 1))
		return false;
	*seen |= 1U << at;
	*axis = at;
	return true;
}

/* Set *LENGTH to the number of axes that are sliced; *KNOWN is false if it is no number. */
static bool slice_length(hr_infer *in, int64_t *length, bool *known)
{
	*known = true;
	for (unsigned i = 1; i < in->call->operand_count; i++) {
		if (!hr_sh_operand(in, i))
			continue;
		if (!hr_sh_need_rank(in, i, 1) || (i > 1 && !hr_sh_need_same(in, 1, 0, i, 0)))
			return false;
		*known &= hr_sh_is_number(in, hr_sh_extent(in, i, 0), length);
	}
	return true;
}

bool hr_sh_slice(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	int64_t length = 0;
	unsigned seen = 0;
	bool known;

	if (!slice_length(in, &length, &known))
		return false;
	hr_sh_copy_shape(in, 0);
	if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_extent(in, 1, 0), hr_sh_number(in, rank),
			"there are bounds for %s axes of %s",
			hr_sym_text(in->symbols, hr_sh_extent(in, 1, 0)), hr_sh_text(in, 0)))
		return false;
	for (size_t k = 0; known && k < (size_t)length; k++) {
		int64_t axis = (int64_t)k, step = 1;
		bool has_step = true;

		if (hr_sh_operand(in, 3))
			known = hr_sh_is_number(in, hr_sh_element(in, 3, k), &axis);
		if (hr_sh_operand(in, 4))
			has_step = hr_sh_is_number(in, hr_sh_element(in, 4, k), &step);
		if (!known)
			break;
		if (!sees_axis(&axis, rank, &seen))
			return hr_sh_fail(in, "axis %lld is out of range, or given twice: %s",
					  (long long)axis, hr_sh_text(in, 0));
		if (!step)
			return hr_sh_fail(in, "a step is 0");
		if (step == INT64_MIN)
			step++;
		in->out->extent[axis] =
			has_step ? sliced(in, in->out->extent[axis], k, step)
				 : hr_sym_bounded(in->symbols, in->out->extent[axis]);
	}
	for (unsigned axis = 0; !known && axis < rank; axis++)
		in->out->extent[axis] = hr_sym_bounded(in->symbols, hr_sh_extent(in, 0, axis));
	return true;
}

/* --- concat, pad, reverse_sequence ------------------------------------------------------------ */

bool hr_sh_concat(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned axis;

	if (!hr_sh_axis(in, "axis", rank, &axis))
		return false;
	for (unsigned i = 1; i < in->call->operand_count; i++) {
		if (hr_sh_operand(in, i)->rank != rank)
			return hr_sh_fail(in, "%s, and %s, differ in rank", hr_sh_text(in, 0),
					  hr_sh_text(in, i));
		for (unsigned k = 0; k < rank; k++)
			if (k != axis && !hr_sh_need_same(in, 0, k, i, k))
				return false;
	}
	hr_sh_copy_shape(in, 0);
	for (unsigned i = 1; i < in->call->operand_count; i++)
		in->out->extent[axis] =
			hr_sh_op(in, HR_SYM_ADD, in->out->extent[axis], hr_sh_extent(in, i, axis));
	return true;
}

/* Set *AXES to the number of axes that operand 3 (else the rank) says, AXIS[k] to number k of them, or -1
 * if it is not known. */
static bool pad_axes(hr_infer *in, unsigned *axes, int64_t axis[HR_RANK_MOST])
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned seen = 0;
	int64_t length = rank;

	if (hr_sh_operand(in, 3) &&
	    (!hr_sh_need_rank(in, 3, 1) || !hr_sh_is_number(in, hr_sh_extent(in, 3, 0), &length)))
		return hr_sh_fail(in, "%s, must be a vector of known length", hr_sh_text(in, 3));
	if (length > rank)
		return hr_sh_fail(in, "%s, has more elements than %s has axes", hr_sh_text(in, 3),
				  hr_sh_text(in, 0));
	*axes = (unsigned)length;
	for (unsigned k = 0; k < length; k++) {
		axis[k] = k;
		if (!hr_sh_operand(in, 3))
			continue;
		if (!hr_sh_is_number(in, hr_sh_element(in, 3, k), &axis[k])) {
			axis[k] = -1;
			continue;
		}
		if (!sees_axis(&axis[k], rank, &seen))
			return hr_sh_fail(in, "axis %lld is out of range, or given twice: %s",
					  (long long)axis[k], hr_sh_text(in, 0));
	}
	return true;
}

/* Pad axis AXIS of the result by BEFORE and AFTER; what is negative is cut off first. */
static bool pad_axis(hr_infer *in, unsigned axis, hr_sym before, hr_sym after)
{
	const hr_sym extent = in->out->extent[axis], zero = hr_sh_number(in, 0);
	const hr_sym added = hr_sh_op(in, HR_SYM_ADD, before, after);
	const bool constant = hr_attribute_is(&in->call->attributes, "mode", "constant");
	hr_sym left = hr_sh_op(in, HR_SYM_ADD, extent, hr_sh_op(in, HR_SYM_MIN, before, zero));
	hr_sym *out = &in->out->extent[axis];

	left = hr_sh_op(in, HR_SYM_ADD, left, hr_sh_op(in, HR_SYM_MIN, after, zero));
	if (!constant && !hr_sym_at_most(in->symbols, added, zero) &&
	    !hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 1), left,
			"axis %u of %s, has no elements to pad with", axis, hr_sh_text(in, 0)))
		return false;
	*out = hr_sh_op(in, HR_SYM_ADD, extent, added);
	if (!*out)
		*out = hr_sym_symbol(in->symbols, NULL);
	return hr_sh_need(in, HR_NEED_LESS_EQUAL, zero, *out,
			  "axis %u of %s, is cut by more than it has", axis, hr_sh_text(in, 0));
}

bool hr_sh_pad(hr_infer *in)
{
	int64_t axis[HR_RANK_MOST] = {0};
	unsigned axes = 0;
	bool known = true;

	if (!hr_sh_need_rank(in, 1, 1) || (hr_sh_operand(in, 2) && !hr_sh_need_scalar(in, 2)) ||
	    !pad_axes(in, &axes, axis) ||
	    !hr_sh_need_extent(in, 1, 0, hr_sh_number(in, 2 * (int64_t)axes), "two for each axis"))
		return false;
	hr_sh_copy_shape(in, 0);
	for (unsigned k = 0; k < axes; k++)
		known &= axis[k] >= 0;
	for (unsigned k = 0; known && k < axes; k++)
		if (!pad_axis(in, (unsigned)axis[k], hr_sh_element(in, 1, k),
			      hr_sh_element(in, 1, k + axes)))
			return false;
	for (unsigned k = 0; !known && k < in->out->rank; k++)
		in->out->extent[k] = hr_sym_symbol(in->symbols, NULL);
	return true;
}

bool hr_sh_reverse_sequence(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned batch, time;

	if (!hr_sh_need_rank_least(in, 0, 2) || !hr_sh_axis(in, "batch_axis", rank, &batch) ||
	    !hr_sh_axis(in, "time_axis", rank, &time) || !hr_sh_need_rank(in, 1, 1))
		return false;
	if (batch == time)
		return hr_sh_fail(in, "batch_axis and time_axis are both %u", batch);
	return hr_sh_need_same(in, 1, 0, 0, batch) && hr_sh_copy_shape(in, 0);
}
