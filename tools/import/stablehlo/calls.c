/* tools/import/stablehlo/calls.c -- calls of rows that handlers have in common. */
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

const char *h_list(const hlo_op *o, const int64_t *list, unsigned count)
{
	const char *text = "";

	for (unsigned i = 0; i < count; i++)
		text = hr_arena_printf(o->model->arena, "%s%s%lld", text, i ? "," : "",
				       (long long)list[i]);
	return text;
}

const hr_tcall *hlo_call_of(const hlo_op *o, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	const hr_toperator *owner;

	if (of->kind != HR_TV_RESULT)
		return NULL;
	owner = &o->program->operators.data[of->operator_];
	for (unsigned i = 0; i < owner->call_count; i++)
		if (o->program->calls.data[owner->first_call + i].result == value)
			return &o->program->calls.data[owner->first_call + i];
	return NULL;
}

/* --- types ---------------------------------------------------------------------------------------- */

hr_tv h_widen(const hlo_op *o, hr_tv a)
{
	return a && hr_elem_is_real(hlo_elem(o, a)) ? hr_t_1(o->program, HR_R_widen, a) : a;
}

hr_tv h_widen_to(const hlo_op *o, hr_tv a, hr_elem elem)
{
	return hr_t_call(o->program, HR_R_widen, &a, 1, "to=%s", hr_elem_name(elem));
}

hr_tv h_cast(const hlo_op *o, hr_tv a, hr_elem to)
{
	return a && hlo_elem(o, a) == to ? a
					 : hr_t_call(o->program, HR_R_cast, &a, 1,
						     "to=%s saturate=1", hr_elem_name(to));
}

hr_tv h_like(const hlo_op *o, hr_tv like, double value)
{
	const hr_tvalue *of = hr_t_value(o->program, like);

	if (!of->wide)
		return hr_t_scalar(o->program, of->elem, value);
	return h_widen_to(o, hr_t_scalar(o->program, HR_E_F64, value), of->elem);
}

hr_tv h_integer(const hlo_op *o, int64_t value)
{
	int64_t *data = HR_ARENA_NEW(o->model->arena, int64_t);

	*data = value;
	return hr_t_constant(o->program, "", HR_E_I64, 0, NULL, data);
}

/* --- shapes --------------------------------------------------------------------------------------- */

hr_tv h_extent(const hlo_op *o, hr_tv a, unsigned axis)
{
	return hr_t_call(o->program, HR_R_extent, &a, 1, "axes=%u", axis);
}

hr_tv h_shape(const hlo_op *o, hr_tv a)
{
	return hr_t_1(o->program, HR_R_shape, a);
}

hr_tv h_i64(const hlo_op *o, hr_tv a)
{
	return h_cast(o, a, HR_E_I64);
}

hr_tv h_vector(const hlo_op *o, const hr_tv *scalars, unsigned count)
{
	hr_tv *parts = hr_arena_array(o->model->arena, count + 1, sizeof(*parts));

	if (!count)
		return hr_t_integers(o->program, NULL, 0);
	for (unsigned i = 0; i < count; i++)
		parts[i] = h_unsqueeze(o, scalars[i], (const int64_t[]){0}, 1);
	return h_concat(o, 0, parts, count);
}

hr_tv h_element(const hlo_op *o, hr_tv vector, unsigned i)
{
	return h_gather(o, vector, h_integer(o, i), 0);
}

/* --- movement ------------------------------------------------------------------------------------- */

hr_tv h_concat(const hlo_op *o, unsigned axis, const hr_tv *parts, unsigned count)
{
	return count == 1 ? parts[0]
			  : hr_t_call(o->program, HR_R_concat, parts, count, "axis=%u", axis);
}

hr_tv h_unsqueeze(const hlo_op *o, hr_tv a, const int64_t *axes, unsigned count)
{
	return !count ? a
		      : hr_t_call(o->program, HR_R_unsqueeze, &a, 1, "axes=%s",
				  h_list(o, axes, count));
}

hr_tv h_squeeze(const hlo_op *o, hr_tv a, const int64_t *axes, unsigned count)
{
	return !count ? a
		      : hr_t_call(o->program, HR_R_squeeze, &a, 1, "axes=%s",
				  h_list(o, axes, count));
}

hr_tv h_transpose(const hlo_op *o, hr_tv a, const unsigned *perm, unsigned count)
{
	int64_t axes[HR_RANK_MOST] = {0};
	bool same = true;

	if (count > HR_RANK_MOST)
		return hlo_refuse(o, "a tensor would have %u dimensions; %d are possible", count,
				  HR_RANK_MOST);
	for (unsigned i = 0; i < count; i++) {
		axes[i] = perm[i];
		same &= perm[i] == i;
	}
	return same ? a
		    : hr_t_call(o->program, HR_R_transpose, &a, 1, "perm=%s",
				h_list(o, axes, count));
}

hr_tv h_gather(const hlo_op *o, hr_tv a, hr_tv indices, unsigned axis)
{
	return hr_t_call(o->program, HR_R_gather, (const hr_tv[]){a, indices}, 2, "axis=%u", axis);
}

hr_tv h_gather_elements(const hlo_op *o, hr_tv a, hr_tv indices, unsigned axis)
{
	return hr_t_call(o->program, HR_R_gather_elements, (const hr_tv[]){a, indices}, 2,
			 "axis=%u", axis);
}

hr_tv h_count(const hlo_op *o, hr_tv limit)
{
	return hr_t_3(o->program, HR_R_range, h_integer(o, 0), limit, h_integer(o, 1));
}

hr_tv h_along(const hlo_op *o, hr_tv a, unsigned axis, unsigned rank)
{
	int64_t axes[HR_RANK_MOST];
	unsigned count = 0;

	for (unsigned i = axis + 1; i < rank && i < HR_RANK_MOST; i++)
		axes[count++] = i - axis;
	return h_unsqueeze(o, a, axes, count);
}

hr_tv h_slice(const hlo_op *o, hr_tv a, unsigned axis, int64_t start, int64_t end, int64_t step)
{
	const int64_t at = axis;
	const hr_tv operands[] = {
		a, hr_t_integers(o->program, &start, 1), hr_t_integers(o->program, &end, 1),
		hr_t_integers(o->program, &at, 1), hr_t_integers(o->program, &step, 1)};

	return hr_t_call(o->program, HR_R_slice, operands, 5, "%s", "");
}

hr_tv h_reverse(const hlo_op *o, hr_tv a, unsigned axis)
{
	return h_slice(o, a, axis, INT64_MAX, INT64_MIN, -1);
}

/* --- padding -------------------------------------------------------------------------------------- */

/* Return A, of rank RANK, with LOW and HIGH more elements VALUE along each axis. */
static hr_tv pad_ends(const hlo_op *o, hr_tv a, hr_tv value, const int64_t *low,
		      const int64_t *high, unsigned rank)
{
	int64_t pads[2 * HR_RANK_MOST];
	bool any = false;

	for (unsigned i = 0; i < rank; i++) {
		pads[i] = low[i];
		pads[rank + i] = high[i];
		any |= low[i] || high[i];
	}
	return !any ? a
		    : hr_t_3(o->program, HR_R_pad, a, hr_t_integers(o->program, pads, 2 * rank),
			     value);
}

/* Return A with INNER elements VALUE after each element along AXIS but the last. */
static hr_tv pad_inside(const hlo_op *o, hr_tv a, hr_tv value, unsigned axis, int64_t inner)
{
	const unsigned rank = hlo_rank(o, a);
	const int64_t added = axis + 1;
	int64_t low[HR_RANK_MOST] = {0}, high[HR_RANK_MOST] = {0};
	hr_tv extents[HR_RANK_MOST], apart;

	if (rank == HR_RANK_MOST)
		return hlo_refuse(o, "interior padding of a tensor of %d dimensions", HR_RANK_MOST);
	for (unsigned i = 0; i < rank; i++) {
		extents[i] = h_extent(o, a, i);
		if (i == axis)
			extents[i] = h_mul(o, extents[i], h_integer(o, inner + 1));
	}
	apart = h_unsqueeze(o, a, &added, 1);
	high[added] = inner;
	apart = pad_ends(o, apart, value, low, high, rank + 1);
	apart = h_reshape(o, apart, h_vector(o, extents, rank));
	high[added] = 0;
	high[axis] = -inner;
	return pad_ends(o, apart, value, low, high, rank);
}

hr_tv h_pad(const hlo_op *o, hr_tv a, hr_tv value, const int64_t *low, const int64_t *high,
	    const int64_t *inner)
{
	const unsigned rank = hlo_rank(o, a);

	for (unsigned i = 0; i < rank && a; i++) {
		int64_t extent = 2;

		/* Between less than two elements, there is nothing. */
		if (inner[i] && !(hr_t_extent(o->program, a, i, &extent) && extent < 2))
			a = pad_inside(o, a, value, i, inner[i]);
	}
	return a ? pad_ends(o, a, value, low, high, rank) : 0;
}
