/* interp/host/host.h -- run the program's host code, compiled by ORC or interpreted.
 *
 * Both set *exit_status to main's return value, after the program's destructors and atexit()
 * functions have run. A call of exit() in host code ends the process with that status through
 * hr_host_end(). Clauses: H. */
#ifndef HR_HOST_H
#define HR_HOST_H

#include "interp/run/end.h"
#include "interp/run/process.h"
#include "interp/run/run.h"
#include "interp/run/site.h"
#include "ir/program/hpvm_names.h"

hr_status hr_host_jit_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status)
	HR_MUST_CHECK;
hr_status hr_host_interp_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status)
	HR_MUST_CHECK;

/* --- symbols.c: resolve names in the C library and -l libraries --------------------------- */

/* Opens the libraries that run->options names; -l NAME, -l :FILE and paths. Once for a run. Reports
 * every library that cannot be loaded. */
hr_status hr_host_open_libraries(hr_run *run) HR_MUST_CHECK;
/* What NAME is to RUN's program: the runtime's entry points, then what the C library has only in
 * its static part (atexit, __dso_handle ...), then -l libraries, then the process. NULL:
 * undefined. */
void *hr_host_symbol(hr_run *run, const char *name);
/* Whether no -l library has its own NAME: what the program gets is what the process has, or stands
 * in for it. */
bool hr_host_is_process(hr_run *run, const char *name);
/* Whether NAME is an entry point of the runtime, at ADDRESS unless that is NULL. */
bool hr_host_is_entry(const char *name, const void *address);

/* --- entry.c: the functions that programs call (`__hpvm__launch` ...) work on hr_run_current() --- */

/* Address of the runtime's own function NAME (`__hpvm__launch`, `llvm.hpvm.launch`, `atexit` ...),
 * or NULL. */
void *hr_entry_find(const char *name);
/* Enclose a function of the runtime that is defined elsewhere and that the program calls by NAME.
 * hr_entry_end() returns only if STATUS is HR_OK, or a trap that --keep-going ignores. */
const char *hr_entry_begin(const char *name, hr_run **run);
void hr_entry_end(hr_run *run, const char *outer, hr_status status);
/* OP, which belongs in nodes, was called by native code outside one. */
HR_NORETURN void hr_entry_outside_node(hr_hpvm op);
/* Report that native code called the node function NAME (H2: a node runs only by launch). */
HR_NORETURN void hr_entry_node_called(const char *name);

/* Called by compiled host code before its memory access NUMBER (site.c). */
void hr_entry_host_access(uint32_t number, const void *address, uint64_t bytes, uint32_t write);

/* --- end.c: end the process ----------------------------------------------------------------- */

/* From now on exit() is the program's: it ends with hr_host_end(), or, of an embedded run, where
 * the run began. To be called before any code of the program runs, and after the libraries are
 * open. */
void hr_host_begin(hr_run *run);
/* Runs the destructors and atexit() functions that RUN's program has registered so far. */
void hr_host_run_destructors(hr_run *run);
/* The end of a run, once, on every way out but a crash: STATUS is the outcome, PROGRAM_STATUS the
 * program's own exit status. Final checks (hr_run_finish) when STATUS is HR_OK, the hook, the last
 * line. Gives the exit status of the process. */
int hr_host_end(hr_run *run, hr_status status, int program_status);
/* --- crash.c: faults of the program become diagnostics; Ctrl-C ends the run cleanly ----------- */

/* Installed once for a process; a later call only changes the run. Of an embedded run: faults of
 * interpreted code end what the thread does for the run, all others are left to the handlers that
 * the process had before. */
void hr_crash_install(hr_run *run);
/* Interrupt the run that the process ends with after so many SECONDS of processor time. */
void hr_crash_limit_time(double seconds);
/* The last embedded run has ended: the handlers of before are installed again, unless the process
 * has replaced ours. */
void hr_crash_remove(void);
/* An alternate signal stack for this OS thread, so that a stack overflow can be reported. Threads
 * made by pthread_create() in hpvm-run get one by themselves (interp/host/crash_thread.c). OWN: the
 * project made the thread, not the program. */
void hr_crash_thread_begin(bool own);
/* The same for a thread that the program or a library created. */
void hr_crash_thread_foreign(void);
void hr_crash_watch_threads(void);
/* Return true if this thread runs C code that interpreted host code has called, and which may raise an exception. */
bool hr_host_calls_c(void);
/* The std::terminate handler, so that an uncaught exception has a name. */
void hr_crash_watch_terminate(hr_run *run);

/* --- jit.c ------------------------------------------------------------------------------------ */

/* If host code is being compiled or has been, report LLVM's fatal error and end the run. Otherwise
 * return. */
void hr_jit_fatal_error(const char *reason);

/* --- jit.c: names of addresses, for crash reports -------------------------------------------- */

/* The compiled function of RUN that ADDRESS is in, or NULL. Safe in a signal handler. */
const char *hr_jit_function_at(const hr_run *run, uint64_t address);
/* Set the file and line of *WHERE to those of the instruction at ADDRESS, if there is debug
 * information. Safe in a signal handler. */
void hr_jit_place_at(const hr_run *run, uint64_t address, hr_where *where);

#endif
