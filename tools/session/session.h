/* tools/session/session.h -- what commands that run programs share: the process, loading,
 * running. */
#ifndef HR_SESSION_H
#define HR_SESSION_H

#include "ir/program/program.h"
#include "tools/session/options.h"

typedef struct tool_session {
	tool_options options;
	hr_diags *diags;
	hr_program *program; /* NULL until it is loaded */
	hr_run *run;         /* NULL until it begins */
	/* Before the program runs; may set run->offload. NULL: nothing. */
	hr_status (*prepare)(hr_run *run);
	/* After it, before the last line, on whatever thread it ends; may hr_run_note(). NULL:
	 * nothing. */
	void (*at_end)(hr_run *run);
	/* Before anything is written to standard error; from any thread. NULL: nothing. */
	void (*hide)(void);
} tool_session;

/* The one of the process: host code may leave threads behind that use it until the process is
 * gone. */
extern tool_session tool;

/* Streams, signals, diagnostics. COMMAND is what goes in front of words. */
void tool_begin(const char *command);
/* Where diagnostics go, as the options say. False: that cannot be written, which has been said. */
bool tool_set_outputs(void) HR_MUST_CHECK;
/* What HPVM_RUN_ISA asks for. False: it is not there, which has been said. */
bool tool_has_instruction_set(void) HR_MUST_CHECK;
hr_status tool_load(void) HR_MUST_CHECK;
/* Runs the loaded program to its end. Gives the exit status. */
int tool_run(void);
/* Frees everything, unless a program has run. */
void tool_end(void);

#endif
