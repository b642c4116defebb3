/* interp/row/row_line.c -- the lines of a tensor along one axis, and elements in order. */
#include "interp/row/row_line.h"

#include <string.h>

#include "src/base/alloc.h"

hr_lines hr_lines_begin(const hr_tensor_data *x, unsigned axis)
{
	hr_lines l = {.x = x, .extent = 1, .step = 1};

	for (unsigned k = axis + 1; k < x->shape.rank; k++)
		l.step *= x->shape.dim[k];
	if (x->shape.rank > 0)
		l.extent = x->shape.dim[axis];
	l.count = l.extent ? x->count / l.extent : 0;
	l.error = hr_alloc_array(l.extent + 1, sizeof(*l.error));
	if (hr_elem_is_real(x->elem))
		l.real = hr_alloc_array(l.extent + 1, sizeof(*l.real));
	else
		l.integer = hr_alloc_array(l.extent + 1, sizeof(*l.integer));
	return l;
}

void hr_lines_end(hr_lines *lines)
{
	hr_free(lines->error);
	hr_free(lines->real);
	hr_free(lines->integer);
}

uint64_t hr_lines_load(hr_lines *l, uint64_t line)
{
	uint64_t first = line / l->step * l->extent * l->step + line % l->step;
	uint64_t run = l->step == 1 ? l->extent : 1;

	l->exact = true;
	for (uint64_t i = 0; i < l->extent; i += run) {
		uint64_t from = first + i * l->step;

		if (l->real)
			hr_row_load_reals(l->x, from, run, l->real + i);
		else
			hr_row_load_integers(l->x, from, run, l->integer + i);
		hr_row_load_bounds(l->x, from, run, l->error + i);
	}
	for (uint64_t i = 0; i < l->extent; i++) {
		if (l->real)
			l->error[i] =
				hr_row_off(hr_row_unit_of(l->x->elem), l->real[i], l->error[i]);
		l->exact &= l->error[i] == 0;
	}
	return first;
}

static int compare_reals(double x, double y)
{
	if (isnan(x) || isnan(y))
		return isnan(x) - isnan(y);
	return (x > y) - (x < y);
}

int hr_lines_compare(const hr_lines *l, uint64_t i, uint64_t k)
{
	if (l->real)
		return compare_reals(l->real[i], l->real[k]);
	return (l->integer[i] > l->integer[k]) - (l->integer[i] < l->integer[k]);
}

bool hr_lines_certain(const hr_lines *l, uint64_t i, uint64_t k)
{
	double error = l->error[i] + l->error[k];

	if (error == 0)
		return true;
	/* an integer that is unsure; a NaN is certain beside a number with a finite error */
	return l->real && isfinite(error) &&
	       (isnan(l->real[i]) || isnan(l->real[k]) || fabs(l->real[i] - l->real[k]) > error);
}
