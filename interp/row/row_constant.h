/* interp/row/row_constant.h -- the elements of a row `constant` that has them in its text. */
#ifndef HR_ROW_CONSTANT_H
#define HR_ROW_CONSTANT_H

#include "interp/row/row.h"

/* Set RESULT's type, shape and count to those of the attributes `type` and `shape`. Return false if they are
 * not valid. */
bool hr_row_constant_shape(const hr_attributes *of, hr_tensor_data *result) HR_MUST_CHECK;
/* Set RESULT's data, COUNT elements, to the attribute `values`. Return false if it has another number of
 * values. */
bool hr_row_constant_values(const hr_attributes *of, const hr_tensor_data *result) HR_MUST_CHECK;

#endif
