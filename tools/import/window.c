/* tools/import/window.c -- Conv, the pools and reductions of the plane: windows that slide over one or
 * two dimensions.
 *
 * T has one padding for both sides of a dimension and no dilations. Instead, a filter that is a
 * weight is widened by zeros between its elements, or on the side with less padding. A mean with
 * such windows, or one that counts padding, becomes a convolution with 1 / count.
 *
 * Clauses:   T3, T4, T5. */
#include <stdio.h>
#include <string.h>

#include "tools/import/import_node.h"

/* In the order of dimensions. A missing second dimension is one position. */
typedef struct window {
	unsigned dims; /* 1 or 2 */
	int64_t kernel[2], strides[2], dilations[2], before[2], after[2];
} window;

/* --- attributes ------------------------------------------------------------------------------- */

static bool is_text(const Onnx__AttributeProto *a, const char *text)
{
	return a->s.len == strlen(text) && memcmp(a->s.data, text, a->s.len) == 0;
}

static int64_t extent_of(const window *w, unsigned i)
{
	return (w->kernel[i] - 1) * w->dilations[i] + 1;
}

/* Set the paddings that give ceil(extent / stride) positions of a window. LOWER: the larger padding
 * comes first. */
static hr_status same_pads(const on *o, const hr_dims *x, bool lower, window *w)
{
	for (unsigned i = 0; i < w->dims; i++) {
		int64_t extent = (int64_t)x->dim[i + 2], positions, missing;

		if (!w->strides[i])
			return INVALID(o, "'strides' has the number 0");
		positions = extent / w->strides[i] + (extent % w->strides[i] != 0);
		missing = extent_of(w, i) - (extent - (positions - 1) * w->strides[i]);
		if (missing < 0)
			missing = 0;
		if (missing > INT32_MAX)
			return REFUSE(o, "its window has %lld elements in a dimension",
				      (long long)extent_of(w, i));
		w->before[i] = lower ? missing - missing / 2 : missing / 2;
		w->after[i] = missing - w->before[i];
	}
	return HR_OK;
}

static hr_status read_pads(const on *o, const hr_dims *x, window *w)
{
	const Onnx__AttributeProto *a = on_attribute(o, "auto_pad");
	int64_t pads[4];

	if (a && a->s.len && (is_text(a, "SAME_UPPER") || is_text(a, "SAME_LOWER")))
		return same_pads(o, x, is_text(a, "SAME_LOWER"), w);
	if (a && a->s.len && is_text(a, "VALID"))
		return HR_OK;
	if (a && a->s.len && !is_text(a, "NOTSET"))
		return INVALID(o, "auto_pad is '%.*s'", (int)a->s.len, (const char *)a->s.data);
	HR_TRY(on_integers(o, "pads", pads, 2 * (size_t)w->dims, 0));
	for (unsigned i = 0; i < w->dims; i++) {
		w->before[i] = pads[i];
		w->after[i] = pads[i + w->dims];
	}
	return HR_OK;
}

/* Return true if rounding up the number of positions gives one more. */
static bool ceil_matters(const hr_dims *x, const window *w)
{
	for (unsigned i = 0; i < w->dims; i++)
		if (w->strides[i] &&
		    ((int64_t)x->dim[i + 2] + w->before[i] + w->after[i] - extent_of(w, i)) %
			    w->strides[i])
			return true;
	return false;
}

/* Read the window of a node on X. The kernel has one number for each of W's dimensions. */
static hr_status read_window(const on *o, const hr_dims *x, window *w)
{
	HR_TRY(on_integers(o, "strides", w->strides, w->dims, 1));
	HR_TRY(on_integers(o, "dilations", w->dilations, w->dims, 1));
	for (unsigned i = 0; i < w->dims; i++) {
		if (w->dilations[i] < 1)
			return INVALID(o, "'dilations' has the number %lld",
				       (long long)w->dilations[i]);
		if (w->kernel[i] > INT32_MAX / w->dilations[i])
			return REFUSE(o, "its window has too many elements");
	}
	HR_TRY(read_pads(o, x, w));
	if (on_integer(o, "ceil_mode", 0) && ceil_matters(x, w))
		return REFUSE(o, "ceil_mode is set; sizes are rounded down");
	return HR_OK;
}

static hr_status window_of(const on *o, unsigned x, window *w)
{
	const hr_dims *dims = &value_at(o, x)->onnx;

	*w = (window){.kernel = {1, 1}, .strides = {1, 1}, .dilations = {1, 1}};
	if (dims->rank != 3 && dims->rank != 4)
		return REFUSE(o, "its input has %u dimensions, but 3 or 4 are required",
			      dims->rank);
	w->dims = dims->rank - 2;
	return HR_OK;
}

static bool is_dilated(const window *w)
{
	return w->dilations[0] != 1 || w->dilations[1] != 1;
}

static bool is_lopsided(const window *w)
{
	return w->before[0] != w->after[0] || w->before[1] != w->after[1];
}

static int64_t largest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Write the window in T's order. */
static void put_window(const window *w, int32_t to[4])
{
	for (unsigned i = 0; i < 2; i++) {
		to[i] = (int32_t)largest(w->before[i], w->after[i]);
		to[i + 2] = (int32_t)w->strides[i];
	}
}

/* --- convolutions ----------------------------------------------------------------------------- */

/* Return the position of element I of a filter's dimension in the widened filter. T pads both sides
 * equally. */
static uint64_t wider_place(const window *w, unsigned dim, uint64_t i)
{
	int64_t shift = largest(w->after[dim] - w->before[dim], 0);

	return (uint64_t)(shift + (int64_t)i * w->dilations[dim]);
}

/* Insert zeros into the filter *VALUE, so that W needs no dilations and has the larger padding on
 * both sides. */
static hr_status widen(const on *o, const window *w, unsigned *value)
{
	const import_value from = *value_at(o, *value);
	hr_dims is = on_padded(&from.onnx, 0), shape = is;
	const char *what = is_dilated(w) ? "it has dilations"
					 : "the paddings at both ends of a dimension differ";
	uint64_t count;
	float *data;

	if (!on_data(o, *value))
		return REFUSE(
			o,
			"%s, which is not supported, and '%s' is not a weight that could be widened",
			what, from.name);
	for (unsigned i = 0; i < 2; i++)
		shape.dim[i + 2] =
			(uint64_t)(extent_of(w, i) + largest(w->before[i], w->after[i]) -
				   (w->before[i] < w->after[i] ? w->before[i] : w->after[i]));
	count = hr_dims_count(&shape);
	if (count > INT32_MAX)
		return REFUSE(o, "%s, and a filter of as many zeros is too large", what);
	*value = on_weight(o, from.name, "wide", &shape, &data);
	memset(data, 0, count * sizeof(float));
	for (uint64_t i = 0; i < is.dim[0] * is.dim[1]; i++)
		for (uint64_t r = 0; r < is.dim[2]; r++)
			for (uint64_t s = 0; s < is.dim[3]; s++)
				data[(i * shape.dim[2] + wider_place(w, 0, r)) * shape.dim[3] +
				     wider_place(w, 1, s)] =
					from.data[(i * is.dim[2] + r) * is.dim[3] + s];
	return HR_OK;
}

/* Convolve X with FILTER. The result has as many dimensions as X. */
static hr_status convolve(const on *o, const window *w, unsigned x, unsigned filter, int64_t groups,
			  unsigned *result)
{
	import_step step = {.op = HR_H_tensor_convolution, .operand_count = 2};
	unsigned rank = value_at(o, x)->onnx.rank;

	if (is_dilated(w) || is_lopsided(w))
		HR_TRY(widen(o, w, &filter));
	put_window(w, step.numbers);
	if (groups > 1) {
		step.op = HR_H_tensor_group_convolution;
		step.numbers[4] = 1;
		step.numbers[5] = (int32_t)groups;
	}
	HR_TRY(on_as_it_is(o, &x));
	HR_TRY(on_as_it_is(o, &filter));
	step.operands[0] = x;
	step.operands[1] = filter;
	HR_TRY(on_step(o, step, result));
	value_at(o, *result)->onnx = value_at(o, *result)->held;
	value_at(o, *result)->onnx.rank = rank;
	return HR_OK;
}

hr_status on_convolution(const on *o, unsigned *result)
{
	int64_t groups = on_integer(o, "group", 1);
	int64_t said[2];
	unsigned x, filter, bias;
	window w;

	HR_TRY(on_operand(o, 0, true, &x));
	HR_TRY(on_operand(o, 1, true, &filter));
	HR_TRY(on_operand(o, 2, false, &bias));
	HR_TRY(window_of(o, x, &w));
	if (value_at(o, filter)->onnx.rank != w.dims + 2)
		return INVALID(o, "its filter has %u dimensions, but %u are required",
			       value_at(o, filter)->onnx.rank, w.dims + 2);
	for (unsigned i = 0; i < w.dims; i++)
		w.kernel[i] = (int64_t)value_at(o, filter)->onnx.dim[i + 2];
	if (on_attribute(o, "kernel_shape")) {
		HR_TRY(on_integers(o, "kernel_shape", said, w.dims, 0));
		if (memcmp(said, w.kernel, w.dims * sizeof(*said)) != 0)
			return INVALID(o, "'kernel_shape' does not match the filter");
	}
	HR_TRY(read_window(o, &value_at(o, x)->onnx, &w));
	if (groups < 1 || groups > INT32_MAX)
		return INVALID(o, "the number of groups is %lld", (long long)groups);
	HR_TRY(convolve(o, &w, x, filter, groups, result));
	if (!bias)
		return HR_OK;
	HR_TRY(on_as_row(o, &bias));
	return on_binary(o, HR_H_tensor_add, *result, bias, result);
}

/* --- pools ------------------------------------------------------------------------------------ */

/* Compute the mean of windows in which all elements count, including padding. */
static hr_status mean_of_all(const on *o, const window *w, unsigned x, unsigned *result)
{
	const hr_dims shape = {
		value_at(o, x)->onnx.rank,
		{value_at(o, x)->onnx.dim[1], 1, (uint64_t)w->kernel[0], (uint64_t)w->kernel[1]}};
	uint64_t count = hr_dims_count(&shape);
	unsigned filter;
	float *data;

	if (count > INT32_MAX)
		return REFUSE(o, "a filter that computes the mean is too large");
	filter = on_weight(o, o->node->output[0], "mean", &shape, &data);
	for (uint64_t i = 0; i < count; i++)
		data[i] = (float)(1 / ((double)w->kernel[0] * (double)w->kernel[1]));
	return convolve(o, w, x, filter, (int64_t)shape.dim[0], result);
}

/* Slide W over X, which is held. The result has as many dimensions as X. */
static hr_status slide(const on *o, const window *w, hr_hpvm op, unsigned x, unsigned *result)
{
	import_step step = {.op = op, .operand_count = 1};
	unsigned rank = value_at(o, x)->onnx.rank;

	if (is_dilated(w))
		return REFUSE(o, "it has dilations, which pools do not support");
	if (is_lopsided(w))
		return REFUSE(
			o,
			"its paddings at both ends of a dimension differ, which pools do not support");
	step.operands[0] = x;
	for (unsigned i = 0; i < 2; i++)
		step.numbers[i] = (int32_t)w->kernel[i];
	put_window(w, step.numbers + 2);
	HR_TRY(on_step(o, step, result));
	value_at(o, *result)->onnx = value_at(o, *result)->held;
	value_at(o, *result)->onnx.rank = rank;
	return HR_OK;
}

static hr_status pool(const on *o, hr_hpvm op, bool global, unsigned *result)
{
	bool padded, all;
	unsigned x;
	window w;

	HR_TRY(on_operand(o, 0, true, &x));
	HR_TRY(window_of(o, x, &w));
	HR_TRY(on_as_it_is(o, &x));
	for (unsigned i = 0; global && i < w.dims; i++)
		w.kernel[i] = (int64_t)value_at(o, x)->onnx.dim[i + 2];
	if (global)
		return slide(o, &w, op, x, result);
	HR_TRY(on_integers(o, "kernel_shape", w.kernel, w.dims, 0));
	HR_TRY(read_window(o, &value_at(o, x)->onnx, &w));
	padded = w.before[0] || w.before[1] || w.after[0] || w.after[1];
	all = !padded || on_integer(o, "count_include_pad", 0);
	if (op == HR_H_tensor_pool_mean && all && (padded || is_dilated(&w)))
		return mean_of_all(o, &w, x, result);
	return slide(o, &w, op, x, result);
}

hr_status on_max_pool(const on *o, unsigned *result)
{
	return pool(o, HR_H_tensor_pool_max, false, result);
}

hr_status on_average_pool(const on *o, unsigned *result)
{
	return pool(o, HR_H_tensor_pool_mean, false, result);
}

hr_status on_global_max_pool(const on *o, unsigned *result)
{
	return pool(o, HR_H_tensor_pool_max, true, result);
}

hr_status on_global_average_pool(const on *o, unsigned *result)
{
	return pool(o, HR_H_tensor_pool_mean, true, result);
}

/* --- reductions ------------------------------------------------------------------------------- */

/* Mark the dimensions of X that the node reduces, and set *SHAPE to the shape of the result. */
static hr_status reduced(const on *o, const hr_dims *x, bool marks[2 * HR_TENSOR_DIMS],
			 hr_dims *shape)
{
	const bool keep = on_integer(o, "keepdims", 1) != 0;
	bool said, any = false;

	HR_TRY(on_axes(o, x->rank, marks, &said));
	for (unsigned i = 0; i < x->rank; i++)
		any |= marks[i];
	*shape = (hr_dims){0};
	for (unsigned i = 0; i < x->rank; i++) {
		if (!any) /* without axes, all or none */
			marks[i] = !on_integer(o, "noop_with_empty_axes", 0);
		if (!marks[i] || keep)
			shape->dim[shape->rank++] = marks[i] ? 1 : x->dim[i];
	}
	return HR_OK;
}

/* Set *HELD to X's dimensions as four, of which the last two are to be reduced by W: the third, the
 * fourth or both if they are X's own, else all that are reduced as the third. Dimensions of size 1
 * do not matter. Return false if others are between those that are reduced. */
static bool reduced_as(const hr_dims *x, const bool *marks, window *w, hr_dims *held)
{
	unsigned first = x->rank, last = 0;

	for (unsigned i = 0; i < x->rank; i++) {
		if (!marks[i] || x->dim[i] == 1)
			continue;
		first = first < i ? first : i;
		last = i;
	}
	*held = on_padded(x, 0);
	for (unsigned i = 2; i < x->rank && first >= 2; i++)
		w->kernel[i - 2] = marks[i] ? (int64_t)x->dim[i] : 1;
	if (first >= 2)
		return true;
	*held = (hr_dims){4, {1, 1, 1, 1}};
	for (unsigned i = 0; i < x->rank; i++) {
		if (i > first && i < last && !marks[i] && x->dim[i] != 1)
			return false;
		held->dim[i < first ? 0 : i <= last ? 2 : 3] *= x->dim[i];
	}
	w->kernel[0] = (int64_t)held->dim[2];
	return held->dim[2] <= INT32_MAX;
}

/* A reduction is a pool with a window of the size of what is reduced. */
static hr_status reduce(const on *o, hr_hpvm op, unsigned *result)
{
	window w = {.dims = 2, .kernel = {1, 1}, .strides = {1, 1}, .dilations = {1, 1}};
	bool marks[2 * HR_TENSOR_DIMS] = {false};
	hr_dims x, shape, held;
	unsigned from;

	HR_TRY(on_operand(o, 0, true, &from));
	x = value_at(o, from)->onnx;
	HR_TRY(reduced(o, &x, marks, &shape));
	if (!reduced_as(&x, marks, &w, &held))
		return REFUSE(o,
			      "it reduces dimensions with others between them, or too many values");
	if (w.kernel[0] == 1 && w.kernel[1] == 1 && hr_dims_count(&shape) == hr_dims_count(&x))
		return on_reshaped(o, from, &shape, result);
	HR_TRY(on_hold(o, &from, &held));
	HR_TRY(slide(o, &w, op, from, result));
	value_at(o, *result)->onnx = shape;
	return HR_OK;
}

hr_status on_reduce_mean(const on *o, unsigned *result)
{
	return reduce(o, HR_H_tensor_pool_mean, result);
}

hr_status on_reduce_max(const on *o, unsigned *result)
{
	return reduce(o, HR_H_tensor_pool_max, result);
}

hr_status on_reduce_min(const on *o, unsigned *result)
{
	return reduce(o, HR_H_tensor_pool_min, result);
}
