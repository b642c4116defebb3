/* interp/row/window/weighted.c -- a sum of elements with weights, and its error.
 *
 * The bound: no sum of some of the terms is greater than (T + |S| + P) / 2, where T is the sum of the
 * largest magnitudes of the terms, P what the errors of the operands cause, S the result: those are the
 * positive or the negative terms alone. So each of n - 1 additions, in any order, is rounded by at most
 * u times that, and each product by at most u times itself:
 *	P + gamma(n) (T + |S| + P) / 2 + u T.
 * Products with the weight 1 are not rounded. */
#include "interp/row/window/weighted.h"

void hr_weighted_add(hr_weighted *sum, const hr_row_unit *unit, double w, double dw, double x,
		     double dx)
{
	double size = hr_row_size(w) + dw;

	sum->value += w * x;
	sum->size += size * (hr_row_size(x) + dx);
	sum->error += size * dx + dw * hr_row_size(x);
	sum->terms++;
	sum->products += w != 1 || dw > 0;
	/* A NaN or an infinity is certain unless the other factor may be 0. */
	if ((isinf(x) && hr_row_may_vanish(unit, w, dw)) ||
	    (isinf(w) && hr_row_may_vanish(unit, x, dx)))
		sum->error = INFINITY;
}

double hr_weighted_bound(const hr_weighted *sum, const hr_row_unit *unit)
{
	double additions = sum->terms > 0 ? (double)sum->terms - 1 : 0;
	double partial = (sum->size + hr_row_size(sum->value) + sum->error) / 2;
	double bound = sum->error;

	/* Each product and each sum may be flushed to 0. */
	bound += ((double)sum->products + additions) * unit->least;
	if (sum->products == 0)
		return bound + hr_row_gamma(unit, additions) * partial;
	return bound + hr_row_gamma(unit, additions + 1) * partial +
	       unit->roundoff * (1 + unit->own) * sum->size;
}

void hr_weighted_store(const hr_weighted *sum, double divisor, hr_tensor_data *result, uint64_t i)
{
	const hr_row_unit *unit = hr_row_sum_unit_of(result->elem);
	double error = hr_weighted_bound(sum, unit), value = sum->value;

	if (sum->terms == 1 && sum->products == 0 && divisor == 1) {
		hr_row_store_one(result, i, value, error, sum->size);
		return;
	}
	/* A backend may multiply each term with the reciprocal. */
	if (divisor != 1) {
		value /= divisor;
		error = (error + hr_row_gamma(unit, 2) * sum->size) / divisor +
			(double)(sum->terms + 1) * unit->least;
	}
	hr_sum_store(result, i, value, error, sum->size);
}

void hr_sum_store(hr_tensor_data *result, uint64_t i, double sum, double error, double size)
{
	const hr_row_unit *own = hr_row_unit_of(result->elem);
	const hr_row_unit *unit = hr_row_sum_unit_of(result->elem);

	if (unit != own) {
		size = size + error < unit->most ? hr_row_size(sum) : INFINITY;
		error += hr_row_off(own, sum, own->roundoff * (hr_row_size(sum) + error));
	}
	hr_row_store_one(result, i, sum, error, size);
}
