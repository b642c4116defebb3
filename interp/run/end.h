/* interp/run/end.h -- the end of the process: its last words, once, whoever comes first. */
#ifndef HR_END_H
#define HR_END_H

#include "interp/run/run.h"

/* Ends the process because of a trap in host code or a graph: final checks are skipped, output is
 * flushed, the last line names the outcome. */
HR_NORETURN void hr_die(hr_run *run, hr_status status);
/* The last word (hr_diags_end): the outcome and the exit status, which is PROGRAM_STATUS for HR_OK.
 * Returns that exit status. */
int hr_exit_line(hr_diags *diags, hr_status status, int program_status);
/* The program's buffered output: stdout, and std::cout where there is one. */
void hr_flush_output(void);

/* What hr_host_end() and hr_die() call before the last line (--stats ...), and which may still note
 * what the run has come to; NULL: nothing. */
void hr_end_set_hook(void (*hook)(hr_run *run));
/* Calls it, once. */
void hr_end_call_hook(hr_run *run);
/* True for the first caller, who ends the process. */
bool hr_end_begin(void);
bool hr_end_begun(void);
/* A run begins: nobody has ended the process yet. The libraries of the program are open. */
void hr_end_reset(void);

#endif
