/* interp/row/row_total.c -- the sum, product, maximum or minimum of elements, with its error.
 *
 * Not here:  which elements belong to a result (row_reduce.c, row_scan.c). */
#include "interp/row/row_total.h"

/* --- adding ----------------------------------------------------------------------------------- */

hr_total hr_total_start(hr_row row)
{
	double none = row == HR_R_maximum ? -INFINITY : INFINITY;

	switch (row) {
	case HR_R_sum: return (hr_total){0};
	case HR_R_product: return (hr_total){.value = 1, .high = 1, .low = 1, .size = 1};
	default: return (hr_total){.value = none, .high = none, .low = none};
	}
}

static void multiply(hr_total *t, double x, double error)
{
	double size = hr_row_size(x), least = fmax(size - error, 0);

	t->value *= x;
	t->infinite |= isinf(x);
	t->high *= size + error;
	t->size *= fmax(size + error, 1);
	t->low *= isfinite(x) ? fmin(least, 1) : 1;
}

void hr_total_add(hr_row row, hr_total *t, double x, double error)
{
	t->error += error;
	t->nan |= isnan(x);
	switch (row) {
	case HR_R_sum:
		t->value += x;
		t->high += hr_row_size(x) + error;
		break;
	case HR_R_product: multiply(t, x, error); break;
	case HR_R_maximum:
		t->value = hr_row_greater(t->value, x);
		t->high = hr_row_greater(t->high, x + error);
		t->low = hr_row_greater(t->low, x - error);
		break;
	default:
		t->value = hr_row_lesser(t->value, x);
		t->high = hr_row_lesser(t->high, x + error);
		t->low = hr_row_lesser(t->low, x - error);
		break;
	}
}

/* --- storing ---------------------------------------------------------------------------------- */

/* What a backend computes before it rounds to the result's type. */
typedef struct computed {
	double error, size; /* size: the largest intermediate result in any order */
} computed;

static computed computed_sum(const hr_total *t, uint64_t count, const hr_row_unit *unit)
{
	computed c = {t->error, t->high};

	if (count > 1 && t->high > 0)
		c.error += hr_row_gamma(unit, (double)count - 1) * t->high +
			   (double)count * unit->least;
	return c;
}

/* A partial product may be subnormal, and be multiplied by all that are greater than 1. */
static computed computed_product(const hr_total *t, uint64_t count, const hr_row_unit *unit)
{
	computed c = {0, t->size};
	bool vanishes = t->low < unit->least;

	if (isinf(t->error) || (t->infinite && vanishes))
		c.error = INFINITY;
	else if (isfinite(t->value))
		c.error = t->high - fabs(t->value) +
			  (count > 1 ? hr_row_gamma(unit, (double)count - 1) * t->high : 0) +
			  (vanishes && t->high > 0 && count > 1
				   ? (double)count * unit->least * t->size
				   : 0);
	return c;
}

static double apart(double x, double y)
{
	return x == y ? 0 : fabs(x - y);
}

static computed computed_most(const hr_total *t)
{
	computed c = {t->error, hr_row_size(t->value)};

	if (isfinite(t->error) && !isnan(t->value))
		c.error = fmax(apart(t->high, t->value), apart(t->low, t->value));
	return c;
}

void hr_total_store(hr_row row, const hr_total *total, uint64_t count, const hr_row_unit *unit,
		    hr_tensor_data *result, uint64_t i)
{
	const hr_row_unit *own = hr_row_unit_of(result->elem);
	bool rounds = (row == HR_R_sum || row == HR_R_product) && count > 1;
	computed c = row == HR_R_sum       ? computed_sum(total, count, unit)
		     : row == HR_R_product ? computed_product(total, count, unit)
					   : computed_most(total);

	/* The accumulator has another range than the result. */
	if (rounds && unit != own) {
		c.size = c.size + c.error < unit->most ? hr_row_size(total->value) : INFINITY;
		c.error += hr_row_ulp(own, hr_row_size(total->value)) / 2;
	}
	if (rounds && isfinite(total->value))
		c.error = hr_row_off(own, total->value, c.error);
	/* A NaN of an infinity that another order would not have made. */
	if (isnan(total->value) && !total->nan && !(c.size < unit->most))
		c.error = INFINITY;
	hr_row_store_one(result, i, total->value, c.error, c.size);
}

/* --- integers --------------------------------------------------------------------------------- */

int64_t hr_total_start_integer(hr_row row, hr_elem elem)
{
	unsigned bits = elem == HR_E_BOOL ? 1 : 8 * (unsigned)hr_elem_bytes(elem);
	bool is_signed = hr_elem_is_signed(elem);

	switch (row) {
	case HR_R_sum: return 0;
	case HR_R_product: return 1;
	case HR_R_maximum: return is_signed ? (int64_t)(UINT64_MAX << (bits - 1)) : 0;
	default: return (int64_t)(UINT64_MAX >> (64 - bits + is_signed));
	}
}

int64_t hr_total_add_integer(hr_row row, int64_t total, int64_t x)
{
	switch (row) {
	case HR_R_sum: return (int64_t)((uint64_t)total + (uint64_t)x);
	case HR_R_product: return (int64_t)((uint64_t)total * (uint64_t)x);
	case HR_R_maximum: return x > total ? x : total;
	default: return x < total ? x : total;
	}
}
