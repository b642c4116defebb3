/* tools/import/stablehlo/reduce.c -- reductions and sorting.
 *
 * A region that is a row reduces with that row; another one is applied to one part after the other, in a loop.
 *
 * Not here: which operation a region is (region.c), windows (window.c). */
#include <math.h>
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* --- initial values ------------------------------------------------------------------------------------ */

hr_row hlo_reduction_of(hr_row row, hr_elem elem)
{
	const bool logical = elem == HR_E_BOOL;

	switch (row) {
	case HR_R_add: return logical ? HR_R_maximum : HR_R_sum;
	case HR_R_mul: return logical ? HR_R_minimum : HR_R_product;
	case HR_R_max: return HR_R_maximum;
	case HR_R_min: return HR_R_minimum;
	case HR_R_and: return logical ? HR_R_minimum : HR_R_NONE;
	case HR_R_or: return logical ? HR_R_maximum : HR_R_NONE;
	default: return HR_R_NONE;
	}
}

hr_row hlo_pairwise(hr_row reduction, hr_elem elem)
{
	const bool logical = elem == HR_E_BOOL;

	switch (reduction) {
	case HR_R_sum: return HR_R_add;
	case HR_R_product: return HR_R_mul;
	case HR_R_maximum: return logical ? HR_R_or : HR_R_max;
	default: return logical ? HR_R_and : HR_R_min;
	}
}

bool hlo_is_neutral(const hlo_op *o, hr_row reduction, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	const bool real = hr_elem_is_real(of->elem), greatest = reduction == HR_R_minimum;
	int64_t limit;
	double number;

	if (of->kind != HR_TV_CONSTANT || of->rank)
		return false;
	number = real ? hr_elem_real(of->elem, of->data, 0)
		      : (double)hr_elem_integer(of->elem, of->data, 0);
	if (reduction == HR_R_sum || reduction == HR_R_product)
		return number == (reduction == HR_R_product);
	if (real)
		return number == (greatest ? INFINITY : -INFINITY);
	if (of->elem == HR_E_BOOL)
		return number == greatest;
	limit = INT64_MAX >> (64 - 8 * hr_elem_bytes(of->elem));
	if (!hr_elem_is_signed(of->elem))
		limit = greatest ? 2 * limit + 1 : 0;
	else if (!greatest)
		limit = -limit - 1;
	return hr_elem_integer(of->elem, of->data, 0) == limit;
}

/* --- reduce -------------------------------------------------------------------------------------------- */

static hr_tv reduce_one(hlo_op *o, const hlo_list *axes)
{
	const hr_elem elem = hlo_elem(o, o->in[0]);
	const hr_row reduction = hlo_reduction_of(hlo_region_row(o->op->regions), elem);
	const bool neutral = reduction && hlo_is_neutral(o, reduction, o->in[1]);
	hr_tv x = o->in[0];

	if (!neutral)
		x = h_widen(o, x);
	x = hr_t_call(o->program, reduction, &x, 1, "axes=%s", h_list(o, axes->at, axes->count));
	if (neutral)
		return x;
	x = hr_t_2(o->program, hlo_pairwise(reduction, elem), x, h_widen(o, o->in[1]));
	return hr_elem_is_real(elem) ? h_narrow(o, x) : x;
}

/* Return X with the reduced AXES as one axis in front. */
static hr_tv flattened(hlo_op *o, hr_tv x, const hlo_list *axes)
{
	const unsigned rank = hlo_rank(o, x);
	unsigned perm[HR_RANK_MOST], count = 0;
	hr_tv extents[HR_RANK_MOST], all = h_integer(o, 1);

	for (unsigned i = 0; i < axes->count; i++) {
		perm[count++] = (unsigned)axes->at[i];
		all = h_mul(o, all, h_extent(o, x, perm[i]));
	}
	extents[0] = all;
	for (unsigned i = 0; i < rank; i++)
		if (!hlo_has(axes, i, NULL)) {
			extents[count + 1 - axes->count] = h_extent(o, x, i);
			perm[count++] = i;
		}
	if (axes->count == 1)
		return h_transpose(o, x, perm, rank);
	if (!axes->count && rank == HR_RANK_MOST)
		return hlo_refuse(o, "a reduction of no axes, of a tensor of %u dimensions", rank);
	return h_reshape(o, h_transpose(o, x, perm, rank),
			 h_vector(o, extents, rank + 1 - axes->count));
}

/* Any region, of any number of operands: from the initial values on, one part after the other. */
static hr_tv reduce_any(hlo_op *o, const hlo_list *axes)
{
	const unsigned count = o->out_count;
	hr_tv *whole = hr_arena_array(o->model->arena, 2 * (size_t)count + 1, sizeof(*whole)),
	      *initial = whole + count, shape;

	for (unsigned i = 0; i < count; i++) {
		whole[i] = flattened(o, o->in[i], axes);
		if (!whole[i])
			return 0;
		shape = hr_t_call(o->program, HR_R_shape, &whole[i], 1, "start=1");
		initial[i] = h_broadcast(o, o->in[count + i], shape);
	}
	return hlo_fold(o, whole, initial, count);
}

/* Return true if VALUE counts along AXIS. */
static bool is_iota(const hlo_op *o, hr_tv value, unsigned axis)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	const hr_tcall *call = hlo_call_of(o, value);
	const char *type = call ? o->program->operators.data[of->operator_].type : "";

	/* As hlo_op_iota() makes it: a vector along an axis that is broadcast. */
	return call && call->row == HR_R_broadcast &&
	       (strcmp(type, "iota") == 0 || strcmp(type, "dynamic_iota") == 0) &&
	       of->rank - hr_t_value(o->program, call->operands[0])->rank == axis;
}

/* The greatest or least value, and its index. */
static hr_tv reduce_pair(hlo_op *o, const hlo_list *axes)
{
	const hr_row row = hlo_region_choice(o, o->op->regions, hlo_elem(o, o->in[0]));
	const hr_row reduction = row == HR_R_arg_max ? HR_R_maximum : HR_R_minimum;
	const unsigned axis = (unsigned)axes->at[0];
	hr_tv index;

	if (!row || axes->count != 1 || !is_iota(o, o->in[1], axis) ||
	    !hlo_is_neutral(o, reduction, o->in[2]))
		return reduce_any(o, axes);
	index = hr_t_call(o->program, row, o->in, 1, "axis=%u", axis);
	o->out[1] = h_cast(o, index, hlo_elem(o, o->in[1]));
	return hr_t_call(o->program, reduction, o->in, 1, "axes=%u", axis);
}

hr_tv hlo_op_reduce(hlo_op *o)
{
	hlo_list axes;

	if (o->op->region_count != 1 || o->in_count != 2 * o->out_count)
		return hlo_invalid(o, "it has %zu regions, %u operands and %u results",
				   o->op->region_count, o->in_count, o->out_count);
	if (!hlo_axes(o, mlir_attr_of(o->op, "dimensions"), "dimensions", hlo_rank(o, o->in[0]),
		      &axes))
		return 0;
	if (o->out_count == 1 &&
	    hlo_reduction_of(hlo_region_row(o->op->regions), hlo_elem(o, o->in[0])))
		return reduce_one(o, &axes);
	return o->out_count == 2 ? reduce_pair(o, &axes) : reduce_any(o, &axes);
}

/* --- sorting ------------------------------------------------------------------------------------------------ */

static hr_tv order_of(const hlo_op *o, hr_tv a, unsigned axis, bool descending)
{
	return hr_t_call(o->program, HR_R_order, &a, 1, "axis=%u descending=%d", axis, descending);
}

/* Stable sorting by the last key first; the positions are sorted along. */
hr_tv hlo_op_sort(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	int64_t axis = hlo_int(o, "dimension", -1);
	hr_elem *elems = hr_arena_array(o->model->arena, o->in_count, sizeof(*elems));
	unsigned keys[2], count;
	bool descending[2];
	hr_tv at = 0;

	axis += axis < 0 ? rank : 0;
	if (o->op->region_count != 1 || o->out_count != o->in_count || axis < 0 || axis >= rank)
		return hlo_invalid(o, "it has %zu regions, %u results, or no such axis",
				   o->op->region_count, o->out_count);
	for (unsigned i = 0; i < o->in_count; i++)
		elems[i] = hlo_elem(o, o->in[i]);
	count = hlo_region_keys(o, o->op->regions, o->in_count, elems, keys, descending);
	if (!count)
		return hlo_refuse(o,
				  "its region does not compare one or two of its operands by less "
				  "or greater");
	while (count--) {
		hr_tv key = o->in[keys[count]], by;

		if (at)
			key = h_gather_elements(o, key, at, (unsigned)axis);
		by = order_of(o, key, (unsigned)axis, descending[count]);
		at = at ? h_gather_elements(o, at, by, (unsigned)axis) : by;
	}
	for (unsigned i = 0; i < o->in_count; i++)
		o->out[i] = h_gather_elements(o, o->in[i], at, (unsigned)axis);
	return o->out[0];
}

hr_tv hlo_op_top_k(hlo_op *o)
{
	const unsigned rank = hlo_rank(o, o->in[0]);
	const int64_t k = hlo_int(o, "k", -1);
	hr_tv at;

	if (!rank || k < 0 || o->out_count != 2)
		return hlo_invalid(o, "it has no axis, no k, or %u results", o->out_count);
	at = h_slice(o, order_of(o, o->in[0], rank - 1, true), rank - 1, 0, k, 1);
	o->out[1] = h_cast(o, at, HR_E_I32);
	return h_gather_elements(o, o->in[0], at, rank - 1);
}
