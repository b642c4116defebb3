/* interp/row/row_total.h -- the sum, product, maximum or minimum of elements, with its error. */
#ifndef HR_ROW_TOTAL_H
#define HR_ROW_TOTAL_H

#include "interp/row/row_private.h"

/* Of real numbers x, each within an error d. Sizes are those of finite numbers. */
typedef struct hr_total {
	double value;
	double error;       /* sum of d */
	double high;        /* sum of |x| + d; product of them; greatest (or least) x + d */
	double low;         /* product of |x| - d, each at most 1; greatest (or least) x - d */
	double size;        /* product of |x| + d, each at least 1 */
	bool infinite, nan; /* an x is */
} hr_total;

/* Return what ROW gives for no elements. */
hr_total hr_total_start(hr_row row);
int64_t hr_total_start_integer(hr_row row, hr_elem elem);

/* Add X, within ERROR, to a total of ROW: sum, product, maximum or minimum. */
void hr_total_add(hr_row row, hr_total *total, double x, double error);
/* Return TOTAL and X together. */
int64_t hr_total_add_integer(hr_row row, int64_t total, int64_t x);

/* Store a total of COUNT elements as element I of RESULT. A backend computes it in any order in UNIT,
 * then rounds it to the result's type. */
void hr_total_store(hr_row row, const hr_total *total, uint64_t count, const hr_row_unit *unit,
		    hr_tensor_data *result, uint64_t i);

/* --- row_scan.c ------------------------------------------------------------------------------- */

/* Rows along one axis: arg_max, arg_min, cumulative_sum, cumulative_product. */
hr_row_function hr_row_scan_shape, hr_row_scan;

#endif
