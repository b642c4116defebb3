/* interp/tensor/row_sink.h -- operations of tensor programs that something besides the reference computes.
 *
 * The engine runs a leaf's code as always, also its branches and loops. While a thread has a sink, each
 * operation of a row that the leaf calls is offered to it with the operands that the leaf gave it, in the
 * order of execution; constants are not. */
#ifndef HR_ROW_SINK_H
#define HR_ROW_SINK_H

#include "interp/row/row.h"
#include "interp/tensor/tensors.h"

/* An operation of a leaf. All is borrowed for the call, but tensors, which live as long as the execution,
 * and TEXT, which lives as long as the program. */
typedef struct hr_row_op {
	hr_thread *thread;
	const char *text; /* "sum axes=1 keep=1" */
	const hr_attributes *attributes;
	unsigned count;
	const hr_tensor_data *const *operands; /* NULL: omitted */
	hr_tensor *const *tensors;             /* the same, as handles */
	const hr_tensor_data *result;          /* of the type and shape that it has to have */
	hr_tensor *made;                       /* the same, as a handle */
} hr_row_op;

typedef struct hr_row_sink hr_row_sink;
struct hr_row_sink {
	/* Compute the elements of the result. Return false if the reference shall do it, or if *STATUS, which
	 * is HR_OK at the call, is that of an error that was reported. NULL: the reference computes all. */
	bool (*run)(hr_row_sink *self, const hr_row_op *op, hr_status *status);
	/* The reference has computed the result and its bound. NULL: nothing is to be done. */
	void (*see)(hr_row_sink *self, const hr_row_op *op);
};

#endif
