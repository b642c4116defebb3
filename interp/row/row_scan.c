/* interp/row/row_scan.c -- along one axis: positions of the greatest or least element, running sums and
 * products.
 *
 * Not here:  reductions over sets of axes (row_reduce.c); sorting (move/row_order.c). */
#include "interp/row/row_line.h"
#include "interp/row/row_total.h"

static bool is_position(hr_row row)
{
	return row == HR_R_arg_max || row == HR_R_arg_min;
}

bool hr_row_scan_shape(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *shape = &job->operands[0]->shape;
	unsigned axis;

	result->shape = *shape;
	if (!hr_row_axis(job, "axis", shape->rank ? shape->rank : 1, &axis, why))
		return false;
	if (!is_position(job->attributes->row) || shape->rank == 0)
		return true;
	if (shape->dim[axis] == 0)
		return hr_row_refuse(why, "axis %u is 0", axis);
	if (hr_attribute_integer(job->attributes, "keep", 0)) {
		result->shape.dim[axis] = 1;
		return true;
	}
	for (unsigned k = axis; k + 1 < shape->rank; k++)
		result->shape.dim[k] = shape->dim[k + 1];
	result->shape.rank--;
	return true;
}

/* --- positions -------------------------------------------------------------------------------- */

static bool is_nan(const hr_lines *l, uint64_t i)
{
	return l->real && isnan(l->real[i]);
}

/* Return the position of the greatest (SIGN 1) or least element (-1); of the first NaN, if there is one;
 * of equal ones the first or LAST. */
static uint64_t position(const hr_lines *l, int sign, bool last)
{
	uint64_t best = 0;

	for (uint64_t i = 1; i < l->extent; i++) {
		int order = is_nan(l, i) || is_nan(l, best) ? is_nan(l, i) - is_nan(l, best)
							    : sign * hr_lines_compare(l, i, best);

		if (order > 0 || (order == 0 && last))
			best = i;
	}
	return best;
}

static bool certain_position(const hr_lines *l, uint64_t best)
{
	for (uint64_t i = 0; !l->exact && i < l->extent; i++)
		if (i != best && !hr_lines_certain(l, i, best))
			return false;
	return true;
}

static void positions(const hr_row_job *job, hr_lines *l, hr_tensor_data *result)
{
	int sign = job->attributes->row == HR_R_arg_max ? 1 : -1;
	bool last = hr_attribute_integer(job->attributes, "last", 0) != 0;

	for (uint64_t line = 0; line < l->count; line++) {
		uint64_t best;

		hr_lines_load(l, line);
		best = position(l, sign, last);
		((int64_t *)result->data)[line] = (int64_t)best;
		result->bound[line] = certain_position(l, best) ? 0 : INFINITY;
	}
}

/* --- running totals --------------------------------------------------------------------------- */

typedef struct scan {
	hr_row row; /* sum or product */
	bool exclusive, reverse;
	hr_tensor_data *result;
} scan;

/* A backend rounds each running total to the type of the result. */
static void scan_reals(const scan *s, const hr_lines *l, uint64_t first)
{
	const hr_row_unit *unit = hr_row_unit_of(s->result->elem);
	hr_total total = hr_total_start(s->row);

	for (uint64_t n = 0; n < l->extent; n++) {
		uint64_t i = s->reverse ? l->extent - 1 - n : n, to = first + i * l->step;

		if (s->exclusive)
			hr_total_store(s->row, &total, n, unit, s->result, to);
		hr_total_add(s->row, &total, l->real[i], l->error[i]);
		if (!s->exclusive)
			hr_total_store(s->row, &total, n + 1, unit, s->result, to);
	}
}

static void scan_integers(const scan *s, const hr_lines *l, uint64_t first)
{
	int64_t total = hr_total_start_integer(s->row, s->result->elem);
	double unsure = 0;

	for (uint64_t n = 0; n < l->extent; n++) {
		uint64_t i = s->reverse ? l->extent - 1 - n : n, to = first + i * l->step;

		if (s->exclusive)
			hr_row_store_integers(s->result, to, 1, &total, &unsure);
		total = hr_total_add_integer(s->row, total, l->integer[i]);
		unsure += l->error[i];
		if (!s->exclusive)
			hr_row_store_integers(s->result, to, 1, &total, &unsure);
	}
}

static void running_totals(const hr_row_job *job, hr_lines *l, hr_tensor_data *result)
{
	scan s = {.row = job->attributes->row == HR_R_cumulative_sum ? HR_R_sum : HR_R_product,
		  .exclusive = hr_attribute_integer(job->attributes, "exclusive", 0) != 0,
		  .reverse = hr_attribute_integer(job->attributes, "reverse", 0) != 0,
		  .result = result};

	for (uint64_t line = 0; line < l->count; line++) {
		uint64_t first = hr_lines_load(l, line);

		(l->real ? scan_reals : scan_integers)(&s, l, first);
	}
}

bool hr_row_scan(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	unsigned axis;
	hr_lines l;
	unsigned rank = job->operands[0]->shape.rank;

	if (!hr_row_axis(job, "axis", rank ? rank : 1, &axis, why))
		return false;
	l = hr_lines_begin(job->operands[0], axis);
	(is_position(job->attributes->row) ? positions : running_totals)(job, &l, result);
	hr_lines_end(&l);
	return true;
}
