/* interp/row/move/row_gather.c -- elements chosen by indices: gather, gather_elements, gather_nd.
 *
 * An element chosen by an index that is unsure has an infinite bound. */
#include <inttypes.h>

#include "interp/row/move/row_index.h"
#include "src/base/alloc.h"

/* Give infinite bounds to what INDICES that are unsure have chosen: the result is (outer, groups of EACH
 * indices, inner). */
static void mark_unsure(const hr_tensor_data *indices, uint64_t each, uint64_t outer,
			uint64_t inner, hr_tensor_data *result)
{
	uint64_t groups = indices->count / each;

	for (uint64_t i = 0; indices->bound && i < indices->count; i++)
		for (uint64_t o = 0; indices->bound[i] > 0 && o < outer; o++)
			for (uint64_t k = 0; k < inner; k++)
				result->bound[(o * groups + i / each) * inner + k] = INFINITY;
}

/* --- gather ----------------------------------------------------------------------------------- */

bool hr_shape_gather(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *indices = &job->operands[1]->shape;
	hr_dims *shape = &result->shape;
	unsigned axis;

	if (!hr_index_type(job, 1, why) || !hr_row_axis(job, "axis", x->rank, &axis, why))
		return false;
	if (x->rank + indices->rank - 1 > HR_RANK_MOST)
		return hr_row_refuse(why, "the result has rank %u", x->rank + indices->rank - 1);
	shape->rank = 0;
	for (unsigned k = 0; k < axis; k++)
		shape->dim[shape->rank++] = x->dim[k];
	for (unsigned k = 0; k < indices->rank; k++)
		shape->dim[shape->rank++] = indices->dim[k];
	for (unsigned k = axis + 1; k < x->rank; k++)
		shape->dim[shape->rank++] = x->dim[k];
	return true;
}

bool hr_compute_gather(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0], *indices = job->operands[1];
	uint64_t outer, inner;
	hr_moves moves = {0};
	int64_t *from;
	unsigned axis;
	bool fits = true;

	if (!hr_row_axis(job, "axis", x->shape.rank, &axis, why))
		return false;
	outer = hr_extents(&x->shape, 0, axis);
	inner = hr_extents(&x->shape, axis + 1, x->shape.rank);
	hr_moves_run(&moves, outer, x->shape.dim[axis] * inner);
	from = hr_moves_axis(&moves, indices->count);
	hr_row_load_integers(indices, 0, indices->count, from);
	for (uint64_t i = 0; fits && i < indices->count; i++) {
		fits = hr_index_place(&x->shape, axis, from[i], &from[i], why);
		from[i] *= (int64_t)inner;
	}
	hr_moves_run(&moves, inner, 1);
	if (!fits) {
		hr_moves_free(&moves);
		return false;
	}
	hr_move(x, &moves, NULL, result);
	mark_unsure(indices, 1, outer, inner, result);
	return true;
}

/* --- gather_elements -------------------------------------------------------------------------- */

bool hr_shape_gather_elements(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	result->shape = job->operands[1]->shape;
	return hr_index_fits(job, why);
}

bool hr_compute_gather_elements(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	hr_moves moves = {0};
	int64_t *from = hr_moves_axis(&moves, result->count);

	if (!hr_index_offsets(job, from, why)) {
		hr_moves_free(&moves);
		return false;
	}
	hr_move(job->operands[0], &moves, NULL, result);
	mark_unsure(job->operands[1], 1, 1, 1, result);
	return true;
}

/* --- gather_nd -------------------------------------------------------------------------------- */

bool hr_shape_gather_nd(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *indices = &job->operands[1]->shape;
	hr_dims *shape = &result->shape;
	unsigned batch;
	uint64_t depth;

	if (!hr_index_type(job, 1, why) || !hr_row_has_rank(job, 1, 1, HR_RANK_MOST, why) ||
	    !hr_row_axis(job, "batch", x->rank < indices->rank ? x->rank : indices->rank, &batch,
			 why))
		return false;
	depth = indices->dim[indices->rank - 1];
	for (unsigned k = 0; k < batch; k++)
		if (x->dim[k] != indices->dim[k])
			return hr_row_refuse(why,
					     "axis %u is %" PRIu64 " in operand 0 and %" PRIu64
					     " in operand 1",
					     k, x->dim[k], indices->dim[k]);
	if (depth > x->rank - batch)
		return hr_row_refuse(why, "%" PRIu64 " indices are too many for %u axes", depth,
				     x->rank - batch);
	if (indices->rank - 1 + x->rank - batch - depth > HR_RANK_MOST)
		return hr_row_refuse(why, "the result has too many axes");
	shape->rank = 0;
	for (unsigned k = 0; k + 1 < indices->rank; k++)
		shape->dim[shape->rank++] = indices->dim[k];
	for (unsigned k = batch + (unsigned)depth; k < x->rank; k++)
		shape->dim[shape->rank++] = x->dim[k];
	return true;
}

bool hr_compute_gather_nd(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0], *indices = job->operands[1];
	const hr_dims *shape = &indices->shape;
	unsigned depth = (unsigned)shape->dim[shape->rank - 1], batch;
	uint64_t inner, groups, each, step;
	hr_moves moves = {0};
	int64_t *from, *at;
	bool fits = true;

	if (!hr_row_axis(job, "batch", HR_RANK_MOST, &batch, why))
		return false;
	inner = hr_extents(&x->shape, batch + depth, x->shape.rank);
	groups = hr_extents(shape, 0, shape->rank - 1);
	each = hr_extents(shape, batch, shape->rank - 1);
	step = hr_extents(&x->shape, batch, x->shape.rank);
	at = hr_row_integers(indices);
	from = hr_moves_axis(&moves, groups);
	for (uint64_t i = 0; fits && i < groups; i++) {
		fits = hr_index_offset(&x->shape, batch, at + i * depth, depth, &from[i], why);
		from[i] += (int64_t)(i / each * step);
	}
	hr_free(at);
	hr_moves_run(&moves, inner, 1);
	if (!fits) {
		hr_moves_free(&moves);
		return false;
	}
	hr_move(x, &moves, NULL, result);
	if (depth > 0)
		mark_unsure(indices, depth, 1, inner, result);
	return true;
}
