/* interp/row/row.h -- the reference meaning of the rows of tensor.def (X3): one operation on arrays.
 *
 * Knows no handles, nodes or runs. Each real result is computed in binary64, rounded once, and has an
 * error bound: how far a backend that computes in the element's type, in any order, may be from it when
 * the backend's operands are within their bounds (docs/tensors.md). The bound of an integer or bool is
 * 0, or infinite where it hangs on a real value that is not certain. */
#ifndef HR_INTERP_ROW_H
#define HR_INTERP_ROW_H

#include "ir/tensor/tensor_row.h"
#include "src/base/status.h"

typedef struct hr_tensor_data {
	hr_elem elem;
	bool wide;     /* DATA are binary64, with the rounding unit of ELEM */
	hr_dims shape; /* rank 0 to 8 */
	uint64_t count;
	void *data;   /* elements of ELEM; binary64 if wide */
	float *bound; /* COUNT bounds; NULL: all are 0 */
} hr_tensor_data;

typedef struct hr_row_job {
	const hr_attributes *attributes;
	unsigned operand_count;
	const hr_tensor_data *const *operands; /* NULL: omitted */
	unsigned threads;                      /* most threads that may work on it; at least 1 */
} hr_row_job;

enum { HR_ROW_WHY = 240 };

/* Set RESULT's elem, wide, shape and count. Return false, with the reason in WHY, if the operands do
 * not fit: "axis 1 is 3 in operand 0 and 4 in operand 1". May read data of operands. */
bool hr_row_shape(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
	HR_MUST_CHECK;
/* Compute RESULT, whose shape hr_row_shape() has set; its data and bound have room for COUNT elements,
 * unset. Return false, with the reason in WHY, where an element is undefined: an index out of range.
 * Not for `constant`, which the caller reads. */
bool hr_row_run(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY]) HR_MUST_CHECK;

#endif
