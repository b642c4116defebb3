/* backends/dispatch/row_run.h -- computes operations of tensor programs on backends, one at a time. */
#ifndef HR_ROW_RUN_H
#define HR_ROW_RUN_H

#include "backends/dispatch/built.h"
#include "backends/rows/row_step.h"

/* How an operation ended. */
typedef enum hr_row_end {
	HR_ROW_ON_BACKEND, /* the backend has computed the result */
	HR_ROW_COPIED,     /* its elements are those of operand 0, which were copied */
	HR_ROW_LEFT,       /* it is left to the reference */
	HR_ROW_FAILED,     /* the backend has failed */
} hr_row_end;

typedef struct hr_row_answer {
	hr_row_end end;
	/* HR_ROW_LEFT: why, "resize: ..."; HR_ROW_FAILED: what the backend says */
	char text[2 * HR_BACKEND_TEXT];
	bool planned;         /* HR_ROW_LEFT: there is no kernel for any backend */
	hr_grid_end grid;     /* of HR_ROW_FAILED */
	hr_worker_end worker; /* the same */
} hr_row_answer;

typedef struct hr_row_runner {
	hr_run *run;
	hr_built *built;     /* borrowed */
	hr_row_steps *steps; /* owned */
	hr_fork_lock lock;   /* protects the tables of kernels and units */
	bool workers;        /* backends are in processes of their own */
} hr_row_runner;

void hr_row_runner_begin(hr_row_runner *runner, hr_run *run, hr_built *built, bool workers);
/* To be called after hr_built_free(). */
void hr_row_runner_end(hr_row_runner *runner);
/* Compute OP, of NODE, on ENTRY: operand I has its elements at OPERANDS[I], as kernels have them
 * (backends/rows/row_kernel.h), and the result gets them at RESULT. Safe from any thread. */
void hr_row_on_backend(hr_row_runner *runner, const hr_backend_entry *entry, const hr_node *node,
		       const hr_row_op *op, const void *const *operands, void *result,
		       hr_row_answer *answer);

#endif
