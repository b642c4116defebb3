/* interp/row/row_reduce.c -- reductions over sets of axes: sum, product, maximum, minimum.
 *
 * Elements are read once, in order, and added to the totals of their results, so each result has its
 * elements in order.
 *
 * Not here:  totals (row_total.c); scans and positions along one axis (row_scan.c). */
#include "interp/row/row_total.h"
#include "src/base/alloc.h"

enum { BLOCK = 512 };

static bool shape_of_axes(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	bool reduced[HR_RANK_MOST], keep = hr_attribute_integer(job->attributes, "keep", 0) != 0;

	if (!hr_row_axes(job, "axes", shape->rank, reduced, why))
		return false;
	result->shape = (hr_dims){0};
	for (unsigned k = 0; k < shape->rank; k++)
		if (!reduced[k] || keep)
			result->shape.dim[result->shape.rank++] = reduced[k] ? 1 : shape->dim[k];
	return true;
}

static bool is_scan(hr_row row)
{
	return row == HR_R_arg_max || row == HR_R_arg_min || row == HR_R_cumulative_sum ||
	       row == HR_R_cumulative_product;
}

bool hr_shape_reduce(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	return is_scan(job->attributes->row) ? hr_row_scan_shape(job, result, why)
					     : shape_of_axes(job, result, why);
}

/* --- the walk --------------------------------------------------------------------------------- */

typedef struct reduction {
	hr_row row;
	const hr_tensor_data *x;
	hr_tensor_data *result;
	/* Axes of the operand, and how far results lie apart along each: 0 where it is reduced. Neighbours
	 * of one kind are one axis. */
	unsigned rank;
	uint64_t dim[HR_RANK_MOST], stride[HR_RANK_MOST];
	uint64_t each; /* elements of one result */
	hr_total *totals;
	int64_t *integers;
	double *unsure; /* of integers */
} reduction;

static void set_axes(reduction *r, const bool reduced[HR_RANK_MOST])
{
	const hr_dims *shape = &r->x->shape;
	uint64_t stride = r->result->count;

	r->each = 1;
	for (unsigned k = 0; k < shape->rank; k++) {
		uint64_t extent = shape->dim[k];

		if (reduced[k])
			r->each *= extent;
		else
			stride /= extent;
		if (r->rank > 0 && (r->stride[r->rank - 1] == 0) == reduced[k]) {
			r->dim[r->rank - 1] *= extent;
			r->stride[r->rank - 1] = reduced[k] ? 0 : stride;
			continue;
		}
		r->dim[r->rank] = extent;
		r->stride[r->rank++] = reduced[k] ? 0 : stride;
	}
	if (r->rank == 0)
		r->dim[r->rank++] = 1;
}

/* Add COUNT elements from FIRST on to the results from TO on, STEP apart. */
static void add_reals(reduction *r, uint64_t first, unsigned count, uint64_t to, uint64_t step)
{
	const hr_row_unit *unit = hr_row_unit_of(r->x->elem);
	double x[BLOCK], error[BLOCK];

	hr_row_load_reals(r->x, first, count, x);
	hr_row_load_bounds(r->x, first, count, error);
	for (unsigned i = 0; i < count; i++)
		hr_total_add(r->row, &r->totals[to + i * step], x[i],
			     hr_row_off(unit, x[i], error[i]));
}

static void add_integers(reduction *r, uint64_t first, unsigned count, uint64_t to, uint64_t step)
{
	int64_t x[BLOCK];
	double error[BLOCK];

	hr_row_load_integers(r->x, first, count, x);
	hr_row_load_bounds(r->x, first, count, error);
	for (unsigned i = 0; i < count; i++) {
		int64_t *total = &r->integers[to + i * step];

		*total = hr_total_add_integer(r->row, *total, x[i]);
		r->unsure[to + i * step] += error[i];
	}
}

static void add_all(reduction *r)
{
	unsigned last = r->rank - 1;
	uint64_t at[HR_RANK_MOST] = {0}, to = 0;
	bool is_real = hr_elem_is_real(r->x->elem);

	for (uint64_t first = 0; first < r->x->count;) {
		uint64_t left = r->dim[last] - at[last];
		unsigned count = left < BLOCK ? (unsigned)left : BLOCK;

		(is_real ? add_reals : add_integers)(r, first, count, to, r->stride[last]);
		first += count;
		at[last] += count;
		to += count * r->stride[last];
		for (unsigned k = last; k > 0 && at[k] == r->dim[k]; k--) {
			to += r->stride[k - 1] - at[k] * r->stride[k];
			at[k] = 0;
			at[k - 1]++;
		}
	}
}

static void reduce_reals(reduction *r)
{
	const hr_row_unit *unit = hr_row_sum_unit_of(r->x->elem);

	r->totals = hr_alloc_array(r->result->count, sizeof(*r->totals));
	for (uint64_t i = 0; i < r->result->count; i++)
		r->totals[i] = hr_total_start(r->row);
	add_all(r);
	for (uint64_t i = 0; i < r->result->count; i++)
		hr_total_store(r->row, &r->totals[i], r->each, unit, r->result, i);
	hr_free(r->totals);
}

static void reduce_integers(reduction *r)
{
	r->integers = hr_alloc_array(r->result->count, sizeof(*r->integers));
	r->unsure = hr_alloc_array(r->result->count, sizeof(*r->unsure));
	for (uint64_t i = 0; i < r->result->count; i++)
		r->integers[i] = hr_total_start_integer(r->row, r->x->elem);
	add_all(r);
	hr_row_store_integers(r->result, 0, r->result->count, r->integers, r->unsure);
	hr_free(r->integers);
	hr_free(r->unsure);
}

bool hr_compute_reduce(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	reduction r = {.row = job->attributes->row, .x = job->operands[0], .result = result};
	bool reduced[HR_RANK_MOST];

	if (is_scan(r.row))
		return hr_row_scan(job, result, why);
	if (!hr_row_axes(job, "axes", r.x->shape.rank, reduced, why))
		return false;
	set_axes(&r, reduced);
	if (hr_elem_is_real(r.x->elem))
		reduce_reals(&r);
	else
		reduce_integers(&r);
	return true;
}
