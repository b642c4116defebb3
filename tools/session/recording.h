/* tools/session/recording.h -- hpvm-run --trace: create a recorder from the command line. */
#ifndef HR_RECORDING_H
#define HR_RECORDING_H

#include "ir/program/program.h"
#include "tools/session/options.h"

/* Return true if --trace-node is the beginning of a node's path. Otherwise report it and return
 * false. */
bool tool_recording_knows(const hr_program *program, const tool_options *options) HR_MUST_CHECK;
/* Create the file if --trace is given. Return 0 or an errno. OPTIONS and PROGRAM are borrowed until
 * the end. */
int tool_recording_begin(const hr_program *program, const tool_options *options) HR_MUST_CHECK;
/* Record the events of RUN and the diagnostics of DIAGS. */
void tool_recording_join(hr_run *run, hr_diags *diags);
/* Complete the file; report if it could not be written. Thread-safe. */
void tool_recording_end(hr_diags *diags);

#endif
