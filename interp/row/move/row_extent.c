/* interp/row/move/row_extent.c -- what shapes are computed with: shape, extent, range; require. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "interp/row/move/row_move.h"

/* --- shape, extent ---------------------------------------------------------------------------- */

static unsigned clamped_axis(int64_t axis, unsigned rank)
{
	axis += axis < 0 ? rank : 0;
	return axis < 0 ? 0 : axis > rank ? rank : (unsigned)axis;
}

static void axes_of_shape(const hr_row_job *job, unsigned *start, unsigned *end)
{
	unsigned rank = job->operands[0]->shape.rank;

	*start = clamped_axis(hr_attribute_integer(job->attributes, "start", 0), rank);
	*end = clamped_axis(hr_attribute_integer(job->attributes, "end", rank), rank);
	*end = *end < *start ? *start : *end;
}

bool hr_shape_shape(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	unsigned start, end;

	(void)why;
	axes_of_shape(job, &start, &end);
	result->shape = (hr_dims){1, {end - start}};
	return true;
}

static void put_integer(hr_tensor_data *result, uint64_t i, uint64_t value)
{
	((int64_t *)result->data)[i] = (int64_t)value;
	result->bound[i] = 0;
}

bool hr_compute_shape(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	unsigned start, end;

	(void)why;
	axes_of_shape(job, &start, &end);
	for (unsigned k = start; k < end; k++)
		put_integer(result, k - start, job->operands[0]->shape.dim[k]);
	return true;
}

bool hr_shape_extent(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	bool counts[HR_RANK_MOST];

	result->shape = (hr_dims){0};
	return hr_row_axes(job, "axes", job->operands[0]->shape.rank, counts, why);
}

bool hr_compute_extent(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	bool counts[HR_RANK_MOST];
	uint64_t product = 1;

	if (!hr_row_axes(job, "axes", shape->rank, counts, why))
		return false;
	for (unsigned k = 0; k < shape->rank; k++)
		product *= counts[k] ? shape->dim[k] : 1;
	put_integer(result, 0, product);
	return true;
}

/* --- require ---------------------------------------------------------------------------------- */

bool hr_shape_require(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	if (job->operands[1]->elem != HR_E_BOOL)
		return hr_row_refuse(why, "operand 1 has the type %s, which is not bool",
				     hr_elem_name(job->operands[1]->elem));
	result->shape = job->operands[0]->shape;
	return true;
}

/* Write the attribute `what` to WHY, with spaces for _, and the integer of operand 0 that element I of the
 * condition is about, or all its integers if they are few. Return false. */
static bool refuse_with(const hr_row_job *job, uint64_t i, char why[HR_ROW_WHY])
{
	const hr_attribute *what = hr_attribute_of(job->attributes, "what");
	const hr_tensor_data *value = job->operands[0];
	const bool one = value->count == job->operands[1]->count;
	size_t length;

	hr_row_refuse(why, "%s", what ? what->text : "a requirement does not hold");
	for (char *at = why; *at; at++)
		*at = *at == '_' ? ' ' : *at;
	if (hr_elem_is_real(value->elem) || (!one && value->count > 8))
		return false;
	for (uint64_t k = one ? i : 0; k < (one ? i + 1 : value->count); k++) {
		length = strlen(why);
		snprintf(why + length, HR_ROW_WHY - length, "%s%" PRId64, k && !one ? ", " : ": ",
			 hr_elem_integer(value->elem, value->data, k));
	}
	return false;
}

bool hr_compute_require(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *condition = job->operands[1];

	for (uint64_t i = 0; i < condition->count; i++)
		if (!hr_elem_integer(HR_E_BOOL, condition->data, i))
			return refuse_with(job, i, why);
	hr_move_all(job->operands[0], result);
	return true;
}

/* --- range ------------------------------------------------------------------------------------ */

/* Return the number of steps DELTA, not 0, from START to before LIMIT. */
static uint64_t integer_steps(int64_t start, int64_t limit, int64_t delta)
{
	uint64_t apart, size = delta < 0 ? 0 - (uint64_t)delta : (uint64_t)delta;

	if (delta < 0 ? start <= limit : start >= limit)
		return 0;
	apart = delta < 0 ? (uint64_t)start - (uint64_t)limit : (uint64_t)limit - (uint64_t)start;
	return (apart - 1) / size + 1;
}

/* Set *COUNT to the number of elements, as NumPy's arange(). */
static bool count_of_range(const hr_row_job *job, uint64_t *count, char why[HR_ROW_WHY])
{
	const hr_tensor_data *const *o = job->operands;
	double steps;

	for (unsigned i = 0; i < 3; i++)
		if (o[i]->count != 1)
			return hr_row_refuse(why, "operand %u has %" PRIu64 " elements and not 1",
					     i, o[i]->count);
	if (hr_row_number(o[2], 0) == 0)
		return hr_row_refuse(why, "the step is 0");
	if (!hr_elem_is_real(o[0]->elem)) {
		*count = integer_steps(hr_elem_integer(o[0]->elem, o[0]->data, 0),
				       hr_elem_integer(o[1]->elem, o[1]->data, 0),
				       hr_elem_integer(o[2]->elem, o[2]->data, 0));
		return true;
	}
	steps = ceil((hr_row_number(o[1], 0) - hr_row_number(o[0], 0)) / hr_row_number(o[2], 0));
	if (!(steps < 0x1p53))
		return hr_row_refuse(why, "the range has %g elements", steps);
	*count = steps > 0 ? (uint64_t)steps : 0;
	return true;
}

bool hr_shape_range(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	result->shape = (hr_dims){.rank = 1};
	return count_of_range(job, &result->shape.dim[0], why);
}

/* A backend may add the step again and again. */
static void real_range(const hr_row_job *job, hr_tensor_data *result, bool certain)
{
	const hr_row_unit *unit = hr_row_unit_of(result->elem);
	double start = hr_row_number(job->operands[0], 0),
	       step = hr_row_number(job->operands[2], 0);

	for (uint64_t i = 0; i < result->count; i++) {
		double far = (double)i * step, size = fabs(start) + fabs(far);

		hr_row_store_one(result, i, start + far,
				 certain ? hr_row_gamma(unit, (double)i) * size : INFINITY, size);
	}
}

bool hr_compute_range(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *const *o = job->operands;
	double unsure =
		hr_row_bound_at(o[0], 0) + hr_row_bound_at(o[1], 0) + hr_row_bound_at(o[2], 0);
	uint64_t start, step;

	(void)why;
	if (hr_elem_is_real(result->elem)) {
		real_range(job, result, unsure == 0);
		return true;
	}
	start = (uint64_t)hr_elem_integer(o[0]->elem, o[0]->data, 0);
	step = (uint64_t)hr_elem_integer(o[2]->elem, o[2]->data, 0);
	for (uint64_t i = 0; i < result->count; i++) {
		int64_t value = (int64_t)(start + i * step);

		hr_row_store_integers(result, i, 1, &value, &unsure);
	}
	return true;
}
