/* ir/tensor/shape_known.c -- elements of small integer tensors that are known at import (X2).
 *
 * They are what shapes are computed with: Shape, Gather, Concat, Reshape of a model become expressions
 * of its inputs' extents. Operands are at most HR_KNOWN_MOST elements, of any rank, in row-major order.
 *
 * Invariant: an element that is known has that value whenever the program runs.
 * Not here:  one element from others (shape_element.c). */
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"

bool hr_sh_small(hr_symbols *symbols, const hr_tvalue *value, hr_dims *dims, size_t *count)
{
	uint64_t elements;

	dims->rank = value->rank;
	for (unsigned axis = 0; axis < value->rank; axis++) {
		int64_t number;

		if (!hr_sym_is_number(symbols, hr_sym_simplify(symbols, value->extent[axis]),
				      &number) ||
		    number < 0)
			return false;
		dims->dim[axis] = (uint64_t)number;
	}
	elements = hr_dims_count(dims);
	*count = (size_t)elements;
	return elements <= HR_KNOWN_MOST;
}

/* An operand whose elements are known, as far as they are. */
typedef struct small {
	const hr_sym *known;
	hr_dims dims;
	size_t count;
} small;

/* Return true if operand I is small and has known elements. */
static bool small_operand(const hr_infer *in, unsigned i, small *out)
{
	const hr_tvalue *of = hr_sh_operand(in, i);

	if (!of || !hr_sh_small(in->symbols, of, &out->dims, &out->count))
		return false;
	out->known = of->known;
	return of->known_count == out->count;
}

/* Set AT to the coordinates of element I of a tensor of shape DIMS. */
static void coordinates(const hr_dims *dims, size_t i, uint64_t at[HR_RANK_MOST])
{
	for (unsigned axis = dims->rank; axis-- > 0;) {
		at[axis] = i % dims->dim[axis];
		i /= dims->dim[axis];
	}
}

static size_t position(const hr_dims *dims, const uint64_t at[HR_RANK_MOST])
{
	size_t i = 0;

	for (unsigned axis = 0; axis < dims->rank; axis++)
		i = i * dims->dim[axis] + at[axis];
	return i;
}

/* Return the element of OF that is broadcast to element AT of a tensor of rank RANK. */
static hr_sym broadcast_element(const small *of, unsigned rank, const uint64_t at[HR_RANK_MOST])
{
	uint64_t own[HR_RANK_MOST];

	for (unsigned axis = 0; axis < of->dims.rank; axis++)
		own[axis] = of->dims.dim[axis] == 1 ? 0 : at[rank - of->dims.rank + axis];
	return of->known[position(&of->dims, own)];
}

/* --- maps, reductions and scans --------------------------------------------------------------- */

static bool map(hr_infer *in, const hr_dims *dims, hr_sym *out, size_t count)
{
	const unsigned operands = in->call->operand_count;
	small of[3];

	for (unsigned i = 0; i < operands; i++)
		if (!small_operand(in, i, &of[i]))
			return false;
	for (size_t i = 0; i < count; i++) {
		uint64_t at[HR_RANK_MOST];
		hr_sym element[3] = {HR_SYM_NONE};

		coordinates(dims, i, at);
		for (unsigned k = 0; k < operands; k++)
			element[k] = broadcast_element(&of[k], dims->rank, at);
		out[i] = hr_sh_map_element(in, element[0], element[1], element[2]);
	}
	return true;
}

static const struct fold {
	hr_row row, by;
} folds[] = {
	{HR_R_sum, HR_R_add},
	{HR_R_product, HR_R_mul},
	{HR_R_maximum, HR_R_max},
	{HR_R_minimum, HR_R_min},
	{HR_R_cumulative_sum, HR_R_add},
	{HR_R_cumulative_product, HR_R_mul},
};

/* Return the row that ROW folds elements with, or HR_R_NONE. */
static hr_row folds_with(hr_row row)
{
	for (unsigned i = 0; i < sizeof(folds) / sizeof(folds[0]); i++)
		if (folds[i].row == row)
			return folds[i].by;
	return HR_R_NONE;
}

static bool fold(hr_infer *in, hr_sym *out, size_t count)
{
	const hr_row by = folds_with(in->call->row);
	bool *begun;
	unsigned axes;
	bool given;
	small of;

	if (!small_operand(in, 0, &of) || !hr_sh_axes(in, of.dims.rank, &axes, &given) ||
	    axes == HR_AXES_LATER)
		return false;
	axes = given ? axes : ~0U;
	begun = hr_arena_array(in->program->arena, count + 1, sizeof(*begun));
	for (size_t i = 0; i < of.count; i++) {
		uint64_t at[HR_RANK_MOST];
		size_t to = 0;

		coordinates(&of.dims, i, at);
		for (unsigned axis = 0; axis < of.dims.rank; axis++)
			if (!(axes >> axis & 1))
				to = to * of.dims.dim[axis] + at[axis];
		out[to] = begun[to] ? hr_sh_element_op(in, by, out[to], of.known[i]) : of.known[i];
		begun[to] = true;
	}
	for (size_t i = 0; i < count; i++)
		if (!begun[i] && (by == HR_R_add || by == HR_R_mul))
			out[i] = hr_sh_number(in, by == HR_R_mul);
	return true;
}

/* Cumulative sums and products of a vector. */
static bool scan(hr_infer *in, hr_sym *out, size_t count)
{
	const hr_attributes *attributes = &in->call->attributes;
	const bool exclusive = hr_attribute_integer(attributes, "exclusive", 0) != 0;
	const bool reverse = hr_attribute_integer(attributes, "reverse", 0) != 0;
	const hr_row by = folds_with(in->call->row);
	hr_sym total = hr_sh_number(in, by == HR_R_mul);
	small of;

	if (!small_operand(in, 0, &of) || of.dims.rank != 1)
		return false;
	for (size_t k = 0; k < count; k++) {
		const size_t i = reverse ? count - 1 - k : k;
		const hr_sym next = hr_sh_element_op(in, by, total, of.known[i]);

		out[i] = exclusive ? total : next;
		total = next;
	}
	return true;
}

/* --- movement --------------------------------------------------------------------------------- */

/* Where element AT of the result of `slice` is from, on each axis: START[axis] + AT[axis] * STEP[axis]. */
static bool slice_map(hr_infer *in, const small *of, int64_t start[HR_RANK_MOST],
		      int64_t step[HR_RANK_MOST])
{
	const hr_tvalue *starts = hr_sh_operand(in, 1);

	for (unsigned axis = 0; axis < of->dims.rank; axis++) {
		start[axis] = 0;
		step[axis] = 1;
	}
	for (size_t k = 0; k < starts->known_count; k++) {
		int64_t axis = (int64_t)k, extent, from;

		if (hr_sh_operand(in, 3) && !hr_sh_is_number(in, hr_sh_element(in, 3, k), &axis))
			return false;
		axis += axis < 0 ? of->dims.rank : 0;
		if (!hr_sh_is_number(in, hr_sh_element(in, 1, k), &from) ||
		    (hr_sh_operand(in, 4) &&
		     !hr_sh_is_number(in, hr_sh_element(in, 4, k), &step[axis])))
			return false;
		extent = (int64_t)of->dims.dim[axis];
		from = from < -extent ? 0 : from < 0 ? from + extent : from;
		if (step[axis] < 0 && from > extent - 1)
			from = extent - 1;
		start[axis] = from;
	}
	return true;
}

static bool slice(hr_infer *in, const hr_dims *dims, hr_sym *out, size_t count)
{
	int64_t start[HR_RANK_MOST], step[HR_RANK_MOST];
	small of;

	if (!small_operand(in, 0, &of) || !slice_map(in, &of, start, step))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint64_t at[HR_RANK_MOST];

		coordinates(dims, i, at);
		for (unsigned axis = 0; axis < dims->rank; axis++)
			at[axis] = (uint64_t)(start[axis] + (int64_t)at[axis] * step[axis]);
		out[i] = of.known[position(&of.dims, at)];
	}
	return true;
}

static bool transpose(hr_infer *in, const hr_dims *dims, hr_sym *out, size_t count)
{
	small of;

	if (!small_operand(in, 0, &of))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint64_t at[HR_RANK_MOST], own[HR_RANK_MOST] = {0};

		coordinates(dims, i, at);
		for (unsigned axis = 0; axis < dims->rank; axis++)
			own[hr_attribute_at(&in->call->attributes, "perm", axis,
					    dims->rank - 1 - axis)] = at[axis];
		out[i] = of.known[position(&of.dims, own)];
	}
	return true;
}

static bool concat(hr_infer *in, const hr_dims *dims, hr_sym *out)
{
	const unsigned axis = (unsigned)hr_attribute_integer(&in->call->attributes, "axis", 0);
	uint64_t before = 0;

	for (unsigned k = 0; k < in->call->operand_count; k++) {
		hr_dims its;
		size_t count;
		small of;
		const bool known = small_operand(in, k, &of);

		if (!hr_sh_small(in->symbols, hr_sh_operand(in, k), &its, &count))
			return false;
		for (size_t i = 0; known && i < count; i++) {
			uint64_t at[HR_RANK_MOST];

			coordinates(&its, i, at);
			at[axis] += before;
			out[position(dims, at)] = of.known[i];
		}
		before += its.dim[axis];
	}
	return true;
}

/* --- indices ---------------------------------------------------------------------------------- */

/* Set *INDEX to SYM, an index into EXTENT elements. */
static bool index_of(const hr_infer *in, hr_sym sym, uint64_t extent, uint64_t *index)
{
	int64_t number;

	if (!hr_sh_is_number(in, sym, &number))
		return false;
	number += number < 0 ? (int64_t)extent : 0;
	*index = (uint64_t)number;
	return number >= 0 && (uint64_t)number < extent;
}

static bool gather(hr_infer *in, const hr_dims *dims, hr_sym *out, size_t count)
{
	const unsigned axis = (unsigned)hr_attribute_integer(&in->call->attributes, "axis", 0);
	small of, by;

	if (!small_operand(in, 0, &of) || !small_operand(in, 1, &by))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint64_t at[HR_RANK_MOST], own[HR_RANK_MOST];
		size_t chosen;

		coordinates(dims, i, at);
		chosen = position(&by.dims, at + axis);
		for (unsigned k = 0; k < of.dims.rank; k++)
			if (k != axis)
				own[k] = at[k < axis ? k : k + by.dims.rank - 1];
		if (index_of(in, by.known[chosen], of.dims.dim[axis], &own[axis]))
			out[i] = of.known[position(&of.dims, own)];
	}
	return true;
}

/* scatter_elements and scatter_nd of a vector, without `reduce`. */
static bool scatter(hr_infer *in, hr_sym *out, size_t count)
{
	small of, by, updates;
	uint64_t index;

	if (!small_operand(in, 0, &of) || !small_operand(in, 1, &by) ||
	    !small_operand(in, 2, &updates) || of.dims.rank != 1 || by.count != updates.count ||
	    !hr_attribute_is(&in->call->attributes, "reduce", "none"))
		return false;
	for (size_t i = 0; i < by.count; i++)
		if (!index_of(in, by.known[i], count, &index))
			return false;
	memcpy(out, of.known, count * sizeof(*out));
	for (size_t i = 0; i < by.count; i++)
		if (index_of(in, by.known[i], count, &index))
			out[index] = updates.known[i];
	return true;
}

static bool nonzero(hr_infer *in, const hr_dims *dims, hr_sym *out)
{
	size_t chosen = 0;
	int64_t number;
	small of;

	if (!small_operand(in, 0, &of))
		return false;
	for (size_t i = 0; i < of.count; i++) {
		uint64_t at[HR_RANK_MOST];

		if (!hr_sh_is_number(in, of.known[i], &number))
			return false;
		coordinates(&of.dims, i, at);
		for (unsigned axis = 0; number && axis < of.dims.rank; axis++)
			out[axis * dims->dim[1] + chosen] = hr_sh_number(in, (int64_t)at[axis]);
		chosen += number != 0;
	}
	return true;
}

/* --- sources ---------------------------------------------------------------------------------- */

static bool source(hr_infer *in, hr_sym *out, size_t count)
{
	const hr_attributes *attributes = &in->call->attributes;
	const hr_attribute *values = hr_attribute_of(attributes, "values");
	const unsigned start = (unsigned)hr_attribute_integer(attributes, "start", 0);
	unsigned axes;
	bool given;

	switch (in->call->row) {
	case HR_R_shape:
		for (unsigned i = 0; i < count; i++)
			out[i] = hr_sh_extent(in, 0, start + i);
		return true;
	case HR_R_extent:
		if (!hr_sh_axes(in, hr_sh_operand(in, 0)->rank, &axes, &given) ||
		    axes == HR_AXES_LATER)
			return false;
		out[0] = hr_sh_number(in, 1);
		for (unsigned i = 0; i < hr_sh_operand(in, 0)->rank; i++)
			if (!given || (axes >> i & 1))
				out[0] = hr_sh_op(in, HR_SYM_MUL, out[0], hr_sh_extent(in, 0, i));
		return true;
	case HR_R_range:
		for (size_t i = 0; i < count; i++)
			out[i] = hr_sh_fit(
				in, in->out->elem,
				hr_sh_op(in, HR_SYM_ADD, hr_sh_element(in, 0, 0),
					 hr_sh_op_number(in, HR_SYM_MUL, hr_sh_element(in, 2, 0),
							 (int64_t)i)));
		return true;
	case HR_R_constant:
		for (size_t i = 0; values && i < count && i < values->count; i++)
			out[i] =
				hr_sh_fit(in, in->out->elem, hr_sh_number(in, values->integers[i]));
		return values != NULL;
	default: return false;
	}
}

/* --- all -------------------------------------------------------------------------------------- */

static bool known(hr_infer *in, const hr_dims *dims, hr_sym *out, size_t count)
{
	small of;

	switch (in->call->row) {
	case HR_R_narrow: return false;
	case HR_R_reshape:
	case HR_R_require:
	case HR_R_squeeze:
	case HR_R_unsqueeze:
		if (!small_operand(in, 0, &of) || of.count != count)
			return false;
		if (count)
			memcpy(out, of.known, count * sizeof(*out));
		return true;
	case HR_R_broadcast:
		if (!small_operand(in, 0, &of))
			return false;
		for (size_t i = 0; i < count; i++) {
			uint64_t at[HR_RANK_MOST];

			coordinates(dims, i, at);
			out[i] = broadcast_element(&of, dims->rank, at);
		}
		return true;
	case HR_R_transpose: return transpose(in, dims, out, count);
	case HR_R_slice: return slice(in, dims, out, count);
	case HR_R_concat: return concat(in, dims, out);
	case HR_R_gather: return gather(in, dims, out, count);
	case HR_R_scatter_elements:
	case HR_R_scatter_nd: return scatter(in, out, count);
	case HR_R_nonzero: return nonzero(in, dims, out);
	case HR_R_cumulative_sum:
	case HR_R_cumulative_product:
		return (in->call->operand_count < 2 || in->out->rank < 2) && scan(in, out, count);
	default:
		if (hr_sh_maps_elements(in->call->row))
			return map(in, dims, out, count);
		return folds_with(in->call->row) ? fold(in, out, count) : source(in, out, count);
	}
}

void hr_sh_known(hr_infer *in)
{
	hr_tvalue *out = in->out;
	hr_sym *elements;
	hr_dims dims;
	size_t count;

	if (hr_elem_is_real(out->elem) || !hr_sh_small(in->symbols, out, &dims, &count))
		return;
	elements = hr_arena_array(in->program->arena, count + 1, sizeof(*elements));
	if (!known(in, &dims, elements, count))
		return;
	out->known = count ? NULL : elements;
	for (size_t i = 0; i < count && !out->known; i++)
		if (elements[i])
			out->known = elements;
	out->known_count = out->known ? count : 0;
}
