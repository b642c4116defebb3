/* ir/tensor/shape_product.c -- shapes of contractions: matrix products and convolutions (X2).
 *
 * Not here: windows that are not contracted (shape_window.c), where an axis of a window is sized
 *           (hr_sh_window_extent(), there). */
#include <stdlib.h>
#include <string.h>

#include "ir/tensor/shape_private.h"
#include "ir/tensor/shape_window.h"

/* --- matrices --------------------------------------------------------------------------------- */

bool hr_sh_dot(hr_infer *in)
{
	const hr_tvalue *a = hr_sh_operand(in, 0), *b = hr_sh_operand(in, 1);
	unsigned rank;

	if (!hr_sh_need_rank_least(in, 0, 2) || !hr_sh_need_rank_least(in, 1, 2) ||
	    !hr_sh_need_same(in, 0, a->rank - 1, 1, b->rank - 2))
		return false;
	rank = a->rank > b->rank ? a->rank : b->rank;
	in->out->rank = rank;
	for (unsigned axis = 0; axis + 2 < rank; axis++) {
		const hr_sym one = hr_sh_number(in, 1);
		const hr_sym x = axis + a->rank >= rank ? a->extent[axis + a->rank - rank] : one;
		const hr_sym y = axis + b->rank >= rank ? b->extent[axis + b->rank - rank] : one;

		if (!hr_sh_broadcast_extent(in, x, y, &in->out->extent[axis]))
			return hr_sh_fail(in, "%s, and %s, cannot be broadcast to one another",
					  hr_sh_text(in, 0), hr_sh_text(in, 1));
	}
	in->out->extent[rank - 2] = hr_sh_extent(in, 0, a->rank - 2);
	in->out->extent[rank - 1] = hr_sh_extent(in, 1, b->rank - 1);
	return true;
}

bool hr_sh_determinant(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;

	if (!hr_sh_need_rank_least(in, 0, 2) || !hr_sh_need_same(in, 0, rank - 2, 0, rank - 1))
		return false;
	hr_sh_copy_shape(in, 0);
	in->out->rank = rank - 2;
	return true;
}

/* --- convolutions ----------------------------------------------------------------------------- */

/* Check that X and W have one rank and that W's axis AXIS times GROUPS is the number of channels. */
static bool check_filter(hr_infer *in, unsigned axis, int64_t *groups)
{
	const int64_t group = hr_attribute_integer(&in->call->attributes, "group", 1);
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	hr_sym channels;

	if (!hr_sh_need_rank_least(in, 0, 3) || !hr_sh_need_rank(in, 1, rank))
		return false;
	if (group < 1)
		return hr_sh_fail(in, "group is %lld", (long long)group);
	*groups = group;
	channels = hr_sh_op_number(in, HR_SYM_MUL, hr_sh_extent(in, 1, axis), axis ? group : 1);
	if (!hr_sh_need(in, HR_NEED_EQUAL, hr_sh_extent(in, 0, 1), channels,
			"axis 1 is %s in %s, but axis %u is %s in %s, and group is %lld",
			hr_sym_text(in->symbols, hr_sh_extent(in, 0, 1)), hr_sh_text(in, 0), axis,
			hr_sym_text(in->symbols, hr_sh_extent(in, 1, axis)), hr_sh_text(in, 1),
			(long long)group))
		return false;
	return hr_sh_need(in, HR_NEED_DIVIDES, hr_sh_number(in, group), hr_sh_extent(in, 1, 0),
			  "group is %lld, which does not divide axis 0 of %s", (long long)group,
			  hr_sh_text(in, 1));
}

bool hr_sh_convolution(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	int64_t groups;

	if (!check_filter(in, 1, &groups) || !hr_sh_check_lists(in, rank - 2))
		return false;
	in->out->rank = rank;
	in->out->extent[0] = hr_sh_extent(in, 0, 0);
	in->out->extent[1] = hr_sh_extent(in, 1, 0);
	for (unsigned i = 0; i < rank - 2; i++)
		if (!hr_sh_window_extent(in, i, hr_sh_extent(in, 1, i + 2),
					 &in->out->extent[i + 2]))
			return false;
	return true;
}

/* Return extent I of the space of a transposed convolution that its attributes give. */
static hr_sym transposed_extent(hr_infer *in, unsigned i)
{
	const hr_attributes *of = &in->call->attributes;
	const unsigned spaces = hr_sh_operand(in, 0)->rank - 2;
	const int64_t stride = hr_attribute_at(of, "strides", i, 1);
	const int64_t dilation = hr_attribute_at(of, "dilations", i, 1);
	const int64_t extra = hr_attribute_at(of, "output_padding", i, 0);
	const bool same = hr_attribute_is(of, "auto", "same_upper") ||
			  hr_attribute_is(of, "auto", "same_lower");
	const bool padded = hr_attribute_is(of, "auto", "none");
	hr_sym sym = hr_sh_extent(in, 0, i + 2), kernel;

	if (same)
		return hr_sh_op_number(in, HR_SYM_MUL, sym, stride);
	kernel = hr_sh_op_number(in, HR_SYM_SUB, hr_sh_extent(in, 1, i + 2), 1);
	kernel = hr_sh_op_number(in, HR_SYM_MUL, kernel, dilation);
	sym = hr_sh_op_number(in, HR_SYM_SUB, sym, 1);
	sym = hr_sh_op_number(in, HR_SYM_MUL, sym, stride);
	sym = hr_sh_op(in, HR_SYM_ADD, sym, kernel);
	sym = hr_sh_op_number(in, HR_SYM_ADD, sym, extra);
	sym = hr_sh_op_number(in, HR_SYM_ADD, sym, 1);
	if (!padded)
		return sym;
	sym = hr_sh_op_number(in, HR_SYM_SUB, sym, hr_attribute_at(of, "pads", i, 0));
	return hr_sh_op_number(in, HR_SYM_SUB, sym, hr_attribute_at(of, "pads", i + spaces, 0));
}

bool hr_sh_convolution_transpose(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	const hr_tvalue *wanted = hr_sh_operand(in, 2);
	int64_t groups;

	if (!check_filter(in, 0, &groups) || !hr_sh_check_lists(in, rank - 2))
		return false;
	if (wanted &&
	    (!hr_sh_need_rank(in, 2, 1) || !hr_sh_need_extent(in, 2, 0, hr_sh_number(in, rank - 2),
							      "one for each axis of the space")))
		return false;
	in->out->rank = rank;
	in->out->extent[0] = hr_sh_extent(in, 0, 0);
	in->out->extent[1] = hr_sh_op_number(in, HR_SYM_MUL, hr_sh_extent(in, 1, 1), groups);
	for (unsigned i = 0; i < rank - 2; i++) {
		hr_sym *out = &in->out->extent[i + 2];

		*out = wanted ? hr_sh_element(in, 2, i) : transposed_extent(in, i);
		if (!*out)
			*out = hr_sym_symbol(in->symbols, NULL);
		if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 0), *out,
				"axis %u of the result would be negative", i + 2))
			return false;
	}
	return true;
}

bool hr_sh_deformable_convolution(hr_infer *in)
{
	const int64_t offsets = hr_attribute_integer(&in->call->attributes, "offset_group", 1);
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	int64_t sizes[2] = {2, 1};
	hr_sym kernel;

	if (!hr_sh_convolution(in))
		return false;
	if (offsets < 1)
		return hr_sh_fail(in, "offset_group is %lld", (long long)offsets);
	kernel = hr_sh_op_number(in, HR_SYM_MUL, hr_sh_product(in, 1, 2, rank), offsets);
	sizes[0] = rank - 2;
	for (unsigned i = 2; i < 4; i++) {
		const hr_sym channels = hr_sh_op_number(in, HR_SYM_MUL, kernel, sizes[i - 2]);

		if (!hr_sh_operand(in, i))
			continue;
		if (!hr_sh_need_rank(in, i, rank) || !hr_sh_need_same(in, 0, 0, i, 0) ||
		    !hr_sh_need_extent(in, i, 1, channels, "of the kernel's elements"))
			return false;
		for (unsigned axis = 2; axis < rank; axis++)
			if (!hr_sh_need_extent(in, i, axis, in->out->extent[axis],
					       "that of the result"))
				return false;
	}
	return true;
}
