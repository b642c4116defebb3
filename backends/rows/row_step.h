/* backends/rows/row_step.h -- operations of tensor programs as steps of units with tensors (T1 to T6), for
 * backends that take those (HR_TAKES_TENSORS). */
#ifndef HR_ROW_STEP_H
#define HR_ROW_STEP_H

#include "backends/unit/unit.h"
#include "interp/tensor/row_sink.h"

enum { HR_ROW_STEP_OPERANDS = 2 };

/* An operation with its operands. */
typedef struct hr_row_step {
	hr_unit_step step;
	/* operands, then the result; without values */
	hr_unit_tensor tensors[HR_ROW_STEP_OPERANDS + 1];
} hr_row_step;

/* Set STEP to OP: its operands are the first ones of OP, in order. Return NULL, or why OP is no such
 * operation. */
const char *hr_row_step_of(const hr_row_op *op, hr_row_step *step);

/* Units of one step. The caller serialises all calls. */
typedef struct hr_row_steps hr_row_steps;

hr_row_steps *hr_row_steps_new(void);
void hr_row_steps_free(hr_row_steps *steps); /* may be NULL */
/* Return the unit of STEP, which serves all shapes; the table owns it. */
hr_made_unit *hr_row_step_unit(hr_row_steps *steps, const hr_unit_step *step);

#endif
