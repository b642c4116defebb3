/* tools/session/recording.h -- hpvm-run --trace: create a recorder from the command line. */
#ifndef HR_RECORDING_H
#define HR_RECORDING_H

#include "ir/program/program.h"
#include "tools/session/options.h"

/* The trace of one run. Zero at first. */
typedef struct tool_recording {
	hr_recorder *recorder; /* NULL: nothing is recorded, or no longer */
	hr_recorder *ended;    /* closed */
	hr_record_plan plan;
	char order[32]; /* a text in the plan */
	hr_run *run;    /* what is recorded, once it has joined */
} tool_recording;

/* Whether --trace-node is the beginning of a node's path; else that is said. */
bool tool_recording_knows(const hr_program *program, const tool_options *options) HR_MUST_CHECK;
/* Makes the file, if there is to be one. 0, or an errno. OPTIONS, PROGRAM and RECORDING are
 * borrowed until the end. */
int tool_recording_begin(tool_recording *recording, const hr_program *program,
			 const tool_options *options) HR_MUST_CHECK;
/* The run tells what it does, and DIAGS what they report. */
void tool_recording_join(tool_recording *recording, hr_run *run, hr_diags *diags);
/* Completes the file; reports when it could not be written. From any thread. */
void tool_recording_end(tool_recording *recording, hr_diags *diags);
/* Frees what the recording has, after its end, when no event can come any more. */
void tool_recording_free(tool_recording *recording);

#endif
