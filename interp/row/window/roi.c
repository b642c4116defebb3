/* interp/row/window/roi.c -- roi_align and roi_pool: regions of images, at a fixed size.
 *
 * roi_align takes values between elements at points of each bin of a region; their mean, or the
 * greatest of their parts, as ONNX's reference implementation does. roi_pool takes the greatest element
 * of each bin; an empty bin gives 0.
 *
 * Not here:  taps and their errors (sample.c). */
#include <inttypes.h>

#include "interp/row/row_total.h"
#include "interp/row/window/sample.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

/* A region has at most so many points along an axis of a bin. */
enum { MOST_POINTS = 1 << 16 };

typedef struct regions {
	hr_sampled from;
	int64_t extent[2], bins[2]; /* height, width */
	uint64_t channels;
	double *roi, *roi_error;
	uint64_t columns; /* of ROI */
	int64_t *image;   /* of each region */
	double scale;
	bool half_pixel, average;
	int64_t ratio;
	hr_tensor_data *result;
} regions;

/* --- shape ------------------------------------------------------------------------------------ */

static bool shape_of_regions(const hr_row_job *job, hr_tensor_data *result, uint64_t columns,
			     char why[HR_ROW_WHY])
{
	const hr_attributes *of = job->attributes;
	int64_t height = hr_attribute_integer(of, "height", 1);
	int64_t width = hr_attribute_integer(of, "width", 1);
	const hr_dims *x = &job->operands[0]->shape, *roi;

	if (!hr_row_is_there(job, 1, why) || !hr_row_is_real(job, 0, why) ||
	    !hr_row_is_real(job, 1, why) || !hr_row_has_rank(job, 0, 4, 4, why) ||
	    !hr_row_has_rank(job, 1, 2, 2, why))
		return false;
	roi = &job->operands[1]->shape;
	if (roi->dim[1] != columns)
		return hr_row_refuse(why, "axis 1 of operand 1 is %" PRIu64 ", not %" PRIu64,
				     roi->dim[1], columns);
	if (height < 1 || width < 1 || height > 1 << 20 || width > 1 << 20)
		return hr_row_refuse(why, "height is %" PRId64 " and width %" PRId64, height,
				     width);
	for (unsigned i = 2; i < 4; i++)
		if (x->dim[i] == 0 || x->dim[i] > (uint64_t)1 << 40)
			return hr_row_refuse(why, "axis %u is %" PRIu64, i, x->dim[i]);
	result->shape = (hr_dims){
		.rank = 4, .dim = {roi->dim[0], x->dim[1], (uint64_t)height, (uint64_t)width}};
	return true;
}

bool hr_shape_roi_align(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_attributes *of = job->attributes;

	if (!hr_row_is_there(job, 2, why) || !hr_row_is_vector(job, 2, why) ||
	    !shape_of_regions(job, result, 4, why))
		return false;
	if (!hr_attribute_is(of, "mode", "avg") && !hr_attribute_is(of, "mode", "max"))
		return hr_row_refuse(why, "mode is unknown");
	if (!hr_attribute_is(of, "coordinates", "half_pixel") &&
	    !hr_attribute_is(of, "coordinates", "output_half_pixel"))
		return hr_row_refuse(why, "coordinates is unknown");
	if (job->operands[2]->count != result->shape.dim[0])
		return hr_row_refuse(why,
				     "operand 2 has %" PRIu64 " elements, and there are %" PRIu64
				     " regions",
				     job->operands[2]->count, result->shape.dim[0]);
	return true;
}

bool hr_shape_roi_pool(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	return shape_of_regions(job, result, 5, why);
}

/* --- regions ---------------------------------------------------------------------------------- */

/* Set R up, without R->image. */
static void read_regions(const hr_row_job *job, hr_tensor_data *result, regions *r)
{
	const hr_tensor_data *x = job->operands[0], *roi = job->operands[1];
	const hr_attributes *of = job->attributes;
	double *value = hr_row_reals(x);

	*r = (regions){.result = result,
		       .channels = x->shape.dim[1],
		       .columns = roi->shape.dim[1],
		       .roi = hr_row_reals(roi),
		       .scale = hr_attribute_real(of, "scale", 1),
		       .half_pixel = hr_attribute_is(of, "coordinates", "half_pixel"),
		       .average = hr_attribute_is(of, "mode", "avg"),
		       .ratio = hr_attribute_integer(of, "ratio", 0)};
	r->roi_error = hr_row_errors(roi, r->roi);
	r->from = (hr_sampled){.axes = 2,
			       .stride = {x->shape.dim[3], 1},
			       .value = value,
			       .error = hr_row_errors(x, value),
			       .unit = hr_row_sum_unit_of(x->elem)};
	for (unsigned i = 0; i < 2; i++) {
		r->extent[i] = (int64_t)x->shape.dim[i + 2];
		r->bins[i] = (int64_t)result->shape.dim[i + 2];
	}
}

static void free_regions(regions *r)
{
	hr_free((void *)(uintptr_t)r->from.value);
	hr_free((void *)(uintptr_t)r->from.error);
	hr_free(r->roi);
	hr_free(r->roi_error);
	hr_free(r->image);
}

static bool images_fit(const regions *r, uint64_t count, uint64_t images, char why[HR_ROW_WHY])
{
	for (uint64_t i = 0; i < count; i++)
		if (r->image[i] < 0 || (uint64_t)r->image[i] >= images)
			return hr_row_refuse(why,
					     "region %" PRIu64 " is of image %" PRId64
					     ", and there are %" PRIu64,
					     i, r->image[i], images);
	return true;
}

/* Return number COLUMN of region I, in elements of the image. */
static hr_near corner(const regions *r, uint64_t i, uint64_t column)
{
	uint64_t at = i * r->columns + column;
	hr_near x = {r->roi[at], r->roi_error ? r->roi_error[at] : 0};

	return hr_near_multiply(r->from.unit, x, hr_near_exact(r->scale));
}

/* --- roi_align -------------------------------------------------------------------------------- */

/* A region along one axis: points START + (bin + (point + 1 / 2) / POINTS) SIZE. */
typedef struct region_axis {
	hr_near start, size; /* of a bin */
	uint64_t points;     /* of a bin */
	bool unsure;         /* of how many points there are */
} region_axis;

/* Set *OUT to AXIS (0: height) of region I. */
static bool range_of(const regions *r, uint64_t i, unsigned axis, region_axis *out,
		     char why[HR_ROW_WHY])
{
	const hr_row_unit *unit = r->from.unit;
	hr_near half = hr_near_exact(r->half_pixel ? -0.5 : 0), length, end;
	double points;

	out->start = hr_near_add(unit, corner(r, i, 1 - axis), half);
	end = hr_near_add(unit, corner(r, i, 3 - axis), half);
	length = hr_near_add(unit, end, (hr_near){-out->start.at, out->start.off});
	if (!r->half_pixel && !(length.at > 1))
		length.at = 1;
	out->size = hr_near_divide(unit, length, (double)r->bins[axis]);
	points = r->ratio > 0 ? (double)r->ratio : fmax(ceil(out->size.at), 0);
	out->unsure = r->ratio <= 0 &&
		      !(ceil(out->size.at - out->size.off) == ceil(out->size.at + out->size.off));
	if (!(points <= (double)MOST_POINTS))
		return hr_row_refuse(why, "a bin of region %" PRIu64 " has %g points", i, points);
	out->points = (uint64_t)points;
	return true;
}

/* Set TAPS to those at POINT of BIN. A point far outside of the image has none. */
static bool taps_of(const regions *r, const region_axis *range, unsigned axis, uint64_t bin,
		    uint64_t point, hr_taps *taps)
{
	const hr_row_unit *unit = r->from.unit;
	hr_sampler sampler = {.kind = HR_SAMPLE_LINEAR, .scale = 1, .unit = unit};
	double extent = (double)r->extent[axis];
	hr_near x, part = hr_near_multiply(unit, range->size, hr_near_exact((double)point + 0.5));
	bool jumps;

	x = hr_near_multiply(unit, range->size, hr_near_exact((double)bin));
	x = hr_near_add(unit, range->start, x);
	x = hr_near_add(unit, x, hr_near_divide(unit, part, (double)range->points));
	taps->count = 0;
	jumps = !(fabs(x.at + 1) > x.off && fabs(x.at - extent) > x.off) && x.off > 0;
	if (x.at < -1 || x.at > extent)
		return !jumps;
	x.at = fmin(fmax(x.at, 0), extent - 1);
	if (jumps || !hr_sampler_taps(&sampler, x, taps))
		return false;
	for (uint64_t i = 0; i < taps->count; i++)
		taps->tap[i].at = taps->tap[i].at < 0                     ? 0
				  : taps->tap[i].at > r->extent[axis] - 1 ? r->extent[axis] - 1
									  : taps->tap[i].at;
	return true;
}

enum { TAPS = 16 };

/* The greatest of the products of elements and weights. Where a corner of a point has no weight, so that
 * it is not among them, it counts as 0. */
static void greatest_part(const hr_sampled *from, uint64_t first, const hr_taps *taps,
			  hr_total *most)
{
	uint64_t weights = 0;

	for (uint64_t i = 0; i < taps[0].count; i++)
		for (uint64_t k = 0; k < taps[1].count; k++) {
			hr_tap y = taps[0].tap[i], x = taps[1].tap[k];
			hr_taps one[2] = {{1, &y}, {1, &x}};
			hr_weighted part = {0};

			hr_sample(from, first, one, &part);
			weights += y.weight != 0 && x.weight != 0;
			hr_total_add(HR_R_maximum, most, part.value,
				     hr_weighted_bound(&part, from->unit));
		}
	if (weights < 4)
		hr_total_add(HR_R_maximum, most, 0, 0);
}

typedef struct place_of_bin {
	uint64_t region, y, x;
} place_of_bin;

/* Compute one element of the result: BIN of CHANNEL. */
static void align_bin(const regions *r, const region_axis range[2], const place_of_bin *b,
		      uint64_t channel)
{
	hr_tap memory[2][TAPS];
	hr_taps taps[2] = {{.tap = memory[0]}, {.tap = memory[1]}};
	uint64_t plane = (uint64_t)r->extent[0] * (uint64_t)r->extent[1];
	uint64_t first = ((uint64_t)r->image[b->region] * r->channels + channel) * plane;
	uint64_t at = ((b->region * r->channels + channel) * (uint64_t)r->bins[0] + b->y) *
			      (uint64_t)r->bins[1] +
		      b->x;
	uint64_t points = range[0].points * range[1].points;
	bool known = !range[0].unsure && !range[1].unsure;
	hr_weighted sum = {0};
	hr_total most = hr_total_start(HR_R_maximum);

	for (uint64_t y = 0; y < range[0].points; y++)
		for (uint64_t x = 0; x < range[1].points; x++) {
			known &= taps_of(r, &range[0], 0, b->y, y, &taps[0]);
			known &= taps_of(r, &range[1], 1, b->x, x, &taps[1]);
			if (r->average)
				hr_sample(&r->from, first, taps, &sum);
			else
				greatest_part(&r->from, first, taps, &most);
		}
	if (!known)
		sum.error = most.error = INFINITY;
	if (points == 0)
		hr_total_add(HR_R_maximum, &most, 0, 0);
	if (r->average)
		hr_weighted_store(&sum, points > 0 ? (double)points : 1, r->result, at);
	else
		hr_sum_store(r->result, at, most.value,
			     fmax(most.error, fmax(most.high - most.value, most.value - most.low)),
			     hr_row_size(most.high));
}

bool hr_compute_roi_align(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	uint64_t count = result->shape.dim[0];
	bool done;
	regions r;

	read_regions(job, result, &r);
	r.image = hr_row_integers(job->operands[2]);
	done = images_fit(&r, count, job->operands[0]->shape.dim[0], why);
	for (uint64_t i = 0; i < count && done; i++) {
		region_axis range[2];
		place_of_bin b = {.region = i};

		done = range_of(&r, i, 0, &range[0], why) && range_of(&r, i, 1, &range[1], why);
		for (uint64_t c = 0; c < r.channels && done; c++)
			for (b.y = 0; b.y < (uint64_t)r.bins[0]; b.y++)
				for (b.x = 0; b.x < (uint64_t)r.bins[1]; b.x++)
					align_bin(&r, range, &b, c);
	}
	free_regions(&r);
	return done;
}

/* --- roi_pool --------------------------------------------------------------------------------- */

/* Elements FIRST to END - 1 along one axis. A backend may take those from LEAST to MOST - 1. */
typedef struct bin_part {
	int64_t first, end, least, most;
} bin_part;

/* Return BIN of the elements from START to LAST: bins may share elements. The quotients are exact;
 * a backend's may be on either side of a whole number. */
static bin_part bin_of(const regions *r, unsigned axis, int64_t start, int64_t last, int64_t bin)
{
	int64_t length = last - start + 1 > 1 ? last - start + 1 : 1, bins = r->bins[axis];
	int64_t extent = r->extent[axis];
	bin_part p = {start + bin * length / bins, start + ((bin + 1) * length + bins - 1) / bins,
		      0, 0};
	bool exact = (bins & (bins - 1)) == 0 || length % bins == 0;

	p.least = p.first - (!exact && bin * length % bins == 0);
	p.most = p.end + (!exact && (bin + 1) * length % bins == 0);
	p.first = p.first < 0 ? 0 : p.first;
	p.least = p.least < 0 ? 0 : p.least;
	p.end = p.end > extent ? extent : p.end;
	p.most = p.most > extent ? extent : p.most;
	return p;
}

static void pool_bin(const regions *r, const bin_part *y, const bin_part *x, uint64_t plane,
		     uint64_t at)
{
	hr_total sure = hr_total_start(HR_R_maximum), all = sure;

	for (int64_t i = y->least; i < y->most; i++)
		for (int64_t k = x->least; k < x->most; k++) {
			uint64_t from = plane + (uint64_t)(i * r->extent[1] + k);
			double error = r->from.error ? r->from.error[from] : 0;

			hr_total_add(HR_R_maximum, &all, r->from.value[from], error);
			if (i >= y->first && i < y->end && k >= x->first && k < x->end)
				hr_total_add(HR_R_maximum, &sure, r->from.value[from], error);
		}
	if (y->first >= y->end || x->first >= x->end)
		hr_total_add(HR_R_maximum, &sure, 0, 0);
	sure.high = fmax(sure.high, all.high);
	sure.error += all.error;
	hr_total_store(HR_R_maximum, &sure, 1, r->from.unit, r->result, at);
}

/* Return number COLUMN of region I, rounded to a whole number, away from 0 in the middle. Set *UNSURE if a
 * backend may round to another. */
static int64_t whole_corner(const regions *r, uint64_t i, uint64_t column, bool *unsure)
{
	hr_near x = corner(r, i, column);

	*unsure |= !(round(x.at - x.off) == round(x.at + x.off));
	return fabs(x.at) < 0x1p40 ? (int64_t)round(x.at) : 0;
}

static void pool_region(const regions *r, uint64_t i)
{
	uint64_t plane = (uint64_t)r->extent[0] * (uint64_t)r->extent[1];
	uint64_t bins = (uint64_t)(r->bins[0] * r->bins[1]);
	bool unsure = false;
	int64_t left = whole_corner(r, i, 1, &unsure), top = whole_corner(r, i, 2, &unsure);
	int64_t right = whole_corner(r, i, 3, &unsure), bottom = whole_corner(r, i, 4, &unsure);

	for (uint64_t c = 0; c < r->channels; c++) {
		uint64_t first = ((uint64_t)r->image[i] * r->channels + c) * plane;
		uint64_t at = (i * r->channels + c) * bins;

		for (int64_t b = 0; b < (int64_t)bins; b++) {
			bin_part y = bin_of(r, 0, top, bottom, b / r->bins[1]);
			bin_part x = bin_of(r, 1, left, right, b % r->bins[1]);

			pool_bin(r, &y, &x, first, at + (uint64_t)b);
			if (unsure)
				r->result->bound[at + (uint64_t)b] = INFINITY;
		}
	}
}

bool hr_compute_roi_pool(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	uint64_t count = result->shape.dim[0];
	bool done;
	regions r;

	read_regions(job, result, &r);
	r.image = hr_alloc_array(count + 1, sizeof(*r.image));
	for (uint64_t i = 0; i < count; i++)
		r.image[i] = fabs(r.roi[i * 5]) < 0x1p40 ? (int64_t)r.roi[i * 5] : -1;
	done = images_fit(&r, count, job->operands[0]->shape.dim[0], why);
	for (uint64_t i = 0; i < count && done; i++)
		pool_region(&r, i);
	free_regions(&r);
	return done;
}
