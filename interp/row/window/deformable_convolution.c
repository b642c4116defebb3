/* interp/row/window/deformable_convolution.c -- deformable_convolution: a convolution whose windows take
 * values between elements, each moved by an offset and multiplied by a mask.
 *
 * The values of the windows of one image are computed first, with their errors; they are the columns
 * that the filters are multiplied with. Two spatial axes; outside of the image are zeros.
 *
 * Not here:  the multiplication (matrix.c), taps and their errors (sample.c). */
#include <inttypes.h>

#include "interp/row/window/matrix.h"
#include "interp/row/window/sample.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

enum { TAPS = 16 };

typedef struct deformation {
	hr_slides slides;
	hr_sampled from;
	uint64_t channels, groups, offset_groups;
	uint64_t in, out, kernel;
	double *offset, *offset_error, *mask, *mask_error; /* MASK: NULL if there is none */
	uint64_t image;
	double *value, *error; /* of the columns: [channel][element of the window][place] */
} deformation;

/* --- shape ------------------------------------------------------------------------------------ */

static bool groups_fit(const hr_row_job *job, deformation *d, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *w = &job->operands[1]->shape;
	int64_t groups = hr_attribute_integer(job->attributes, "group", 1);
	int64_t offset_groups = hr_attribute_integer(job->attributes, "offset_group", 1);

	if (groups < 1 || x->dim[1] % (uint64_t)groups > 0 || w->dim[0] % (uint64_t)groups > 0 ||
	    x->dim[1] / (uint64_t)groups != w->dim[1])
		return hr_row_refuse(why,
				     "axis 1 is %" PRIu64
				     " in operand 0, and operand 1 has %" PRIu64 " and %" PRIu64
				     " channels, with %" PRId64 " groups",
				     x->dim[1], w->dim[0], w->dim[1], groups);
	if (offset_groups < 1 || x->dim[1] % (uint64_t)offset_groups > 0)
		return hr_row_refuse(why, "axis 1 is %" PRIu64 ", with %" PRId64 " offset groups",
				     x->dim[1], offset_groups);
	d->groups = (uint64_t)groups;
	d->offset_groups = (uint64_t)offset_groups;
	d->channels = x->dim[1];
	return true;
}

/* Check operand I, offset or mask, which has EACH numbers for each element of the window. */
static bool plane_fits(const hr_row_job *job, const deformation *d, unsigned i, uint64_t each,
		       char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *shape = &job->operands[i]->shape;
	uint64_t wanted[] = {x->dim[0], d->offset_groups * d->kernel * each,
			     (uint64_t)d->slides.axis[0].out, (uint64_t)d->slides.axis[1].out};

	if (!hr_row_has_rank(job, i, 4, 4, why))
		return false;
	for (unsigned axis = 0; axis < 4; axis++)
		if (shape->dim[axis] != wanted[axis])
			return hr_row_refuse(why,
					     "axis %u of operand %u is %" PRIu64 ", not %" PRIu64,
					     axis, i, shape->dim[axis], wanted[axis]);
	return true;
}

static bool read_deformation(const hr_row_job *job, deformation *d, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape;

	if (!hr_row_is_real(job, 0, why) || !hr_row_has_rank(job, 0, 4, 4, why) ||
	    !hr_row_has_rank(job, 1, 4, 4, why) || !groups_fit(job, d, why) ||
	    !hr_slides_read(job, x, job->operands[1]->shape.dim + 2, HR_SLIDES_FLOOR, &d->slides,
			    why))
		return false;
	d->in = hr_slides_in(&d->slides);
	d->out = hr_slides_out(&d->slides);
	d->kernel = hr_slides_kernel(&d->slides);
	return plane_fits(job, d, 2, 2, why) &&
	       (!hr_row_operand(job, 3) || plane_fits(job, d, 3, 1, why));
}

bool hr_shape_deformable_convolution(const hr_row_job *job, hr_tensor_data *result,
				     char why[HR_ROW_WHY])
{
	deformation d = {0};

	if (!read_deformation(job, &d, why))
		return false;
	result->shape =
		(hr_dims){.rank = 4,
			  .dim = {job->operands[0]->shape.dim[0], job->operands[1]->shape.dim[0],
				  (uint64_t)d.slides.axis[0].out, (uint64_t)d.slides.axis[1].out}};
	return true;
}

/* --- columns ---------------------------------------------------------------------------------- */

/* Set TAPS of both axes to those of element K of the window at PLACE, moved by the offset of GROUP.
 * Return false if they are unknown. */
static bool taps_of(const deformation *d, uint64_t group, uint64_t k, uint64_t place,
		    hr_taps taps[2])
{
	hr_sampler sampler = {.kind = HR_SAMPLE_LINEAR, .scale = 1, .unit = d->from.unit};
	int64_t at[HR_RANK_MOST], element[HR_RANK_MOST];

	hr_slides_place(&d->slides, place, at);
	hr_slides_element(&d->slides, k, element);
	for (unsigned axis = 0; axis < 2; axis++) {
		const hr_slide *s = &d->slides.axis[axis];
		uint64_t i = (((d->image * d->offset_groups + group) * d->kernel + k) * 2 + axis) *
				     d->out +
			     place;
		hr_near x = {d->offset[i], d->offset_error ? d->offset_error[i] : 0};

		x = hr_near_add(d->from.unit, x,
				hr_near_exact((double)(at[axis] * s->stride - s->before +
						       element[axis] * s->dilation)));
		taps[axis].count = 0;
		if (x.at + x.off < -1 || x.at - x.off > (double)s->in)
			continue;
		if (!hr_sampler_taps(&sampler, x, &taps[axis]))
			return false;
		for (uint64_t t = 0; t < taps[axis].count; t++)
			if (taps[axis].tap[t].at >= s->in)
				taps[axis].tap[t].at = -1;
	}
	return true;
}

/* Store the value of SUM times the mask as element I of the columns. */
static void put_column(const deformation *d, uint64_t mask, const hr_weighted *sum, bool known,
		       uint64_t i)
{
	double error = hr_weighted_bound(sum, d->from.unit);
	hr_near value = {sum->value, known ? error : INFINITY};

	if (d->mask) {
		hr_near by = {d->mask[mask], d->mask_error ? d->mask_error[mask] : 0};

		value = hr_near_multiply(d->from.unit, value, by);
	}
	d->value[i] = value.at;
	d->error[i] = isfinite(value.at) || !isfinite(value.off) ? value.off : 0;
}

/* Compute the columns' values of element TASK of an offset group's window, at all places. */
static void deform(void *job, uint64_t task, void *scratch)
{
	const deformation *d = job;
	uint64_t group = task / d->kernel, k = task % d->kernel;
	uint64_t channels = d->channels / d->offset_groups;
	hr_taps taps[2] = {{.tap = scratch}, {.tap = (hr_tap *)scratch + TAPS}};

	for (uint64_t place = 0; place < d->out; place++) {
		bool known = taps_of(d, group, k, place, taps);
		uint64_t mask =
			((d->image * d->offset_groups + group) * d->kernel + k) * d->out + place;

		for (uint64_t c = group * channels; c < (group + 1) * channels; c++) {
			hr_weighted sum = {0};

			if (known)
				hr_sample(&d->from, (d->image * d->channels + c) * d->in, taps,
					  &sum);
			put_column(d, mask, &sum, known, (c * d->kernel + k) * d->out + place);
		}
	}
}

/* --- compute ---------------------------------------------------------------------------------- */

static void multiply_image(const hr_row_job *job, const deformation *d, const hr_factor *filters,
			   hr_tensor_data *result)
{
	uint64_t rows = job->operands[1]->shape.dim[0] / d->groups;
	uint64_t terms = d->channels / d->groups * d->kernel;
	hr_matrices m = {
		.count = d->groups,
		.rows = rows,
		.columns = d->out,
		.terms = terms,
		.added = terms,
		.left = *filters,
		.right = {.value = (const hr_cell *)d->value,
			  .error = d->error,
			  .count = d->groups,
			  .matrix = terms * d->out,
			  .line = 1,
			  .term = d->out},
		.row_step = d->out,
		.column_step = 1,
		.result = result,
		.threads = job->threads,
	};

	m.left.count = d->groups;
	m.left.matrix = rows * terms;
	m.left.line = terms;
	m.left.term = 1;
	hr_matrices_multiply(&m);
}

static void read_planes(const hr_row_job *job, deformation *d)
{
	const hr_tensor_data *x = job->operands[0], *offset = job->operands[2];
	const hr_tensor_data *mask = hr_row_operand(job, 3);
	double *value = hr_row_reals(x);

	d->from = (hr_sampled){.axes = 2,
			       .stride = {x->shape.dim[3], 1},
			       .value = value,
			       .error = hr_row_errors(x, value),
			       .unit = hr_row_sum_unit_of(x->elem)};
	d->offset = hr_row_reals(offset);
	d->offset_error = hr_row_errors(offset, d->offset);
	if (mask) {
		d->mask = hr_row_reals(mask);
		d->mask_error = hr_row_errors(mask, d->mask);
	}
	d->value = hr_alloc_array(d->channels * d->kernel * d->out + 1, sizeof(*d->value));
	d->error = hr_alloc_array(d->channels * d->kernel * d->out + 1, sizeof(*d->error));
}

static void free_planes(deformation *d)
{
	double *const all[] = {(double *)(uintptr_t)d->from.value,
			       (double *)(uintptr_t)d->from.error,
			       d->offset,
			       d->offset_error,
			       d->mask,
			       d->mask_error,
			       d->value,
			       d->error};

	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
		hr_free(all[i]);
}

bool hr_compute_deformable_convolution(const hr_row_job *job, hr_tensor_data *result,
				       char why[HR_ROW_WHY])
{
	deformation d = {0};
	hr_factor filters = {0};
	hr_tensor_data image = *result;

	if (!read_deformation(job, &d, why))
		return false;
	read_planes(job, &d);
	hr_factor_read(&filters, job->operands[1]);
	image.count = result->count / result->shape.dim[0];
	for (; d.image < result->shape.dim[0]; d.image++) {
		image.data = (char *)result->data + d.image * image.count * hr_row_bytes(result);
		image.bound = result->bound + d.image * image.count;
		hr_tensor_parallel(job->threads, d.offset_groups * d.kernel, deform, &d,
				   2 * TAPS * sizeof(hr_tap));
		multiply_image(job, &d, &filters, &image);
	}
	hr_factor_free(&filters);
	free_planes(&d);
	return true;
}
