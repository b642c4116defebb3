/* tools/session/run_context.h -- what the parts of libhpvm-run share: a context, and calls into its
 * runs.
 *
 * src/hpvm_run.h is the contract; each function of it is in context.c, describe.c, kernels.c,
 * launches.c or observe.c. */
#ifndef HR_RUN_CONTEXT_H
#define HR_RUN_CONTEXT_H

#include <stdatomic.h>

#include "backends/dispatch/dispatch.h"
#include "interp/run/events.h"
#include "ir/load/load.h"
#include "src/hpvm_run.h"
#include "tools/session/recording.h"

/* Memory of the caller that launches have. */
typedef struct context_buffer {
	void *memory;
	size_t bytes, users;
} context_buffer;

/* What an input is called in diagnostics; lives as long as the context. */
typedef struct context_input {
	const hr_node *root;
	unsigned input;
	const char *text;
} context_input;

enum { CONTEXT_ERROR = 512 };

struct hpvm_run_context {
	hr_diags *diags;
	tool_options options;
	hr_arena texts;                   /* values of options, names of modules and of inputs */
	HR_VEC(hr_module_source) sources; /* owns the bytes */
	HR_VEC(hr_kernel_launch) kernels; /* that hpvm_run_load() makes roots of, or has made */
	hr_program *program;              /* NULL until it is loaded */
	bool ran;                         /* code of the program may have been lowered */

	pthread_mutex_t making; /* of the run */
	/* Held while a buffer is found and tracked, or given up and untracked. Reports may take `lock`
	 * meanwhile. */
	pthread_mutex_t tracking;
	HR_VEC(context_buffer) buffers;
	pthread_mutex_t lock; /* of what follows, up to the next group */
	HR_VEC(context_input) inputs;
	size_t launches;           /* that have not been freed */
	char error[CONTEXT_ERROR]; /* the first error that no calling thread has reported itself */

	hr_run *_Atomic run;      /* that launches belong to; NULL: none yet */
	hr_run *_Atomic main_run; /* while hpvm_run_main() is under way */
	atomic_int active;        /* calls into runs that are under way */
	atomic_int interrupting;  /* hpvm_run_interrupt() uses a run */
	HR_VEC(hr_run *) left; /* runs of hpvm_run_main() that threads of the program still use */
	hr_dispatch *dispatch; /* of run; NULL: the interpreter alone */
	tool_recording recording; /* of run, or of main_run */

	hpvm_run_on_diagnostic *on_diagnostic;
	void *diagnostic_data;
	hpvm_run_on_event *on_event;
	void *event_data;
	hr_events events;          /* for on_event */
	const hr_events *recorded; /* who else is told; NULL: nobody */
	unsigned recorded_levels;
};

/* --- context.c: errors -------------------------------------------------------------------------
 */

/* Sets what hpvm_run_error() gives on this thread. Returns STATUS. */
hpvm_run_status context_fail(hpvm_run_status status, const char *format, ...) HR_PRINTF(2, 3);
/* The same for what a run has come to: the first error that was reported in this call. HR_OK is
 * HPVM_RUN_OK. */
hpvm_run_status context_result(hpvm_run_context *context, hr_status status);
/* A call begins: what is reported on this thread from here on is its error. */
void context_begin_errors(hpvm_run_context *context);
/* An error MESSAGE was reported. With a lock of the diagnostics held. */
void context_note_error(hpvm_run_context *context, const char *message);

/* --- context.c: calls into a run ----------------------------------------------------------------
 */

typedef hr_status context_act(void *data);
/* ACT with DATA, on the calling thread, which works for RUN meanwhile. RUNTIME: threads that are
 * made are not the program's. *EXIT_STATUS (may be NULL) receives the status of an exit() that
 * ended ACT. Returns what ACT returns, or what it ended by. */
hr_status context_call(hpvm_run_context *context, hr_run *run, bool runtime, context_act *act,
		       void *data, int *exit_status);
/* The outcome of a backend that could not be used, or HR_OK. */
hr_status context_offload_status(const hpvm_run_context *context);
/* Whether this thread is inside a callback, or in a node, of CONTEXT. */
bool context_is_inside(const hpvm_run_context *context);
/* The run that launches belong to, in *RUN; made when there is none yet. */
hpvm_run_status context_need_run(hpvm_run_context *context, hr_run **run);
/* Frees that run; nothing may use it. */
void context_drop_run(hpvm_run_context *context);

/* --- context.c: the program -------------------------------------------------------------------- */

/* Read the modules and link them, with the roots of COUNT kernels; with one launch without a kernel,
 * to list them. Return what hpvm_run_load() does. */
hr_status context_read(hpvm_run_context *context, hr_kernel_launch *kernels, size_t count,
		       hr_program **program) HR_MUST_CHECK;

/* --- observe.c ----------------------------------------------------------------------------------
 */

/* Diagnostics of the context reach its callback. */
void context_listen(hpvm_run_context *context);
/* RUN tells the context's callback, and the trace if there is one, what it does. */
hr_status context_observe(hpvm_run_context *context, hr_run *run);
/* RUN has ended: its trace, if there is one, is completed. LEFT: threads may still tell something,
 * which is lost. */
void context_observe_end(hpvm_run_context *context, hr_run *run, bool left);

static inline const hr_node *context_node(const hpvm_run_node *node)
{
	return (const hr_node *)(const void *)node;
}

static inline const hpvm_run_node *context_handle(const hr_node *node)
{
	return (const hpvm_run_node *)(const void *)node;
}

#endif
