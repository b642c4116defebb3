/* interp/tensor/tensor_bound.h -- how far from the reference a result in binary32 may be.
 *
 * The rules (docs/tensors.md has them with their reasons):
 *   - n roundings one after the other change a value by at most gamma(n) of its size, where u =
 *     2^-24;
 *   - an operation adds what its own roundings may change to what the bounds of its inputs become;
 *   - where a sum may leave the range of binary32 on its way, nothing is known: infinity, and
 *     nothing of what is made of it;
 *   - a NaN or an infinity that the inputs make is certain: its bound is 0. */
#ifndef HR_TENSOR_BOUND_H
#define HR_TENSOR_BOUND_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define HR_UNIT_ROUNDOFF 0x1p-24
/* What a product or quotient may lose where binary32 has no normal numbers, flushed to 0 or not. */
#define HR_UNDERFLOW 0x1p-126

/* ULPs that an implementation of an elementary function may be off: what OpenCL allows. */
enum { HR_ULPS_EXP = 3, HR_ULPS_TANH = 5 };

static inline double hr_gamma(double roundings)
{
	double part = roundings * HR_UNIT_ROUNDOFF;

	return part < 0.5 ? part / (1 - part) : INFINITY;
}

static inline double hr_bound_at(const float *bound, uint64_t i)
{
	return bound ? (double)bound[i] : 0;
}

/* VALUE is none of the normal numbers and not 0, or may be. */
static inline bool hr_may_flush(double value, double error)
{
	return fabs(value) - error < HR_UNDERFLOW && (value != 0 || error > 0);
}

/* What element I of an operand may be off where it is used: its bound, and what is flushed of
 * it. */
static inline double hr_off(const float *value, const float *bound, uint64_t i)
{
	double off = hr_bound_at(bound, i);

	return off + (hr_may_flush(value[i], off) ? HR_UNDERFLOW : 0);
}

/* The size of VALUE, as far as it is one: a NaN or an infinity is certain and adds no error. */
static inline double hr_size(double value)
{
	return isfinite(value) ? fabs(value) : 0;
}

/* Whether VALUE, as binary32 has it, may be 0 or of the other sign though it is not 0: then its
 * product with an infinity may be anything. */
static inline bool hr_may_vanish(double value, double error)
{
	return isfinite(value) && hr_may_flush(value, error);
}

/* ERROR, rounded up: some roundings of binary64 made it smaller than it is. */
static inline float hr_bound_up(double error)
{
	double up = error * (1 + 0x1p-22) + 0x1p-149;

	if (!(error > 0))
		return isnan(error) ? INFINITY : 0;
	return up > (double)FLT_MAX ? INFINITY : (float)up;
}

/* Rounds EXACT once; ERROR is the bound of it, infinite where nothing is known. SIZE: the largest
 * magnitude that the way there meets. A result that is no number is one that inputs have made, but
 * infinity may have been met by another one on the way. */
static inline void hr_store(double exact, double error, double size, float *value, float *bound)
{
	bool in_range = size + error < (double)FLT_MAX;

	*value = (float)exact;
	if (!isfinite(exact))
		error = isfinite(error) && (in_range || isnan(exact)) ? 0 : INFINITY;
	else if (!in_range || isinf(*value))
		error = INFINITY;
	*bound = hr_bound_up(error);
}

#endif
