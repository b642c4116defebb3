/* interp/row/window/grid_sample.c -- grid_sample: elements, and values between them, at given places.
 *
 * Places are from -1 to 1 along each axis, the last axis first.
 *
 * Not here:  taps and their errors (sample.c). */
#include <inttypes.h>

#include "interp/row/window/sample.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

typedef enum padding { ZEROS, BORDER, REFLECTION } padding;

typedef struct gridding {
	hr_sampled from;
	hr_sampler sampler;
	bool nearest, align;
	padding padding;
	int64_t extent[HR_RANK_MOST];
	uint64_t channels, plane, places; /* PLANE: elements of a channel */
	double *grid, *grid_error;
	hr_tensor_data *result;
	uint64_t most; /* taps of an axis */
} gridding;

/* --- shape ------------------------------------------------------------------------------------ */

static bool modes_known(const hr_attributes *of, char why[HR_ROW_WHY])
{
	if (!hr_attribute_is(of, "mode", "nearest") && !hr_attribute_is(of, "mode", "linear") &&
	    !hr_attribute_is(of, "mode", "cubic"))
		return hr_row_refuse(why, "mode is unknown");
	return hr_attribute_is(of, "padding", "zeros") ||
	       hr_attribute_is(of, "padding", "border") ||
	       hr_attribute_is(of, "padding", "reflection") ||
	       hr_row_refuse(why, "padding is unknown");
}

bool hr_shape_grid_sample(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape, *grid;

	if (!hr_row_is_there(job, 1, why) || !hr_row_is_real(job, 0, why) ||
	    !hr_row_is_real(job, 1, why) || !modes_known(job->attributes, why) ||
	    !hr_row_has_rank(job, 0, 3, HR_RANK_MOST, why) ||
	    !hr_row_has_rank(job, 1, x->rank, x->rank, why))
		return false;
	grid = &job->operands[1]->shape;
	if (grid->dim[0] != x->dim[0])
		return hr_row_refuse(
			why, "axis 0 is %" PRIu64 " in operand 0 and %" PRIu64 " in operand 1",
			x->dim[0], grid->dim[0]);
	if (grid->dim[x->rank - 1] != x->rank - 2)
		return hr_row_refuse(why, "axis %u of operand 1 is %" PRIu64 ", not %u",
				     x->rank - 1, grid->dim[x->rank - 1], x->rank - 2);
	result->shape = *x;
	for (unsigned i = 2; i < x->rank; i++) {
		result->shape.dim[i] = grid->dim[i - 1];
		if (x->dim[i] == 0 || x->dim[i] > (uint64_t)1 << 40)
			return hr_row_refuse(why, "axis %u is %" PRIu64, i, x->dim[i]);
	}
	return true;
}

/* --- places ----------------------------------------------------------------------------------- */

/* Return X reflected at LEAST and MOST until it is between them. */
static double reflect(double x, double least, double most)
{
	double range = most - least, rest;

	if (range <= 0)
		return least;
	rest = fmod(fabs(x - least), 2 * range);
	return least + (rest > range ? 2 * range - rest : rest);
}

/* Return where the grid's number N lies on an axis. */
static hr_near place_of(const gridding *g, hr_near n, double extent)
{
	const hr_row_unit *unit = g->sampler.unit;
	hr_near x = hr_near_add(unit, n, hr_near_exact(1));

	if (g->align)
		return hr_near_multiply(unit, hr_near_multiply(unit, x, hr_near_exact(0.5)),
					hr_near_exact(extent - 1));
	x = hr_near_add(unit, hr_near_multiply(unit, x, hr_near_exact(extent)), hr_near_exact(-1));
	return hr_near_multiply(unit, x, hr_near_exact(0.5));
}

/* Return the place or element X of an axis after padding; the element -1 is a zero. */
static double padded(const gridding *g, double x, double extent)
{
	double least = g->align ? 0 : -0.5, most = extent - 1 - least;

	switch (g->padding) {
	case BORDER: return x < least || x > most ? fmin(fmax(x, 0), extent - 1) : x;
	case REFLECTION: return x < least || x > most ? reflect(x, least, most) : x;
	default: return x;
	}
}

/* Set TAPS to those of the axis AXIS at the grid's number N. Return false if they are unknown. */
static bool taps_of(const gridding *g, unsigned axis, hr_near n, hr_taps *taps)
{
	double extent = (double)g->extent[axis];
	hr_near x = place_of(g, n, extent);

	taps->count = 0;
	/* Far from all elements. */
	if (g->padding == ZEROS && (x.at + x.off < -3 || x.at - x.off > extent + 2))
		return true;
	/* A place up to half an element outside keeps its place, but farther ones move to the element. */
	if (g->padding == BORDER && g->sampler.kind == HR_SAMPLE_CUBIC && !g->align && x.off > 0 &&
	    (fabs(x.at + 0.5) <= x.off || fabs(x.at - extent + 0.5) <= x.off))
		return false;
	if (g->padding != ZEROS && !g->nearest && padded(g, x.at, extent) != x.at)
		x = hr_near_multiply(g->sampler.unit,
				     (hr_near){padded(g, x.at, extent),
					       x.off + g->sampler.unit->roundoff * fabs(x.at)},
				     hr_near_exact(1));
	if (!(g->nearest ? hr_sample_nearest(rint, x, taps)
			 : hr_sampler_taps(&g->sampler, x, taps)))
		return false;
	for (uint64_t i = 0; i < taps->count; i++) {
		double at = padded(g, (double)taps->tap[i].at, extent);

		taps->tap[i].at = at >= 0 && at < extent ? (int64_t)at : -1;
	}
	return true;
}

/* --- compute ---------------------------------------------------------------------------------- */

/* Compute the elements of all channels at one place of one image. SCRATCH holds taps. */
static void sample_place(void *job, uint64_t task, void *scratch)
{
	const gridding *g = job;
	uint64_t image = task / g->places, place = task % g->places;
	hr_taps taps[HR_RANK_MOST];
	bool known = true;

	for (unsigned axis = 0; axis < g->from.axes; axis++) {
		uint64_t i = task * g->from.axes + g->from.axes - 1 - axis;
		hr_near n = {g->grid[i], g->grid_error ? g->grid_error[i] : 0};

		taps[axis].tap = (hr_tap *)scratch + axis * g->most;
		known &= taps_of(g, axis, n, &taps[axis]);
	}
	for (uint64_t c = 0; c < g->channels; c++) {
		uint64_t plane = image * g->channels + c;
		hr_weighted sum = {0};

		if (known)
			hr_sample(&g->from, plane * g->plane, taps, &sum);
		else
			sum = (hr_weighted){.value = NAN, .error = INFINITY};
		hr_weighted_store(&sum, 1, g->result, plane * g->places + place);
	}
}

static void read_modes(const hr_attributes *of, gridding *g)
{
	g->nearest = hr_attribute_is(of, "mode", "nearest");
	g->align = hr_attribute_integer(of, "align_corners", 0) != 0;
	g->padding = hr_attribute_is(of, "padding", "border")       ? BORDER
		     : hr_attribute_is(of, "padding", "reflection") ? REFLECTION
								    : ZEROS;
	g->sampler.kind = hr_attribute_is(of, "mode", "cubic") ? HR_SAMPLE_CUBIC : HR_SAMPLE_LINEAR;
	g->sampler.a = -0.75;
	g->sampler.scale = 1;
}

bool hr_compute_grid_sample(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0], *grid = job->operands[1];
	double *value = hr_row_reals(x), *error = hr_row_errors(x, value);
	gridding g = {.result = result,
		      .channels = x->shape.dim[1],
		      .plane = 1,
		      .places = 1,
		      .grid = hr_row_reals(grid)};

	(void)why;
	g.grid_error = hr_row_errors(grid, g.grid);
	read_modes(job->attributes, &g);
	g.sampler.unit = hr_row_sum_unit_of(x->elem);
	g.most = hr_sampler_most(&g.sampler);
	if (g.most < HR_NEAREST_MOST)
		g.most = HR_NEAREST_MOST;
	g.from = (hr_sampled){
		.axes = x->shape.rank - 2, .value = value, .error = error, .unit = g.sampler.unit};
	for (unsigned axis = g.from.axes; axis-- > 0;) {
		g.extent[axis] = (int64_t)x->shape.dim[axis + 2];
		g.from.stride[axis] = g.plane;
		g.plane *= x->shape.dim[axis + 2];
		g.places *= result->shape.dim[axis + 2];
	}
	hr_tensor_parallel(result->count < HR_WINDOW_FEW ? 1 : job->threads,
			   x->shape.dim[0] * g.places, sample_place, &g,
			   g.from.axes * g.most * sizeof(hr_tap));
	hr_free(value);
	hr_free(error);
	hr_free(g.grid);
	hr_free(g.grid_error);
	return true;
}
