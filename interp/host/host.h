/* interp/host/host.h -- running the program's host code: compiled by ORC, or interpreted.
 *
 * Both give main's return value in *exit_status, after the program's destructors and atexit()
 * functions have run; a call of exit() in host code ends the process with that status by way of
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

/* --- symbols.c: the C library and -l libraries as the program sees them ------------------- */

/* Opens the libraries that run->options names; -l NAME, -l :FILE and paths. Once for a process:
 * what is open stays open. Reports every library that cannot be loaded. */
hr_status hr_host_open_libraries(hr_run *run) HR_MUST_CHECK;
/* What NAME is to the program: the runtime's entry points, then what the C library has only in its
 * static part (atexit, __dso_handle ...), then -l libraries, then the process. NULL: undefined. */
void *hr_host_symbol(const char *name);
/* Whether no -l library has its own NAME: what the program gets is what the process has, or stands
 * in for it. */
bool hr_host_is_process(const char *name);

/* --- entry.c: the functions that programs call (`__hpvm__launch` ...) work on this run -------- */

void hr_entry_set_run(hr_run *run);
/* Address of the runtime's own function NAME (`__hpvm__launch`, `llvm.hpvm.launch`, `atexit` ...),
 * or NULL. */
void *hr_entry_find(const char *name);
/* Around a function of the runtime that the program calls as NAME, for those that live elsewhere. A
 * STATUS that is not HR_OK does not return, unless --keep-going lets a trap pass. */
const char *hr_entry_begin(const char *name, hr_run **run);
void hr_entry_end(const char *outer, hr_status status);
/* OP, which belongs in nodes, was called by native code outside one. */
HR_NORETURN void hr_entry_outside_node(hr_hpvm op);
/* Native code ran into the node function NAME (H2: a node runs by launch alone). */
HR_NORETURN void hr_entry_node_called(const char *name);

/* Compiled host code is about to access memory at its access NUMBER (site.c). */
void hr_entry_host_access(uint32_t number, const void *address, uint64_t bytes, uint32_t write);

/* --- end.c: how the process ends ------------------------------------------------------------ */

/* From now on exit() is the program's: it ends with hr_host_end(). To be called before any code of
 * the program runs, and after the libraries are open. */
void hr_host_begin(hr_run *run);
/* Runs the destructors and atexit() functions that the program has registered so far. */
void hr_host_run_destructors(void);
/* The end of a run, once, on every way out but a crash: STATUS is the outcome, PROGRAM_STATUS the
 * program's own exit status. Final checks (hr_run_finish) when STATUS is HR_OK, the hook, the last
 * line. Gives the exit status of the process. */
int hr_host_end(hr_run *run, hr_status status, int program_status);
/* --- interp/host/crash.c: a fault in the program under test becomes a diagnostic, Ctrl-C a clean end --- */

/* Installed once for a process; a later call only changes the run. */
void hr_crash_install(hr_run *run);
/* An alternate signal stack for this OS thread, so that a stack overflow can be reported. Threads
 * made by pthread_create() in hpvm-run get one by themselves (interp/host/crash_thread.c). OWN: the
 * project made the thread, not the program. */
void hr_crash_thread_begin(bool own);
/* The same for a thread that the program or a library made. */
void hr_crash_thread_foreign(void);
void hr_crash_watch_threads(void);
/* The std::terminate handler, so that an uncaught exception has a name. */
void hr_crash_watch_terminate(void);

/* --- jit.c: names for addresses, for crash reports ------------------------------------------- */

/* The compiled function that ADDRESS is in, or NULL. Safe in a signal handler. */
const char *hr_jit_function_at(uint64_t address);

#endif
