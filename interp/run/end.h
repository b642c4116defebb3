/* interp/run/end.h -- the end of the process: its last words, once, whoever comes first; and the
 * end of a run that is embedded in a process which goes on (hr_options.embedded). */
#ifndef HR_END_H
#define HR_END_H

#include <setjmp.h>

#include "interp/run/run.h"

/* Ends the process because of a trap in host code or a graph: final checks are skipped, output is
 * flushed, the last line names the outcome. Of an embedded run it is hr_escape(). */
HR_NORETURN void hr_die(hr_run *run, hr_status status);

/* --- embedded runs ---------------------------------------------------------------------------- */

/* Where an embedded run ends whose program cannot go on: whoever called the program. C++ objects of
 * the frames in between are not destroyed, and locks that these frames hold stay locked. */
typedef struct hr_refuge {
	sigjmp_buf to;
	hr_run *run;
	hr_status status;   /* why it ended; HR_OK: by exit(), */
	int program_status; /* with this status */
	const char *entry;  /* what hr_process_entry was */
	int in_runtime;     /* and run->in_runtime */
	struct hr_refuge *outer;
} hr_refuge;

/* Makes REFUGE the innermost one of this thread, until hr_refuge_end(). The caller then calls
 * sigsetjmp(refuge.to, 0), which returns 1 when hr_escape() comes here. */
void hr_refuge_begin(hr_refuge *refuge, hr_run *run);
void hr_refuge_end(hr_refuge *refuge);
/* Ends what this thread does for RUN, at the innermost refuge of RUN. A thread of the program that
 * has none ends; the run is noted as ended, and its other threads end when they call the
 * runtime. */
HR_NORETURN void hr_escape(hr_run *run, hr_status status, int program_status);

/* --- the process ------------------------------------------------------------------------------ */

/* The last word (hr_diags_end): the outcome and the exit status, which is PROGRAM_STATUS for HR_OK.
 * Returns that exit status. */
int hr_exit_line(hr_diags *diags, hr_status status, int program_status);
/* Flush the program's output: stdout, and std::cout if it exists. */
void hr_flush_output(void);

/* Calls run->at_end, once. */
void hr_end_call_hook(hr_run *run);
/* hr_end_begin(): return true for the first caller, which ends the process. */
bool hr_end_begin(void);
bool hr_end_begun(void);
/* Call at the beginning of a run, after the libraries of the program are open. Marks the process as
 * not ending. */
void hr_end_reset(void);

#endif
