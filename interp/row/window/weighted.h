/* interp/row/window/weighted.h -- a sum of elements with weights, and its error. */
#ifndef HR_ROW_WEIGHTED_H
#define HR_ROW_WEIGHTED_H

#include "interp/row/row_private.h"

/* The sum of w x over TERMS terms, w within dw and x within dx. */
typedef struct hr_weighted {
	double value;
	double size;  /* the sum of (|w| + dw) (|x| + dx) */
	double error; /* the sum of (|w| + dw) dx + dw |x|: what the operands' errors cause */
	uint64_t terms, products; /* PRODUCTS: those whose weight is not 1 */
} hr_weighted;

/* Add a term. */
void hr_weighted_add(hr_weighted *sum, const hr_row_unit *unit, double w, double dw, double x,
		     double dx);
/* Return the bound of a sum that a backend adds in any order in UNIT. */
double hr_weighted_bound(const hr_weighted *sum, const hr_row_unit *unit);
/* Store the sum, divided by DIVISOR unless that is 1, as element I of RESULT. */
void hr_weighted_store(const hr_weighted *sum, double divisor, hr_tensor_data *result, uint64_t i);

/* Store a sum, that a backend computes within ERROR in the unit of sums and then rounds to the type, as
 * element I of RESULT. SIZE is the largest magnitude of a partial sum. */
void hr_sum_store(hr_tensor_data *result, uint64_t i, double sum, double error, double size);

#endif
