/* interp/row/map/row_cast.c -- maps that convert or choose: cast, widen, narrow, where; integers raised to real
 * numbers.
 *
 * Not here:  bitcast (row_map.c); the rounding to the result's type (hr_row_store). */
#include "interp/row/map/row_map.h"

/* --- cast ------------------------------------------------------------------------------------- */

/* The least and the greatest number of an integer type. */
static double least_of(hr_elem elem)
{
	return hr_elem_is_signed(elem) ? -ldexp(1, 8 * (int)hr_elem_bytes(elem) - 1) : 0;
}

static double bound_above(hr_elem elem)
{
	return ldexp(1, 8 * (int)hr_elem_bytes(elem) - hr_elem_is_signed(elem));
}

/* Return X, which is whole and finite, modulo 2^64. */
static int64_t wrapped(double x)
{
	double part = fmod(x, 0x1p64);

	if (part < 0)
		return (int64_t)(0 - (uint64_t)-part);
	return (int64_t)(uint64_t)part;
}

/* Return X as an integer of type TO, not wrapped to it. */
static int64_t to_integer(double x, hr_elem to, bool saturates)
{
	double whole = trunc(x), least = least_of(to), above = bound_above(to);

	if (saturates && !(whole >= least && whole < above))
		return isnan(x)        ? 0
		       : whole < least ? wrapped(least)
				       : (int64_t)((uint64_t)wrapped(above) - 1);
	return isfinite(x) ? wrapped(whole) : wrapped(least);
}

static void real_to_integer(hr_map_block *b)
{
	bool saturates = b->option != 0;

	for (unsigned i = 0; i < b->count; i++) {
		double x = b->in[0].real[i], error = b->exact ? 0 : b->error[0][i];
		int64_t whole = to_integer(x, b->elem, saturates);

		b->out.integer[i] = whole;
		if (error > 0)
			b->out_error[i] =
				isinf(error) ||
						to_integer(x - error, b->elem, saturates) !=
							whole ||
						to_integer(x + error, b->elem, saturates) != whole
					? INFINITY
					: 0;
	}
}

static void real_to_bool(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		double x = b->in[0].real[i], error = b->exact ? 0 : b->error[0][i];

		b->out.integer[i] = x != 0;
		b->out_error[i] = error > 0 && !(fabs(x) > error) ? INFINITY : 0;
	}
}

/* Return true if each number of FROM is a number of TO. */
static bool contains(hr_elem to, hr_elem from)
{
	return to == from || to == HR_E_F64 || (to == HR_E_F32 && from != HR_E_F64);
}

static void real_to_real(hr_map_block *b)
{
	bool exact = contains(b->elem, b->from);

	for (unsigned i = 0; i < b->count; i++) {
		double x = b->in[0].real[i], error = b->exact ? 0 : b->error[0][i];

		b->out.real[i] = x;
		if (!exact)
			error += hr_row_ulp(b->unit, hr_row_size(x) + error) / 2;
		b->out_error[i] =
			exact || (x == 0 && b->exact) ? error : hr_row_off(b->unit, x, error);
	}
}

/* The conversion to binary64 rounds numbers beyond 2^53. */
static void integer_to_real(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		double x = (double)b->in[0].integer[i], size = fabs(x);

		b->out.real[i] = x;
		b->out_error[i] = b->exact ? 0 : b->error[0][i];
		if (size * b->unit->roundoff > .5)
			b->out_error[i] += hr_row_ulp(b->unit, size) / 2 + size * 0x1p-53;
	}
}

static void integer_to_integer(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		b->out.integer[i] = b->in[0].integer[i];
		b->out_error[i] = b->exact ? 0 : b->error[0][i];
	}
}

hr_map_function *hr_map_cast(hr_elem from, hr_elem to)
{
	if (!hr_elem_is_real(from))
		return hr_elem_is_real(to) ? integer_to_real : integer_to_integer;
	return hr_elem_is_real(to) ? real_to_real
	       : to == HR_E_BOOL   ? real_to_bool
				   : real_to_integer;
}

/* A backend's values have their type already: only the reference rounds when it narrows. */
static void same_real(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		b->out.real[i] = b->in[0].real[i];
		b->out_error[i] = b->exact ? 0 : b->error[0][i];
	}
}

hr_map_function *hr_map_same(hr_elem elem)
{
	return hr_elem_is_real(elem) ? same_real : integer_to_integer;
}

/* --- an integer raised to a real number ------------------------------------------------------- */

/* A whole power of an integer is exact; a backend's error is that of `pow` otherwise. */
static void power_to_integer(hr_map_block *b)
{
	const hr_row_unit *unit = hr_row_unit_of(HR_E_F32);

	for (unsigned i = 0; i < b->count; i++) {
		double y = b->in[1].real[i], value = pow(b->in[0].real[i], y);
		bool exact = rint(y) == y && rint(value) == value && fabs(value) < 0x1p53;
		double off = exact ? 0 : 16 * hr_row_ulp(unit, hr_row_size(value));
		int64_t whole = to_integer(value, b->elem, false);
		bool sure = b->exact || b->error[0][i] + b->error[1][i] == 0;

		b->out.integer[i] = whole;
		b->out_error[i] = sure && to_integer(value - off, b->elem, false) == whole &&
						  to_integer(value + off, b->elem, false) == whole
					  ? 0
					  : INFINITY;
	}
}

hr_map_function *hr_map_power_to_integer(void)
{
	return power_to_integer;
}

/* --- where ------------------------------------------------------------------------------------ */

/* If the condition is unsure, a backend may have chosen the other. */
static void where_real(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		unsigned chosen = b->in[0].integer[i] ? 1 : 2, other = 3 - chosen;
		double value = b->in[chosen].real[i];

		b->out.real[i] = value;
		if (b->exact)
			continue;
		b->out_error[i] = b->error[chosen][i];
		if (b->error[0][i] > 0) {
			double apart = fabs(b->in[other].real[i] - value) + b->error[other][i];

			b->out_error[i] = isfinite(apart) ? fmax(b->out_error[i], apart) : INFINITY;
		}
	}
}

static void where_integer(hr_map_block *b)
{
	for (unsigned i = 0; i < b->count; i++) {
		unsigned chosen = b->in[0].integer[i] ? 1 : 2, other = 3 - chosen;
		int64_t value = b->in[chosen].integer[i];

		b->out.integer[i] = value;
		if (b->exact)
			continue;
		b->out_error[i] = b->error[chosen][i];
		if (b->error[0][i] > 0 &&
		    (b->in[other].integer[i] != value || b->error[other][i] > 0))
			b->out_error[i] = INFINITY;
	}
}

hr_map_function *hr_map_where(hr_elem elem)
{
	return hr_elem_is_real(elem) ? where_real : where_integer;
}
