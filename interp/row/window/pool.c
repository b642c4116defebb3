/* interp/row/window/pool.c -- pool: the greatest element, its index, the mean or the norm of a window.
 *
 * Padding is no element; with count_pad=1 it counts in means, but not what ceil=1 adds after it. A window
 * without elements gives the least value, the index -1, the mean NaN, the norm 0.
 *
 * Not here:  places (window.c), the greatest of several elements and its error (row_total.c). */
#include <inttypes.h>

#include "interp/row/row_total.h"
#include "interp/row/window/weighted.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

typedef struct pooling pooling;
struct pooling {
	hr_slides slides;
	uint64_t in, out; /* elements and places of one plane */
	hr_tensor_data *result;
	double *value, *error; /* of the operand, if real; ERROR: NULL if all are 0 */
	int64_t *integer;
	const hr_row_unit *unit;
	bool count_pad, column_major;
	double power;
	/* Compute element I of the result, at PLACE, from the COUNT elements at FIRST + INDEX. */
	void (*pool)(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
		     const uint64_t *index, uint64_t count);
};

static double error_at(const pooling *p, uint64_t i)
{
	return p->error ? p->error[i] : 0;
}

/* --- the greatest element --------------------------------------------------------------------- */

static void greatest(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
		     const uint64_t *index, uint64_t count)
{
	hr_total total = hr_total_start(HR_R_maximum);

	(void)place;
	for (uint64_t k = 0; k < count; k++)
		hr_total_add(HR_R_maximum, &total, p->value[first + index[k]],
			     error_at(p, first + index[k]));
	hr_total_store(HR_R_maximum, &total, count, p->unit, p->result, i);
}

static void greatest_integer(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
			     const uint64_t *index, uint64_t count)
{
	int64_t most = hr_total_start_integer(HR_R_maximum, p->result->elem);

	(void)place;
	for (uint64_t k = 0; k < count; k++)
		most = hr_total_add_integer(HR_R_maximum, most, p->integer[first + index[k]]);
	hr_row_store_integers(p->result, i, 1, &most, NULL);
}

/* --- its index -------------------------------------------------------------------------------- */

/* Return true if element A is greater than B; a NaN is greatest. */
static bool is_greater(const pooling *p, uint64_t a, uint64_t b)
{
	if (p->integer)
		return p->integer[a] > p->integer[b];
	return p->value[a] > p->value[b] || (isnan(p->value[a]) && !isnan(p->value[b]));
}

/* Return true if A, which is not greater than the element MOST, may be greater in a backend. */
static bool may_be_greater(const pooling *p, uint64_t a, uint64_t most)
{
	double off = p->integer ? 0 : error_at(p, a) + error_at(p, most);

	return off > 0 && a != most && !(p->value[a] + off < p->value[most]);
}

/* Return the index of element AT of a plane if the first axis is contiguous. */
static uint64_t column_major(const hr_slides *slides, uint64_t at)
{
	uint64_t index = 0;

	for (unsigned axis = slides->axes; axis-- > 0;) {
		uint64_t extent = (uint64_t)slides->axis[axis].in, below = 1;

		for (unsigned i = 0; i < axis; i++)
			below *= (uint64_t)slides->axis[i].in;
		index += at % extent * below;
		at /= extent;
	}
	return index;
}

static void greatest_index(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
			   const uint64_t *index, uint64_t count)
{
	uint64_t most = 0;
	int64_t found = -1;
	double unsure = 0;

	(void)place;
	for (uint64_t k = 1; k < count; k++)
		if (is_greater(p, first + index[k], first + index[most]))
			most = k;
	for (uint64_t k = 0; k < count; k++)
		if (may_be_greater(p, first + index[k], first + index[most]))
			unsure = INFINITY;
	if (count > 0)
		found = (int64_t)(first + (p->column_major ? column_major(&p->slides, index[most])
							   : index[most]));
	hr_row_store_integers(p->result, i, 1, &found, &unsure);
}

/* --- means and norms -------------------------------------------------------------------------- */

/* Return the number of elements that count in the mean at PLACE, of which COUNT are in the operand. */
static uint64_t counted(const pooling *p, const int64_t *place, uint64_t count)
{
	uint64_t all = 1;

	if (!p->count_pad)
		return count;
	for (unsigned i = 0; i < p->slides.axes; i++) {
		const hr_slide *s = &p->slides.axis[i];
		int64_t first;

		all *= (uint64_t)hr_slide_inside(s, place[i], -s->before, s->in + s->after, &first);
	}
	return all;
}

static void mean(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
		 const uint64_t *index, uint64_t count)
{
	hr_weighted sum = {0};

	for (uint64_t k = 0; k < count; k++)
		hr_weighted_add(&sum, p->unit, 1, 0, p->value[first + index[k]],
				error_at(p, first + index[k]));
	hr_weighted_store(&sum, (double)counted(p, place, count), p->result, i);
}

static void mean_integer(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
			 const uint64_t *index, uint64_t count)
{
	int64_t sum = 0, all = (int64_t)counted(p, place, count);

	for (uint64_t k = 0; k < count; k++)
		sum = (int64_t)((uint64_t)sum + (uint64_t)p->integer[first + index[k]]);
	sum = all > 0 ? sum / all : 0;
	hr_row_store_integers(p->result, i, 1, &sum, NULL);
}

/* Roundings of a power: OpenCL allows 16 ULP. */
enum { ROUNDINGS_OF_POWER = 2 * 16 };

static void norm(const pooling *p, uint64_t i, const int64_t *place, uint64_t first,
		 const uint64_t *index, uint64_t count)
{
	double sum = 0, low = 0, high = 0, root = 1 / p->power, value, error;

	(void)place;
	for (uint64_t k = 0; k < count; k++) {
		double x = fabs(p->value[first + index[k]]), dx = error_at(p, first + index[k]);

		sum += pow(x, p->power);
		low += pow(fmax(hr_row_size(x) - dx, 0), p->power);
		high += pow(hr_row_size(x) + dx, p->power) + 2 * p->unit->least;
	}
	low = fmax(low - 2 * (double)count * p->unit->least, 0);
	value = pow(sum, root);
	error = isfinite(value) ? fmax(pow(high, root) - value, value - pow(low, root))
				: high - low;
	error += hr_row_gamma(p->unit, (double)count + 2 * ROUNDINGS_OF_POWER) * pow(high, root);
	hr_sum_store(p->result, i, value, error, fmax(high, pow(high, root)));
}

/* --- shape ------------------------------------------------------------------------------------ */

static bool read_slides(const hr_row_job *job, hr_slides *slides, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape;
	const hr_attribute *kernel = hr_attribute_of(job->attributes, "kernel");
	uint64_t size[HR_RANK_MOST];
	bool ceil = hr_attribute_integer(job->attributes, "ceil", 0) != 0;

	if (!hr_row_is_number(job, why) || !hr_row_has_rank(job, 0, 3, HR_RANK_MOST, why))
		return false;
	if (!kernel || kernel->count != x->rank - 2)
		return hr_row_refuse(why, "kernel has %zu numbers, not %u",
				     kernel ? kernel->count : 0, x->rank - 2);
	for (unsigned i = 0; i < kernel->count; i++)
		size[i] = (uint64_t)kernel->integers[i];
	return hr_slides_read(job, x, size, ceil ? HR_SLIDES_CEIL : HR_SLIDES_FLOOR, slides, why);
}

bool hr_shape_pool(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_attributes *of = job->attributes;
	hr_slides slides;

	if (!hr_attribute_is(of, "kind", "max") && !hr_attribute_is(of, "kind", "average") &&
	    !hr_attribute_is(of, "kind", "lp") && !hr_attribute_is(of, "kind", "max_index"))
		return hr_row_refuse(why, "pool has no such kind");
	if (hr_attribute_is(of, "kind", "lp") && !hr_row_is_real(job, 0, why))
		return false;
	if (hr_attribute_is(of, "kind", "lp") && !(hr_attribute_real(of, "p", 2) > 0))
		return hr_row_refuse(why, "p is not greater than 0");
	if (!read_slides(job, &slides, why))
		return false;
	result->shape = job->operands[0]->shape;
	for (unsigned i = 0; i < slides.axes; i++)
		result->shape.dim[i + 2] = (uint64_t)slides.axis[i].out;
	if (hr_attribute_is(of, "kind", "max_index"))
		hr_row_set_elem(job, HR_E_I64, result);
	return true;
}

/* --- compute ---------------------------------------------------------------------------------- */

/* Compute one plane. SCRATCH has room for the indices of a window. */
static void pool_plane(void *job, uint64_t plane, void *scratch)
{
	const pooling *p = job;

	for (uint64_t i = 0; i < p->out; i++) {
		int64_t place[HR_RANK_MOST];
		uint64_t count;

		hr_slides_place(&p->slides, i, place);
		count = hr_slides_cover(&p->slides, place, scratch);
		p->pool(p, plane * p->out + i, place, plane * p->in, scratch, count);
	}
}

static void choose(pooling *p, const hr_attributes *of)
{
	if (hr_attribute_is(of, "kind", "max_index"))
		p->pool = greatest_index;
	else if (hr_attribute_is(of, "kind", "max"))
		p->pool = p->integer ? greatest_integer : greatest;
	else if (hr_attribute_is(of, "kind", "average"))
		p->pool = p->integer ? mean_integer : mean;
	else
		p->pool = norm;
}

bool hr_compute_pool(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	const hr_attributes *of = job->attributes;
	pooling p = {.result = result,
		     .count_pad = hr_attribute_integer(of, "count_pad", 0) != 0,
		     .column_major = hr_attribute_integer(of, "column_major", 0) != 0,
		     .power = hr_attribute_real(of, "p", 2)};

	if (!read_slides(job, &p.slides, why))
		return false;
	p.in = hr_slides_in(&p.slides);
	p.out = hr_slides_out(&p.slides);
	if (hr_elem_is_real(x->elem)) {
		p.unit = hr_row_sum_unit_of(x->elem);
		p.value = hr_row_reals(x);
		p.error = hr_row_errors(x, p.value);
	} else {
		p.integer = hr_row_integers(x);
	}
	choose(&p, of);
	hr_tensor_parallel(result->count < HR_WINDOW_FEW ? 1 : job->threads,
			   x->shape.dim[0] * x->shape.dim[1], pool_plane, &p,
			   hr_slides_most(&p.slides) * sizeof(uint64_t));
	hr_free(p.value);
	hr_free(p.error);
	hr_free(p.integer);
	return true;
}
