/* tools/import/onnx/reduce.c -- operators that reduce or scan along axes.
 *
 * Not here:  normalisations (norm.c), pools (pool.c). */
#include "tools/import/onnx/onnx_private.h"

/* --- reductions -------------------------------------------------------------------------------- */

/* The axes that an operator reduces: as text ("": none; NULL: all), or a value that is known when the program
 * runs. */
typedef struct reduced_axes {
	const char *text;
	hr_tv later;
} reduced_axes;

/* Set *AXES to the axes that O reduces. Return false after an error. They were an attribute before operator
 * set 13 (ReduceSum) or 18; `noop_with_empty_axes` came with the operand. */
static bool read_axes(const onnx_node *o, reduced_axes *axes)
{
	onnx_list list;

	*axes = (reduced_axes){0};
	if (onnx_is_later(o, onnx_in(o, 1))) {
		axes->later = onnx_in(o, 1);
		return true;
	}
	list = onnx_ints_or_operand(o, "axes", 1);
	if (onnx_in(o, 1) && !list.given)
		return false;
	if (!list.count) {
		axes->text = onnx_int(o, "noop_with_empty_axes", 0) ? "" : NULL;
		return true;
	}
	axes->text = onnx_axes_text(o, list, onnx_rank(o, o->in[0]));
	return axes->text != NULL;
}

static hr_tv reduce(const onnx_node *o, hr_row row, hr_tv x, const reduced_axes *axes, bool keep)
{
	const hr_tv operands[] = {x, axes->later};

	return axes->later ? hr_t_call(o->program, row, operands, 2, "keep=%d", keep)
			   : t_reduce(o, row, x, axes->text, keep);
}

static hr_tv mean(const onnx_node *o, hr_tv x, const reduced_axes *axes, bool keep)
{
	if (!axes->later)
		return t_mean(o, x, axes->text, keep);
	return t_div(
		o, reduce(o, HR_R_sum, x, axes, keep),
		t_widen_to(o, hr_t_2(o->program, HR_R_extent, x, axes->later), onnx_type(o, x)));
}

static bool keeps(const onnx_node *o)
{
	return onnx_int(o, "keepdims", 1) != 0;
}

hr_tv op_reduce(onnx_node *o)
{
	reduced_axes axes;

	return read_axes(o, &axes) ? reduce(o, (hr_row)o->argument, o->in[0], &axes, keeps(o)) : 0;
}

hr_tv op_reduce_mean(onnx_node *o)
{
	const hr_elem elem = onnx_type(o, o->in[0]);
	reduced_axes axes;

	if (!read_axes(o, &axes))
		return 0;
	return t_computed(o, mean(o, t_compute(o, o->in[0]), &axes, keeps(o)), elem);
}

/* Functions of sums, as numbered in handlers.def. */
enum { L1, L2, LOG_SUM, SUM_SQUARE };

/* Return the function of sums that the operator is, of X. */
static hr_tv of_sum(const onnx_node *o, hr_tv x, const reduced_axes *axes)
{
	if (o->argument == L1)
		x = t_abs(o, x);
	else if (o->argument != LOG_SUM)
		x = t_mul(o, x, x);
	x = reduce(o, HR_R_sum, x, axes, keeps(o));
	if (o->argument == L2)
		return t_sqrt(o, x);
	return o->argument == LOG_SUM ? t_log(o, x) : x;
}

/* ReduceL1, ReduceL2, ReduceLogSum and ReduceSumSquare; of integers too, of which the first and the last
 * are exact. */
hr_tv op_reduce_sums(onnx_node *o)
{
	const hr_elem elem = onnx_type(o, o->in[0]);
	const bool exact =
		hr_elem_is_integer(elem) && (o->argument == L1 || o->argument == SUM_SQUARE);
	reduced_axes axes;

	if (!read_axes(o, &axes))
		return 0;
	if (exact)
		return of_sum(o, o->in[0], &axes);
	return t_computed(o, of_sum(o, t_compute(o, o->in[0]), &axes), elem);
}

/* log(sum(e^x)) = log(sum(e^(x - m))) + m for any m: the maximum, if it is finite. */
hr_tv op_reduce_log_sum_exp(onnx_node *o)
{
	hr_tv x = t_compute(o, o->in[0]), most, sum;
	reduced_axes axes;

	if (!read_axes(o, &axes))
		return 0;
	most = reduce(o, HR_R_maximum, x, &axes, true);
	most = t_where(o, hr_t_1(o->program, HR_R_is_inf, most), t_wide(o, x, 0), most);
	sum = reduce(o, HR_R_sum, t_exp(o, t_sub(o, x, most)), &axes, keeps(o));
	if (!keeps(o)) /* of extents 1: the same elements */
		most = reduce(o, HR_R_maximum, most, &axes, false);
	return t_computed(o, t_add(o, t_log(o, sum), most), onnx_type(o, o->in[0]));
}

/* ArgMax and ArgMin. */
hr_tv op_arg(onnx_node *o)
{
	unsigned axis;

	if (!onnx_axis(o, onnx_int(o, "axis", 0), onnx_rank(o, o->in[0]), &axis))
		return 0;
	return hr_t_call(o->program, (hr_row)o->argument, o->in, 1, "axis=%u keep=%d last=%d", axis,
			 keeps(o), onnx_int(o, "select_last_index", 0) != 0);
}

/* --- scans ------------------------------------------------------------------------------------- */

/* CumSum and CumProd. */
hr_tv op_cumulative(onnx_node *o)
{
	onnx_list list;
	unsigned axis;
	int64_t known;

	if (!hr_t_known(o->program, o->in[1], 0, &known))
		return hr_t_call(o->program, (hr_row)o->argument, o->in, 2,
				 "exclusive=%d reverse=%d", onnx_int(o, "exclusive", 0) != 0,
				 onnx_int(o, "reverse", 0) != 0);
	list = onnx_known(o, o->in[1], "the axis");
	if (!list.given)
		return 0;
	if (list.count != 1)
		return onnx_node_invalid(o, "it has %zu axes", list.count);
	if (!onnx_axis(o, list.data[0], onnx_rank(o, o->in[0]), &axis))
		return 0;
	return hr_t_call(o->program, (hr_row)o->argument, o->in, 1,
			 "axis=%u exclusive=%d reverse=%d", axis, onnx_int(o, "exclusive", 0) != 0,
			 onnx_int(o, "reverse", 0) != 0);
}

/* --- softmax ----------------------------------------------------------------------------------- */

/* Set *FIRST to the axis, and *AXES to the axes that count as one: before operator set 13 all from the
 * axis on. Return false after an error. */
static bool softmax_axes(const onnx_node *o, unsigned *first, const char **axes)
{
	const unsigned rank = onnx_rank(o, o->in[0]);
	const bool one = o->opset >= 13;
	int64_t all[HR_RANK_MOST];
	unsigned count = 0;

	if (!onnx_axis(o, onnx_int(o, "axis", one ? -1 : 1), rank, first))
		return false;
	for (unsigned axis = *first; axis < rank && (!one || !count); axis++)
		all[count++] = axis;
	*axes = onnx_list_text(o, all, count);
	return true;
}

/* Softmax, and LogSoftmax if the argument is 1. */
hr_tv op_softmax(onnx_node *o)
{
	hr_tv x = t_widen(o, o->in[0]);
	const char *axes;
	unsigned first;

	if (!softmax_axes(o, &first, &axes))
		return 0;
	return t_narrow(o, o->argument ? t_log_softmax(o, x, axes) : t_softmax(o, x, axes));
}

/* 1 at the first greatest element along AXIS, else 0. */
static hr_tv hardmax(const onnx_node *o, hr_tv x, unsigned axis)
{
	hr_tv place = hr_t_call(o->program, HR_R_arg_max, &x, 1, "axis=%u keep=1", axis);
	hr_tv count = t_count(o, t_extent(o, x, axis));
	hr_tv is = t_equal(o, place, t_along(o, count, axis, onnx_rank(o, x)));

	return t_cast(o, is, onnx_type(o, x));
}

hr_tv op_hardmax(onnx_node *o)
{
	hr_tv x = o->in[0], matrix;
	const unsigned rank = onnx_rank(o, x);
	const char *axes;
	unsigned axis;

	if (!softmax_axes(o, &axis, &axes))
		return 0;
	if (o->opset >= 13)
		return hardmax(o, x, axis);
	matrix = t_vector(o, (const hr_tv[]){t_extents(o, x, 0, axis), t_extents(o, x, axis, rank)},
			  2);
	return t_reshape(o, hardmax(o, t_reshape(o, x, matrix), 1), t_shape(o, x));
}
