/* interp/run/process.h -- state of the process, not of a run: which native code it runs, and the
 * guard that ends it.
 *
 * The signal handlers (interp/host/crash.c) read this state to tell a fault of the program from a
 * fault of a backend or of the interpreter. */
#ifndef HR_PROCESS_H
#define HR_PROCESS_H

#include <signal.h>
#include <stdatomic.h>

#include "src/diag/diag.h"

typedef struct hr_process_state {
	hr_diags *diags;              /* for the last line; borrowed; NULL: none yet */
	volatile sig_atomic_t native; /* native host code runs */
	const char *volatile backend; /* name of the backend whose code runs a node; NULL: none */
	atomic_int in_runtime;        /* entry points that are being carried out, in all threads */
} hr_process_state;
extern hr_process_state hr_process;
/* the entry point that this thread carries out, or NULL */
extern __thread const char *hr_process_entry;

/* Set whether native host code runs from now on. */
void hr_process_set_native(bool native);
/* Set the backend whose code runs from now on; NULL for none. */
void hr_process_set_backend(const char *name);
/* Call around an entry point. NAME is the function that the program called. Return the argument for
 * hr_process_leave(). */
const char *hr_process_enter(const char *name);
void hr_process_leave(const char *outer);
/* Return true if this thread is between hr_process_enter() and hr_process_leave(). */
bool hr_process_in_entry(void);

/* End the process with the last line for STATUS unless it has ended after MILLISECONDS: for exits
 * that could hang on a lock. Safe in a signal handler. */
void hr_process_guard(hr_status status, unsigned milliseconds);
/* Return the status of the last guard; HR_OK if there is none. */
hr_status hr_process_guard_status(void);
/* End the process at once, with the last line for the guard's status, or for STATUS if there is no
 * guard. Takes no lock and allocates no memory. */
HR_NORETURN void hr_process_die_now(hr_status status);
/* Write TEXT to standard error. Safe in a signal handler. */
void hr_process_write(const char *text);

#endif
