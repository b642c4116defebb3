/* tools/import/onnx/calls.c -- calls of rows that operators have in common.
 *
 * Each returns 0 after an error, which is recorded, and if an operand is 0.
 * Not here:  what rows compute (interp/row/), the shapes of results (ir/tensor/shape.c). */
#include <stdio.h>
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* --- element types ----------------------------------------------------------------------------- */

hr_tv t_widen(const onnx_node *o, hr_tv a)
{
	return hr_t_1(o->program, HR_R_widen, a);
}

hr_tv t_widen_to(const onnx_node *o, hr_tv a, hr_elem elem)
{
	return hr_t_call(o->program, HR_R_widen, &a, 1, "to=%s", hr_elem_name(elem));
}

hr_tv t_compute(const onnx_node *o, hr_tv a)
{
	return t_widen(o, a && !hr_elem_is_real(onnx_type(o, a)) ? t_cast(o, a, HR_E_F64) : a);
}

hr_tv t_computed(const onnx_node *o, hr_tv a, hr_elem elem)
{
	return t_cast(o, t_narrow(o, a), elem);
}

hr_tv t_wide(const onnx_node *o, hr_tv like, double value)
{
	return like ? t_widen_to(o, t_scalar(o, HR_E_F64, value), onnx_type(o, like)) : 0;
}

hr_tv t_like(const onnx_node *o, hr_tv like, double value)
{
	return like ? t_scalar(o, onnx_type(o, like), value) : 0;
}

hr_tv t_scalar(const onnx_node *o, hr_elem elem, double value)
{
	return hr_t_scalar(o->program, elem, value);
}

hr_tv t_cast(const onnx_node *o, hr_tv a, hr_elem to)
{
	if (a && onnx_type(o, a) == to)
		return a;
	return hr_t_call(o->program, HR_R_cast, &a, 1, "to=%s", hr_elem_name(to));
}

/* --- reductions -------------------------------------------------------------------------------- */

hr_tv t_reduce(const onnx_node *o, hr_row row, hr_tv a, const char *axes, bool keep)
{
	return axes ? hr_t_call(o->program, row, &a, 1, "axes=%s keep=%d", axes, keep)
		    : hr_t_call(o->program, row, &a, 1, "keep=%d", keep);
}

hr_tv t_mean(const onnx_node *o, hr_tv a, const char *axes, bool keep)
{
	hr_tv count = axes ? hr_t_call(o->program, HR_R_extent, &a, 1, "axes=%s", axes)
			   : hr_t_1(o->program, HR_R_extent, a);

	if (!a)
		return 0;
	return t_div(o, t_reduce(o, HR_R_sum, a, axes, keep),
		     t_widen_to(o, count, onnx_type(o, a)));
}

hr_tv t_softmax(const onnx_node *o, hr_tv a, const char *axes)
{
	hr_tv e = t_exp(o, t_sub(o, a, t_reduce(o, HR_R_maximum, a, axes, true)));

	return t_div(o, e, t_reduce(o, HR_R_sum, e, axes, true));
}

hr_tv t_log_softmax(const onnx_node *o, hr_tv a, const char *axes)
{
	hr_tv x = t_sub(o, a, t_reduce(o, HR_R_maximum, a, axes, true));

	return t_sub(o, x, t_log(o, t_reduce(o, HR_R_sum, t_exp(o, x), axes, true)));
}

/* --- shapes ------------------------------------------------------------------------------------ */

hr_tv t_shape(const onnx_node *o, hr_tv a)
{
	return hr_t_1(o->program, HR_R_shape, a);
}

hr_tv t_shape_part(const onnx_node *o, hr_tv a, unsigned start, unsigned end)
{
	return hr_t_call(o->program, HR_R_shape, &a, 1, "start=%u end=%u", start, end);
}

hr_tv t_extent(const onnx_node *o, hr_tv a, unsigned axis)
{
	return t_extents(o, a, axis, axis + 1);
}

hr_tv t_extents(const onnx_node *o, hr_tv a, unsigned start, unsigned end)
{
	int64_t axes[HR_RANK_MOST];
	unsigned count = 0;

	for (unsigned axis = start; axis < end && count < HR_RANK_MOST; axis++)
		axes[count++] = axis;
	return hr_t_call(o->program, HR_R_extent, &a, 1, "axes=%s", onnx_list_text(o, axes, count));
}

hr_tv t_integer(const onnx_node *o, int64_t value)
{
	return hr_t_scalar(o->program, HR_E_I64, (double)value);
}

hr_tv t_vector(const onnx_node *o, const hr_tv *scalars, unsigned count)
{
	hr_tv *parts;

	if (!count)
		return hr_t_integers(o->program, NULL, 0);
	parts = hr_arena_array(o->model->arena, count, sizeof(*parts));
	for (unsigned i = 0; i < count; i++)
		parts[i] = t_unsqueeze(o, scalars[i], "0");
	return t_concat(o, 0, parts, count);
}

hr_tv t_as_scalar(const onnx_node *o, hr_tv a)
{
	return a && onnx_rank(o, a) ? t_reshape_to(o, a, NULL, 0) : a;
}

hr_tv t_element(const onnx_node *o, hr_tv vector, int64_t i)
{
	return t_gather(o, vector, t_integer(o, i), 0);
}

/* --- movement ---------------------------------------------------------------------------------- */

hr_tv t_concat(const onnx_node *o, unsigned axis, const hr_tv *parts, unsigned count)
{
	if (count == 1)
		return parts[0];
	return hr_t_call(o->program, HR_R_concat, parts, count, "axis=%u", axis);
}

hr_tv t_concat_2(const onnx_node *o, unsigned axis, hr_tv a, hr_tv b)
{
	return t_concat(o, axis, (const hr_tv[]){a, b}, 2);
}

hr_tv t_squeeze(const onnx_node *o, hr_tv a, const char *axes)
{
	return *axes ? hr_t_call(o->program, HR_R_squeeze, &a, 1, "axes=%s", axes) : a;
}

hr_tv t_unsqueeze(const onnx_node *o, hr_tv a, const char *axes)
{
	return *axes ? hr_t_call(o->program, HR_R_unsqueeze, &a, 1, "axes=%s", axes) : a;
}

/* Return A with ones at axes START to END - 1. */
static hr_tv with_ones(const onnx_node *o, hr_tv a, unsigned start, unsigned end)
{
	int64_t axes[2 * HR_RANK_MOST];
	unsigned count = 0;

	if (end > HR_RANK_MOST)
		return onnx_node_refuse(o, "a tensor would have %u dimensions; %d are possible",
					end, HR_RANK_MOST);
	for (unsigned axis = start; axis < end; axis++)
		axes[count++] = axis;
	return t_unsqueeze(o, a, onnx_list_text(o, axes, count));
}

hr_tv t_ones_after(const onnx_node *o, hr_tv a, unsigned rank)
{
	return with_ones(o, a, onnx_rank(o, a), rank);
}

hr_tv t_ones_before(const onnx_node *o, hr_tv a, unsigned rank)
{
	const unsigned has = onnx_rank(o, a);

	return with_ones(o, a, 0, rank > has ? rank - has : 0);
}

hr_tv t_along(const onnx_node *o, hr_tv a, unsigned axis, unsigned rank)
{
	return t_ones_after(o, a, rank - axis);
}

hr_tv t_transpose(const onnx_node *o, hr_tv a, const unsigned *perm, unsigned count)
{
	int64_t axes[HR_RANK_MOST] = {0};
	bool same = true;

	for (unsigned i = 0; i < count && i < HR_RANK_MOST; i++) {
		axes[i] = perm[i];
		same &= perm[i] == i;
	}
	return same ? a
		    : hr_t_call(o->program, HR_R_transpose, &a, 1, "perm=%s",
				onnx_list_text(o, axes, count));
}

hr_tv t_swap(const onnx_node *o, hr_tv a, unsigned i, unsigned k)
{
	const unsigned rank = onnx_rank(o, a);
	unsigned perm[HR_RANK_MOST];

	if (!a)
		return 0;
	for (unsigned axis = 0; axis < rank; axis++)
		perm[axis] = axis == i ? k : axis == k ? i : axis;
	return t_transpose(o, a, perm, rank);
}

hr_tv t_reshape_to(const onnx_node *o, hr_tv a, const int64_t *shape, unsigned count)
{
	return t_reshape(o, a, hr_t_integers(o->program, shape, count));
}

hr_tv t_gather(const onnx_node *o, hr_tv a, hr_tv indices, unsigned axis)
{
	return hr_t_call(o->program, HR_R_gather, (const hr_tv[]){a, indices}, 2, "axis=%u", axis);
}

/* Return the elements from the vectors START to END, by STEP, along AXIS. */
static hr_tv slice(const onnx_node *o, hr_tv a, unsigned axis, hr_tv start, hr_tv end, int64_t step)
{
	const int64_t at = axis;
	const hr_tv operands[] = {a, start, end, hr_t_integers(o->program, &at, 1),
				  hr_t_integers(o->program, &step, 1)};

	return hr_t_call(o->program, HR_R_slice, operands, 5, "%s", "");
}

hr_tv t_slice(const onnx_node *o, hr_tv a, unsigned axis, hr_tv start, hr_tv end)
{
	return slice(o, a, axis, t_unsqueeze(o, start, "0"), t_unsqueeze(o, end, "0"), 1);
}

hr_tv t_slice_at(const onnx_node *o, hr_tv a, unsigned axis, int64_t start, int64_t end)
{
	return slice(o, a, axis, hr_t_integers(o->program, &start, 1),
		     hr_t_integers(o->program, &end, 1), 1);
}

hr_tv t_reverse(const onnx_node *o, hr_tv a, unsigned axis)
{
	const int64_t start = INT64_MAX, end = INT64_MIN;

	return slice(o, a, axis, hr_t_integers(o->program, &start, 1),
		     hr_t_integers(o->program, &end, 1), -1);
}

hr_tv t_count(const onnx_node *o, hr_tv limit)
{
	return hr_t_3(o->program, HR_R_range, t_integer(o, 0), limit, t_integer(o, 1));
}

hr_tv t_full(const onnx_node *o, hr_tv value, hr_tv shape)
{
	return t_broadcast(o, value, shape);
}

/* --- requirements ------------------------------------------------------------------------------ */

hr_tv t_require(const onnx_node *o, hr_tv value, hr_tv condition, const char *what)
{
	char *text = hr_arena_strdup(o->model->arena, what);

	for (char *at = text; *at; at++)
		*at = *at == ' ' ? '_' : *at;
	return hr_t_call(o->program, HR_R_require, (const hr_tv[]){value, condition}, 2, "what=%s",
			 text);
}

hr_tv t_within(const onnx_node *o, hr_tv value, int64_t least, hr_tv most, const char *what)
{
	hr_tv holds;

	value = t_cast(o, value, HR_E_I64);
	holds = t_less_equal(o, t_integer(o, least), value);
	return t_require(o, value, most ? t_and(o, holds, t_less(o, value, most)) : holds, what);
}
