/* interp/row/window/sample.h -- values between the elements of a tensor, with their errors.
 *
 * Along each axis a value is a sum of some elements with weights, its taps; a value at a point is the
 * sum over the products of the axes' taps. */
#ifndef HR_ROW_SAMPLE_H
#define HR_ROW_SAMPLE_H

#include "interp/row/window/weighted.h"

/* A number that a backend computes within OFF. */
typedef struct hr_near {
	double at, off;
} hr_near;

/* What a backend that computes in UNIT has as the result. */
hr_near hr_near_add(const hr_row_unit *unit, hr_near a, hr_near b);
hr_near hr_near_multiply(const hr_row_unit *unit, hr_near a, hr_near b);
/* Some backends multiply with the reciprocal. B is not 0 and is exact. */
hr_near hr_near_divide(const hr_row_unit *unit, hr_near a, double b);
static inline hr_near hr_near_exact(double value)
{
	return (hr_near){value, 0};
}

/* An element of an axis, and its weight within ERROR. */
typedef struct hr_tap {
	int64_t at;
	double weight, error;
} hr_tap;

typedef struct hr_taps {
	uint64_t count;
	hr_tap *tap;
} hr_taps;

/* The weight of an element at distance t: 1 - |t|; the cubic convolution with the parameter A; 1 at the
 * nearest element. */
typedef enum hr_sample_kind { HR_SAMPLE_LINEAR, HR_SAMPLE_CUBIC } hr_sample_kind;

typedef struct hr_sampler {
	hr_sample_kind kind;
	double a;     /* of HR_SAMPLE_CUBIC */
	double scale; /* of distances: 1, or less where the weights are spread over more elements */
	const hr_row_unit *unit;
} hr_sampler;

/* Return how many taps there are at most. */
uint64_t hr_sampler_most(const hr_sampler *sampler);
/* Set TAPS, which have room, to those at X. Elements may be outside of the axis. Return false if there
 * are too many because X is uncertain. */
bool hr_sampler_taps(const hr_sampler *sampler, hr_near x, hr_taps *taps) HR_MUST_CHECK;
/* Set TAPS to the one element that ROUND gives for X; also those that a backend may take instead. */
bool hr_sample_nearest(double (*round)(double x), hr_near x, hr_taps *taps) HR_MUST_CHECK;
enum { HR_NEAREST_MOST = 8 };
/* Divide the weights by their sum, unless it is 0. */
void hr_sample_normalize(const hr_row_unit *unit, hr_taps *taps);

/* Elements that are sampled: AXES axes with STRIDE between elements, from FIRST on. */
typedef struct hr_sampled {
	unsigned axes;
	uint64_t stride[HR_RANK_MOST];
	const double *value, *error; /* ERROR: NULL if all are 0 */
	const hr_row_unit *unit;
} hr_sampled;

/* Add the products of the taps of all axes to SUM; taps with an index below 0 add nothing. */
void hr_sample(const hr_sampled *of, uint64_t first, const hr_taps *taps, hr_weighted *sum);

#endif
