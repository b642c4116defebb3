/* interp/row/move/row_unique.c -- unique: elements, or parts along an axis, that differ from one another.
 *
 * Parts are compared element by element; NaN equals NaN and is the greatest, as in numpy.unique(). If an
 * element is not exact, so is none of the results: whether two are equal depends on it. */
#define _GNU_SOURCE 1
#include <inttypes.h>
#include <stdlib.h>

#include "interp/row/move/row_move.h"
#include "interp/row/row_line.h"
#include "src/base/alloc.h"

/* Parts of X and the groups of equal ones. */
typedef struct unique_parts {
	hr_lines all;           /* all elements as one line */
	uint64_t outer, inner;  /* a part has elements (outer, part, inner) */
	uint64_t parts, groups; /* groups are in the order of the result */
	uint64_t *first;        /* of each group, the first part; owned */
	uint64_t *counts;       /* of each group; owned */
	uint64_t *group;        /* of each part; owned */
} unique_parts;

static uint64_t element_of(const unique_parts *u, uint64_t part, uint64_t i)
{
	return (i / u->inner * u->parts + part) * u->inner + i % u->inner;
}

static int compare_parts(const unique_parts *u, uint64_t one, uint64_t other)
{
	int order = 0;

	for (uint64_t i = 0; order == 0 && i < u->outer * u->inner; i++)
		order = hr_lines_compare(&u->all, element_of(u, one, i), element_of(u, other, i));
	return order;
}

static int compare_for_sort(const void *one, const void *other, void *data)
{
	uint64_t i = *(const uint64_t *)one, k = *(const uint64_t *)other;
	int order = compare_parts(data, i, k);

	return order ? order : (i > k) - (i < k);
}

static int compare_first(const void *one, const void *other, void *data)
{
	const uint64_t *first = data;
	uint64_t i = first[*(const uint64_t *)one], k = first[*(const uint64_t *)other];

	return (i > k) - (i < k);
}

/* Number the groups by their first parts. */
static void order_by_first(unique_parts *u)
{
	uint64_t *order = hr_alloc_array(u->groups + 1, sizeof(*order)),
		 *number = hr_alloc_array(u->groups + 1, sizeof(*number)),
		 *first = hr_alloc_array(u->groups + 1, sizeof(*first)),
		 *counts = hr_alloc_array(u->groups + 1, sizeof(*counts));

	for (uint64_t i = 0; i < u->groups; i++)
		order[i] = i;
	qsort_r(order, u->groups, sizeof(*order), compare_first, u->first);
	for (uint64_t i = 0; i < u->groups; i++) {
		number[order[i]] = i;
		first[i] = u->first[order[i]];
		counts[i] = u->counts[order[i]];
	}
	for (uint64_t i = 0; i < u->parts; i++)
		u->group[i] = number[u->group[i]];
	hr_free(u->first);
	hr_free(u->counts);
	hr_free(order);
	hr_free(number);
	u->first = first;
	u->counts = counts;
}

static void find_groups(unique_parts *u, bool sorted)
{
	uint64_t *order = hr_alloc_array(u->parts + 1, sizeof(*order));

	u->first = hr_alloc_array(u->parts + 1, sizeof(*u->first));
	u->counts = hr_alloc_array(u->parts + 1, sizeof(*u->counts));
	u->group = hr_alloc_array(u->parts + 1, sizeof(*u->group));
	for (uint64_t i = 0; i < u->parts; i++)
		order[i] = i;
	qsort_r(order, u->parts, sizeof(*order), compare_for_sort, u);
	for (uint64_t i = 0; i < u->parts; i++) {
		if (i == 0 || compare_parts(u, order[i - 1], order[i]) != 0)
			u->first[u->groups++] = order[i];
		u->group[order[i]] = u->groups - 1;
		u->counts[u->groups - 1]++;
	}
	hr_free(order);
	if (!sorted)
		order_by_first(u);
}

static bool begin(const hr_row_job *job, unique_parts *u, unsigned *axis, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	hr_tensor_data flat = *x;

	*u = (unique_parts){.outer = 1, .inner = 1, .parts = x->count};
	if (hr_attribute_of(job->attributes, "axis")) {
		if (!hr_row_axis(job, "axis", x->shape.rank, axis, why))
			return false;
		u->outer = hr_extents(&x->shape, 0, *axis);
		u->inner = hr_extents(&x->shape, *axis + 1, x->shape.rank);
		u->parts = x->shape.dim[*axis];
	}
	flat.shape = (hr_dims){1, {x->count}};
	u->all = hr_lines_begin(&flat, 0);
	hr_lines_load(&u->all, 0);
	find_groups(u, hr_attribute_integer(job->attributes, "sorted", 1) != 0);
	return true;
}

static void end(unique_parts *u)
{
	hr_lines_end(&u->all);
	hr_free(u->first);
	hr_free(u->counts);
	hr_free(u->group);
}

bool hr_shape_unique(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	bool values = hr_attribute_is(job->attributes, "result", "values"),
	     inverse = hr_attribute_is(job->attributes, "result", "inverse");
	unsigned axis = 0;
	unique_parts u;

	if (!values && !inverse && !hr_attribute_is(job->attributes, "result", "indices") &&
	    !hr_attribute_is(job->attributes, "result", "counts"))
		return hr_row_refuse(why, "result is none of values, indices, inverse, counts");
	if (!begin(job, &u, &axis, why))
		return false;
	result->shape = (hr_dims){1, {inverse ? u.parts : u.groups}};
	if (!values)
		hr_row_set_elem(job, HR_E_I64, result);
	else if (hr_attribute_of(job->attributes, "axis")) {
		result->shape = job->operands[0]->shape;
		result->shape.dim[axis] = u.groups;
	}
	end(&u);
	return true;
}

static void move_values(const hr_row_job *job, const unique_parts *u, hr_tensor_data *result)
{
	hr_moves moves = {0};
	int64_t *from;

	hr_moves_run(&moves, u->outer, u->parts * u->inner);
	from = hr_moves_axis(&moves, u->groups);
	for (uint64_t i = 0; i < u->groups; i++)
		from[i] = (int64_t)(u->first[i] * u->inner);
	hr_moves_run(&moves, u->inner, 1);
	hr_move(job->operands[0], &moves, NULL, result);
}

bool hr_compute_unique(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	unsigned axis = 0;
	unique_parts u;
	const uint64_t *numbers;

	if (!begin(job, &u, &axis, why))
		return false;
	numbers = hr_attribute_is(job->attributes, "result", "inverse")   ? u.group
		  : hr_attribute_is(job->attributes, "result", "indices") ? u.first
									  : u.counts;
	if (hr_attribute_is(job->attributes, "result", "values"))
		move_values(job, &u, result);
	else
		for (uint64_t i = 0; i < result->count; i++)
			((int64_t *)result->data)[i] = (int64_t)numbers[i];
	for (uint64_t i = 0; i < result->count; i++)
		result->bound[i] = u.all.exact ? 0 : INFINITY;
	end(&u);
	return true;
}
