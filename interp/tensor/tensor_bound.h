/* interp/tensor/tensor_bound.h -- how far a result in binary32 may be from the reference.
 *
 * The rules (docs/tensors.md gives the reasons):
 *   - n roundings in sequence change a value by at most gamma(n) of its magnitude, where
 *     u = 2^-24;
 *   - the bound of a result is the error that the bounds of its inputs cause, plus that of its own
 *     roundings;
 *   - where an intermediate sum may leave the range of binary32, the bound is infinite, and so is
 *     the bound of everything computed from that result;
 *   - a NaN or an infinity that the inputs cause is certain: its bound is 0. */
#ifndef HR_TENSOR_BOUND_H
#define HR_TENSOR_BOUND_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define HR_UNIT_ROUNDOFF 0x1p-24
/* The largest error of a product or quotient that is subnormal in binary32, flushed to 0 or not. */
#define HR_UNDERFLOW 0x1p-126

/* The error of an elementary function in ULPs, as OpenCL allows it. */
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

/* Return true if VALUE, within ERROR, may be subnormal in binary32. */
static inline bool hr_may_flush(double value, double error)
{
	return fabs(value) - error < HR_UNDERFLOW && (value != 0 || error > 0);
}

/* Return the error of element I of an operand where it is used: its bound, plus what flushing
 * subnormals to 0 may change. */
static inline double hr_off(const float *value, const float *bound, uint64_t i)
{
	double off = hr_bound_at(bound, i);

	return off + (hr_may_flush(value[i], off) ? HR_UNDERFLOW : 0);
}

/* Return the magnitude of VALUE, or 0 for a NaN or an infinity, which is certain and adds no
 * error. */
static inline double hr_size(double value)
{
	return isfinite(value) ? fabs(value) : 0;
}

/* Return true if VALUE, which is not 0, may become 0 or change its sign in binary32: its product
 * with an infinity may then be anything. */
static inline bool hr_may_vanish(double value, double error)
{
	return isfinite(value) && hr_may_flush(value, error);
}

/* Return ERROR rounded up, since roundings in binary64 may have made it too small. */
static inline float hr_bound_up(double error)
{
	double up = error * (1 + 0x1p-22) + 0x1p-149;

	if (!(error > 0))
		return isnan(error) ? INFINITY : 0;
	return up > (double)FLT_MAX ? INFINITY : (float)up;
}

/* Round EXACT once into VALUE and store its bound. ERROR is the bound of EXACT, infinite if
 * unknown. SIZE is the largest magnitude of an intermediate result. A NaN or an infinity that the
 * inputs cause gets the bound 0; an infinity that an intermediate overflow may have caused gets an
 * infinite bound. */
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
