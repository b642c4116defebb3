/* interp/row/window/window.c -- a window that slides over the spatial axes of a tensor: its places.
 *
 * Invariant: extents and attributes are below MOST, so no coordinate overflows.
 * Not here:  what is computed in a window (convolution.c, pool.c). */
#include "interp/row/window/window.h"

#include <inttypes.h>

static const int64_t MOST = INT64_C(1) << 40, MOST_STEP = INT64_C(1) << 20;

/* --- attributes ------------------------------------------------------------------------------- */

bool hr_row_is_number(const hr_row_job *job, char why[HR_ROW_WHY])
{
	return job->operands[0]->elem != HR_E_BOOL ||
	       hr_row_refuse(why, "operand 0 has the type bool");
}

bool hr_row_is_there(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY])
{
	return hr_row_operand(job, i) || hr_row_refuse(why, "operand %u is omitted", i);
}

bool hr_row_is_real(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY])
{
	hr_elem elem = job->operands[i]->elem;

	return hr_elem_is_real(elem) ||
	       hr_row_refuse(why, "operand %u has the type %s, which is not real", i,
			     hr_elem_name(elem));
}

bool hr_slides_list(const hr_row_job *job, const char *name, size_t count, int64_t least,
		    char why[HR_ROW_WHY])
{
	const hr_attribute *list = hr_attribute_of(job->attributes, name);

	if (!list || (list->count == 0 && !*list->text))
		return true;
	if (list->count != count)
		return hr_row_refuse(why, "%s has %zu numbers, not %zu", name, list->count, count);
	for (size_t i = 0; i < count; i++)
		if (list->integers[i] < least || list->integers[i] > MOST_STEP)
			return hr_row_refuse(why, "%s has %" PRId64 ", which is too %s", name,
					     list->integers[i],
					     list->integers[i] < least ? "small" : "large");
	return true;
}

/* Check strides, dilations and pads, as far as they are there, for AXES axes. */
static bool lists_fit(const hr_row_job *job, unsigned axes, char why[HR_ROW_WHY])
{
	return hr_slides_list(job, "strides", axes, 1, why) &&
	       hr_slides_list(job, "dilations", axes, 1, why) &&
	       hr_slides_list(job, "pads", 2 * (size_t)axes, -MOST_STEP, why);
}

/* --- places ----------------------------------------------------------------------------------- */

/* Pad S so that there is one place for each STRIDE elements. */
static void pad_same(hr_slide *s, bool lower)
{
	int64_t covered = (s->kernel - 1) * s->dilation + 1, needed;

	s->out = (s->in + s->stride - 1) / s->stride;
	needed = (s->out - 1) * s->stride + covered - s->in;
	needed = needed > 0 && s->out > 0 ? needed : 0;
	s->before = lower ? needed - needed / 2 : needed / 2;
	s->after = needed - s->before;
}

static bool count_places(hr_slide *s, bool ceil, unsigned axis, char why[HR_ROW_WHY])
{
	int64_t covered = (s->kernel - 1) * s->dilation + 1;
	int64_t rest = s->in + s->before + s->after - covered;

	if (rest < -1 || (rest < 0 && s->in > 0))
		return hr_row_refuse(why,
				     "axis %u is %" PRId64 " with padding, and the window %" PRId64,
				     axis, s->in + s->before + s->after, covered);
	s->out = rest < 0 ? 0 : rest / s->stride + 1;
	if (ceil && rest > 0 && rest % s->stride > 0)
		s->out++;
	/* A window that would begin in the padding after is dropped. */
	if (ceil && s->out > 0 && (s->out - 1) * s->stride >= s->in + s->before)
		s->out--;
	return true;
}

bool hr_slides_read(const hr_row_job *job, const hr_dims *in, const uint64_t *kernel,
		    hr_slides_size size, hr_slides *out, char why[HR_ROW_WHY])
{
	const hr_attributes *of = job->attributes;
	bool valid = hr_attribute_is(of, "auto", "valid");
	bool lower = hr_attribute_is(of, "auto", "same_lower");
	bool same = lower || hr_attribute_is(of, "auto", "same_upper");

	out->axes = in->rank - 2;
	if (!lists_fit(job, out->axes, why))
		return false;
	for (unsigned i = 0; i < out->axes; i++) {
		hr_slide *s = &out->axis[i];

		if (in->dim[i + 2] > (uint64_t)MOST || kernel[i] > (uint64_t)MOST_STEP ||
		    kernel[i] == 0)
			return hr_row_refuse(why, "axis %u is %" PRIu64 ", and the window %" PRIu64,
					     i + 2, in->dim[i + 2], kernel[i]);
		s->in = (int64_t)in->dim[i + 2];
		s->kernel = (int64_t)kernel[i];
		s->stride = hr_attribute_at(of, "strides", i, 1);
		s->dilation = hr_attribute_at(of, "dilations", i, 1);
		s->before = valid ? 0 : hr_attribute_at(of, "pads", i, 0);
		s->after = valid ? 0 : hr_attribute_at(of, "pads", out->axes + i, 0);
		if (size == HR_SLIDES_GIVEN)
			continue;
		if (same)
			pad_same(s, lower);
		else if (!count_places(s, size == HR_SLIDES_CEIL, i + 2, why))
			return false;
	}
	return true;
}

/* --- counts and coordinates ------------------------------------------------------------------- */

/* Products of extents; those of a tensor that exists do not overflow. */
#define COUNT(slides, field)                                                                       \
	uint64_t count = 1;                                                                        \
                                                                                                   \
	for (unsigned i = 0; i < slides->axes; i++)                                                \
		count *= (uint64_t)slides->axis[i].field;                                          \
	return count

uint64_t hr_slides_in(const hr_slides *slides)
{
	COUNT(slides, in);
}

uint64_t hr_slides_out(const hr_slides *slides)
{
	COUNT(slides, out);
}

uint64_t hr_slides_kernel(const hr_slides *slides)
{
	COUNT(slides, kernel);
}

/* Set AT to the coordinates of element I of a tensor with the extents of FIELD. */
#define SPLIT(slides, field, i, at)                                                                \
	for (unsigned axis = slides->axes; axis-- > 0;) {                                          \
		uint64_t extent = (uint64_t)slides->axis[axis].field;                              \
                                                                                                   \
		at[axis] = (int64_t)(i % extent);                                                  \
		i /= extent;                                                                       \
	}

void hr_slides_place(const hr_slides *slides, uint64_t i, int64_t place[HR_RANK_MOST])
{
	SPLIT(slides, out, i, place)
}

void hr_slides_element(const hr_slides *slides, uint64_t i, int64_t element[HR_RANK_MOST])
{
	SPLIT(slides, kernel, i, element)
}

void hr_slides_operand(const hr_slides *slides, uint64_t i,
		       int64_t at[HR_RANK_MOST]){SPLIT(slides, in, i, at)}

uint64_t hr_slides_cover(const hr_slides *slides, const int64_t *place, uint64_t *index)
{
	uint64_t count = 1;

	index[0] = 0;
	for (unsigned axis = 0; axis < slides->axes; axis++) {
		const hr_slide *s = &slides->axis[axis];
		int64_t first, inside = hr_slide_inside(s, place[axis], 0, s->in, &first);
		int64_t start = place[axis] * s->stride - s->before + first * s->dilation;

		/* Each index becomes INSIDE of them; the last are moved first. */
		for (uint64_t i = count; i-- > 0;)
			for (int64_t k = inside; k-- > 0;)
				index[i * (uint64_t)inside + (uint64_t)k] =
					index[i] * (uint64_t)s->in +
					(uint64_t)(start + k * s->dilation);
		count *= (uint64_t)inside;
	}
	return count;
}

uint64_t hr_slides_most(const hr_slides *slides)
{
	uint64_t count = 1;

	for (unsigned i = 0; i < slides->axes; i++) {
		const hr_slide *s = &slides->axis[i];
		int64_t most = s->kernel < s->in ? s->kernel : s->in;

		count *= most > 1 ? (uint64_t)most : 1;
	}
	return count;
}
