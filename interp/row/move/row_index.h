/* interp/row/move/row_index.h -- indices as operands. */
#ifndef HR_ROW_INDEX_H
#define HR_ROW_INDEX_H

#include "interp/row/move/row_move.h"

/* Refuse operand I unless it is i64 or i32. */
bool hr_index_type(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Set *PLACE to INDEX, from -extent to extent - 1, as a place on AXIS of SHAPE. */
bool hr_index_place(const hr_dims *shape, unsigned axis, int64_t index, int64_t *place,
		    char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Set *OFFSET to that of the element, or of the part with the last axes, at the COUNT indices AT of axes
 * FIRST, FIRST + 1, ... */
bool hr_index_offset(const hr_dims *shape, unsigned first, const int64_t *at, unsigned count,
		     int64_t *offset, char why[HR_ROW_WHY]) HR_MUST_CHECK;

/* Of gather_elements and scatter_elements: operand 1 has an index for an element on the line along `axis` of
 * operand 0 that has its other indices. Refuse operands that do not fit; set OFFSETS, one for each index. */
bool hr_index_fits(const hr_row_job *job, char why[HR_ROW_WHY]) HR_MUST_CHECK;
bool hr_index_offsets(const hr_row_job *job, int64_t *offsets, char why[HR_ROW_WHY]) HR_MUST_CHECK;

#endif
