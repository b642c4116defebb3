/* interp/run/process.h -- what belongs to the process and not to a run: which native code it runs,
 * and the guard that ends it.
 *
 * The signal handlers (interp/host/crash.c) read this to tell a fault of the program from one of a
 * backend and from one of our own. */
#ifndef HR_PROCESS_H
#define HR_PROCESS_H

#include <signal.h>
#include <stdatomic.h>

#include "src/diag/diag.h"

typedef struct hr_process_state {
	hr_diags *diags;              /* for the last line; borrowed; NULL: none yet */
	volatile sig_atomic_t native; /* native host code runs */
	const char *volatile backend; /* whose code runs a node; NULL: none */
	atomic_int in_runtime;        /* entry points being carried out, by all threads */
} hr_process_state;
extern hr_process_state hr_process;
/* the entry point that this thread carries out, or NULL */
extern __thread const char *hr_process_entry;

/* Native host code runs from here on, or no longer. */
void hr_process_set_native(bool native);
/* Code that backend NAME has made runs from here on; NULL: no longer. */
void hr_process_set_backend(const char *name);
/* Around an entry point: NAME is what the program called. Returns what hr_process_leave() takes. */
const char *hr_process_enter(const char *name);
void hr_process_leave(const char *outer);
/* Whether this thread is between the two. */
bool hr_process_in_entry(void);

/* If the process is not gone in so many milliseconds, it ends with the last line for STATUS: for
 * ways out that could hang on a lock. Safe in a signal handler. */
void hr_process_guard(hr_status status, unsigned milliseconds);
/* The status of the guard that was set last; HR_OK: none. */
hr_status hr_process_guard_status(void);
/* Ends the process at once, with the last line for the guard's status, or for STATUS where no guard
 * has been set. Takes no lock and no memory of the heap. */
HR_NORETURN void hr_process_die_now(hr_status status);
/* Writes TEXT to standard error. Safe in a signal handler. */
void hr_process_write(const char *text);

#endif
