/* interp/row/row_check.c -- what rows check of their operands and attributes; strides.
 *
 * Not here:  what is checked for all rows (dispatch/row_dispatch.c); symbolic shapes (ir/tensor). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "interp/row/row_private.h"

bool hr_row_refuse(char why[HR_ROW_WHY], const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, HR_ROW_WHY, format, arguments);
	va_end(arguments);
	return false;
}

void hr_row_set_elem(const hr_row_job *job, hr_elem elem, hr_tensor_data *result)
{
	result->elem = elem;
	result->wide = false;
	for (unsigned i = 0; i < job->operand_count; i++)
		if (job->operands[i] && job->operands[i]->wide && job->operands[i]->elem == elem)
			result->wide = true;
}

/* --- attributes and shapes -------------------------------------------------------------------- */

/* Return the operand that gives axes instead of an attribute, or NULL. */
static const hr_tensor_data *axes_operand(const hr_row_job *job)
{
	switch (job->attributes->row) {
	case HR_R_sum:
	case HR_R_product:
	case HR_R_maximum:
	case HR_R_minimum:
	case HR_R_cumulative_sum:
	case HR_R_cumulative_product:
	case HR_R_squeeze:
	case HR_R_unsqueeze:
	case HR_R_extent: return job->operand_count > 1 ? job->operands[1] : NULL;
	default: return NULL;
	}
}

/* Set *AXIS to element I of AXES, counted from the end if it is negative. */
static bool axis_of(const hr_tensor_data *axes, uint64_t i, unsigned rank, unsigned *axis,
		    char why[HR_ROW_WHY])
{
	int64_t given;

	if (hr_elem_is_real(axes->elem))
		return hr_row_refuse(why, "operand 1, the axes, has the type %s",
				     hr_elem_name(axes->elem));
	given = hr_elem_integer(axes->elem, axes->data, i);
	if (given < -(int64_t)rank || given >= (int64_t)rank)
		return hr_row_refuse(why, "operand 1 has %" PRId64 ", and there are %u axes", given,
				     rank);
	*axis = (unsigned)(given < 0 ? given + rank : given);
	return true;
}

uint64_t hr_row_axes_count(const hr_row_job *job)
{
	const hr_tensor_data *operand = axes_operand(job);
	const hr_attribute *list = hr_attribute_of(job->attributes, "axes");

	return operand ? operand->count : list ? list->count : 0;
}

bool hr_row_axis(const hr_row_job *job, const char *name, unsigned most, unsigned *number,
		 char why[HR_ROW_WHY])
{
	const hr_tensor_data *operand = axes_operand(job);
	int64_t axis = hr_attribute_integer(job->attributes, name, 0);

	if (operand && operand->count != 1)
		return hr_row_refuse(why, "operand 1, the axis, has %" PRIu64 " elements",
				     operand->count);
	if (operand)
		return axis_of(operand, 0, most, number, why);
	if (axis < 0 || axis >= most)
		return hr_row_refuse(why, "%s is %" PRId64 ", and there are %u axes", name, axis,
				     most);
	*number = (unsigned)axis;
	return true;
}

bool hr_row_axes(const hr_row_job *job, const char *name, unsigned rank, bool is[HR_RANK_MOST],
		 char why[HR_ROW_WHY])
{
	const hr_tensor_data *operand = axes_operand(job);
	const hr_attribute *axes = operand ? NULL : hr_attribute_of(job->attributes, name);

	for (unsigned i = 0; i < HR_RANK_MOST; i++)
		is[i] = !axes && !operand && i < rank;
	for (uint64_t i = 0; operand && i < operand->count; i++) {
		unsigned axis;

		if (!axis_of(operand, i, rank, &axis, why))
			return false;
		if (is[axis])
			return hr_row_refuse(why, "operand 1 has axis %u twice", axis);
		is[axis] = true;
	}
	for (size_t i = 0; axes && i < axes->count; i++) {
		int64_t axis = axes->integers[i];

		if (axis < 0 || axis >= rank)
			return hr_row_refuse(why, "%s has %" PRId64 ", and there are %u axes", name,
					     axis, rank);
		if (is[axis])
			return hr_row_refuse(why, "%s has %" PRId64 " twice", name, axis);
		is[axis] = true;
	}
	return true;
}

bool hr_row_is_vector(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY])
{
	const hr_tensor_data *operand = hr_row_operand(job, i);

	if (operand && !hr_elem_is_integer(operand->elem))
		return hr_row_refuse(why, "operand %u has the type %s, which is no integer", i,
				     hr_elem_name(operand->elem));
	return !operand || hr_row_has_rank(job, i, 0, 1, why);
}

bool hr_row_has_rank(const hr_row_job *job, unsigned i, unsigned least, unsigned most,
		     char why[HR_ROW_WHY])
{
	unsigned rank = job->operands[i]->shape.rank;

	return (rank >= least && rank <= most) ||
	       hr_row_refuse(why, "operand %u has rank %u, which is too %s", i, rank,
			     rank < least ? "small" : "large");
}

bool hr_row_broadcast(hr_dims *shape, const hr_dims *one, unsigned i, char why[HR_ROW_WHY])
{
	hr_dims made = {.rank = shape->rank > one->rank ? shape->rank : one->rank};

	for (unsigned k = 1; k <= made.rank; k++) {
		uint64_t a = k <= shape->rank ? shape->dim[shape->rank - k] : 1;
		uint64_t b = k <= one->rank ? one->dim[one->rank - k] : 1;

		if (a != b && a != 1 && b != 1)
			return hr_row_refuse(why,
					     "axis %u is %" PRIu64 " in operand %s and %" PRIu64
					     " in operand %u",
					     made.rank - k, a, i == 1 ? "0" : "0 or 1", b, i);
		made.dim[made.rank - k] = a == 1 ? b : a;
	}
	*shape = made;
	return true;
}

void hr_row_strides(const hr_dims *one, const hr_dims *shape, uint64_t stride[HR_RANK_MOST])
{
	uint64_t all = 1;

	for (unsigned k = 1; k <= shape->rank; k++) {
		uint64_t extent = k <= one->rank ? one->dim[one->rank - k] : 1;

		stride[shape->rank - k] = extent == 1 ? 0 : all;
		all *= extent;
	}
}
