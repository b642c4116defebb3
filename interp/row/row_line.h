/* interp/row/row_line.h -- the lines of a tensor along one axis, and elements in order. */
#ifndef HR_ROW_LINE_H
#define HR_ROW_LINE_H

#include "interp/row/row_private.h"

/* One line at a time, as numbers: REAL or INTEGER is set, by the type. ERROR has what flushing may
 * change; it is 0 or infinite for integers. EXACT: all errors of the line are 0. */
typedef struct hr_lines {
	const hr_tensor_data *x;
	uint64_t count, extent, step; /* lines; elements of one, and how far they are apart */
	double *real, *error;
	int64_t *integer;
	bool exact;
} hr_lines;

/* Begin with the lines of X along AXIS; a tensor of rank 0 is one line. End frees what it allocated. */
hr_lines hr_lines_begin(const hr_tensor_data *x, unsigned axis);
void hr_lines_end(hr_lines *lines);
/* Load line LINE. Return the place of its first element. */
uint64_t hr_lines_load(hr_lines *lines, uint64_t line);

/* Compare elements I and K of the line that is loaded: below 0, 0, above 0. NaN is the greatest. */
int hr_lines_compare(const hr_lines *lines, uint64_t i, uint64_t k);
/* Return true if the comparison of I and K holds for all values within their errors. */
bool hr_lines_certain(const hr_lines *lines, uint64_t i, uint64_t k);

#endif
