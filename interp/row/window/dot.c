/* interp/row/window/dot.c -- dot: products of the matrices in the last two axes.
 *
 * Not here:  the multiplication and its bound (matrix.c). */
#include <inttypes.h>

#include "interp/row/window/matrix.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

/* Return SHAPE without its last two axes. */
static hr_dims batch_of(const hr_dims *shape)
{
	hr_dims batch = *shape;

	batch.rank -= 2;
	return batch;
}

bool hr_shape_dot(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	hr_dims batch, right;

	if (!hr_row_is_number(job, why) || !hr_row_has_rank(job, 0, 2, HR_RANK_MOST, why) ||
	    !hr_row_has_rank(job, 1, 2, HR_RANK_MOST, why))
		return false;
	if (x->dim[x->rank - 1] != w->dim[w->rank - 2])
		return hr_row_refuse(why,
				     "axis %u is %" PRIu64 " in operand 0 and axis %u is %" PRIu64
				     " in operand 1",
				     x->rank - 1, x->dim[x->rank - 1], w->rank - 2,
				     w->dim[w->rank - 2]);
	batch = batch_of(x);
	right = batch_of(w);
	if (!hr_row_broadcast(&batch, &right, 1, why))
		return false;
	batch.dim[batch.rank++] = x->dim[x->rank - 2];
	batch.dim[batch.rank++] = w->dim[w->rank - 1];
	result->shape = batch;
	return true;
}

/* Return, for each matrix of the BATCH, the index of the matrix that an operand of SHAPE has there; the
 * caller frees it. */
static uint64_t *matrices_of(const hr_dims *shape, const hr_dims *batch)
{
	hr_dims own = batch_of(shape);
	uint64_t count = hr_dims_count(batch), stride[HR_RANK_MOST];
	uint64_t *of = hr_alloc_array(count, sizeof(*of));

	hr_row_strides(&own, batch, stride);
	for (uint64_t i = 0; i < count; i++) {
		uint64_t rest = i;

		for (unsigned axis = batch->rank; axis-- > 0; rest /= batch->dim[axis])
			of[i] += rest % batch->dim[axis] * stride[axis];
	}
	return of;
}

/* If all products have the same right matrix, they are one product of all rows. */
static void join_rows(hr_matrices *m)
{
	if (m->right.count > 1 || m->left.count != m->count)
		return;
	m->rows *= m->count;
	m->count = m->left.count = 1;
}

bool hr_compute_dot(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	hr_dims batch = batch_of(&result->shape), left = batch_of(x), right = batch_of(w);
	uint64_t rows = x->dim[x->rank - 2], terms = x->dim[x->rank - 1];
	uint64_t columns = w->dim[w->rank - 1];
	uint64_t *left_of = matrices_of(x, &batch), *right_of = matrices_of(w, &batch);
	hr_matrices m = {
		.count = hr_dims_count(&batch),
		.rows = rows,
		.columns = columns,
		.terms = terms,
		.added = terms,
		.left = {.count = hr_dims_count(&left),
			 .matrix = rows * terms,
			 .line = terms,
			 .term = 1,
			 .of = left_of},
		.right = {.count = hr_dims_count(&right),
			  .matrix = terms * columns,
			  .line = 1,
			  .term = columns,
			  .of = right_of},
		.row_step = columns,
		.column_step = 1,
		.result = result,
		.threads = job->threads,
	};

	(void)why;
	hr_factor_read(&m.left, job->operands[0]);
	hr_factor_read(&m.right, job->operands[1]);
	join_rows(&m);
	hr_matrices_multiply(&m);
	hr_factor_free(&m.left);
	hr_factor_free(&m.right);
	hr_free(left_of);
	hr_free(right_of);
	return true;
}
