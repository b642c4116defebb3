/* interp/row/move/row_suppress.c -- non_max_suppression, as ONNX's reference implementation.
 *
 * For each batch and class, boxes are taken by falling score, of equal ones the first; a box that overlaps
 * with one that was taken by more than a threshold is not taken. Decisions compare numbers that are off by
 * at most an error; after one that a backend may take otherwise, all results have infinite bounds, because
 * they may stand in other places.
 *
 * Not here:  what comes before and after it in detectors. */
#define _GNU_SOURCE 1
#include <inttypes.h>
#include <stdlib.h>

#include "interp/row/move/row_move.h"
#include "src/base/alloc.h"

/* Roundings of a backend from the corners of two boxes to their overlap. */
static const double overlap_roundings = 16;

typedef struct number {
	double value, error;
} number;

typedef struct suppression {
	const hr_tensor_data *boxes, *scores; /* (batches, boxes, 4), (batches, classes, boxes) */
	uint64_t batches, classes, count;
	uint64_t most; /* boxes of a class */
	number overlap, score;
	bool center;     /* boxes are center and size, not corners */
	double roundoff; /* of a backend */
	number *box;     /* of the batch */
	number *rated;   /* scores of the class */
	/* The greatest score that may be at each place in ORDER or behind: of all, of inexact ones. */
	double *later, *later_inexact;
	uint64_t *order;        /* candidates by falling score */
	uint64_t *chosen;       /* of the class */
	bool unsure;            /* a decision before was */
	hr_tensor_data *result; /* NULL: only count */
	uint64_t found;
} suppression;

static number number_of(const hr_tensor_data *x, uint64_t i)
{
	double value = hr_row_number(x, i);

	return (number){value, hr_row_off(hr_row_unit_of(x->elem), value, hr_row_bound_at(x, i))};
}

/* Return true if ONE is greater than OTHER, and note if a backend may find otherwise. */
static bool is_greater(suppression *s, number one, number other)
{
	double error = one.error + other.error;

	s->unsure |= error > 0 && !(fabs(one.value - other.value) > error);
	return one.value > other.value;
}

/* --- overlaps --------------------------------------------------------------------------------- */

/* One axis of a box. */
typedef struct interval {
	double low, high, error;
} interval;

static interval interval_of(const suppression *s, uint64_t box, unsigned axis)
{
	const number *b = &s->box[4 * box];
	interval made;

	if (s->center) {
		/* x, y, width, height */
		number middle = b[1 - axis], size = b[3 - axis];

		made = (interval){middle.value - size.value / 2, middle.value + size.value / 2,
				  middle.error + size.error / 2};
		made.error += s->roundoff * (fabs(middle.value) + fabs(size.value));
		return made;
	}
	/* y1, x1, y2, x2 in any order */
	return (interval){fmin(b[axis].value, b[axis + 2].value),
			  fmax(b[axis].value, b[axis + 2].value),
			  fmax(b[axis].error, b[axis + 2].error)};
}

static number extent_of(interval i)
{
	return (number){i.high - i.low, 2 * i.error};
}

static number product(number x, number y)
{
	return (number){x.value * y.value,
			fabs(x.value) * y.error + fabs(y.value) * x.error + x.error * y.error};
}

/* Return the part that both have; a negative extent if there is none. */
static interval common(interval one, interval other)
{
	return (interval){fmax(one.low, other.low), fmin(one.high, other.high),
			  fmax(one.error, other.error)};
}

/* Return true if boxes ONE and OTHER overlap by more than the threshold. */
static bool overlap(suppression *s, uint64_t one, uint64_t other)
{
	interval a[2], b[2];
	number both[2], area, area_a, area_b, whole, ratio, none = {0, 0};

	for (unsigned axis = 0; axis < 2; axis++) {
		a[axis] = interval_of(s, one, axis);
		b[axis] = interval_of(s, other, axis);
		both[axis] = extent_of(common(a[axis], b[axis]));
	}
	/* A box beside another overlaps by 0, and a box that touches another by little. */
	for (unsigned axis = 0; axis < 2; axis++)
		if (both[axis].value + both[axis].error <= 0 ||
		    (both[axis].value <= 0 && both[axis].error == 0))
			return false;
	area = product(both[0], both[1]);
	area_a = product(extent_of(a[0]), extent_of(a[1]));
	area_b = product(extent_of(b[0]), extent_of(b[1]));
	whole = (number){area_a.value + area_b.value - area.value,
			 area_a.error + area_b.error + area.error};
	if (!is_greater(s, both[0], none) || !is_greater(s, both[1], none) ||
	    !is_greater(s, area_a, none) || !is_greater(s, area_b, none) ||
	    !is_greater(s, whole, none))
		return false;
	ratio.value = area.value / whole.value;
	ratio.error = whole.value > whole.error ? (area.error + ratio.value * whole.error) /
							  (whole.value - whole.error)
						: INFINITY;
	ratio.error += overlap_roundings * s->roundoff * (ratio.value + ratio.error);
	return is_greater(s, ratio, s->overlap);
}

/* --- one class -------------------------------------------------------------------------------- */

static int by_score(const void *one, const void *other, void *data)
{
	const suppression *s = data;
	uint64_t i = *(const uint64_t *)one, k = *(const uint64_t *)other;
	double x = s->rated[i].value, y = s->rated[k].value;

	return x != y ? (x < y) - (x > y) : (i > k) - (i < k);
}

/* Set ORDER to the boxes whose score is above the threshold, and return their number. */
static uint64_t candidates(suppression *s)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < s->count; i++)
		if (is_greater(s, s->rated[i], s->score))
			s->order[count++] = i;
	qsort_r(s->order, count, sizeof(*s->order), by_score, s);
	return count;
}

/* Note if a backend may have another candidate at place I. */
static void check_place(suppression *s, uint64_t i)
{
	number here = s->rated[s->order[i]];

	s->unsure |= here.error > 0 ? !(here.value - here.error > s->later[i + 1])
				    : !(here.value > s->later_inexact[i + 1] ||
					s->later_inexact[i + 1] == -INFINITY);
}

static void set_later(suppression *s, uint64_t count)
{
	s->later[count] = s->later_inexact[count] = -INFINITY;
	for (uint64_t i = count; i-- > 0;) {
		number here = s->rated[s->order[i]];
		double high = here.value + here.error;

		s->later[i] = fmax(s->later[i + 1], high);
		s->later_inexact[i] =
			fmax(s->later_inexact[i + 1], here.error > 0 ? high : -INFINITY);
	}
}

static void put(suppression *s, uint64_t batch, uint64_t class_, uint64_t box)
{
	const uint64_t row[3] = {batch, class_, box};

	for (unsigned k = 0; s->result && k < 3; k++) {
		((int64_t *)s->result->data)[3 * s->found + k] = (int64_t)row[k];
		s->result->bound[3 * s->found + k] = s->unsure ? INFINITY : 0;
	}
	s->found++;
}

/* Return true if the box is taken. */
static bool taken(suppression *s, uint64_t box, uint64_t chosen)
{
	for (uint64_t i = 0; i < chosen; i++)
		if (overlap(s, box, s->chosen[i]))
			return false;
	return true;
}

static void one_class(suppression *s, uint64_t batch, uint64_t class_)
{
	uint64_t count, chosen = 0;

	for (uint64_t i = 0; i < s->count; i++)
		s->rated[i] = number_of(s->scores, (batch * s->classes + class_) * s->count + i);
	count = candidates(s);
	set_later(s, count);
	for (uint64_t i = 0; i < count && chosen < s->most; i++) {
		uint64_t box = s->order[i];

		check_place(s, i);
		if (!taken(s, box, chosen))
			continue;
		s->chosen[chosen++] = box;
		put(s, batch, class_, box);
	}
}

static void all_classes(suppression *s)
{
	s->box = hr_alloc_array(4 * s->count + 1, sizeof(*s->box));
	s->rated = hr_alloc_array(s->count + 1, sizeof(*s->rated));
	s->order = hr_alloc_array(s->count + 1, sizeof(*s->order));
	s->chosen = hr_alloc_array(s->count + 1, sizeof(*s->chosen));
	s->later = hr_alloc_array(s->count + 1, sizeof(*s->later));
	s->later_inexact = hr_alloc_array(s->count + 1, sizeof(*s->later_inexact));
	for (uint64_t batch = 0; batch < s->batches; batch++) {
		for (uint64_t i = 0; i < 4 * s->count; i++)
			s->box[i] = number_of(s->boxes, 4 * batch * s->count + i);
		for (uint64_t class_ = 0; class_ < s->classes; class_++)
			one_class(s, batch, class_);
	}
	hr_free(s->box);
	hr_free(s->rated);
	hr_free(s->order);
	hr_free(s->chosen);
	hr_free(s->later);
	hr_free(s->later_inexact);
}

/* --- the row ---------------------------------------------------------------------------------- */

/* Return the scalar in operand I, or OTHERWISE if it has no elements. */
static number scalar(const hr_row_job *job, unsigned i, double otherwise)
{
	const hr_tensor_data *x = job->operands[i];

	if (x->count == 0)
		return (number){otherwise, 0};
	return hr_elem_is_real(x->elem) ? number_of(x, 0)
					: (number){hr_row_number(x, 0), hr_row_bound_at(x, 0)};
}

static bool operands_fit(const hr_row_job *job, char why[HR_ROW_WHY])
{
	const hr_tensor_data *const *o = job->operands;

	if (!hr_row_has_rank(job, 0, 3, 3, why) || !hr_row_has_rank(job, 1, 3, 3, why))
		return false;
	for (unsigned i = 0; i < 5; i++) {
		if (i == 2 ? !hr_elem_is_integer(o[i]->elem) : !hr_elem_is_real(o[i]->elem))
			return hr_row_refuse(why, "operand %u has the type %s", i,
					     hr_elem_name(o[i]->elem));
		if (i >= 2 && o[i]->count > 1)
			return hr_row_refuse(why, "operand %u has %" PRIu64 " elements and not 1",
					     i, o[i]->count);
	}
	if (o[0]->shape.dim[2] != 4)
		return hr_row_refuse(why, "a box has %" PRIu64 " numbers and not 4",
				     o[0]->shape.dim[2]);
	for (unsigned k = 0; k < 2; k++)
		if (o[0]->shape.dim[k] != o[1]->shape.dim[2 * k])
			return hr_row_refuse(why,
					     "axis %u is %" PRIu64
					     " in operand 0, and axis %u is %" PRIu64
					     " in operand 1",
					     k, o[0]->shape.dim[k], 2 * k, o[1]->shape.dim[2 * k]);
	return true;
}

/* Find the boxes, and store them in RESULT, or only count them if RESULT is NULL. */
static uint64_t find_boxes(const hr_row_job *job, hr_tensor_data *result)
{
	const hr_dims *scores = &job->operands[1]->shape;
	number most = scalar(job, 2, 0);
	suppression s = {.boxes = job->operands[0],
			 .scores = job->operands[1],
			 .batches = scores->dim[0],
			 .classes = scores->dim[1],
			 .count = scores->dim[2],
			 .most = most.value > 0 ? (uint64_t)most.value : 0,
			 .overlap = scalar(job, 3, 0),
			 .score = scalar(job, 4, -INFINITY),
			 .center = hr_attribute_integer(job->attributes, "center", 0) != 0,
			 .roundoff = hr_row_unit_of(job->operands[0]->elem)->roundoff,
			 .unsure = most.error > 0,
			 .result = result};

	all_classes(&s);
	return s.found;
}

bool hr_shape_non_max_suppression(const hr_row_job *job, hr_tensor_data *result,
				  char why[HR_ROW_WHY])
{
	if (!operands_fit(job, why))
		return false;
	result->shape = (hr_dims){2, {find_boxes(job, NULL), 3}};
	return true;
}

bool hr_compute_non_max_suppression(const hr_row_job *job, hr_tensor_data *result,
				    char why[HR_ROW_WHY])
{
	(void)why;
	find_boxes(job, result);
	return true;
}
