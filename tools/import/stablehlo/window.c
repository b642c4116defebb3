/* tools/import/stablehlo/window.c -- reductions of windows, and their gradients.
 *
 * A window is unrolled: for each place in it, the elements at that place of all windows are a strided slice. */
#include <string.h>

#include "tools/import/stablehlo/stablehlo_private.h"

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

/* Set *PLACES to the number of elements of a window. */
static bool count_places(const hlo_op *o, const windows *w, int64_t *places)
{
	*places = 1;
	for (unsigned i = 0; i < w->rank; i++) {
		*places *= w->size.at[i];
		if (*places > MOST_PLACES)
			return hlo_refuse(o, "windows of more than %d elements are not supported",
					  MOST_PLACES);
	}
	return true;
}

static hr_tv reduce_places(hlo_op *o, const windows *w, int64_t places)
{
	const hr_elem elem = hlo_elem(o, o->in[0]);
	const hr_row by = hlo_pairwise(w->reduction, elem);
	hr_tv x = h_pad(o, o->in[0], o->in[1], w->low, w->high, w->inner), all;

	x = h_widen(o, x);
	all = elements_at(o, w, x, 0);
	if (!hlo_is_neutral(o, w->reduction, o->in[1]))
		all = hr_t_2(o->program, by, h_widen(o, o->in[1]), all);
	for (int64_t place = 1; place < places; place++)
		all = hr_t_2(o->program, by, all, elements_at(o, w, x, place));
	return hr_elem_is_real(elem) ? h_narrow(o, all) : all;
}

/* Any region, of any number of operands: from the initial values on, one place after the other. */
static hr_tv fold_places(hlo_op *o, const windows *w, int64_t places)
{
	const unsigned count = o->out_count;
	hr_tv *values = hr_arena_array(o->model->arena, 3 * (size_t)count + 1, sizeof(*values)),
	      *padded = values + 2 * (size_t)count, *next;

	for (unsigned i = 0; i < count; i++) {
		padded[i] = h_pad(o, o->in[i], o->in[count + i], w->low, w->high, w->inner);
		if (!padded[i])
			return 0;
		values[i] = h_broadcast(o, o->in[count + i],
					h_shape(o, elements_at(o, w, padded[i], 0)));
	}
	for (int64_t place = 0; place < places; place++) {
		for (unsigned i = 0; i < count; i++)
			values[count + i] = elements_at(o, w, padded[i], place);
		if (!hlo_elements(o, o->op->regions, values, 2 * (size_t)count, &next, count))
			return 0;
		memcpy(values, next, count * sizeof(*values));
	}
	memcpy(o->out, values, count * sizeof(*values));
	return o->out[0];
}

hr_tv hlo_op_reduce_window(hlo_op *o)
{
	windows w = {.rank = hlo_rank(o, o->in[0])};
	unsigned axis = 0;
	bool reverse = false;
	int64_t places;

	if (o->in_count != 2 * o->out_count || o->op->region_count != 1)
		return hlo_invalid(o, "it has %zu regions, %u operands and %u results",
				   o->op->region_count, o->in_count, o->out_count);
	if (!read_windows(o, &w))
		return 0;
	if (o->out_count == 1)
		w.reduction =
			hlo_reduction_of(hlo_region_row(o->op->regions), hlo_elem(o, o->in[0]));
	if (w.reduction && is_cumulative(o, &w, &axis, &reverse) &&
	    hlo_is_neutral(o, w.reduction, o->in[1]))
		return hr_t_call(o->program,
				 w.reduction == HR_R_sum ? HR_R_cumulative_sum
							 : HR_R_cumulative_product,
				 o->in, 1, "axis=%u reverse=%d", axis, reverse);
	if (!count_places(o, &w, &places))
		return 0;
	return w.reduction ? reduce_places(o, &w, places) : fold_places(o, &w, places);
}

/* --- select_and_scatter --------------------------------------------------------------------------------------- */

/* Return X, of the shape of operand 1, at place PLACE of the windows in the padded operand, with VALUE elsewhere; 0
 * after an error. REST has the elements behind the last window along each axis. */
static hr_tv spread(hlo_op *o, const windows *w, hr_tv x, hr_tv value, const int64_t *rest,
		    int64_t place)
{
	int64_t low[HR_RANK_MOST], high[HR_RANK_MOST], inner[HR_RANK_MOST];

	for (unsigned i = w->rank; i-- > 0;) {
		const int64_t at = place % w->size.at[i];

		place /= w->size.at[i];
		inner[i] = w->stride.at[i] - 1;
		low[i] = at - w->low[i];
		high[i] = w->size.at[i] - 1 - at + rest[i] - w->high[i];
	}
	return h_pad(o, x, value, low, high, inner);
}

/* Set REST: the padded extent less what the windows reach. It must be a number where windows move. */
static bool find_rest(hlo_op *o, const windows *w, int64_t *rest)
{
	for (unsigned i = 0; i < w->rank; i++) {
		int64_t extent, count;

		rest[i] = 0;
		if (w->size.at[i] == 1 && w->stride.at[i] == 1)
			continue;
		if (!hr_t_extent(o->program, o->in[0], i, &extent) ||
		    !hr_t_extent(o->program, o->in[1], i, &count))
			return hlo_refuse(o, "extent %u is no number, and windows move along it",
					  i);
		rest[i] = w->low[i] + w->high[i] + extent -
			  ((count - 1) * w->stride.at[i] + w->size.at[i]);
		if (rest[i] < 0 || count < 1)
			return hlo_invalid(o, "its source has %lld windows along axis %u",
					   (long long)count, i);
	}
	return true;
}

/* Return for each window the place of the element that the region selects; padding is not selected. */
static hr_tv selected_places(hlo_op *o, const windows *w, int64_t places)
{
	const hr_tv no = hr_t_scalar(o->program, HR_E_BOOL, 0), zero = h_like(o, o->in[0], 0);
	const hr_tv x = h_pad(o, o->in[0], zero, w->low, w->high, w->inner);
	hr_tv inside = hr_t_scalar(o->program, HR_E_BOOL, 1), best = 0, has = 0, chosen = 0;

	inside = h_broadcast(o, inside, h_shape(o, o->in[0]));
	inside = h_pad(o, inside, no, w->low, w->high, w->inner);
	for (int64_t place = 0; place < places && x && inside; place++) {
		const hr_tv value = elements_at(o, w, x, place),
			    here = elements_at(o, w, inside, place);
		hr_tv *kept, take;

		if (!place) {
			best = value;
			has = here;
			chosen = h_broadcast(o, h_integer(o, 0), h_shape(o, value));
			continue;
		}
		if (!hlo_elements(o, &o->op->regions[0], (const hr_tv[]){best, value}, 2, &kept, 1))
			return 0;
		take = h_and(o, here, h_not(o, h_and(o, has, kept[0])));
		best = h_where(o, take, value, best);
		chosen = h_where(o, take, h_integer(o, place), chosen);
		has = h_or(o, has, here);
	}
	return h_where(o, has, chosen, h_integer(o, -1));
}

hr_tv hlo_op_select_and_scatter(hlo_op *o)
{
	windows w = {.rank = hlo_rank(o, o->in[0])};
	const hr_tv no = hr_t_scalar(o->program, HR_E_BOOL, 0), zero = h_like(o, o->in[0], 0);
	int64_t rest[HR_RANK_MOST], places;
	hr_tv chosen, result;

	if (o->op->region_count != 2 || o->out_count != 1)
		return hlo_invalid(o, "it has %zu regions and %u results", o->op->region_count,
				   o->out_count);
	if (!read_windows(o, &w) || !count_places(o, &w, &places) || !find_rest(o, &w, rest))
		return 0;
	chosen = selected_places(o, &w, places);
	result = h_broadcast(o, o->in[2], h_shape(o, o->in[0]));
	for (int64_t place = 0; place < places && chosen && result; place++) {
		const hr_tv here = h_equal(o, chosen, h_integer(o, place));
		const hr_tv update = spread(o, &w, o->in[1], zero, rest, place),
			    mask = spread(o, &w, here, no, rest, place);
		hr_tv *scattered;

		if (!update || !mask ||
		    !hlo_elements(o, &o->op->regions[1], (const hr_tv[]){result, update}, 2,
				  &scattered, 1))
			return 0;
		result = h_where(o, mask, scattered[0], result);
	}
	return result;
}
