/* interp/row/window/convolution_transpose.c -- convolution_transpose: each element of the operand adds the
 * filters, times itself, to the result.
 *
 * It is computed as a convolution is: an element of the result is a row of filters times a column, that
 * of the elements that add to it. Windows slide over the result; their places are the elements of the
 * operand.
 *
 * Not here:  the multiplication and its bound (matrix.c). */
#include <inttypes.h>
#include <string.h>

#include "interp/row/window/matrix.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

typedef struct transposed {
	hr_slides slides;
	uint64_t channels, in, out, kernel; /* channels of one group of the operand */
	uint64_t groups;
} transposed;

/* --- shape ------------------------------------------------------------------------------------ */

static bool channels_fit(const hr_row_job *job, transposed *t, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	int64_t groups = hr_attribute_integer(job->attributes, "group", 1);

	if (x->dim[1] != w->dim[0])
		return hr_row_refuse(why,
				     "axis 1 is %" PRIu64 " in operand 0 and axis 0 is %" PRIu64
				     " in operand 1",
				     x->dim[1], w->dim[0]);
	if (groups < 1 || w->dim[0] % (uint64_t)groups > 0)
		return hr_row_refuse(why,
				     "axis 0 is %" PRIu64 " in operand 1, with %" PRId64 " groups",
				     w->dim[0], groups);
	t->groups = (uint64_t)groups;
	return true;
}

/* Set the extent of the result and the padding of axis I; WANTED is the extent, if it is given. */
static bool set_extent(const hr_row_job *job, hr_slide *s, unsigned i, const int64_t *wanted,
		       char why[HR_ROW_WHY])
{
	const hr_attributes *of = job->attributes;
	bool upper = hr_attribute_is(of, "auto", "same_upper");
	bool same = upper || hr_attribute_is(of, "auto", "same_lower");
	int64_t all, total, extent;

	s->out = s->in;
	all = (s->out - 1) * s->stride + hr_attribute_at(of, "output_padding", i, 0) +
	      (s->kernel - 1) * s->dilation + 1;
	extent = wanted ? *wanted : same ? s->out * s->stride : all - s->before - s->after;
	if (extent < 0 || extent > INT64_C(1) << 40)
		return hr_row_refuse(why, "axis %u of the result is %" PRId64, i + 2, extent);
	if (wanted || same) {
		total = all > extent ? all - extent : 0;
		s->before = upper ? total / 2 : total - total / 2;
	}
	s->in = extent;
	return true;
}

static bool read_transposed(const hr_row_job *job, transposed *t, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	const hr_tensor_data *shape = hr_row_operand(job, 2);
	int64_t wanted[HR_RANK_MOST];

	if (!hr_row_is_number(job, why) || !hr_row_has_rank(job, 0, 3, HR_RANK_MOST, why) ||
	    !hr_row_has_rank(job, 1, x->rank, x->rank, why) || !channels_fit(job, t, why) ||
	    !hr_slides_list(job, "output_padding", x->rank - 2, 0, why) ||
	    !hr_slides_read(job, x, w->dim + 2, HR_SLIDES_GIVEN, &t->slides, why))
		return false;
	if (shape && !hr_row_is_vector(job, 2, why))
		return false;
	if (shape && shape->count != t->slides.axes)
		return hr_row_refuse(why, "operand 2 has %" PRIu64 " elements, not %u",
				     shape->count, t->slides.axes);
	if (shape)
		hr_row_load_integers(shape, 0, shape->count, wanted);
	for (unsigned i = 0; i < t->slides.axes; i++)
		if (!set_extent(job, &t->slides.axis[i], i, shape ? &wanted[i] : NULL, why))
			return false;
	return true;
}

bool hr_shape_convolution_transpose(const hr_row_job *job, hr_tensor_data *result,
				    char why[HR_ROW_WHY])
{
	transposed t;

	if (!read_transposed(job, &t, why))
		return false;
	result->shape = job->operands[0]->shape;
	if (__builtin_mul_overflow(job->operands[1]->shape.dim[1], t.groups, &result->shape.dim[1]))
		return hr_row_refuse(why, "the result has too many elements");
	for (unsigned i = 0; i < t.slides.axes; i++)
		result->shape.dim[i + 2] = (uint64_t)t.slides.axis[i].in;
	return true;
}

/* --- columns ---------------------------------------------------------------------------------- */

static void gather(const hr_matrices *m, const hr_cell *from, uint64_t product, uint64_t first,
		   uint64_t count, hr_cell *to)
{
	const transposed *t = m->data;
	int64_t at[HR_RANK_MOST], element[HR_RANK_MOST];
	uint64_t place;

	from += product * m->right.matrix;
	memset(to, 0, m->terms * HR_MATRIX_COLUMNS * sizeof(*to));
	for (uint64_t k = 0; k < t->kernel; k++) {
		hr_slides_element(&t->slides, k, element);
		for (uint64_t i = 0; i < count; i++) {
			hr_slides_operand(&t->slides, first + i, at);
			if (!hr_slides_back(&t->slides, at, element, &place))
				continue;
			for (uint64_t c = 0; c < t->channels; c++)
				to[(c * t->kernel + k) * HR_MATRIX_COLUMNS + i] =
					from[c * t->out + place];
		}
	}
}

static bool place(const hr_matrices *m, uint64_t product, uint64_t column, uint64_t term,
		  uint64_t *at)
{
	const transposed *t = m->data;
	int64_t in[HR_RANK_MOST], element[HR_RANK_MOST];

	hr_slides_operand(&t->slides, column, in);
	hr_slides_element(&t->slides, term % t->kernel, element);
	if (!hr_slides_back(&t->slides, in, element, at))
		return false;
	*at += product * m->right.matrix + term / t->kernel * t->out;
	return true;
}

/* Return the filters (group, channel, row, window) at FROM in the order (group, row, channel, window); the
 * caller frees them. NULL if FROM is. */
static hr_cell *reordered(const transposed *t, uint64_t rows, const hr_cell *from)
{
	hr_cell *made, *to;

	if (!from)
		return NULL;
	made = to = hr_alloc_array(t->groups * rows * t->channels * t->kernel + 1, sizeof(*made));
	for (uint64_t g = 0; g < t->groups; g++)
		for (uint64_t r = 0; r < rows; r++)
			for (uint64_t c = 0; c < t->channels; c++, to += t->kernel)
				memcpy(to, from + ((g * t->channels + c) * rows + r) * t->kernel,
				       t->kernel * sizeof(*to));
	return made;
}

/* Read the filters as the left factor. */
static void read_filters(const transposed *t, uint64_t rows, const hr_tensor_data *w,
			 hr_factor *factor)
{
	hr_factor read = {0};

	hr_factor_read(&read, w);
	factor->value = reordered(t, rows, read.value);
	factor->error = (const double *)reordered(t, rows, (const hr_cell *)read.error);
	hr_factor_free(&read);
}

/* Return the most elements of the window that add to one element of the result: those whose distance
 * from one another is a multiple of the stride. */
static uint64_t most_added(const hr_slides *slides)
{
	uint64_t most = 1;

	for (unsigned i = 0; i < slides->axes; i++) {
		const hr_slide *s = &slides->axis[i];
		int64_t period = 1;

		while (period * s->dilation % s->stride > 0)
			period++;
		most *= (uint64_t)((s->kernel + period - 1) / period);
	}
	return most;
}

/* --- compute ---------------------------------------------------------------------------------- */

bool hr_compute_convolution_transpose(const hr_row_job *job, hr_tensor_data *result,
				      char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape;
	uint64_t rows = job->operands[1]->shape.dim[1];
	transposed t;
	hr_matrices m = {.result = result, .threads = job->threads, .data = &t};

	if (!read_transposed(job, &t, why))
		return false;
	t.channels = x->dim[1] / t.groups;
	t.in = hr_slides_in(&t.slides);
	t.out = hr_slides_out(&t.slides);
	t.kernel = hr_slides_kernel(&t.slides);
	m.count = x->dim[0] * t.groups;
	m.rows = rows;
	m.columns = m.row_step = t.in;
	m.column_step = 1;
	m.terms = t.channels * t.kernel;
	m.added = t.channels * most_added(&t.slides);
	m.left = (hr_factor){
		.count = t.groups, .matrix = rows * m.terms, .line = m.terms, .term = 1};
	m.right = (hr_factor){.count = m.count, .matrix = t.channels * t.out};
	m.gather = gather;
	m.place = place;
	read_filters(&t, rows, job->operands[1], &m.left);
	hr_factor_read(&m.right, job->operands[0]);
	hr_matrices_multiply(&m);
	hr_factor_free(&m.left);
	hr_factor_free(&m.right);
	return true;
}
