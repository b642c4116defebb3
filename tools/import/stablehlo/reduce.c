/* tools/import/stablehlo/reduce.c -- reductions, windows, sorting.
 *
 * Not here: which operation a region is (region.c). */
#include <math.h>
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

/* --- initial values ------------------------------------------------------------------------------------ */

/* Return the row that reduces with ROW, of two operands; HR_R_NONE: there is none for ELEM. */
static hr_row reduction_of(hr_row row, hr_elem elem)
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

/* Return the row of two operands that reduces as the row REDUCTION does. */
static hr_row pairwise(hr_row reduction, hr_elem elem)
{
	const bool logical = elem == HR_E_BOOL;

	switch (reduction) {
	case HR_R_sum: return HR_R_add;
	case HR_R_product: return HR_R_mul;
	case HR_R_maximum: return logical ? HR_R_or : HR_R_max;
	default: return logical ? HR_R_and : HR_R_min;
	}
}

/* Return true if reducing with REDUCTION from VALUE, a scalar, is to begin from nothing. */
static bool is_neutral(const hlo_op *o, hr_row reduction, hr_tv value)
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
	const hr_row reduction = reduction_of(hlo_region_row(o->op->regions), elem);
	const bool neutral = reduction && is_neutral(o, reduction, o->in[1]);
	hr_tv x = o->in[0];

	if (!reduction)
		return hlo_refuse(o,
				  "its region is none of add, multiply, maximum, minimum, and for "
				  "i1 also and, or");
	if (!neutral)
		x = h_widen(o, x);
	x = hr_t_call(o->program, reduction, &x, 1, "axes=%s", h_list(o, axes->at, axes->count));
	if (neutral)
		return x;
	x = hr_t_2(o->program, pairwise(reduction, elem), x, h_widen(o, o->in[1]));
	return hr_elem_is_real(elem) ? h_narrow(o, x) : x;
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
	unsigned axis;
	hr_tv index;

	if (!row || axes->count != 1)
		return hlo_refuse(o, "its region does not choose the greatest or least of pairs of "
				     "value and index along one axis");
	axis = (unsigned)axes->at[0];
	if (!is_iota(o, o->in[1], axis) || !is_neutral(o, reduction, o->in[2]))
		return hlo_refuse(o,
				  "operand 1 is no iota along axis %u, or its initial values are "
				  "others than those of argmax and argmin",
				  axis);
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
	if (o->out_count == 1)
		return reduce_one(o, &axes);
	return o->out_count == 2 ? reduce_pair(o, &axes)
				 : hlo_refuse(o, "more than two operands are not supported");
}

/* --- windows --------------------------------------------------------------------------------------------- */

enum { MOST_PLACES = 4096 }; /* of a window */

typedef struct windows {
	hlo_list size, stride, dilation, base, padding;
	int64_t low[HR_RANK_MOST], high[HR_RANK_MOST], inner[HR_RANK_MOST];
	unsigned rank;
	hr_row reduction;
} windows;

/* Read list NAME of one number for each axis, at least 1; 1 if there is none. */
static bool read_numbers(hlo_op *o, const char *name, unsigned rank, hlo_list *out)
{
	if (!hlo_ints(o, name, out))
		return false;
	for (unsigned i = 0; !out->given && i < rank; i++)
		out->at[i] = 1;
	if (out->given && out->count != rank)
		return hlo_invalid(o, "its %s has %u numbers for %u axes", name, out->count, rank);
	for (unsigned i = 0; i < rank; i++)
		if (out->at[i] < 1 || out->at[i] > INT32_MAX)
			return hlo_invalid(o, "its %s has %lld", name, (long long)out->at[i]);
	return true;
}

static bool read_windows(hlo_op *o, windows *w)
{
	if (!read_numbers(o, "window_dimensions", w->rank, &w->size) ||
	    !read_numbers(o, "window_strides", w->rank, &w->stride) ||
	    !read_numbers(o, "window_dilations", w->rank, &w->dilation) ||
	    !read_numbers(o, "base_dilations", w->rank, &w->base) ||
	    !hlo_ints(o, "padding", &w->padding))
		return false;
	if (w->padding.given && w->padding.count != 2 * w->rank)
		return hlo_invalid(o, "its padding has %u numbers for %u axes", w->padding.count,
				   w->rank);
	for (unsigned i = 0; i < w->rank; i++) {
		w->low[i] = w->padding.given ? w->padding.at[2 * i] : 0;
		w->high[i] = w->padding.given ? w->padding.at[2 * i + 1] : 0;
		w->inner[i] = w->base.at[i] - 1;
	}
	return true;
}

/* Return true if the windows give sums of all elements up to one along *AXIS, from the front, or the back if
 * *REVERSE. */
static bool is_cumulative(const hlo_op *o, const windows *w, unsigned *axis, bool *reverse)
{
	unsigned found = 0;

	if (w->reduction != HR_R_sum && w->reduction != HR_R_product)
		return false;
	for (unsigned i = 0; i < w->rank; i++) {
		int64_t extent;

		if (w->stride.at[i] != 1 || w->dilation.at[i] != 1 || w->inner[i])
			return false;
		if (w->size.at[i] == 1 && !w->low[i] && !w->high[i])
			continue;
		if (!hr_t_extent(o->program, o->in[0], i, &extent) || extent != w->size.at[i] ||
		    w->low[i] + w->high[i] != extent - 1 || (w->low[i] && w->high[i]))
			return false;
		found++;
		*axis = i;
		*reverse = w->high[i] > 0;
	}
	return found == 1;
}

/* Return the elements of X, padded, that are at place PLACE of all windows. */
static hr_tv elements_at(hlo_op *o, const windows *w, hr_tv x, int64_t place)
{
	for (unsigned i = w->rank; i-- > 0;) {
		const int64_t at = place % w->size.at[i] * w->dilation.at[i];
		const int64_t after = (w->size.at[i] - 1) * w->dilation.at[i] - at;

		place /= w->size.at[i];
		if (w->size.at[i] > 1 || w->stride.at[i] > 1)
			x = h_slice(o, x, i, at, after ? -after : INT64_MAX, w->stride.at[i]);
	}
	return x;
}

static hr_tv reduce_places(hlo_op *o, const windows *w)
{
	const hr_elem elem = hlo_elem(o, o->in[0]);
	const hr_row by = pairwise(w->reduction, elem);
	hr_tv x = h_pad(o, o->in[0], o->in[1], w->low, w->high, w->inner), all;
	int64_t places = 1;

	for (unsigned i = 0; i < w->rank; i++) {
		places *= w->size.at[i];
		if (places > MOST_PLACES)
			return hlo_refuse(o, "windows of more than %d elements are not supported",
					  MOST_PLACES);
	}
	x = h_widen(o, x);
	all = elements_at(o, w, x, 0);
	if (!is_neutral(o, w->reduction, o->in[1]))
		all = hr_t_2(o->program, by, h_widen(o, o->in[1]), all);
	for (int64_t place = 1; place < places; place++)
		all = hr_t_2(o->program, by, all, elements_at(o, w, x, place));
	return hr_elem_is_real(elem) ? h_narrow(o, all) : all;
}

hr_tv hlo_op_reduce_window(hlo_op *o)
{
	windows w = {.rank = hlo_rank(o, o->in[0])};
	unsigned axis = 0;
	bool reverse = false;

	if (o->in_count != 2 || o->op->region_count != 1)
		return hlo_refuse(o, "more than one operand is not supported");
	w.reduction = reduction_of(hlo_region_row(o->op->regions), hlo_elem(o, o->in[0]));
	if (!w.reduction)
		return hlo_refuse(o,
				  "its region is none of add, multiply, maximum, minimum, and for "
				  "i1 also and, or");
	if (!read_windows(o, &w))
		return 0;
	if (is_cumulative(o, &w, &axis, &reverse) && is_neutral(o, w.reduction, o->in[1]))
		return hr_t_call(o->program,
				 w.reduction == HR_R_sum ? HR_R_cumulative_sum
							 : HR_R_cumulative_product,
				 o->in, 1, "axis=%u reverse=%d", axis, reverse);
	return reduce_places(o, &w);
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
