/* interp/row/window/convolution.c -- convolution: each group of filters times the columns of its channels.
 *
 * A column holds the elements that the window covers at one place, in the order channel, window; columns
 * are gathered when they are multiplied, so memory does not grow with the window. Padding is 0, and adds
 * no term to the sum of an element that is not finite.
 *
 * Not here:  the multiplication and its bound (matrix.c). */
#include <inttypes.h>
#include <string.h>

#include "interp/row/window/matrix.h"
#include "interp/row/window/window.h"

typedef struct convolution {
	hr_slides slides;
	uint64_t channels; /* of one group */
	uint64_t in, out, kernel;
	int64_t groups;
} convolution;

/* --- shape ------------------------------------------------------------------------------------ */

static bool channels_fit(const hr_row_job *job, const convolution *c, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	uint64_t groups = (uint64_t)c->groups;

	if (c->groups < 1 || x->dim[1] % groups > 0 || x->dim[1] / groups != w->dim[1])
		return hr_row_refuse(why,
				     "axis 1 is %" PRIu64 " in operand 0 and %" PRIu64
				     " in operand 1, with %" PRId64 " groups",
				     x->dim[1], w->dim[1], c->groups);
	if (w->dim[0] % groups > 0)
		return hr_row_refuse(why,
				     "axis 0 is %" PRIu64 " in operand 1, with %" PRId64 " groups",
				     w->dim[0], c->groups);
	return true;
}

static bool read_convolution(const hr_row_job *job, convolution *c, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;

	if (!hr_row_is_number(job, why) || !hr_row_has_rank(job, 0, 3, HR_RANK_MOST, why) ||
	    !hr_row_has_rank(job, 1, x->rank, x->rank, why))
		return false;
	c->groups = hr_attribute_integer(job->attributes, "group", 1);
	return channels_fit(job, c, why) &&
	       hr_slides_read(job, x, w->dim + 2, HR_SLIDES_FLOOR, &c->slides, why);
}

bool hr_shape_convolution(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	convolution c;

	if (!read_convolution(job, &c, why))
		return false;
	result->shape = job->operands[0]->shape;
	result->shape.dim[1] = job->operands[1]->shape.dim[0];
	for (unsigned i = 0; i < c.slides.axes; i++)
		result->shape.dim[i + 2] = (uint64_t)c.slides.axis[i].out;
	return true;
}

/* --- columns ---------------------------------------------------------------------------------- */

/* Consecutive places along the last axis. */
typedef struct stretch {
	int64_t at[HR_RANK_MOST]; /* of the first */
	int64_t count;
	uint64_t column; /* of the first, in the panel */
} stretch;

/* Copy what ELEMENT of the window covers at PLACES, in all channels from FROM on, to TO. */
static void gather_places(const convolution *c, const stretch *p, uint64_t index,
			  const int64_t *element, const hr_cell *from, hr_cell *to)
{
	unsigned last = c->slides.axes - 1;
	const hr_slide *s = &c->slides.axis[last];
	int64_t first, end;
	uint64_t row;

	hr_slide_range(s, element[last], &first, &end);
	first = first > p->at[last] ? first : p->at[last];
	end = end < p->at[last] + p->count ? end : p->at[last] + p->count;
	if (first >= end || !hr_slides_at(&c->slides, last, p->at, element, &row))
		return;
	from += row * (uint64_t)s->in +
		(uint64_t)(first * s->stride + element[last] * s->dilation - s->before);
	to += index * HR_MATRIX_COLUMNS + p->column + (uint64_t)(first - p->at[last]);
	for (uint64_t channel = 0; channel < c->channels; channel++) {
		for (int64_t i = 0; i < end - first; i++)
			to[i] = from[i * s->stride];
		from += c->in;
		to += c->kernel * HR_MATRIX_COLUMNS;
	}
}

static void gather(const hr_matrices *m, const hr_cell *from, uint64_t product, uint64_t first,
		   uint64_t count, hr_cell *to)
{
	const convolution *c = m->data;
	unsigned last = c->slides.axes - 1;

	from += product * m->right.matrix;
	memset(to, 0, m->terms * HR_MATRIX_COLUMNS * sizeof(*to));
	for (uint64_t done = 0; done < count;) {
		stretch p = {.column = done};
		int64_t rest;

		hr_slides_place(&c->slides, first + done, p.at);
		rest = c->slides.axis[last].out - p.at[last];
		p.count = rest < (int64_t)(count - done) ? rest : (int64_t)(count - done);
		for (uint64_t i = 0; i < c->kernel; i++) {
			int64_t element[HR_RANK_MOST];

			hr_slides_element(&c->slides, i, element);
			gather_places(c, &p, i, element, from, to);
		}
		done += (uint64_t)p.count;
	}
}

static bool place(const hr_matrices *m, uint64_t product, uint64_t column, uint64_t term,
		  uint64_t *at)
{
	const convolution *c = m->data;
	int64_t place[HR_RANK_MOST], element[HR_RANK_MOST];

	hr_slides_place(&c->slides, column, place);
	hr_slides_element(&c->slides, term % c->kernel, element);
	if (!hr_slides_at(&c->slides, c->slides.axes, place, element, at))
		return false;
	*at += product * m->right.matrix + term / c->kernel * c->in;
	return true;
}

/* Return true if columns are those of the operand: a window of one element, moved by one, no padding. */
static bool is_plain(const hr_slides *slides)
{
	for (unsigned i = 0; i < slides->axes; i++) {
		const hr_slide *s = &slides->axis[i];

		if (s->kernel > 1 || s->stride > 1 || s->before != 0 || s->after != 0)
			return false;
	}
	return true;
}

/* --- compute ---------------------------------------------------------------------------------- */

bool hr_compute_convolution(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	convolution c;
	hr_matrices m = {.result = result, .threads = job->threads, .data = &c};

	if (!read_convolution(job, &c, why))
		return false;
	c.channels = w->dim[1];
	c.in = hr_slides_in(&c.slides);
	c.out = hr_slides_out(&c.slides);
	c.kernel = hr_slides_kernel(&c.slides);
	m.count = x->dim[0] * (uint64_t)c.groups;
	m.rows = w->dim[0] / (uint64_t)c.groups;
	m.columns = m.row_step = c.out;
	m.column_step = 1;
	m.terms = m.added = c.channels * c.kernel;
	m.left = (hr_factor){.count = (uint64_t)c.groups,
			     .matrix = m.rows * m.terms,
			     .line = m.terms,
			     .term = 1};
	m.right =
		(hr_factor){.count = m.count, .matrix = c.channels * c.in, .line = 1, .term = c.in};
	if (!is_plain(&c.slides)) {
		m.gather = gather;
		m.place = place;
	}
	hr_factor_read(&m.left, job->operands[1]);
	hr_factor_read(&m.right, job->operands[0]);
	hr_matrices_multiply(&m);
	hr_factor_free(&m.left);
	hr_factor_free(&m.right);
	return true;
}
