/* interp/row/move/row_order.c -- positions of elements by their values: order, nonzero.
 *
 * A position has an infinite bound if a backend may find another one there. */
#define _GNU_SOURCE 1
#include <inttypes.h>
#include <stdlib.h>

#include "interp/row/move/row_move.h"
#include "interp/row/row_line.h"
#include "src/base/alloc.h"

/* --- order ------------------------------------------------------------------------------------ */

bool hr_shape_order(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	unsigned rank = job->operands[0]->shape.rank, axis;

	result->shape = job->operands[0]->shape;
	return hr_row_axis(job, "axis", rank ? rank : 1, &axis, why);
}

typedef struct sorting {
	hr_lines lines;
	int sign; /* 1: least first; -1: greatest first */
	int64_t *positions;
} sorting;

static int compare_positions(const void *one, const void *other, void *data)
{
	const sorting *s = data;
	int64_t i = *(const int64_t *)one, k = *(const int64_t *)other;
	int order = s->sign * hr_lines_compare(&s->lines, (uint64_t)i, (uint64_t)k);

	return order ? order : (i > k) - (i < k);
}

/* Return the value at place I in order, such that values grow; an integer that is unsure may be any. */
static double key(const sorting *s, uint64_t i)
{
	uint64_t at = (uint64_t)s->positions[i];
	double value = s->lines.real ? s->lines.real[at] : (double)s->lines.integer[at];

	return s->sign * (isnan(value) ? INFINITY : value);
}

static double error_at(const sorting *s, uint64_t i)
{
	return s->lines.error[s->positions[i]];
}

/* Return true if an element at place I, where the least (SIGN -1) or greatest (1) values of the elements on
 * one side are LIMIT, of the inexact ones LIMIT_INEXACT, is certainly beyond them. */
static bool beyond(double value, double error, double limit, double limit_inexact)
{
	return error > 0 ? value - error > limit
			 : value > limit_inexact || limit_inexact == -INFINITY;
}

/* Mark the places whose element may change place with one before (of the reversed order: behind) it. */
static void mark_side(sorting *s, bool reversed, uint64_t first, hr_tensor_data *result)
{
	double limit = -INFINITY, limit_inexact = -INFINITY;
	int sign = reversed ? -1 : 1;

	for (uint64_t n = 0; n < s->lines.extent; n++) {
		uint64_t i = reversed ? s->lines.extent - 1 - n : n;
		double value = sign * key(s, i), error = error_at(s, i);

		if (!beyond(value, error, limit, limit_inexact) && n > 0)
			result->bound[first + i * s->lines.step] = INFINITY;
		limit = fmax(limit, value + error);
		if (error > 0)
			limit_inexact = fmax(limit_inexact, value + error);
	}
}

static void order_line(sorting *s, uint64_t line, hr_tensor_data *result)
{
	uint64_t first = hr_lines_load(&s->lines, line);

	for (uint64_t i = 0; i < s->lines.extent; i++)
		s->positions[i] = (int64_t)i;
	qsort_r(s->positions, s->lines.extent, sizeof(*s->positions), compare_positions, s);
	for (uint64_t i = 0; i < s->lines.extent; i++) {
		uint64_t to = first + i * s->lines.step;

		((int64_t *)result->data)[to] = s->positions[i];
		result->bound[to] = 0;
	}
	if (s->lines.exact)
		return;
	mark_side(s, false, first, result);
	mark_side(s, true, first, result);
}

bool hr_compute_order(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	unsigned rank = job->operands[0]->shape.rank, axis;
	sorting s;

	if (!hr_row_axis(job, "axis", rank ? rank : 1, &axis, why))
		return false;
	s = (sorting){
		.lines = hr_lines_begin(job->operands[0], axis),
		.sign = hr_attribute_integer(job->attributes, "descending", 0) ? -1 : 1,
	};
	s.positions = hr_alloc_array(s.lines.extent + 1, sizeof(*s.positions));
	for (uint64_t line = 0; line < s.lines.count; line++)
		order_line(&s, line, result);
	hr_free(s.positions);
	hr_lines_end(&s.lines);
	return true;
}

/* --- nonzero ---------------------------------------------------------------------------------- */

/* Return true if element I is not 0; set *UNSURE if it may be either. */
static bool is_nonzero(const hr_tensor_data *x, uint64_t i, bool *unsure)
{
	double value = hr_row_number(x, i), error = hr_row_bound_at(x, i);

	if (hr_elem_is_real(x->elem))
		error = hr_row_off(hr_row_unit_of(x->elem), value, error);
	*unsure |= error > 0 && !(fabs(value) > error);
	return value != 0;
}

/* As ONNX says, a scalar has no axis and so the shape (0, n). */
bool hr_shape_nonzero(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	bool unsure = false;

	(void)why;
	result->shape = (hr_dims){2, {x->shape.rank, 0}};
	for (uint64_t i = 0; i < x->count; i++)
		result->shape.dim[1] += is_nonzero(x, i, &unsure);
	return true;
}

bool hr_compute_nonzero(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	uint64_t found = 0, all = result->shape.dim[1];
	bool unsure = false;

	(void)why;
	for (uint64_t i = 0; i < x->count; i++) {
		uint64_t rest = i;

		if (!is_nonzero(x, i, &unsure))
			continue;
		for (unsigned k = x->shape.rank; k-- > 0; rest /= x->shape.dim[k])
			((int64_t *)result->data)[k * all + found] =
				(int64_t)(rest % x->shape.dim[k]);
		found++;
	}
	for (uint64_t i = 0; i < result->count; i++)
		result->bound[i] = unsure ? INFINITY : 0;
	return true;
}
