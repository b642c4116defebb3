/* interp/row/move/row_index.c -- indices as operands. */
#include "interp/row/move/row_index.h"

#include <inttypes.h>

bool hr_index_type(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY])
{
	hr_elem elem = job->operands[i]->elem;

	return elem == HR_E_I64 || elem == HR_E_I32 ||
	       hr_row_refuse(why, "operand %u has the type %s, and indices are i64 or i32", i,
			     hr_elem_name(elem));
}

bool hr_index_place(const hr_dims *shape, unsigned axis, int64_t index, int64_t *place,
		    char why[HR_ROW_WHY])
{
	int64_t extent = (int64_t)shape->dim[axis];

	if (index < -extent || index >= extent)
		return hr_row_refuse(
			why, "index %" PRId64 " is out of range of axis %u, which is %" PRId64,
			index, axis, extent);
	*place = index < 0 ? index + extent : index;
	return true;
}

bool hr_index_offset(const hr_dims *shape, unsigned first, const int64_t *at, unsigned count,
		     int64_t *offset, char why[HR_ROW_WHY])
{
	*offset = 0;
	for (unsigned k = 0; k < count; k++) {
		int64_t place = 0;

		if (!hr_index_place(shape, first + k, at[k], &place, why))
			return false;
		*offset += place * (int64_t)hr_extents(shape, first + k + 1, shape->rank);
	}
	return true;
}

bool hr_index_fits(const hr_row_job *job, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *indices = &job->operands[1]->shape;
	unsigned axis;

	if (!hr_index_type(job, 1, why) || !hr_row_axis(job, "axis", x->rank, &axis, why) ||
	    !hr_row_has_rank(job, 1, x->rank, x->rank, why))
		return false;
	for (unsigned k = 0; k < x->rank; k++)
		if (k != axis && indices->dim[k] > x->dim[k])
			return hr_row_refuse(why,
					     "axis %u is %" PRIu64 " in operand 0 and %" PRIu64
					     " in operand 1",
					     k, x->dim[k], indices->dim[k]);
	return true;
}

bool hr_index_offsets(const hr_row_job *job, int64_t *offsets, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *shape = &job->operands[1]->shape;
	uint64_t count = job->operands[1]->count;
	int64_t at[HR_RANK_MOST] = {0};
	unsigned axis;

	if (!hr_row_axis(job, "axis", x->rank, &axis, why))
		return false;
	hr_row_load_integers(job->operands[1], 0, count, offsets);
	for (uint64_t i = 0; i < count; i++) {
		int64_t here = at[axis];

		at[axis] = offsets[i];
		if (!hr_index_offset(x, 0, at, x->rank, &offsets[i], why))
			return false;
		at[axis] = here;
		for (unsigned k = x->rank; k-- > 0 && ++at[k] == (int64_t)shape->dim[k];)
			at[k] = 0;
	}
	return true;
}
