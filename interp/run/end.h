/* interp/run/end.h -- the end of the process: the last line, printed once by the first thread that
 * ends the process. */
#ifndef HR_END_H
#define HR_END_H

#include "interp/run/run.h"

/* End the process because of a trap in host code or a graph: skip the final checks, flush output,
 * and print the outcome in the last line. */
HR_NORETURN void hr_die(hr_run *run, hr_status status);
/* Print the last line (hr_diags_end): the outcome and the exit status, which is PROGRAM_STATUS for
 * HR_OK. Return the exit status. */
int hr_exit_line(hr_diags *diags, hr_status status, int program_status);
/* Flush the program's output: stdout, and std::cout if it exists. */
void hr_flush_output(void);

/* Set the function that hr_host_end() and hr_die() call before the last line (--stats ...); it may
 * still note a status of the run. NULL for none. */
void hr_end_set_hook(void (*hook)(hr_run *run));
/* Call the hook, once. */
void hr_end_call_hook(hr_run *run);
/* hr_end_begin(): return true for the first caller, which ends the process. */
bool hr_end_begin(void);
bool hr_end_begun(void);
/* Call at the beginning of a run, after the libraries of the program are open. Marks the process as
 * not ending. */
void hr_end_reset(void);

#endif
