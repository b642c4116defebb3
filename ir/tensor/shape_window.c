/* ir/tensor/shape_window.c -- shapes of what slides windows, samples and resizes (X2).
 *
 * A window must fit the padded axis: that is needed where it cannot be shown.
 *
 * Not here: convolutions (shape_product.c). */
#include "ir/tensor/shape_window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- axes of windows -------------------------------------------------------------------------- */

/* Fail unless list NAME is absent or has COUNT numbers, each at least LEAST. */
static bool check_list(hr_infer *in, const char *name, size_t count, int64_t least)
{
	const hr_attribute *list = hr_attribute_of(&in->call->attributes, name);

	if (!list || (!list->count && !*list->text))
		return true;
	if (list->count != count)
		return hr_sh_fail(in, "%s=%s must have %zu numbers", name, list->text, count);
	for (size_t i = 0; i < count; i++)
		if (list->integers[i] < least || list->integers[i] > INT32_MAX)
			return hr_sh_fail(in, "%s=%s: %lld is out of range", name, list->text,
					  (long long)list->integers[i]);
	return true;
}

bool hr_sh_check_lists(hr_infer *in, unsigned spaces)
{
	const hr_attribute *automatic = hr_attribute_of(&in->call->attributes, "auto");

	if (automatic && strcmp(automatic->text, "none") && strcmp(automatic->text, "valid") &&
	    strcmp(automatic->text, "same_upper") && strcmp(automatic->text, "same_lower"))
		return hr_sh_fail(in, "auto=%s is not known", automatic->text);
	return check_list(in, "strides", spaces, 1) && check_list(in, "dilations", spaces, 1) &&
	       check_list(in, "pads", 2 * (size_t)spaces, INT32_MIN) &&
	       check_list(in, "output_padding", spaces, 0);
}

bool hr_sh_window_extent(hr_infer *in, unsigned i, hr_sym kernel, hr_sym *out)
{
	const hr_attributes *of = &in->call->attributes;
	const unsigned spaces = hr_sh_operand(in, 0)->rank - 2;
	const int64_t stride = hr_attribute_at(of, "strides", i, 1);
	const hr_sym extent = hr_sh_extent(in, 0, i + 2);
	int64_t before = 0, after = 0;
	hr_sym padded, window, last;

	if (hr_attribute_is(of, "auto", "same_upper") ||
	    hr_attribute_is(of, "auto", "same_lower")) {
		*out = hr_sh_op_number(in, HR_SYM_CEIL, extent, stride);
		return true;
	}
	if (!hr_attribute_is(of, "auto", "valid")) {
		before = hr_attribute_at(of, "pads", i, 0);
		after = hr_attribute_at(of, "pads", i + spaces, 0);
	}
	window = hr_sh_op_number(in, HR_SYM_SUB, kernel, 1);
	window = hr_sh_op_number(in, HR_SYM_MUL, window, hr_attribute_at(of, "dilations", i, 1));
	window = hr_sh_op_number(in, HR_SYM_ADD, window, 1);
	padded = hr_sh_op_number(in, HR_SYM_ADD, extent, before + after);
	if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, window, padded,
			"the window has %s elements, but axis %u of %s, only %s with padding",
			hr_sym_text(in->symbols, window), i + 2, hr_sh_text(in, 0),
			hr_sym_text(in->symbols, padded)))
		return false;
	*out = hr_sh_op(in, HR_SYM_SUB, padded, window);
	*out = hr_sh_op_number(in, hr_attribute_integer(of, "ceil", 0) ? HR_SYM_CEIL : HR_SYM_DIV,
			       *out, stride);
	*out = hr_sh_op_number(in, HR_SYM_ADD, *out, 1);
	if (!hr_attribute_integer(of, "ceil", 0))
		return true;
	/* The last window begins before the padding after. */
	last = hr_sh_op_number(in, HR_SYM_ADD, extent, before);
	last = hr_sh_op_number(in, HR_SYM_CEIL, last, stride);
	*out = hr_sh_op(in, HR_SYM_MIN, *out, last);
	return true;
}

bool hr_sh_pool(hr_infer *in)
{
	const hr_attributes *of = &in->call->attributes;
	const hr_attribute *kernel = hr_attribute_of(of, "kernel");
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	const hr_elem elem = hr_sh_operand(in, 0)->elem;
	const bool indices = hr_attribute_is(of, "kind", "max_index");

	if (!indices && !hr_attribute_is(of, "kind", "max") &&
	    !hr_attribute_is(of, "kind", "average") && !hr_attribute_is(of, "kind", "lp"))
		return hr_sh_fail(in, "the kind of the pool is not known");
	if (!hr_sh_need_rank_least(in, 0, 3))
		return false;
	if (elem == HR_E_BOOL ||
	    (!hr_elem_is_real(elem) &&
	     (hr_attribute_is(of, "kind", "average") || hr_attribute_is(of, "kind", "lp"))))
		return hr_sh_fail(in, "%s, has a type for which there is no such pool",
				  hr_sh_text(in, 0));
	if (!kernel || kernel->count != rank - 2)
		return hr_sh_fail(in, "kernel=%s must have %u numbers", kernel ? kernel->text : "",
				  rank - 2);
	if (!check_list(in, "kernel", rank - 2, 1) || !hr_sh_check_lists(in, rank - 2))
		return false;
	in->out->elem = indices ? HR_E_I64 : elem;
	hr_sh_copy_shape(in, 0);
	for (unsigned i = 0; i < rank - 2; i++)
		if (!hr_sh_window_extent(in, i, hr_sh_number(in, kernel->integers[i]),
					 &in->out->extent[i + 2]))
			return false;
	return true;
}

/* --- resize ----------------------------------------------------------------------------------- */

/* Return floor(EXTENT * SCALE): SCALE is a binary fraction. */
static hr_sym scaled(hr_infer *in, hr_sym extent, double scale)
{
	int exponent;
	const double fraction = frexp(scale, &exponent);
	int64_t whole = (int64_t)ldexp(fraction, 24);

	for (exponent -= 24; whole && whole % 2 == 0 && exponent < 0; exponent++)
		whole /= 2;
	if (exponent < -61 || exponent > 30)
		return HR_SYM_NONE;
	extent = hr_sh_op_number(in, HR_SYM_MUL, extent, whole);
	return exponent < 0 ? hr_sh_op_number(in, HR_SYM_DIV, extent, INT64_C(1) << -exponent)
			    : hr_sh_op_number(in, HR_SYM_MUL, extent, INT64_C(1) << exponent);
}

/* Return true and set *SCALE if scale K (operand 2) is a constant. */
static bool constant_scale(const hr_infer *in, unsigned k, double *scale)
{
	const hr_tvalue *of = hr_sh_operand(in, 2);

	if (!of->data)
		return false;
	*scale = hr_elem_real(of->elem, of->data, k);
	return true;
}

/* Of the axes AXES, of which COUNT are resized: keep the aspect of sizes that are all known, where the
 * policy says so. Else the sizes are found when the program runs. */
static void keep_aspect(hr_infer *in, const unsigned *axes, unsigned count)
{
	const bool larger = hr_attribute_is(&in->call->attributes, "policy", "not_smaller");
	double scale = larger ? 0 : INFINITY;
	bool known = true;
	int64_t from, to;

	for (unsigned k = 0; k < count && known; k++) {
		known = hr_sh_is_number(in, hr_sh_extent(in, 0, axes[k]), &from) &&
			hr_sh_is_number(in, in->out->extent[axes[k]], &to) && from > 0;
		if (known && ((double)to / (double)from > scale) == larger)
			scale = (double)to / (double)from;
	}
	for (unsigned k = 0; k < count; k++) {
		hr_sym *out = &in->out->extent[axes[k]];

		hr_sh_is_number(in, hr_sh_extent(in, 0, axes[k]), &from);
		*out = known ? hr_sh_number(in, (int64_t)floor((double)from * scale + 0.5))
			     : hr_sym_symbol(in->symbols, NULL);
	}
}

/* Set AXES to those that are resized and *COUNT to their number. */
static bool resized_axes(hr_infer *in, unsigned axes[HR_RANK_MOST], unsigned *count)
{
	const hr_attribute *list = hr_attribute_of(&in->call->attributes, "axes");
	const unsigned rank = hr_sh_operand(in, 0)->rank;
	unsigned mask;
	bool given;

	if (!hr_sh_axes(in, rank, &mask, &given))
		return false;
	*count = given ? (unsigned)list->count : rank;
	for (unsigned k = 0; k < *count; k++)
		axes[k] = given ? (unsigned)list->integers[k] : k;
	return true;
}

bool hr_sh_resize(hr_infer *in)
{
	unsigned axes[HR_RANK_MOST], count, by;
	int64_t scales = -1, sizes = -1;

	if (!resized_axes(in, axes, &count) || !hr_sh_need_rank(in, 2, 1) ||
	    !hr_sh_need_rank(in, 3, 1))
		return false;
	hr_sh_is_number(in, hr_sh_extent(in, 2, 0), &scales);
	hr_sh_is_number(in, hr_sh_extent(in, 3, 0), &sizes);
	if ((scales == 0) == (sizes == 0))
		return hr_sh_fail(in, "one of %s, and %s, must be empty", hr_sh_text(in, 2),
				  hr_sh_text(in, 3));
	by = scales == 0 ? 3 : 2;
	if (!hr_sh_need_extent(in, by, 0, hr_sh_number(in, count), "one for each axis"))
		return false;
	hr_sh_copy_shape(in, 0);
	for (unsigned k = 0; k < count; k++) {
		hr_sym *out = &in->out->extent[axes[k]];
		double scale;

		if (by == 3)
			*out = hr_sh_element(in, 3, k);
		else if (!constant_scale(in, k, &scale))
			*out = HR_SYM_NONE;
		else if (!(scale > 0) || !(scale < 0x1p31))
			return hr_sh_fail(in, "a scale is %g", scale);
		else
			*out = scaled(in, *out, scale);
		if (!*out)
			*out = hr_sym_symbol(in->symbols, NULL);
		if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 0), *out,
				"a size is negative: %s", hr_sym_text(in->symbols, *out)))
			return false;
		if (by == 3 && !hr_sym_equal(in->symbols, *out, hr_sh_extent(in, 0, axes[k])) &&
		    !hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 1),
				hr_sh_extent(in, 0, axes[k]), "axis %u of %s, has no elements",
				axes[k], hr_sh_text(in, 0)))
			return false;
	}
	if (by == 3 && !hr_attribute_is(&in->call->attributes, "policy", "stretch"))
		keep_aspect(in, axes, count);
	return true;
}

/* --- samples ---------------------------------------------------------------------------------- */

bool hr_sh_grid_sample(hr_infer *in)
{
	const unsigned rank = hr_sh_operand(in, 0)->rank;

	if (!hr_sh_need_rank_least(in, 0, 3) || !hr_sh_need_rank(in, 1, rank) ||
	    !hr_sh_need_same(in, 0, 0, 1, 0) ||
	    !hr_sh_need_extent(in, 1, rank - 1, hr_sh_number(in, rank - 2),
			       "one for each axis of the space"))
		return false;
	in->out->rank = rank;
	in->out->extent[0] = hr_sh_extent(in, 0, 0);
	in->out->extent[1] = hr_sh_extent(in, 0, 1);
	for (unsigned i = 2; i < rank; i++)
		in->out->extent[i] = hr_sh_extent(in, 1, i - 1);
	return true;
}

/* roi_align and roi_pool. */
bool hr_sh_roi(hr_infer *in)
{
	const hr_attributes *of = &in->call->attributes;
	const int64_t height = hr_attribute_integer(of, "height", 1);
	const int64_t width = hr_attribute_integer(of, "width", 1);
	const bool aligns = in->call->row == HR_R_roi_align;

	if (!hr_sh_need_rank(in, 0, 4) || !hr_sh_need_rank(in, 1, 2) ||
	    !hr_sh_need_extent(in, 1, 1, hr_sh_number(in, aligns ? 4 : 5),
			       aligns ? "the corners of a region"
				      : "the image and the corners of a region"))
		return false;
	if (aligns && (!hr_sh_need_rank(in, 2, 1) || !hr_sh_need_same(in, 1, 0, 2, 0)))
		return false;
	if (height < 1 || width < 1)
		return hr_sh_fail(in, "height=%lld width=%lld: must be positive", (long long)height,
				  (long long)width);
	in->out->rank = 4;
	in->out->extent[0] = hr_sh_extent(in, 1, 0);
	in->out->extent[1] = hr_sh_extent(in, 0, 1);
	in->out->extent[2] = hr_sh_number(in, height);
	in->out->extent[3] = hr_sh_number(in, width);
	return true;
}

/* Return the number of places of block K of `col2im` in its image. */
static hr_sym block_places(hr_infer *in, unsigned k, unsigned spaces)
{
	const hr_attributes *of = &in->call->attributes;
	hr_sym image = hr_sh_element(in, 1, k), block = hr_sh_element(in, 2, k);

	block = hr_sh_op_number(in, HR_SYM_SUB, block, 1);
	block = hr_sh_op_number(in, HR_SYM_MUL, block, hr_attribute_at(of, "dilations", k, 1));
	image = hr_sh_op_number(in, HR_SYM_ADD, image,
				hr_attribute_at(of, "pads", k, 0) +
					hr_attribute_at(of, "pads", k + spaces, 0) - 1);
	image = hr_sh_op(in, HR_SYM_SUB, image, block);
	image = hr_sh_op_number(in, HR_SYM_DIV, image, hr_attribute_at(of, "strides", k, 1));
	return hr_sh_op_number(in, HR_SYM_ADD, image, 1);
}

bool hr_sh_col2im(hr_infer *in)
{
	const hr_sym one = hr_sh_number(in, 1);
	hr_sym block = one, places = one;
	unsigned spaces, blocks;

	if (!hr_sh_need_rank(in, 0, 3) || !hr_sh_vector(in, 1, &spaces) ||
	    !hr_sh_vector(in, 2, &blocks) || !hr_sh_need_same(in, 1, 0, 2, 0) ||
	    !hr_sh_check_lists(in, spaces) || !hr_sh_set_rank(in, spaces + 2))
		return false;
	for (unsigned k = 0; k < spaces; k++) {
		block = hr_sh_op(in, HR_SYM_MUL, block, hr_sh_element(in, 2, k));
		places = hr_sh_op(in, HR_SYM_MUL, places, block_places(in, k, spaces));
		in->out->extent[k + 2] = hr_sh_element(in, 1, k);
		if (!in->out->extent[k + 2])
			in->out->extent[k + 2] = hr_sym_symbol(in->symbols, NULL);
		if (!hr_sh_need(in, HR_NEED_LESS_EQUAL, hr_sh_number(in, 0), in->out->extent[k + 2],
				"an extent of the image is negative"))
			return false;
	}
	if (!hr_sh_need(in, HR_NEED_DIVIDES, block, hr_sh_extent(in, 0, 1),
			"axis 1 of %s, is no multiple of the %s elements of a block",
			hr_sh_text(in, 0), hr_sym_text(in->symbols, block)) ||
	    !hr_sh_need_extent(in, 0, 2, places, "the number of places of a block"))
		return false;
	in->out->extent[0] = hr_sh_extent(in, 0, 0);
	in->out->extent[1] = hr_sh_op(in, HR_SYM_DIV, hr_sh_extent(in, 0, 1), block);
	if (!in->out->extent[1])
		in->out->extent[1] = hr_sym_symbol(in->symbols, NULL);
	return true;
}
