/* interp/run/process.h -- all state of interp/ that belongs to the process and not to a run, and
 * which run a thread works for.
 *
 * What a signal handler, the end of the process, or a key of thread-local memory needs can exist
 * once only, so it is in hr_process. Everything else belongs to a run (run.h), of which a process
 * may have several at the same time.
 *
 * Functions that host code calls without a context (interp/host/entry.c) find their run by
 * hr_run_current(): each thread has a current run. It is set where a run enters host code or an
 * interface, and inherited by the threads that such a thread makes (interp/host/crash_thread.c). A
 * thread of which nothing is known, such as one of a library, works for the only run of the
 * process; where there are several runs it works for none. */
#ifndef HR_PROCESS_H
#define HR_PROCESS_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "src/diag/diag.h"

typedef struct hr_run hr_run;
typedef struct hr_thread hr_thread;

enum { HR_FAULTS = 6 }; /* signals that say what a thread itself has done */

typedef struct hr_process_state {
	/* Runs (process.c); all changes are made with the lock held. */
	pthread_mutex_t runs_lock;
	hr_run *runs;         /* all of them, by run->next_run */
	hr_run *_Atomic only; /* the run, where there is exactly one; else NULL */
	hr_run *_Atomic ends; /* the run that the process ends with: a command's; NULL: none */

	/* The last line and the guard (process.c, end.c). */
	hr_diags *diags;                    /* for the last line; borrowed; NULL: none yet */
	volatile sig_atomic_t guard_status; /* an hr_status; HR_OK: no guard has been set */
	volatile sig_atomic_t speechless;   /* the last line has been tried */
	atomic_bool ended;
	pthread_t ending; /* who ends the process; valid when ended */
	void *cout;       /* std::cout, or NULL */
	void *(*cout_flush)(void *);

	/* Signal handlers (interp/host/crash.c). */
	atomic_flag dying;
	atomic_int interrupts; /* Ctrl-C */
	/* atomic: of the object file that this code is in; 0: not looked up */
	uintptr_t code_begin, code_end;
	char terminated_by[128];          /* type of the uncaught exception */
	volatile sig_atomic_t terminated; /* std::terminate() was called */
	pthread_key_t alternate_key;      /* alternate signal stacks of threads */
	pthread_once_t alternate_once;
	bool contains;                      /* the handlers for embedded runs are installed, */
	struct sigaction former[HR_FAULTS]; /* in place of these */

	/* The end of the process by exit() (interp/host/end.c). */
	bool watches_llvm; /* a command has handlers for fatal errors of LLVM */
	/* Called before the process ends by _exit(), also in signal handlers; NULL: nothing. */
	void (*at_death)(void);
	pid_t pid; /* of the process that began the run, not of one that the program forks */
	bool exit_registered;

	/* Threads inside the interpreter (thread.c). */
	pthread_mutex_t threads_lock;
	hr_thread *threads;
	pthread_key_t thread_key, inheritance_key, program_key;
	pthread_once_t thread_once, inheritance_once, program_once;

	/* Threads that wait for one another (block.c); all atomic. */
	int waiting;
	int own_threads;   /* the calling one, and those that are not the program's */
	uint64_t polled;   /* processor time that waiting has taken, in nanoseconds */
	uint64_t patience; /* nanoseconds */
	pthread_key_t own_key;
	pthread_once_t own_once;
} hr_process_state;
extern hr_process_state hr_process;

/* Of thread-local variables that signal handlers read: in a shared library, others may be allocated
 * when they are first used. */
#define HR_SIGNAL_SAFE __attribute__((tls_model("initial-exec")))
/* the entry point that this thread carries out, or NULL */
extern __thread const char *hr_process_entry HR_SIGNAL_SAFE;

/* --- runs ------------------------------------------------------------------------------------- */

/* Return the run that the calling thread works for: that of the innermost hr_run_enter(), or of the
 * thread that made this one, else the only run of the process. Return NULL if there is none or more
 * than one. Safe in a signal handler. */
hr_run *hr_run_current(void);
/* Let the calling thread work for RUN until hr_run_leave(), which takes what hr_run_enter()
 * returns. */
hr_run *hr_run_enter(hr_run *run);
void hr_run_leave(hr_run *outer);
/* Return the run of the innermost hr_run_enter(), or of the thread that made this one; NULL:
 * none. */
hr_run *hr_run_entered(void);
/* RUN exists, or no longer. */
void hr_process_add_run(hr_run *run);
void hr_process_remove_run(hr_run *run);

/* --- what runs -------------------------------------------------------------------------------- */

/* Native host code of RUN runs from here on, or no longer. */
void hr_process_set_native(hr_run *run, bool native);
/* This thread runs code of backend NAME, or code that it has made, from here on; NULL: no longer. */
void hr_process_set_backend(const char *name);
/* Return the backend whose code this thread runs, or which has made this thread; NULL if there is
 * none. Safe in a signal handler. */
const char *hr_process_backend(void);
/* Return the backend that any thread has called last, or NULL. */
const char *hr_process_last_backend(void);
/* Around an entry point: NAME is what the program called. Returns what hr_process_leave() takes. */
const char *hr_process_enter(hr_run *run, const char *name);
void hr_process_leave(hr_run *run, const char *outer);
/* Whether this thread is between the two. */
bool hr_process_in_entry(void);

/* Finds out which code is the project's: before hr_process_is_code(). */
void hr_process_find_code(void);
/* Return whether the project's own code is at ADDRESS. Safe in a signal handler. */
bool hr_process_is_code(uintptr_t address);

/* End the process at once: by _exit(), after hr_process.at_death. Safe in a signal handler. */
HR_NORETURN void hr_process_exit(int code);

/* --- the guard -------------------------------------------------------------------------------- */

/* If the process is not gone in so many milliseconds, it ends with the last line for STATUS: for
 * ways out that could hang on a lock. Safe in a signal handler. */
void hr_process_guard(hr_status status, unsigned milliseconds);
/* Return the status of the last guard; HR_OK if there is none. */
hr_status hr_process_guard_status(void);
/* End the process at once, with the last line for the guard's status, or for STATUS if there is no
 * guard. Takes no lock and allocates no memory. */
HR_NORETURN void hr_process_die_now(hr_status status);
/* Write TEXT to standard error. Safe in a signal handler. */
void hr_process_write(const char *text);

#endif
