/* tools/session/session.h -- shared by the commands that run programs: the process, loading,
 * running. */
#ifndef HR_SESSION_H
#define HR_SESSION_H

#include "interp/args/sequence.h"
#include "ir/program/program.h"
#include "tools/session/options.h"
#include "tools/session/recording.h"

typedef struct tool_session {
	tool_options options;
	hr_diags *diags;
	hr_program *program;      /* NULL until it is loaded */
	hr_sequence *sequence;    /* --args with a list of launches; else NULL */
	hr_run *run;              /* NULL until it begins */
	tool_recording recording; /* --trace */
	/* Called before the program runs; may set run->offload. May be NULL. */
	hr_status (*prepare)(hr_run *run);
	/* Called after it, before the last line, on the thread that ends the process; may call
	 * hr_run_note(). May be NULL. */
	void (*at_end)(hr_run *run);
	/* Called before anything is written to standard error, from any thread. May be NULL. */
	void (*hide)(void);
} tool_session;

/* The only session of the process: host code may leave threads behind that use it until the process
 * ends. */
extern tool_session tool;

/* Set up streams, signals and diagnostics. COMMAND is the prefix of messages. */
void tool_begin(const char *command);
/* Set the output of diagnostics from the options. Return false, after a message, if it cannot be
 * written. */
bool tool_set_outputs(void) HR_MUST_CHECK;
/* Check the instruction set of HPVM_RUN_ISA. Return false, after a message, if it is
 * unavailable. */
bool tool_has_instruction_set(void) HR_MUST_CHECK;
hr_status tool_load(void) HR_MUST_CHECK;
/* Run the loaded program to its end. Return the exit status. */
int tool_run(void);
/* Free everything, unless a program has run. */
void tool_end(void);

#endif
