/* interp/row/window/col2im.c -- col2im: the columns of windows are added to an image.
 *
 * Not here:  places (window.c). */
#include <inttypes.h>

#include "interp/row/window/weighted.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

typedef struct assembly {
	hr_slides slides;
	uint64_t in, out, kernel;
	hr_tensor_data *result;
	double *value, *error;
	int64_t *integer;
} assembly;

/* Set the spatial extents of NUMBERS to the elements of operand I. */
static bool read_shape(const hr_row_job *job, unsigned i, hr_dims *numbers, char why[HR_ROW_WHY])
{
	const hr_tensor_data *shape = job->operands[i];
	int64_t read[HR_RANK_MOST];

	if (!hr_row_is_there(job, i, why) || !hr_row_is_vector(job, i, why))
		return false;
	if (shape->count < 1 || shape->count > HR_RANK_MOST - 2)
		return hr_row_refuse(why, "operand %u has %" PRIu64 " elements", i, shape->count);
	hr_row_load_integers(shape, 0, shape->count, read);
	numbers->rank = (unsigned)shape->count + 2;
	for (unsigned k = 0; k < shape->count; k++) {
		if (read[k] < 0)
			return hr_row_refuse(why, "operand %u has %" PRId64, i, read[k]);
		numbers->dim[k + 2] = (uint64_t)read[k];
	}
	return true;
}

static bool read_image(const hr_row_job *job, assembly *image, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape;
	hr_dims shape, block;

	if (!hr_row_is_number(job, why) || !hr_row_has_rank(job, 0, 3, 3, why) ||
	    !read_shape(job, 1, &shape, why) || !read_shape(job, 2, &block, why))
		return false;
	if (shape.rank != block.rank)
		return hr_row_refuse(why, "operand 1 has %u elements and operand 2 %u",
				     shape.rank - 2, block.rank - 2);
	if (!hr_slides_read(job, &shape, block.dim + 2, HR_SLIDES_FLOOR, &image->slides, why))
		return false;
	image->in = hr_slides_in(&image->slides);
	image->out = hr_slides_out(&image->slides);
	image->kernel = hr_slides_kernel(&image->slides);
	if (x->dim[1] % image->kernel > 0)
		return hr_row_refuse(
			why, "axis 1 is %" PRIu64 ", and the block has %" PRIu64 " elements",
			x->dim[1], image->kernel);
	return x->dim[2] == image->out ||
	       hr_row_refuse(why, "axis 2 is %" PRIu64 ", and there are %" PRIu64 " blocks",
			     x->dim[2], image->out);
}

bool hr_shape_col2im(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape;
	assembly image;

	if (!read_image(job, &image, why))
		return false;
	result->shape = (hr_dims){.rank = image.slides.axes + 2,
				  .dim = {x->dim[0], x->dim[1] / image.kernel}};
	for (unsigned i = 0; i < image.slides.axes; i++)
		result->shape.dim[i + 2] = (uint64_t)image.slides.axis[i].in;
	return true;
}

/* Compute element I of PLANE of the result. */
static void add_blocks(const assembly *image, uint64_t plane, uint64_t i)
{
	const hr_row_unit *unit = hr_row_sum_unit_of(image->result->elem);
	int64_t at[HR_RANK_MOST], element[HR_RANK_MOST], total = 0;
	hr_weighted sum = {0};
	uint64_t place;

	hr_slides_operand(&image->slides, i, at);
	for (uint64_t k = 0; k < image->kernel; k++) {
		uint64_t from = (plane * image->kernel + k) * image->out;

		hr_slides_element(&image->slides, k, element);
		if (!hr_slides_back(&image->slides, at, element, &place))
			continue;
		if (image->integer)
			total = (int64_t)((uint64_t)total + (uint64_t)image->integer[from + place]);
		else
			hr_weighted_add(&sum, unit, 1, 0, image->value[from + place],
					image->error ? image->error[from + place] : 0);
	}
	if (image->integer)
		hr_row_store_integers(image->result, plane * image->in + i, 1, &total, NULL);
	else
		hr_weighted_store(&sum, 1, image->result, plane * image->in + i);
}

static void add_plane(void *job, uint64_t plane, void *scratch)
{
	const assembly *image = job;

	(void)scratch;
	for (uint64_t i = 0; i < image->in; i++)
		add_blocks(image, plane, i);
}

bool hr_compute_col2im(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	assembly image = {.result = result};

	if (!read_image(job, &image, why))
		return false;
	if (hr_elem_is_real(x->elem)) {
		image.value = hr_row_reals(x);
		image.error = hr_row_errors(x, image.value);
	} else {
		image.integer = hr_row_integers(x);
	}
	hr_tensor_parallel(result->count < HR_WINDOW_FEW ? 1 : job->threads,
			   result->shape.dim[0] * result->shape.dim[1], add_plane, &image, 0);
	hr_free(image.value);
	hr_free(image.error);
	hr_free(image.integer);
	return true;
}
