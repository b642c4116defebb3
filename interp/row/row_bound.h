/* interp/row/row_bound.h -- how far a backend that computes in an element type may be from the
 * reference.
 *
 * The rules (docs/tensors.md gives the reasons):
 *   - the bound of a result is the error that the bounds of the operands cause, plus that of the
 *     backend's own roundings, plus what rounding the reference has changed (hr_row_store);
 *   - n roundings in sequence change a value by at most gamma(n) of its magnitude;
 *   - numbers below the least normal one may be flushed to 0, as operands and as results;
 *   - where an intermediate result may leave the range of the type, the bound is infinite, and so is
 *     the bound of everything computed from that result;
 *   - a NaN or an infinity that the operands cause is certain: its bound is 0.
 *
 * Errors of the reference's own binary64 are below 2 ULP of binary64: hr_row_bound_up() covers them for
 * types of at most 24 bits of precision; for f64 they are counted (`own`). */
#ifndef HR_ROW_BOUND_H
#define HR_ROW_BOUND_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ir/tensor/element.h"

/* What rounding to a real type does. */
typedef struct hr_row_unit {
	double roundoff; /* largest relative error of one rounding: 2^-24 for f32 */
	double least;    /* least normal number: the largest error of flushing to 0 */
	double most;     /* greatest finite number */
	double own;      /* roundings of the reference for one of a backend: 1 for f64, else 0 */
} hr_row_unit;

extern const hr_row_unit hr_row_units[HR_E_COUNT];

/* Return the unit of results of ELEM, a real type. */
static inline const hr_row_unit *hr_row_unit_of(hr_elem elem)
{
	return &hr_row_units[elem];
}

/* Return the unit in which a backend adds many elements of ELEM: f16 and bf16 are accumulated in
 * binary32 and rounded once (every library does so; in 16 bits no bound of a long sum is finite). */
static inline const hr_row_unit *hr_row_sum_unit_of(hr_elem elem)
{
	return &hr_row_units[elem == HR_E_F16 || elem == HR_E_BF16 ? HR_E_F32 : elem];
}

/* Return the largest relative error of ROUNDINGS consecutive roundings, those of the reference
 * included where they count. */
static inline double hr_row_gamma(const hr_row_unit *unit, double roundings)
{
	double part = roundings * unit->roundoff * (1 + unit->own);

	return part < 0.5 ? part / (1 - part) : INFINITY;
}

/* Return 2^e for the greatest e with 2^e <= SIZE; SIZE is finite and not negative. */
static inline double hr_row_binade(double size)
{
	uint64_t bits;

	memcpy(&bits, &size, sizeof(bits));
	bits &= UINT64_C(0x7ff0000000000000);
	memcpy(&size, &bits, sizeof(size));
	return size;
}

/* Return one ULP of numbers of magnitude SIZE, at least that of the least normal number. */
static inline double hr_row_ulp(const hr_row_unit *unit, double size)
{
	return 2 * unit->roundoff * hr_row_binade(size > unit->least ? size : unit->least);
}

/* Return true if VALUE, within ERROR, may be subnormal: neither 0 nor normal. */
static inline bool hr_row_may_flush(const hr_row_unit *unit, double value, double error)
{
	return fabs(value) - error < unit->least && (value != 0 || error > 0);
}

/* Return ERROR, that of an operand VALUE, plus what flushing it may change. */
static inline double hr_row_off(const hr_row_unit *unit, double value, double error)
{
	return error + (hr_row_may_flush(unit, value, error) ? unit->least : 0);
}

/* Return the magnitude of VALUE, or 0 for a NaN or an infinity, which is certain and adds no
 * error. */
static inline double hr_row_size(double value)
{
	return isfinite(value) ? fabs(value) : 0;
}

/* Return true if VALUE, which is not 0, may become 0 or change its sign: its product with an
 * infinity may then be anything. */
static inline bool hr_row_may_vanish(const hr_row_unit *unit, double value, double error)
{
	return isfinite(value) && hr_row_may_flush(unit, value, error);
}

/* Return the greater, the lesser of two; NaN if one is. */
static inline double hr_row_greater(double x, double y)
{
	return isnan(x) ? x : isnan(y) || y > x ? y : x;
}

static inline double hr_row_lesser(double x, double y)
{
	return isnan(x) ? x : isnan(y) || y < x ? y : x;
}

/* Return ERROR rounded up, since roundings in binary64 may have made it too small. */
static inline float hr_row_bound_up(double error)
{
	double up = error * (1 + 0x1p-22) + 0x1p-149;

	if (!(error > 0))
		return isnan(error) ? INFINITY : 0;
	return up > (double)FLT_MAX ? INFINITY : (float)up;
}

#endif
