/* tools/import/onnx/move.c -- operators that move elements or change the shape.
 *
 * Not here:  elements chosen by data (index.c). */
#include <stdlib.h>

#include "tools/import/onnx/onnx_private.h"

/* --- shapes ------------------------------------------------------------------------------------ */

hr_tv op_shape(onnx_node *o)
{
	const int64_t rank = onnx_rank(o, o->in[0]);
	int64_t start = onnx_int(o, "start", 0), end = onnx_int(o, "end", rank);

	start = start < 0 ? start + rank : start;
	end = end < 0 ? end + rank : end;
	start = start < 0 ? 0 : start > rank ? rank : start;
	end = end < start ? start : end > rank ? rank : end;
	return t_shape_part(o, o->in[0], (unsigned)start, (unsigned)end);
}

hr_tv op_size(onnx_node *o)
{
	return hr_t_1(o->program, HR_R_extent, o->in[0]);
}

hr_tv op_reshape(onnx_node *o)
{
	return hr_t_call(o->program, HR_R_reshape, o->in, 2, "copy_zero=%d",
			 !onnx_int(o, "allowzero", 0));
}

hr_tv op_flatten(onnx_node *o)
{
	const int64_t rank = onnx_rank(o, o->in[0]);
	int64_t axis = onnx_int(o, "axis", 1);
	hr_tv shape[2];

	if (axis < -rank || axis > rank)
		return onnx_node_invalid(o, "there is no axis %lld among %lld", (long long)axis,
					 (long long)rank);
	axis = axis < 0 ? axis + rank : axis;
	shape[0] = t_extents(o, o->in[0], 0, (unsigned)axis);
	shape[1] = t_extents(o, o->in[0], (unsigned)axis, (unsigned)rank);
	return t_reshape(o, o->in[0], t_vector(o, shape, 2));
}

/* Return the axes of extent 1, which must all be known at import; NULL after an error. */
static const char *axes_of_one(const onnx_node *o)
{
	const unsigned rank = onnx_rank(o, o->in[0]);
	int64_t axes[HR_RANK_MOST], extent;
	unsigned count = 0;

	for (unsigned axis = 0; axis < rank; axis++) {
		if (!hr_t_extent(o->program, o->in[0], axis, &extent)) {
			onnx_node_refuse(
				o,
				"it has no axes, and its operand, %s, has extents that are not known at import",
				hr_t_text(o->program, o->in[0]));
			return NULL;
		}
		if (extent == 1)
			axes[count++] = axis;
	}
	return onnx_list_text(o, axes, count);
}

hr_tv op_squeeze(onnx_node *o)
{
	onnx_list list;
	const char *axes;

	if (onnx_is_later(o, onnx_in(o, 1)))
		return hr_t_2(o->program, HR_R_squeeze, o->in[0], o->in[1]);
	list = onnx_ints_or_operand(o, "axes", 1);
	if (onnx_in(o, 1) && !list.given)
		return 0;
	axes = list.given ? onnx_axes_text(o, list, onnx_rank(o, o->in[0])) : axes_of_one(o);
	return axes ? t_squeeze(o, o->in[0], axes) : 0;
}

hr_tv op_unsqueeze(onnx_node *o)
{
	onnx_list list;
	const char *axes;

	if (onnx_is_later(o, onnx_in(o, 1)))
		return hr_t_2(o->program, HR_R_unsqueeze, o->in[0], o->in[1]);
	list = onnx_ints_or_operand(o, "axes", 1);
	if (!list.given)
		return 0;
	axes = onnx_axes_text(o, list, onnx_rank(o, o->in[0]) + (unsigned)list.count);
	return axes ? t_unsqueeze(o, o->in[0], axes) : 0;
}

hr_tv op_expand(onnx_node *o)
{
	return t_broadcast(o, o->in[0], o->in[1]);
}

/* --- order ------------------------------------------------------------------------------------- */

hr_tv op_transpose(onnx_node *o)
{
	const onnx_list perm = onnx_ints(o, "perm");

	if (!perm.given)
		return hr_t_1(o->program, HR_R_transpose, o->in[0]);
	return hr_t_call(o->program, HR_R_transpose, o->in, 1, "perm=%s",
			 onnx_list_text(o, perm.data, perm.count));
}

hr_tv op_reverse_sequence(onnx_node *o)
{
	return hr_t_call(o->program, HR_R_reverse_sequence, o->in, 2,
			 "batch_axis=%lld time_axis=%lld", (long long)onnx_int(o, "batch_axis", 1),
			 (long long)onnx_int(o, "time_axis", 0));
}

/* Return operand 0, of rank 4, with the shape of COUNT extents that PARTS gives, transposed by PERM, and
 * then with the shape of RESULT. */
static hr_tv blocks(const onnx_node *o, const hr_tv parts[6], const unsigned perm[6],
		    const hr_tv result[4])
{
	hr_tv x = t_reshape(o, o->in[0], t_vector(o, parts, 6));

	return t_reshape(o, t_transpose(o, x, perm, 6), t_vector(o, result, 4));
}

/* Set N, C, H, W to the extents of operand 0, and *SIZE to the size of blocks. Return false after an
 * error. */
static bool block_extents(const onnx_node *o, hr_tv extents[4], hr_tv *size)
{
	const int64_t blocksize = onnx_int(o, "blocksize", 0);

	if (onnx_rank(o, o->in[0]) != 4 || blocksize < 1 || blocksize > INT32_MAX) {
		onnx_node_invalid(o, "its operand is %s, and its blocksize is %lld",
				  hr_t_text(o->program, o->in[0]), (long long)blocksize);
		return false;
	}
	for (unsigned axis = 0; axis < 4; axis++)
		extents[axis] = t_extent(o, o->in[0], axis);
	*size = t_integer(o, blocksize);
	return true;
}

/* Need that NUMBER divides extent AXIS of operand 0. */
static bool divides(const onnx_node *o, int64_t number, unsigned axis)
{
	hr_symbols *symbols = o->model->symbols;

	if (hr_sym_need(symbols, HR_NEED_DIVIDES, hr_sym_number(symbols, number),
			hr_t_value(o->program, o->in[0])->extent[axis], o->label))
		return true;
	onnx_node_invalid(o, "axis %u of %s cannot be divided by %lld", axis,
			  hr_t_text(o->program, o->in[0]), (long long)number);
	return false;
}

hr_tv op_depth_to_space(onnx_node *o)
{
	static const unsigned perms[2][6] = {{0, 3, 4, 1, 5, 2}, {0, 1, 4, 2, 5, 3}};
	const int mode = onnx_choice(o, "mode", "DCR CRD");
	const int64_t size = onnx_int(o, "blocksize", 0);
	hr_tv e[4], b, depth;

	if (mode < 0 || !block_extents(o, e, &b) || !divides(o, size * size, 1))
		return 0;
	depth = t_div(o, e[1], t_mul(o, b, b));
	return blocks(o,
		      mode ? (const hr_tv[]){e[0], depth, b, b, e[2], e[3]}
			   : (const hr_tv[]){e[0], b, b, depth, e[2], e[3]},
		      perms[mode],
		      (const hr_tv[]){e[0], depth, t_mul(o, e[2], b), t_mul(o, e[3], b)});
}

hr_tv op_space_to_depth(onnx_node *o)
{
	static const unsigned perms[2][6] = {{0, 3, 5, 1, 2, 4}, {0, 1, 3, 5, 2, 4}};
	const int mode = onnx_choice(o, "mode", "DCR CRD");
	const int64_t size = onnx_int(o, "blocksize", 0);
	hr_tv e[4], b, height, width;

	if (mode < 0 || !block_extents(o, e, &b) || !divides(o, size, 2) || !divides(o, size, 3))
		return 0;
	height = t_div(o, e[2], b);
	width = t_div(o, e[3], b);
	return blocks(o, (const hr_tv[]){e[0], e[1], height, b, width, b}, perms[mode],
		      (const hr_tv[]){e[0], t_mul(o, e[1], t_mul(o, b, b)), height, width});
}

/* --- parts ------------------------------------------------------------------------------------- */

hr_tv op_concat(onnx_node *o)
{
	unsigned axis;

	if (!onnx_axis(o, onnx_int(o, "axis", 1), onnx_rank(o, o->in[0]), &axis))
		return 0;
	return t_concat(o, axis, o->in, o->in_count);
}

/* Starts, ends and axes were attributes before operator set 10. */
hr_tv op_slice(onnx_node *o)
{
	const onnx_list starts = onnx_ints(o, "starts"), ends = onnx_ints(o, "ends");
	const onnx_list axes = onnx_ints(o, "axes");
	hr_tv operands[4] = {o->in[0]};

	if (o->opset >= 10)
		return hr_t_call(o->program, HR_R_slice, o->in, o->in_count, "%s", "");
	operands[1] = hr_t_integers(o->program, starts.data, starts.count);
	operands[2] = hr_t_integers(o->program, ends.data, ends.count);
	if (axes.given)
		operands[3] = hr_t_integers(o->program, axes.data, axes.count);
	return hr_t_call(o->program, HR_R_slice, operands, 4, "%s", "");
}

/* Report that the parts of AXIS do not have its extent in sum. */
static bool sum_is_extent(const onnx_node *o, unsigned axis, hr_tv sum)
{
	const hr_tvalue *x = hr_t_value(o->program, o->in[0]), *end = hr_t_value(o->program, sum);
	const hr_sym is = end->known_count ? end->known[0] : HR_SYM_NONE;

	if (!sum || is == HR_SYM_NONE ||
	    hr_sym_need(o->model->symbols, HR_NEED_EQUAL, x->extent[axis], is, o->label))
		return true;
	onnx_node_invalid(o, "the parts have %s elements along axis %u of %s in sum",
			  hr_sym_text(o->model->symbols, is), axis,
			  hr_t_text(o->program, o->in[0]));
	return false;
}

/* Set the outputs to parts of the extents in SIZES, a vector. */
static hr_tv split_by(onnx_node *o, unsigned axis, hr_tv sizes)
{
	hr_tv start = t_integer(o, 0), end;
	int64_t parts;

	if (hr_t_extent(o->program, sizes, 0, &parts) && parts != o->out_count)
		return onnx_node_invalid(o, "it has %lld sizes for %u outputs", (long long)parts,
					 o->out_count);
	sizes = t_within(o, sizes, 0, 0, "a size is negative");
	sizes = t_require(
		o, sizes,
		t_equal(o, t_reduce(o, HR_R_sum, sizes, NULL, false), t_extent(o, o->in[0], axis)),
		hr_arena_printf(o->model->arena,
				"the sum of the sizes is not the extent of axis %u of %s", axis,
				hr_t_text(o->program, o->in[0])));
	for (unsigned i = 0; i < o->out_count; i++) {
		end = t_add(o, start, t_element(o, sizes, i));
		o->out[i] = t_slice(o, o->in[0], axis, start, end);
		start = end;
	}
	return sum_is_extent(o, axis, start) ? o->out[0] : 0;
}

/* Need that the parts before the last, which end at LAST, are not more than X has along AXIS. */
static bool last_part_fits(const onnx_node *o, unsigned axis, hr_tv last)
{
	const hr_tvalue *x = hr_t_value(o->program, o->in[0]), *at = hr_t_value(o->program, last);

	if (!last || !at->known_count || at->known[0] == HR_SYM_NONE ||
	    hr_sym_need(o->model->symbols, HR_NEED_LESS_EQUAL, at->known[0], x->extent[axis],
			o->label))
		return true;
	onnx_node_invalid(o, "axis %u of %s has too few elements for %u parts", axis,
			  hr_t_text(o->program, o->in[0]), o->out_count);
	return false;
}

/* Set the outputs to equal parts; from operator set 18 on, the last may be smaller. */
static hr_tv split_equally(onnx_node *o, unsigned axis)
{
	const int64_t count = o->out_count;
	const hr_sym whole = hr_t_value(o->program, o->in[0])->extent[axis];
	hr_symbols *symbols = o->model->symbols;
	hr_tv extent = t_extent(o, o->in[0], axis), size, start = t_integer(o, 0), end;

	if (o->opset >= 18 && onnx_int(o, "num_outputs", count) != count)
		return onnx_node_invalid(o, "it has %u outputs, but num_outputs is %lld",
					 o->out_count, (long long)onnx_int(o, "num_outputs", 0));
	if (o->opset < 18 &&
	    !hr_sym_need(symbols, HR_NEED_DIVIDES, hr_sym_number(symbols, count), whole, o->label))
		return onnx_node_invalid(o, "axis %u of %s cannot be split in %u equal parts", axis,
					 hr_t_text(o->program, o->in[0]), o->out_count);
	size = t_div(o, t_add(o, extent, t_integer(o, count - 1)), t_integer(o, count));
	if (!last_part_fits(o, axis, t_mul(o, size, t_integer(o, count - 1))))
		return 0;
	for (unsigned i = 0; i < o->out_count; i++) {
		end = t_add(o, start, size);
		o->out[i] = t_slice(o, o->in[0], axis, start, i + 1 < count ? end : extent);
		start = end;
	}
	return o->out[0];
}

/* Sizes were an attribute before operator set 13. */
hr_tv op_split(onnx_node *o)
{
	const onnx_list list = onnx_ints(o, "split");
	unsigned axis;

	if (!onnx_axis(o, onnx_int(o, "axis", 0), onnx_rank(o, o->in[0]), &axis))
		return 0;
	if (list.given)
		return split_by(o, axis, hr_t_integers(o->program, list.data, list.count));
	return onnx_in(o, 1) ? split_by(o, axis, o->in[1]) : split_equally(o, axis);
}

/* Of a triangle: rows I and columns K of the last two axes, where K - I is at least the operand k, or at
 * most. */
hr_tv op_trilu(onnx_node *o)
{
	hr_tv x = o->in[0], k = onnx_in(o, 1) ? t_as_scalar(o, o->in[1]) : t_integer(o, 0), row,
	      column;
	const unsigned rank = onnx_rank(o, x);

	if (rank < 2)
		return onnx_node_invalid(o, "its operand is %s, no matrix",
					 hr_t_text(o->program, x));
	row = t_unsqueeze(o, t_count(o, t_extent(o, x, rank - 2)), "1");
	column = t_count(o, t_extent(o, x, rank - 1));
	row = t_add(o, row, k);
	return t_where(o,
		       onnx_int(o, "upper", 1) ? t_less_equal(o, row, column)
					       : t_less_equal(o, column, row),
		       x, t_like(o, x, 0));
}

/* --- repeated and padded ----------------------------------------------------------------------- */

/* Element i along an axis is element i modulo the extent. */
hr_tv op_tile(onnx_node *o)
{
	const unsigned rank = onnx_rank(o, o->in[0]);
	hr_tv x = o->in[0], extent, index, repeats;
	int64_t known;

	if (!hr_t_extent(o->program, o->in[1], 0, &known) || known != rank)
		return onnx_node_invalid(o, "it repeats %s by %s", hr_t_text(o->program, x),
					 hr_t_text(o->program, o->in[1]));
	for (unsigned axis = 0; axis < rank; axis++) {
		if (hr_t_known(o->program, o->in[1], axis, &known) && known == 1)
			continue;
		extent = t_extent(o, x, axis);
		repeats = t_within(
			o, t_element(o, o->in[1], axis), 0,
			t_div(o, t_integer(o, INT64_C(1) << 62), t_max(o, extent, t_integer(o, 1))),
			"a number of repeats is negative or too large");
		index = t_count(o, t_mul(o, extent, repeats));
		x = t_gather(o, x, t_mod(o, index, extent), axis);
	}
	return x;
}

/* Pads and value were attributes before operator set 11. */
hr_tv op_pad(onnx_node *o)
{
	static const char *const modes[] = {"constant", "reflect", "edge", "wrap"};
	const int mode = onnx_choice(o, "mode", "constant reflect edge wrap");
	const onnx_list pads = onnx_ints(o, "pads");
	hr_tv operands[4] = {o->in[0], onnx_in(o, 1), onnx_in(o, 2), onnx_in(o, 3)};

	if (mode < 0)
		return 0;
	if (o->opset < 11) {
		operands[1] = hr_t_integers(o->program, pads.data, pads.count);
		operands[2] = t_like(o, o->in[0], onnx_real(o, "value", 0));
	}
	operands[2] = t_as_scalar(o, operands[2]);
	return hr_t_call(o->program, HR_R_pad, operands, 4, "mode=%s", modes[mode]);
}

/* Along each axis: the middle part of at most the wanted extent, between zeros. */
static hr_tv crop_or_pad(const onnx_node *o, hr_tv x, unsigned axis, hr_tv wanted)
{
	hr_tv extent = t_extent(o, x, axis), zero = t_integer(o, 0), two = t_integer(o, 2);
	hr_tv more = t_max(o, t_sub(o, extent, wanted), zero), start = t_div(o, more, two);
	hr_tv less = t_max(o, t_sub(o, wanted, extent), zero), before = t_div(o, less, two);
	hr_tv pads = t_vector(o, (const hr_tv[]){before, t_sub(o, less, before)}, 2);
	const int64_t at = axis;

	x = t_slice(o, x, axis, start, t_add(o, start, t_min(o, extent, wanted)));
	return hr_t_call(o->program, HR_R_pad,
			 (const hr_tv[]){x, pads, 0, hr_t_integers(o->program, &at, 1)}, 4,
			 "mode=constant");
}

hr_tv op_center_crop_pad(onnx_node *o)
{
	const onnx_list axes = onnx_ints(o, "axes");
	const unsigned rank = onnx_rank(o, o->in[0]);
	hr_tv x = o->in[0], shape = t_cast(o, o->in[1], HR_E_I64);
	const size_t count = axes.given ? axes.count : rank;
	unsigned axis;
	int64_t sizes;

	if (!hr_t_extent(o->program, shape, 0, &sizes) || (size_t)sizes != count)
		return onnx_node_invalid(o, "its shape is %s, for %zu axes",
					 hr_t_text(o->program, o->in[1]), count);
	shape = t_within(o, shape, 0, 0, "an extent of the shape is negative");
	for (size_t i = 0; i < count; i++) {
		if (!onnx_axis(o, axes.given ? axes.data[i] : (int64_t)i, rank, &axis))
			return 0;
		x = crop_or_pad(o, x, axis, t_element(o, shape, (int64_t)i));
	}
	return x;
}
