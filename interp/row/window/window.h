/* interp/row/window/window.h -- a window that slides over the spatial axes of a tensor: its places. */
#ifndef HR_ROW_WINDOW_H
#define HR_ROW_WINDOW_H

#include "interp/row/row_private.h"

/* Results of fewer elements are computed before other threads have started. */
enum { HR_WINDOW_FEW = 1 << 16 };

/* One spatial axis. Element K of the window at place P lies at P * STRIDE + K * DILATION - BEFORE, which
 * is in the padding unless it is from 0 to IN - 1. */
typedef struct hr_slide {
	int64_t in, out; /* extents: where the window slides; places */
	int64_t kernel, stride, dilation;
	int64_t before, after; /* padding */
} hr_slide;

typedef struct hr_slides {
	unsigned axes;
	hr_slide axis[HR_RANK_MOST];
} hr_slides;

/* What hr_slides_read() reads the size of the window from. */
typedef enum hr_slides_size {
	HR_SLIDES_FLOOR, /* places where the whole window is in the padded tensor */
	HR_SLIDES_CEIL, /* one more, if the rest is not a stride, and the window does not begin after IN */
	HR_SLIDES_GIVEN, /* OUT is set by the caller; no `auto` */
} hr_slides_size;

/* Refuse an operand 0 of bool. */
bool hr_row_is_number(const hr_row_job *job, char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Refuse an operand I that is omitted; that has no real type. */
bool hr_row_is_there(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY]) HR_MUST_CHECK;
bool hr_row_is_real(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY]) HR_MUST_CHECK;

/* Set the slides of the spatial axes of a tensor of shape IN, those from 2 on, with a window of KERNEL,
 * from the attributes strides, dilations, pads and auto of JOB. */
bool hr_slides_read(const hr_row_job *job, const hr_dims *in, const uint64_t *kernel,
		    hr_slides_size size, hr_slides *out, char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Refuse the attribute NAME unless it is absent or has COUNT numbers from LEAST on. */
bool hr_slides_list(const hr_row_job *job, const char *name, size_t count, int64_t least,
		    char why[HR_ROW_WHY]) HR_MUST_CHECK;

/* The products of all IN, OUT, KERNEL. */
uint64_t hr_slides_in(const hr_slides *slides);
uint64_t hr_slides_out(const hr_slides *slides);
uint64_t hr_slides_kernel(const hr_slides *slides);

/* Set PLACE to the coordinates of place I, ELEMENT to those of element I of the window, AT to those of
 * element I of the operand. */
void hr_slides_place(const hr_slides *slides, uint64_t i, int64_t place[HR_RANK_MOST]);
void hr_slides_operand(const hr_slides *slides, uint64_t i, int64_t at[HR_RANK_MOST]);
void hr_slides_element(const hr_slides *slides, uint64_t i, int64_t element[HR_RANK_MOST]);

/* Set *AT to the index that ELEMENT has at PLACE, of the first AXES axes. Return false if it is in the
 * padding. */
static inline bool hr_slides_at(const hr_slides *slides, unsigned axes, const int64_t *place,
				const int64_t *element, uint64_t *at)
{
	uint64_t index = 0;

	for (unsigned i = 0; i < axes; i++) {
		const hr_slide *s = &slides->axis[i];
		int64_t in = place[i] * s->stride + element[i] * s->dilation - s->before;

		if (in < 0 || in >= s->in)
			return false;
		index = index * (uint64_t)s->in + (uint64_t)in;
	}
	*at = index;
	return true;
}

/* Return the number of elements of the window at PLACE that lie from LEAST to END - 1; *FIRST is the first
 * of them. */
static inline int64_t hr_slide_inside(const hr_slide *s, int64_t place, int64_t least, int64_t end,
				      int64_t *first)
{
	int64_t start = place * s->stride - s->before;
	int64_t from = start >= least ? 0 : (least - start + s->dilation - 1) / s->dilation;
	int64_t to = end <= start ? 0 : (end - 1 - start) / s->dilation + 1;

	*first = from;
	to = to < s->kernel ? to : s->kernel;
	return to > from ? to - from : 0;
}

/* Set *FIRST and *END to the places at which element K of the window is not in the padding. */
static inline void hr_slide_range(const hr_slide *s, int64_t k, int64_t *first, int64_t *end)
{
	int64_t start = s->before - k * s->dilation, last = s->in - 1 + start;

	*first = start <= 0 ? 0 : (start + s->stride - 1) / s->stride;
	*end = last < 0 ? 0 : last / s->stride + 1;
	*end = *end < s->out ? *end : s->out;
}

/* Set *INDEX to that of the place at which ELEMENT of the window lies at AT, coordinates in the operand.
 * Return false if there is none. */
static inline bool hr_slides_back(const hr_slides *slides, const int64_t *at,
				  const int64_t *element, uint64_t *index)
{
	uint64_t found = 0;

	for (unsigned i = 0; i < slides->axes; i++) {
		const hr_slide *s = &slides->axis[i];
		int64_t start = at[i] + s->before - element[i] * s->dilation;

		if (start < 0 || start % s->stride > 0 || start / s->stride >= s->out)
			return false;
		found = found * (uint64_t)s->out + (uint64_t)(start / s->stride);
	}
	*index = found;
	return true;
}

/* Write the indices of the elements that the window covers at PLACE, without those in the padding, to
 * INDEX, which has room for hr_slides_most(). Return their number. */
uint64_t hr_slides_cover(const hr_slides *slides, const int64_t *place, uint64_t *index);
/* Return the largest number of elements that a window covers. */
uint64_t hr_slides_most(const hr_slides *slides);

#endif
