/* interp/row/move/row_reshape.c -- movement that depends only on shapes: reshape, squeeze, unsqueeze,
 * transpose, broadcast, concat, reverse_sequence. */
#include <inttypes.h>
#include <string.h>

#include "interp/row/move/row_move.h"

/* --- the same elements in another shape ------------------------------------------------------- */

/* Set extent REST of the result so that it has COUNT elements. */
static bool fill_rest(hr_dims *shape, unsigned rest, uint64_t count, char why[HR_ROW_WHY])
{
	uint64_t others;

	shape->dim[rest] = 1;
	others = hr_dims_count(shape);
	if (others == 0 || count % others)
		return hr_row_refuse(why, "%" PRIu64 " elements cannot be divided by %" PRIu64,
				     count, others);
	shape->dim[rest] = count / others;
	return true;
}

static bool shape_from(const hr_row_job *job, const hr_few *few, hr_dims *shape,
		       char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	bool copies = hr_attribute_integer(job->attributes, "copy_zero", 0) != 0;
	unsigned rest = HR_RANK_MOST;

	if (few->count > HR_RANK_MOST)
		return hr_row_refuse(why, "the new shape has rank %u", few->count);
	shape->rank = few->count;
	for (unsigned k = 0; k < few->count; k++) {
		int64_t extent = few->at[k];

		if (extent < -1 || (extent == -1 && rest < HR_RANK_MOST))
			return hr_row_refuse(why, "the new extent of axis %u is %" PRId64 "%s", k,
					     extent, extent == -1 ? " again" : "");
		if (extent == 0 && copies && k >= x->shape.rank)
			return hr_row_refuse(why,
					     "the new extent of axis %u is 0, and operand 0 has "
					     "no such axis",
					     k);
		if (extent == -1)
			rest = k;
		shape->dim[k] = extent == 0 && copies ? x->shape.dim[k] : (uint64_t)extent;
	}
	return rest == HR_RANK_MOST || fill_rest(shape, rest, x->count, why);
}

bool hr_shape_reshape(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	char before[HR_DIMS_TEXT], after[HR_DIMS_TEXT];
	hr_few few;

	if (!hr_few_of(job, 1, &few, why) || !shape_from(job, &few, &result->shape, why))
		return false;
	if (hr_dims_count(&result->shape) != job->operands[0]->count)
		return hr_row_refuse(why, "%s cannot become %s",
				     hr_dims_text(&job->operands[0]->shape, before),
				     hr_dims_text(&result->shape, after));
	return true;
}

bool hr_shape_squeeze(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	bool removed[HR_RANK_MOST],
		all = !hr_attribute_of(job->attributes, "axes") && job->operand_count < 2;

	if (!hr_row_axes(job, "axes", shape->rank, removed, why))
		return false;
	result->shape = (hr_dims){0};
	for (unsigned k = 0; k < shape->rank; k++) {
		if (removed[k] && shape->dim[k] == 1)
			continue;
		if (removed[k] && !all)
			return hr_row_refuse(why, "axis %u is %" PRIu64 " and not 1", k,
					     shape->dim[k]);
		result->shape.dim[result->shape.rank++] = shape->dim[k];
	}
	return true;
}

bool hr_shape_unsqueeze(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	const uint64_t axes = hr_row_axes_count(job);
	unsigned rank = shape->rank + (unsigned)axes, next = 0;
	bool added[HR_RANK_MOST];

	if (axes > HR_RANK_MOST || rank > HR_RANK_MOST)
		return hr_row_refuse(why, "the result has more than %d axes", HR_RANK_MOST);
	if (!axes) {
		result->shape = *shape;
		return true;
	}
	if (!hr_row_axes(job, "axes", rank, added, why))
		return false;
	result->shape.rank = rank;
	for (unsigned k = 0; k < rank; k++)
		result->shape.dim[k] = added[k] ? 1 : shape->dim[next++];
	return true;
}

#define MOVES_ALL(ident)                                                                           \
	bool hr_compute_##ident(const hr_row_job *job, hr_tensor_data *result,                     \
				char why[HR_ROW_WHY])                                              \
	{                                                                                          \
		(void)why;                                                                         \
		hr_move_all(job->operands[0], result);                                             \
		return true;                                                                       \
	}
MOVES_ALL(reshape)
MOVES_ALL(squeeze)
MOVES_ALL(unsqueeze)

/* --- transpose, broadcast --------------------------------------------------------------------- */

/* Return the axis of the operand that becomes axis K. */
static unsigned source_axis(const hr_row_job *job, unsigned k)
{
	unsigned rank = job->operands[0]->shape.rank;

	return (unsigned)hr_attribute_at(job->attributes, "perm", k, rank - 1 - k);
}

bool hr_shape_transpose(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	const hr_attribute *perm = hr_attribute_of(job->attributes, "perm");
	bool is[HR_RANK_MOST];

	if (perm && perm->count != shape->rank)
		return hr_row_refuse(why, "perm has %zu axes, and operand 0 has rank %u",
				     perm->count, shape->rank);
	if (!hr_row_axes(job, "perm", shape->rank, is, why))
		return false;
	result->shape.rank = shape->rank;
	for (unsigned k = 0; k < shape->rank; k++)
		result->shape.dim[k] = shape->dim[source_axis(job, k)];
	return true;
}

bool hr_compute_transpose(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	hr_moves moves = {0};

	(void)why;
	for (unsigned k = 0; k < shape->rank; k++)
		hr_moves_run(&moves, result->shape.dim[k],
			     hr_extents(shape, source_axis(job, k) + 1, shape->rank));
	hr_move(job->operands[0], &moves, NULL, result);
	return true;
}

bool hr_shape_broadcast(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	hr_few few;
	hr_dims to = {0};

	if (!hr_few_of(job, 1, &few, why))
		return false;
	if (few.count > HR_RANK_MOST)
		return hr_row_refuse(why, "the new shape has rank %u", few.count);
	to.rank = few.count;
	for (unsigned k = 0; k < few.count; k++) {
		if (few.at[k] < 0)
			return hr_row_refuse(why, "the new extent of axis %u is %" PRId64, k,
					     few.at[k]);
		to.dim[k] = (uint64_t)few.at[k];
	}
	result->shape = job->operands[0]->shape;
	return hr_row_broadcast(&result->shape, &to, 1, why);
}

bool hr_compute_broadcast(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	uint64_t stride[HR_RANK_MOST];
	hr_moves moves = {0};

	(void)why;
	hr_row_strides(&job->operands[0]->shape, &result->shape, stride);
	for (unsigned k = 0; k < result->shape.rank; k++)
		hr_moves_run(&moves, result->shape.dim[k], stride[k]);
	hr_move(job->operands[0], &moves, NULL, result);
	return true;
}

/* --- concat ----------------------------------------------------------------------------------- */

bool hr_shape_concat(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	hr_dims *shape = &result->shape;
	unsigned axis;

	*shape = job->operands[0]->shape;
	if (!hr_row_axis(job, "axis", shape->rank, &axis, why))
		return false;
	for (unsigned i = 1; i < job->operand_count; i++) {
		const hr_tensor_data *x = job->operands[i];

		if (!x || x->shape.rank != shape->rank)
			return hr_row_refuse(why, "operand %u has not the rank of operand 0", i);
		for (unsigned k = 0; k < shape->rank; k++)
			if (k != axis && x->shape.dim[k] != shape->dim[k])
				return hr_row_refuse(why,
						     "axis %u is %" PRIu64
						     " in operand 0 and %" PRIu64 " in operand %u",
						     k, shape->dim[k], x->shape.dim[k], i);
		shape->dim[axis] += x->shape.dim[axis];
	}
	return true;
}

/* Copy X to the rows of the result from byte AT of each on; ROW and WHOLE are the bytes of a row. */
static void copy_rows(const void *x, void *to, uint64_t at, uint64_t row, uint64_t whole,
		      uint64_t rows)
{
	for (uint64_t i = 0; i < rows; i++)
		if (x)
			memcpy((uint8_t *)to + i * whole + at, (const uint8_t *)x + i * row, row);
		else
			memset((uint8_t *)to + i * whole + at, 0, row);
}

bool hr_compute_concat(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &result->shape;
	uint64_t rows, whole, at = 0, bytes = hr_row_bytes(result);
	unsigned axis;

	if (!hr_row_axis(job, "axis", shape->rank, &axis, why))
		return false;
	rows = hr_extents(shape, 0, axis);
	whole = hr_extents(shape, axis, shape->rank);
	for (unsigned i = 0; i < job->operand_count; i++) {
		hr_tensor_data made;
		const hr_tensor_data *x = hr_like(job->operands[i], result, &made);
		uint64_t row = hr_extents(&x->shape, axis, shape->rank);

		if (row > 0) {
			copy_rows(x->data, result->data, at * bytes, row * bytes, whole * bytes,
				  rows);
			copy_rows(x->bound, result->bound, at * sizeof(float), row * sizeof(float),
				  whole * sizeof(float), rows);
		}
		at += row;
		hr_free_like(x, &made);
	}
	return true;
}

/* --- reverse_sequence ------------------------------------------------------------------------- */

/* The axes of batch and time are 0 and 1 in either order. */
static bool sequence_axes(const hr_row_job *job, unsigned *batch, unsigned *time,
			  char why[HR_ROW_WHY])
{
	if (!hr_row_axis(job, "batch_axis", 2, batch, why) ||
	    !hr_row_axis(job, "time_axis", 2, time, why))
		return false;
	return *batch != *time || hr_row_refuse(why, "batch_axis and time_axis are both %u", *time);
}

bool hr_shape_reverse_sequence(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	unsigned batch, time;

	result->shape = *shape;
	if (!hr_row_has_rank(job, 0, 2, HR_RANK_MOST, why) || !hr_row_is_vector(job, 1, why) ||
	    !sequence_axes(job, &batch, &time, why))
		return false;
	if (job->operands[1]->count != shape->dim[batch])
		return hr_row_refuse(why, "there are %" PRIu64 " lengths, and axis %u is %" PRIu64,
				     job->operands[1]->count, batch, shape->dim[batch]);
	return true;
}

bool hr_compute_reverse_sequence(const hr_row_job *job, hr_tensor_data *result,
				 char why[HR_ROW_WHY])
{
	const hr_dims *shape = &result->shape;
	const hr_tensor_data *lengths = job->operands[1];
	uint64_t run = hr_extents(shape, 2, shape->rank);
	hr_moves moves = {0};
	int64_t *from;
	unsigned batch, time;

	if (!sequence_axes(job, &batch, &time, why))
		return false;
	for (uint64_t i = 0; i < lengths->count; i++) {
		int64_t length = hr_elem_integer(lengths->elem, lengths->data, i);

		if (length < 0 || (uint64_t)length > shape->dim[time])
			return hr_row_refuse(why,
					     "length %" PRId64 " is out of range of axis %u, "
					     "which is %" PRIu64,
					     length, time, shape->dim[time]);
	}
	from = hr_moves_axis(&moves, shape->dim[0] * shape->dim[1]);
	for (uint64_t i = 0; i < shape->dim[0] * shape->dim[1]; i++) {
		uint64_t at[2] = {i / shape->dim[1], i % shape->dim[1]};
		uint64_t length =
			(uint64_t)hr_elem_integer(lengths->elem, lengths->data, at[batch]);

		if (at[time] < length)
			at[time] = length - 1 - at[time];
		from[i] = (int64_t)((at[0] * shape->dim[1] + at[1]) * run);
	}
	hr_moves_run(&moves, run, 1);
	hr_move(job->operands[0], &moves, NULL, result);
	return true;
}
