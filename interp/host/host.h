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

/* Open the libraries that run->options names: -l NAME, -l :FILE and paths. Open libraries stay open
 * until the process ends. Reports every library that cannot be loaded. */
hr_status hr_host_open_libraries(hr_run *run) HR_MUST_CHECK;
/* Return the address of NAME as the program sees it, searched in this order: the runtime's entry
 * points, functions that the C library has only in its static part (atexit, __dso_handle ...), -l
 * libraries, the process. Return NULL if NAME is undefined. */
void *hr_host_symbol(const char *name);
/* Return true if no -l library defines NAME, so that the program gets the definition of the process
 * or its replacement. */
bool hr_host_is_process(const char *name);

/* --- entry.c: functions that programs call (`__hpvm__launch` ...), for the process's run ------ */

void hr_entry_set_run(hr_run *run);
/* Return the address of the runtime's function NAME (`__hpvm__launch`, `llvm.hpvm.launch`, `atexit`
 * ...), or NULL if there is none. */
void *hr_entry_find(const char *name);
/* Enclose a function of the runtime that is defined elsewhere and that the program calls by NAME.
 * hr_entry_end() returns only if STATUS is HR_OK, or a trap that --keep-going ignores. */
const char *hr_entry_begin(const char *name, hr_run **run);
void hr_entry_end(const char *outer, hr_status status);
/* Report that native code called OP outside of a node. */
HR_NORETURN void hr_entry_outside_node(hr_hpvm op);
/* Report that native code called the node function NAME (H2: a node runs only by launch). */
HR_NORETURN void hr_entry_node_called(const char *name);

/* Called by compiled host code before its memory access NUMBER (site.c). */
void hr_entry_host_access(uint32_t number, const void *address, uint64_t bytes, uint32_t write);

/* --- end.c: end the process ----------------------------------------------------------------- */

/* From now on, exit() ends the program by hr_host_end(). Call it after the libraries are open and
 * before any code of the program runs. */
void hr_host_begin(hr_run *run);
/* Run the destructors and atexit() functions that the program has registered so far. */
void hr_host_run_destructors(void);
/* End the run. Only the first call has an effect, and every way out except a crash calls it. STATUS
 * is the outcome, PROGRAM_STATUS the program's own exit status. Makes the final checks
 * (hr_run_finish) if STATUS is HR_OK, calls the hook, prints the last line. Return the exit status
 * of the process. */
int hr_host_end(hr_run *run, hr_status status, int program_status);
/* --- crash.c: faults of the program become diagnostics; Ctrl-C ends the run cleanly ----------- */

/* Install the signal handlers once for the process; a later call only changes the run. */
void hr_crash_install(hr_run *run);
/* Create an alternate signal stack for this OS thread, so that a stack overflow can be reported.
 * Threads created by pthread_create() in hpvm-run get one automatically
 * (interp/host/crash_thread.c). OWN is true if the project created the thread, not the program. */
void hr_crash_thread_begin(bool own);
/* The same for a thread that the program or a library created. */
void hr_crash_thread_foreign(void);
void hr_crash_watch_threads(void);
/* Install a std::terminate handler, so that a report names the type of an uncaught exception. */
void hr_crash_watch_terminate(void);

/* --- jit.c: names of addresses, for crash reports -------------------------------------------- */

/* Return the name of the compiled function that contains ADDRESS, or NULL. Async-signal-safe. */
const char *hr_jit_function_at(uint64_t address);

#endif
