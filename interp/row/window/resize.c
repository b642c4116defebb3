/* interp/row/window/resize.c -- resize: as ONNX's Resize.
 *
 * The result is interpolated along each axis, so each place of an axis has its taps, once for all others.
 * Integers are rounded to nearest and clamped to their type.
 *
 * Not here:  taps and their errors (sample.c). */
#include <inttypes.h>
#include <string.h>

#include "interp/row/window/sample.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

/* --- sizes ------------------------------------------------------------------------------------ */

typedef struct resizing {
	unsigned rank;
	bool is[HR_RANK_MOST]; /* axes that are resized */
	double scale[HR_RANK_MOST];
	double start[HR_RANK_MOST], end[HR_RANK_MOST]; /* the region, in [0, 1] */
	hr_dims out;
} resizing;

/* Return the number of elements of operand I, 0 if it is omitted. */
static uint64_t count_of(const hr_row_job *job, unsigned i)
{
	const hr_tensor_data *operand = hr_row_operand(job, i);

	return operand ? operand->count : 0;
}

static bool set_size(resizing *r, unsigned axis, double size, char why[HR_ROW_WHY])
{
	if (!(size >= 0) || !(size < 0x1p40))
		return hr_row_refuse(why, "axis %u of the result is %g", axis, size);
	r->out.dim[axis] = (uint64_t)size;
	return true;
}

static bool scaled_sizes(const hr_row_job *job, resizing *r, const unsigned *axes, unsigned count,
			 char why[HR_ROW_WHY])
{
	for (unsigned k = 0; k < count; k++) {
		double scale = hr_row_number(job->operands[2], k);

		if (!(scale > 0) || !(scale < 0x1p31))
			return hr_row_refuse(why, "a scale is %g", scale);
		r->scale[axes[k]] = scale;
		if (!set_size(r, axes[k], floor((double)r->out.dim[axes[k]] * scale), why))
			return false;
	}
	return true;
}

static bool given_sizes(const hr_row_job *job, resizing *r, const unsigned *axes, unsigned count,
			char why[HR_ROW_WHY])
{
	bool larger = hr_attribute_is(job->attributes, "policy", "not_smaller");
	bool keeps = larger || hr_attribute_is(job->attributes, "policy", "not_larger");
	double one = larger ? 0 : INFINITY;

	for (unsigned k = 0; k < count; k++) {
		double in = (double)r->out.dim[axes[k]], size = hr_row_number(job->operands[3], k);
		double scale = in > 0 ? size / in : 1;

		r->scale[axes[k]] = scale;
		one = larger ? fmax(one, scale) : fmin(one, scale);
		if (!set_size(r, axes[k], size, why))
			return false;
	}
	for (unsigned k = 0; k < count && keeps; k++) {
		double in = (double)job->operands[0]->shape.dim[axes[k]];

		r->scale[axes[k]] = one;
		if (!set_size(r, axes[k], floor(in * one + 0.5), why))
			return false;
	}
	return true;
}

static bool set_region(const hr_row_job *job, resizing *r, const unsigned *axes, unsigned count,
		       char why[HR_ROW_WHY])
{
	bool crops = hr_attribute_is(job->attributes, "coordinates", "tf_crop_and_resize");

	for (unsigned axis = 0; axis < r->rank; axis++)
		r->end[axis] = 1;
	if (crops && count_of(job, 1) != 2 * (uint64_t)count)
		return hr_row_refuse(why, "operand 1 has %" PRIu64 " elements, not %u",
				     count_of(job, 1), 2 * count);
	for (unsigned k = 0; k < count && crops; k++) {
		r->start[axes[k]] = hr_row_number(job->operands[1], k);
		r->end[axes[k]] = hr_row_number(job->operands[1], count + k);
	}
	return true;
}

static bool modes_known(const hr_attributes *of, char why[HR_ROW_WHY])
{
	static const char *const known[][8] = {
		{"mode", "nearest", "linear", "cubic"},
		{"coordinates", "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",
		 "align_corners", "asymmetric", "tf_crop_and_resize"},
		{"nearest", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"},
		{"policy", "stretch", "not_larger", "not_smaller"},
	};

	for (unsigned i = 0; i < sizeof(known) / sizeof(*known); i++) {
		bool is = false;

		for (unsigned k = 1; k < 8 && known[i][k]; k++)
			is |= hr_attribute_is(of, known[i][0], known[i][k]);
		if (!is)
			return hr_row_refuse(why, "%s is unknown", known[i][0]);
	}
	if (hr_attribute_is(of, "mode", "nearest") && hr_attribute_integer(of, "antialias", 0))
		return hr_row_refuse(why, "mode=nearest has no antialias=1");
	return true;
}

/* Set AXES to the axes that are resized, in the order of the operands' elements, and *COUNT to their
 * number. */
static bool read_axes(const hr_row_job *job, resizing *r, unsigned axes[HR_RANK_MOST],
		      unsigned *count, char why[HR_ROW_WHY])
{
	const hr_attribute *list = hr_attribute_of(job->attributes, "axes");

	if (!hr_row_axes(job, "axes", r->rank, r->is, why))
		return false;
	*count = list ? (unsigned)list->count : r->rank;
	for (unsigned k = 0; k < *count; k++)
		axes[k] = list ? (unsigned)list->integers[k] : k;
	return true;
}

static bool read_resizing(const hr_row_job *job, resizing *r, char why[HR_ROW_WHY])
{
	uint64_t scales = count_of(job, 2), sizes = count_of(job, 3);
	unsigned axes[HR_RANK_MOST], count;

	*r = (resizing){.rank = job->operands[0]->shape.rank, .out = job->operands[0]->shape};
	if (!hr_row_is_number(job, why) || !modes_known(job->attributes, why) ||
	    !read_axes(job, r, axes, &count, why))
		return false;
	if ((scales > 0) == (sizes > 0) && count > 0)
		return hr_row_refuse(why, "one of operands 2 and 3 must be empty");
	if (scales + sizes != count)
		return hr_row_refuse(why, "operand %u has %" PRIu64 " elements, not %u",
				     scales > 0 ? 2 : 3, scales + sizes, count);
	if (!(scales > 0 ? scaled_sizes : given_sizes)(job, r, axes, count, why) ||
	    !set_region(job, r, axes, count, why))
		return false;
	for (unsigned axis = 0; axis < r->rank; axis++)
		if (job->operands[0]->shape.dim[axis] == 0 && r->out.dim[axis] > 0)
			return hr_row_refuse(why, "axis %u has no elements", axis);
	return true;
}

bool hr_shape_resize(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	resizing r;

	if (!read_resizing(job, &r, why))
		return false;
	result->shape = r.out;
	return true;
}

/* --- the places of an axis -------------------------------------------------------------------- */

/* Where a result may lie outside of the region: it then has the extrapolation value. */
typedef enum place_side { INSIDE, MAY_BE_OUTSIDE, OUTSIDE } place_side;

typedef struct axis_places {
	hr_taps *taps; /* of each place; owns */
	place_side *outside;
	hr_tap *memory;
} axis_places;

/* Return where place I of the result lies on AXIS. */
static hr_near coordinate(const hr_row_job *job, const resizing *r, const hr_row_unit *unit,
			  unsigned axis, uint64_t i)
{
	const hr_attributes *of = job->attributes;
	double in = (double)job->operands[0]->shape.dim[axis], scale = r->scale[axis];
	double width = scale * in, place = (double)i;
	hr_near at;

	if (hr_attribute_is(of, "coordinates", "align_corners"))
		return width == 1 ? hr_near_exact(0)
				  : hr_near_divide(unit,
						   hr_near_multiply(unit, hr_near_exact(place),
								    hr_near_exact(in - 1)),
						   width - 1);
	if (hr_attribute_is(of, "coordinates", "asymmetric"))
		return hr_near_divide(unit, hr_near_exact(place), scale);
	if (hr_attribute_is(of, "coordinates", "tf_crop_and_resize")) {
		hr_near part = hr_near_add(unit, hr_near_exact(r->end[axis]),
					   hr_near_exact(-r->start[axis]));
		hr_near start = hr_near_multiply(unit, hr_near_exact(r->start[axis]),
						 hr_near_exact(in - 1));

		part = hr_near_multiply(unit, part, hr_near_exact(in - 1));
		at = width == 1 ? hr_near_multiply(unit, part, hr_near_exact(0.5))
				: hr_near_divide(unit,
						 hr_near_multiply(unit, part, hr_near_exact(place)),
						 width - 1);
		return hr_near_add(unit, at, start);
	}
	if (hr_attribute_is(of, "coordinates", "pytorch_half_pixel") && width == 1)
		return hr_near_exact(-0.5);
	at = hr_near_divide(unit, hr_near_exact(place + 0.5), scale);
	at = hr_near_add(unit, at, hr_near_exact(-0.5));
	if (hr_attribute_is(of, "coordinates", "half_pixel_symmetric")) {
		hr_near part = hr_near_divide(unit, hr_near_exact((double)r->out.dim[axis]), width);

		part = hr_near_add(unit, hr_near_exact(1), (hr_near){-part.at, part.off});
		part = hr_near_multiply(unit, part, hr_near_exact(in / 2));
		at = hr_near_add(unit, part, at);
	}
	return at;
}

static double prefer_floor(double x)
{
	return ceil(x - 0.5);
}

static double prefer_ceil(double x)
{
	return floor(x + 0.5);
}

static bool set_taps(const hr_attributes *of, const hr_sampler *sampler, hr_near x, hr_taps *taps)
{
	if (!hr_attribute_is(of, "mode", "nearest"))
		return hr_sampler_taps(sampler, x, taps);
	if (hr_attribute_is(of, "nearest", "floor"))
		return hr_sample_nearest(floor, x, taps);
	if (hr_attribute_is(of, "nearest", "ceil"))
		return hr_sample_nearest(ceil, x, taps);
	return hr_sample_nearest(hr_attribute_is(of, "nearest", "round_prefer_ceil") ? prefer_ceil
										     : prefer_floor,
				 x, taps);
}

/* Elements outside of the axis are those at its ends, or have no weight. */
static void clamp_taps(hr_taps *taps, int64_t in, bool exclude)
{
	for (uint64_t i = 0; i < taps->count; i++) {
		hr_tap *tap = &taps->tap[i];
		bool is_outside = tap->at < 0 || tap->at >= in;

		if (is_outside && exclude)
			*tap = (hr_tap){.at = -1};
		else
			tap->at = tap->at < 0 ? 0 : tap->at >= in ? in - 1 : tap->at;
	}
}

static place_side side_of(hr_near x, double last)
{
	if (x.at < -x.off || x.at > last + x.off)
		return OUTSIDE;
	return x.at < x.off || x.at > last - x.off ? x.off > 0 ? MAY_BE_OUTSIDE : INSIDE : INSIDE;
}

/* Return true if the result has the elements of AXES as they are. */
static bool is_same(const hr_row_job *job, const resizing *r, unsigned axis)
{
	return !r->is[axis] ||
	       (fabs(r->scale[axis] - 1) <= 1e-9 && r->start[axis] == 0 && r->end[axis] == 1 &&
		r->out.dim[axis] == job->operands[0]->shape.dim[axis]);
}

/* Set the places of AXIS. Return false, with the reason in WHY, if one has too many taps. */
static bool set_places(const hr_row_job *job, const resizing *r, unsigned axis, axis_places *places,
		       char why[HR_ROW_WHY])
{
	const hr_attributes *of = job->attributes;
	int64_t in = (int64_t)job->operands[0]->shape.dim[axis];
	bool antialias = hr_attribute_integer(of, "antialias", 0) != 0;
	bool exclude = hr_attribute_integer(of, "exclude_outside", 0) != 0;
	bool crops = hr_attribute_is(of, "coordinates", "tf_crop_and_resize");
	bool same = is_same(job, r, axis);
	hr_sampler sampler = {.kind = hr_attribute_is(of, "mode", "cubic") ? HR_SAMPLE_CUBIC
									   : HR_SAMPLE_LINEAR,
			      .a = hr_attribute_real(of, "cubic", -0.75),
			      .scale = antialias ? fmin(r->scale[axis], 1) : 1,
			      .unit = hr_row_sum_unit_of(hr_elem_is_real(job->operands[0]->elem)
								 ? job->operands[0]->elem
								 : HR_E_F32)};
	uint64_t most = same ? 1 : hr_sampler_most(&sampler);

	if (most < HR_NEAREST_MOST)
		most = HR_NEAREST_MOST;
	if (most > UINT32_MAX)
		return hr_row_refuse(why, "a scale is %g", r->scale[axis]);
	places->taps = hr_alloc_array(r->out.dim[axis] + 1, sizeof(*places->taps));
	places->outside = hr_alloc_array(r->out.dim[axis] + 1, sizeof(*places->outside));
	places->memory = hr_alloc_array(r->out.dim[axis] * most + 1, sizeof(*places->memory));
	for (uint64_t i = 0; i < r->out.dim[axis]; i++) {
		hr_near x = coordinate(job, r, sampler.unit, axis, i);
		hr_taps *taps = &places->taps[i];

		*taps = (hr_taps){.count = 1, .tap = places->memory + i * most};
		taps->tap[0] = (hr_tap){.at = (int64_t)i, .weight = 1};
		if (same)
			continue;
		if (crops)
			places->outside[i] = side_of(x, (double)in - 1);
		if (places->outside[i] == OUTSIDE)
			continue;
		if (!set_taps(of, &sampler, x, taps))
			return hr_row_refuse(why, "place %" PRIu64 " of axis %u is uncertain", i,
					     axis);
		clamp_taps(taps, in, exclude);
		if (sampler.scale != 1 || exclude)
			hr_sample_normalize(sampler.unit, taps);
	}
	return true;
}

/* --- compute ---------------------------------------------------------------------------------- */

typedef struct interpolation {
	const resizing *r;
	axis_places axis[HR_RANK_MOST];
	hr_sampled from;
	double extrapolation;
	hr_tensor_data *result;
	uint64_t slices; /* of the first two axes */
} interpolation;

/* Store an integer: VALUE rounded to nearest and clamped to the type. */
static void store_integer(hr_tensor_data *result, uint64_t i, double value, double error)
{
	unsigned bits = 8 * (unsigned)hr_elem_bytes(result->elem);
	bool is_signed = hr_elem_is_signed(result->elem);
	double most = ldexp(1, (int)(bits - is_signed)), least = is_signed ? -most : 0;
	double rounded = rint(value), unsure = 0;
	int64_t stored;

	if (error > 0 && !(rint(value - error) == rint(value + error)))
		unsure = INFINITY;
	stored = rounded >= most   ? (int64_t)(UINT64_MAX >> (64 - bits + is_signed))
		 : rounded < least ? (int64_t)least
				   : (int64_t)rounded;
	hr_row_store_integers(result, i, 1, &stored, &unsure);
}

/* A backend may interpolate along the other axes between extrapolated values. */
static void extrapolate(const interpolation *p, const hr_taps *taps, hr_weighted *sum)
{
	double error = 0;

	for (unsigned axis = 0; axis < p->r->rank; axis++)
		for (uint64_t i = 0; i < taps[axis].count; i++)
			error += taps[axis].tap[i].error * fabs(p->extrapolation);
	hr_weighted_add(sum, p->from.unit, 1, 0, p->extrapolation, error);
}

static void interpolate(const interpolation *p, const uint64_t *at, uint64_t i)
{
	hr_taps taps[HR_RANK_MOST];
	hr_weighted sum = {0};
	place_side most = INSIDE;
	bool is_real = hr_elem_is_real(p->result->elem);

	for (unsigned axis = 0; axis < p->r->rank; axis++) {
		taps[axis] = p->axis[axis].taps[at[axis]];
		if (p->axis[axis].outside[at[axis]] > most)
			most = p->axis[axis].outside[at[axis]];
	}
	if (most != OUTSIDE)
		hr_sample(&p->from, 0, taps, &sum);
	else
		extrapolate(p, taps, &sum);
	if (most == MAY_BE_OUTSIDE)
		sum.error += fabs(sum.value - p->extrapolation);
	if (is_real)
		hr_weighted_store(&sum, 1, p->result, i);
	else
		store_integer(p->result, i, sum.value, hr_weighted_bound(&sum, p->from.unit));
}

/* Compute the elements of the result in slice TASK of the first axes. */
static void interpolate_slice(void *job, uint64_t task, void *scratch)
{
	const interpolation *p = job;
	const hr_dims *out = &p->r->out;
	unsigned leading = out->rank < 2 ? out->rank : 2;
	uint64_t at[HR_RANK_MOST] = {0}, slice = p->result->count / p->slices;

	(void)scratch;
	if (leading > 0)
		at[0] = leading > 1 ? task / out->dim[1] : task;
	if (leading > 1)
		at[1] = task % out->dim[1];
	for (uint64_t i = 0; i < slice; i++) {
		interpolate(p, at, task * slice + i);
		for (unsigned axis = out->rank; axis-- > leading;) {
			if (++at[axis] < out->dim[axis])
				break;
			at[axis] = 0;
		}
	}
}

/* Set *VALUE to all elements of X as binary64, and *ERROR to their errors; the caller frees both. */
static void read_elements(const hr_tensor_data *x, double **value, double **error)
{
	*error = NULL;
	if (hr_elem_is_real(x->elem)) {
		*value = hr_row_reals(x);
		*error = hr_row_errors(x, *value);
		return;
	}
	*value = hr_alloc_array(x->count + 1, sizeof(**value));
	if (x->elem == HR_E_I64)
		*error = hr_alloc_array(x->count + 1, sizeof(**error));
	for (uint64_t i = 0; i < x->count; i++) {
		(*value)[i] = (double)hr_elem_integer(x->elem, x->data, i);
		if (*error && fabs((*value)[i]) > 0x1p53)
			(*error)[i] = fabs((*value)[i]) * 0x1p-53;
	}
}

bool hr_compute_resize(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	bool is_real = hr_elem_is_real(x->elem), done = true;
	interpolation p = {.result = result,
			   .extrapolation = hr_attribute_real(job->attributes, "extrapolation", 0)};
	double *value, *error;
	resizing r;

	if (!read_resizing(job, &r, why))
		return false;
	p.r = &r;
	read_elements(x, &value, &error);
	p.from = (hr_sampled){.axes = r.rank,
			      .value = value,
			      .error = error,
			      .unit = hr_row_sum_unit_of(is_real ? x->elem : HR_E_F32)};
	hr_row_strides(&x->shape, &x->shape, p.from.stride);
	for (unsigned axis = 0; axis < r.rank && done; axis++)
		done = set_places(job, &r, axis, &p.axis[axis], why);
	p.slices = (r.rank > 0 ? r.out.dim[0] : 1) * (r.rank > 1 ? r.out.dim[1] : 1);
	if (done)
		hr_tensor_parallel(result->count < HR_WINDOW_FEW ? 1 : job->threads, p.slices,
				   interpolate_slice, &p, 0);
	for (unsigned axis = 0; axis < r.rank; axis++) {
		hr_free(p.axis[axis].taps);
		hr_free(p.axis[axis].outside);
		hr_free(p.axis[axis].memory);
	}
	hr_free(value);
	hr_free(error);
	return done;
}
