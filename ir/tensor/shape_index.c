/* ir/tensor/shape_index.c -- shapes of what data choose: gather, scatter, unique (X2).
 *
 * An extent that is the number of elements that data choose is a new symbol with a bound.
 *
 * Not here: known elements of the results (shape_known.c). */
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"

/* Append axes FIRST to LAST - 1 of operand I to the shape of the result. */
static bool append(hr_infer *in, unsigned i, unsigned first, unsigned last)
{
	const unsigned rank = in->out->rank;

	if (last < first)
		return true;
	if (!hr_sh_set_rank(in, rank + last - first))
		return false;
	for (unsigned axis = first; axis < last; axis++)
		in->out->extent[rank + axis - first] = hr_sh_extent(in, i, axis);
	return true;
}

/* --- gather ----------------------------------------------------------------------------------- */

bool hr_sh_gather(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned axis;

	return hr_sh_axis(in, "axis", rank, &axis) && append(in, 0, 0, axis) &&
	       append(in, 1, 0, hr_sh_operand(in, 1)->rank) && append(in, 0, axis + 1, rank);
}

/* Need that operand 1 has the rank of operand 0 and is nowhere larger, but on axis AXIS. */
static bool need_within(hr_infer *in, unsigned axis)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;

	if (hr_sh_operand(in, 1)->rank != rank)
		return hr_sh_fail(in, "%s, and %s, differ in rank", hr_sh_text(in, 0),
				  hr_sh_text(in, 1));
	for (unsigned k = 0; k < rank; k++)
		if (k != axis &&
		    !hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_extent(in, 1, k),
				hr_sh_extent(in, 0, k), "axis %u of %s, is longer than in %s", k,
				hr_sh_text(in, 1), hr_sh_text(in, 0)))
			return false;
	return true;
}

bool hr_sh_gather_elements(hr_infer *in)
{
	unsigned axis;

	return hr_sh_axis(in, "axis", hr_sh_operand(in, 0)->rank, &axis) && need_within(in, axis) &&
	       hr_sh_copy_shape(in, 1);
}

/* Set *DEPTH to the number of axes that one index of operand 1, in its last axis, gives: at most MOST. */
static bool index_depth(hr_infer *in, unsigned most, unsigned *depth)
{
	const unsigned rank = hr_sh_operand(in, 1)->rank;
	int64_t number;

	if (!hr_sh_need_rank_least(in, 1, 1))
		return false;
	if (!hr_sh_is_number(in, hr_sh_extent(in, 1, rank - 1), &number))
		return hr_sh_fail(
			in, "the rank of the result hangs on the last extent of %s, which is %s",
			hr_sh_text(in, 1), hr_sym_text(in->symbols, hr_sh_extent(in, 1, rank - 1)));
	if (number > most)
		return hr_sh_fail(in, "the last axis of %s, has indices for more axes than %s, has",
				  hr_sh_text(in, 1), hr_sh_text(in, 0));
	*depth = (unsigned)number;
	return true;
}

bool hr_sh_gather_nd(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank, its = hr_sh_operand(in, 1)->rank;
	const int64_t given = hr_attribute_integer(&in->call->attributes, "batch", 0);
	unsigned depth, batch;

	if (given < 0 || given >= its || given >= rank)
		return hr_sh_fail(in, "batch=%lld is out of range for %s, and %s", (long long)given,
				  hr_sh_text(in, 0), hr_sh_text(in, 1));
	batch = (unsigned)given;
	for (unsigned axis = 0; axis < batch; axis++)
		if (!hr_sh_need_same(in, 0, axis, 1, axis))
			return false;
	return index_depth(in, rank - batch, &depth) && append(in, 1, 0, its - 1) &&
	       append(in, 0, batch + depth, rank);
}

/* --- scatter ---------------------------------------------------------------------------------- */

static bool check_reduce(hr_infer *in)
{
	static const char *const known[] = {"none", "add", "mul", "max", "min"};

	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (hr_attribute_is(&in->call->attributes, "reduce", known[i]))
			return true;
	return hr_sh_fail(in, "reduce=%s is not known",
			  hr_attribute_of(&in->call->attributes, "reduce")->text);
}

bool hr_sh_scatter_elements(hr_infer *in)
{
	unsigned axis;

	if (!check_reduce(in) || !hr_sh_axis(in, "axis", hr_sh_operand(in, 0)->rank, &axis) ||
	    !need_within(in, axis))
		return false;
	if (hr_sh_operand(in, 2)->rank != hr_sh_operand(in, 1)->rank)
		return hr_sh_fail(in, "%s, and %s, differ in rank", hr_sh_text(in, 1),
				  hr_sh_text(in, 2));
	for (unsigned k = 0; k < hr_sh_operand(in, 1)->rank; k++)
		if (!hr_sh_need_same(in, 1, k, 2, k))
			return false;
	return hr_sh_copy_shape(in, 0);
}

bool hr_sh_scatter_nd(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank, its = hr_sh_operand(in, 1)->rank;
	unsigned depth;

	if (!check_reduce(in) || !index_depth(in, rank, &depth))
		return false;
	if (hr_sh_operand(in, 2)->rank != its - 1 + rank - depth)
		return hr_sh_fail(in, "%s, must have %u dimensions for the indices in %s",
				  hr_sh_text(in, 2), its - 1 + rank - depth, hr_sh_text(in, 1));
	for (unsigned axis = 0; axis + 1 < its; axis++)
		if (!hr_sh_need_same(in, 1, axis, 2, axis))
			return false;
	for (unsigned axis = depth; axis < rank; axis++)
		if (!hr_sh_need_same(in, 0, axis, 2, its - 1 + axis - depth))
			return false;
	return hr_sh_copy_shape(in, 0);
}

/* --- extents that data decide ----------------------------------------------------------------- */

bool hr_sh_nonzero(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	const hr_tvalue *of = hr_sh_operand(in, 0);
	hr_dims dims;
	size_t count;
	int64_t number, chosen = 0;
	bool known = hr_sh_small(in->symbols, of, &dims, &count) && of->known_count == count;

	for (size_t i = 0; known && i < count; i++) {
		known = hr_sh_is_number(in, hr_sh_element(in, 0, i), &number);
		chosen += known && number != 0;
	}
	in->out->rank = 2;
	in->out->extent[0] = hr_sh_number(in, rank);
	in->out->extent[1] = known ? hr_sh_number(in, chosen)
				   : hr_sh_data_extent(in, hr_sh_product(in, 0, 0, rank));
	return true;
}

bool hr_sh_unique(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	const hr_attributes *attributes = &in->call->attributes;
	const bool whole = !hr_attribute_of(attributes, "axis");
	const bool values = hr_attribute_is(attributes, "result", "values");
	const bool inverse = hr_attribute_is(attributes, "result", "inverse");
	unsigned axis = 0;
	hr_sym all, chosen;

	if (!values && !inverse && !hr_attribute_is(attributes, "result", "indices") &&
	    !hr_attribute_is(attributes, "result", "counts"))
		return hr_sh_fail(in, "result=%s is not known",
				  hr_attribute_of(attributes, "result")->text);
	if (!whole && !hr_sh_axis(in, "axis", rank, &axis))
		return false;
	all = whole ? hr_sh_product(in, 0, 0, rank) : hr_sh_extent(in, 0, axis);
	in->out->elem = values ? hr_sh_operand(in, 0)->elem : HR_E_I64;
	if (inverse) {
		in->out->rank = 1;
		in->out->extent[0] = all;
		return true;
	}
	chosen = hr_sh_data_extent(in, all);
	if (values && !whole) {
		hr_sh_copy_shape(in, 0);
		in->out->extent[axis] = chosen;
	} else {
		in->out->rank = 1;
		in->out->extent[0] = chosen;
	}
	return true;
}

bool hr_sh_non_max_suppression(hr_infer *in)
{
	hr_sym bound;

	if (!hr_sh_need_rank(in, 0, 3) || !hr_sh_need_rank(in, 1, 3) ||
	    !hr_sh_need_extent(in, 0, 2, hr_sh_number(in, 4), "the corners of a box") ||
	    !hr_sh_need_same(in, 0, 0, 1, 0) || !hr_sh_need_same(in, 0, 1, 1, 2))
		return false;
	for (unsigned i = 2; i < 5; i++)
		if (!hr_sh_need_scalar(in, i))
			return false;
	bound = hr_sh_product(in, 1, 0, 3);
	in->out->rank = 2;
	in->out->extent[0] = hr_sh_data_extent(in, bound);
	in->out->extent[1] = hr_sh_number(in, 3);
	return true;
}
