/* interp/row/window/determinant.c -- determinant: of the matrices in the last two axes.
 *
 * Computed by elimination with pivots. The bound: a backend's elimination gives the determinant of a
 * matrix A + E, where |E| is at most gamma(n) n 2^(n-1) times the largest element (the factors grow by at
 * most 2^(n-1)), and its operands are within their own bounds. The determinant is linear in each row and
 * at most the product of their norms, so it changes by at most
 *	product of (|a_i| + |e_i|) - product of |a_i|   over the rows i.
 *
 * A matrix with a NaN or an infinity has no known result, as its pivots hang on the backend. */
#include <inttypes.h>

#include "interp/row/window/weighted.h"
#include "interp/row/window/window.h"
#include "src/base/alloc.h"

bool hr_shape_determinant(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_dims *x = &job->operands[0]->shape;

	if (!hr_row_has_rank(job, 0, 2, HR_RANK_MOST, why))
		return false;
	if (x->dim[x->rank - 1] != x->dim[x->rank - 2])
		return hr_row_refuse(why, "axis %u is %" PRIu64 " and axis %u is %" PRIu64,
				     x->rank - 2, x->dim[x->rank - 2], x->rank - 1,
				     x->dim[x->rank - 1]);
	result->shape = *x;
	result->shape.rank -= 2;
	return true;
}

static void swap_rows(double *one, double *other, uint64_t n)
{
	for (uint64_t k = 0; k < n; k++) {
		double kept = one[k];

		one[k] = other[k];
		other[k] = kept;
	}
}

/* Return the determinant of A, which is overwritten. */
static double eliminate(double *a, uint64_t n)
{
	double product = 1;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t pivot = i;

		for (uint64_t k = i + 1; k < n; k++)
			if (fabs(a[k * n + i]) > fabs(a[pivot * n + i]))
				pivot = k;
		if (pivot != i) {
			swap_rows(a + i * n, a + pivot * n, n);
			product = -product;
		}
		product *= a[i * n + i];
		if (a[i * n + i] == 0)
			return product;
		for (uint64_t k = i + 1; k < n; k++) {
			double factor = a[k * n + i] / a[i * n + i];

			for (uint64_t j = i; j < n; j++)
				a[k * n + j] -= factor * a[i * n + j];
		}
	}
	return product;
}

/* Return the norm of the N numbers at X, each plus MORE; NULL: zeros. */
static double norm_of(const double *x, uint64_t n, double more)
{
	double sum = 0;

	for (uint64_t k = 0; k < n; k++) {
		double size = (x ? fabs(x[k]) : 0) + more;

		sum += size * size;
	}
	return sqrt(sum);
}

/* Return the bound of the determinant, and in *SIZE the product of the rows' norms. */
static double bound_of(const hr_row_unit *unit, const double *a, const double *error, uint64_t n,
		       double *size)
{
	double largest = 0, rounded, exact = 1, most = 1;

	for (uint64_t i = 0; i < n * n; i++)
		largest = fmax(largest, fabs(a[i]) + (error ? error[i] : 0));
	rounded = n < 2 ? 0
			: hr_row_gamma(unit, 3 * (double)n) * (double)n *
					  ldexp(largest, (int)(n < 2000 ? n - 1 : 2000)) +
				  3 * (double)n * unit->least;
	for (uint64_t i = 0; i < n; i++) {
		double norm = norm_of(a + i * n, n, 0);

		exact *= norm;
		most *= norm + norm_of(error ? error + i * n : NULL, n, rounded);
	}
	*size = most;
	return most - exact + (n < 2 ? 0 : hr_row_gamma(unit, (double)n) * most);
}

bool hr_compute_determinant(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_tensor_data *x = job->operands[0];
	const hr_row_unit *unit = hr_row_sum_unit_of(x->elem);
	uint64_t n = x->shape.dim[x->shape.rank - 1];
	double *value = hr_row_reals(x), *error = hr_row_errors(x, value);

	(void)why;
	for (uint64_t i = 0; i < result->count; i++) {
		double *a = value + i * n * n, size;
		double bound = bound_of(unit, a, error ? error + i * n * n : NULL, n, &size);
		bool finite = true;

		for (uint64_t k = 0; k < n * n; k++)
			finite &= isfinite(a[k]);
		hr_sum_store(result, i, eliminate(a, n), finite ? bound : INFINITY, size);
	}
	hr_free(value);
	hr_free(error);
	return true;
}
