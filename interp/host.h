/* interp/host.h -- running the program's host code: compiled by ORC, or interpreted.
 *
 * Both give main's return value in *exit_status; a call of exit() in host code ends the process
 * with that status after hr_run_finish(). Clauses: H. */
#ifndef HR_HOST_H
#define HR_HOST_H

#include "run.h"

hr_status hr_host_jit_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status) HR_MUST_CHECK;
hr_status hr_host_interp_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status) HR_MUST_CHECK;

/* entry.c: the C functions that programs call (`__hpvm__launch` ...) work on this run. */
void hr_entry_set_run(hr_run *run);
/* Address of the runtime's own function NAME (`__hpvm__launch`, `llvm_hpvm_track_mem` ...), or NULL. */
void *hr_entry_find(const char *name);

/* crash.c: signal handlers that turn a fault in the program under test into a diagnostic, and Ctrl-C into a
 * clean end. Installed once for a process. */
void hr_crash_install(hr_run *run);
/* Ends the process because of a trap in host code or a graph: final checks are skipped, output is
 * flushed, the last line names the outcome. */
HR_NORETURN void hr_die(hr_run *run, hr_status status);

#endif
