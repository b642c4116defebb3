/* interp/row/move/row_slice.c -- slice and pad: a part of each axis, or more than it.
 *
 * Both make a table for each axis. */
#include <inttypes.h>
#include <stdlib.h>

#include "interp/row/move/row_move.h"

/* --- slice ------------------------------------------------------------------------------------ */

/* The elements of one axis: FIRST, FIRST + STEP, ... */
typedef struct slice_part {
	int64_t first, step;
	uint64_t count;
} slice_part;

/* MOST counts if it is less than LEAST. */
static int64_t clamped(int64_t x, int64_t least, int64_t most)
{
	x = x < least ? least : x;
	return x > most ? most : x;
}

/* Return the part from START to before END of an axis of EXTENT, as ONNX's Slice. */
static slice_part part_of(int64_t start, int64_t end, int64_t step, int64_t extent)
{
	const int64_t most = step < 0 ? extent - 1 : extent;
	uint64_t apart, size = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;

	start = clamped(start < 0 ? start + extent : start, 0, most);
	end = clamped(end < 0 ? end + extent : end, step < 0 ? -1 : 0, most);
	apart = step < 0 ? (uint64_t)(start - end) : (uint64_t)(end - start);
	if (step < 0 ? start <= end : start >= end)
		return (slice_part){0, 1, 0};
	return (slice_part){start, step, (apart - 1) / size + 1};
}

/* Set PARTS for all axes of operand 0. */
static bool parts_of(const hr_row_job *job, slice_part parts[HR_RANK_MOST], char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	hr_few starts, ends, axes, steps;

	if (!hr_few_of(job, 1, &starts, why) || !hr_few_of(job, 2, &ends, why) ||
	    !hr_few_of(job, 4, &steps, why) ||
	    !hr_few_axes(job, 3, shape->rank, starts.count, &axes, why))
		return false;
	if (ends.count != starts.count || (hr_row_operand(job, 4) && steps.count != starts.count))
		return hr_row_refuse(why, "there are %u starts, %u ends and %u steps", starts.count,
				     ends.count, steps.count);
	for (unsigned k = 0; k < shape->rank; k++)
		parts[k] = (slice_part){0, 1, shape->dim[k]};
	for (unsigned i = 0; i < starts.count; i++) {
		int64_t step = hr_row_operand(job, 4) ? steps.at[i] : 1;

		if (step == 0)
			return hr_row_refuse(why, "the step of axis %" PRId64 " is 0", axes.at[i]);
		parts[axes.at[i]] =
			part_of(starts.at[i], ends.at[i], step, (int64_t)shape->dim[axes.at[i]]);
	}
	return true;
}

bool hr_shape_slice(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	slice_part parts[HR_RANK_MOST];

	if (!parts_of(job, parts, why))
		return false;
	result->shape.rank = job->operands[0]->shape.rank;
	for (unsigned k = 0; k < result->shape.rank; k++)
		result->shape.dim[k] = parts[k].count;
	return true;
}

bool hr_compute_slice(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	slice_part parts[HR_RANK_MOST];
	hr_moves moves = {0};

	if (!parts_of(job, parts, why))
		return false;
	for (unsigned k = 0; k < shape->rank; k++) {
		int64_t stride = (int64_t)hr_extents(shape, k + 1, shape->rank);
		int64_t *from = hr_moves_axis(&moves, parts[k].count);

		for (uint64_t i = 0; i < parts[k].count; i++)
			from[i] = (parts[k].first + (int64_t)i * parts[k].step) * stride;
	}
	hr_move(job->operands[0], &moves, NULL, result);
	return true;
}

/* --- pad -------------------------------------------------------------------------------------- */

typedef enum pad_mode { CONSTANT, EDGE, REFLECT, WRAP } pad_mode;

/* What is added before and after an axis; what is added to a negative number of elements is removed from
 * the axis first. */
typedef struct added {
	int64_t before, after;
} added;

static bool mode_of(const hr_row_job *job, pad_mode *mode, char why[HR_ROW_WHY])
{
	static const char *const names[] = {"constant", "edge", "reflect", "wrap"};

	for (*mode = CONSTANT; *mode <= WRAP; (*mode)++)
		if (hr_attribute_is(job->attributes, "mode", names[*mode]))
			return true;
	return hr_row_refuse(why, "mode is none of constant, edge, reflect, wrap");
}

static bool fill_fits(const hr_row_job *job, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0], *fill = hr_row_operand(job, 2);

	if (fill && fill->elem != x->elem)
		return hr_row_refuse(why, "operand 0 has the type %s and operand 2 %s",
				     hr_elem_name(x->elem), hr_elem_name(fill->elem));
	return !fill || fill->count == 1 ||
	       hr_row_refuse(why, "operand 2 has %" PRIu64 " elements and not 1", fill->count);
}

/* Return the elements of an axis of EXTENT that are left. */
static int64_t left_of(int64_t extent, added a)
{
	return extent + (a.before < 0 ? a.before : 0) + (a.after < 0 ? a.after : 0);
}

static bool axis_fits(pad_mode mode, unsigned axis, uint64_t extent, added a, char why[HR_ROW_WHY])
{
	const int64_t most = INT64_MAX / 8;

	if (llabs(a.before) > most || llabs(a.after) > most || extent > (uint64_t)most ||
	    (int64_t)extent + a.before + a.after < 0)
		return hr_row_refuse(why,
				     "axis %u, which is %" PRIu64 ", cannot be padded by %" PRId64
				     " and %" PRId64,
				     axis, extent, a.before, a.after);
	return mode == CONSTANT || left_of((int64_t)extent, a) > 0 ||
	       (int64_t)extent + a.before + a.after == 0 ||
	       hr_row_refuse(why, "axis %u has no elements to pad with", axis);
}

/* Set ALL to what is added to each axis of operand 0. */
static bool added_of(const hr_row_job *job, pad_mode *mode, added all[HR_RANK_MOST],
		     char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	hr_few pads, axes;

	if (!mode_of(job, mode, why) || !fill_fits(job, why) || !hr_few_of(job, 1, &pads, why) ||
	    !hr_few_axes(job, 3, shape->rank, pads.count / 2, &axes, why))
		return false;
	if (pads.count % 2)
		return hr_row_refuse(why, "there are %u pads, which is odd", pads.count);
	for (unsigned k = 0; k < HR_RANK_MOST; k++)
		all[k] = (added){0, 0};
	for (unsigned i = 0; i < axes.count; i++)
		all[axes.at[i]] = (added){pads.at[i], pads.at[axes.count + i]};
	for (unsigned k = 0; k < shape->rank; k++)
		if (!axis_fits(*mode, k, shape->dim[k], all[k], why))
			return false;
	return true;
}

bool hr_shape_pad(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	added all[HR_RANK_MOST];
	pad_mode mode;

	if (!added_of(job, &mode, all, why))
		return false;
	result->shape = job->operands[0]->shape;
	for (unsigned k = 0; k < result->shape.rank; k++)
		result->shape.dim[k] += (uint64_t)(all[k].before + all[k].after);
	return true;
}

/* Return which of COUNT elements is at place AT, or -1 for the constant. */
static int64_t element_at(pad_mode mode, int64_t at, int64_t count)
{
	int64_t period = mode == WRAP ? count : 2 * (count - 1);

	if (at >= 0 && at < count)
		return at;
	if (mode == CONSTANT)
		return -1;
	if (mode == EDGE || period == 0)
		return at < 0 ? 0 : count - 1;
	at %= period;
	at += at < 0 ? period : 0;
	return at < count ? at : period - at;
}

bool hr_compute_pad(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	hr_moves moves = {0};
	added all[HR_RANK_MOST];
	pad_mode mode;

	if (!added_of(job, &mode, all, why))
		return false;
	for (unsigned k = 0; k < shape->rank; k++) {
		int64_t stride = (int64_t)hr_extents(shape, k + 1, shape->rank);
		int64_t left = left_of((int64_t)shape->dim[k], all[k]),
			removed = all[k].before < 0 ? -all[k].before : 0,
			before = all[k].before > 0 ? all[k].before : 0;
		int64_t *from = hr_moves_axis(&moves, result->shape.dim[k]);

		for (uint64_t i = 0; i < result->shape.dim[k]; i++) {
			int64_t at = element_at(mode, (int64_t)i - before, left);

			from[i] = at < 0 ? -1 : (at + removed) * stride;
		}
	}
	hr_move(job->operands[0], &moves, hr_row_operand(job, 2), result);
	return true;
}
