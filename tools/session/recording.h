/* tools/session/recording.h -- hpvm-run --trace: from the command line to a recorder. */
#ifndef HR_RECORDING_H
#define HR_RECORDING_H

#include "ir/program/program.h"
#include "tools/session/options.h"

/* Whether --trace-node is the beginning of a node's path; else that is said. */
bool tool_recording_knows(const hr_program *program, const tool_options *options) HR_MUST_CHECK;
/* Makes the file, if there is to be one. 0, or an errno. OPTIONS and PROGRAM are borrowed until the
 * end. */
int tool_recording_begin(const hr_program *program, const tool_options *options) HR_MUST_CHECK;
/* The run tells what it does, and DIAGS what they report. */
void tool_recording_join(hr_run *run, hr_diags *diags);
/* Completes the file; reports when it could not be written. From any thread. */
void tool_recording_end(hr_diags *diags);

#endif
