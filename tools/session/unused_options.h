/* tools/session/unused_options.h -- warn about options for a backend that does not take part in the
 * run. */
#ifndef HR_UNUSED_OPTIONS_H
#define HR_UNUSED_OPTIONS_H

#include "ir/program/program.h"
#include "tools/session/options.h"

/* Warn about each of --cudnn-math and --tune that was given but has no effect, with the reason: no
 * leaf may run on the backend, or the backend is unavailable. If ASKED names the backend,
 * unavailability is reported when it is loaded. ASKED has what leaves may run on, names of
 * backends, "hint", "auto", "interp", or is NULL; borrowed. Call it before any backend is loaded,
 * since it forks. Return the status of the first warning that counts as an error, or HR_OK. */
hr_status tool_report_unused(hr_diags *diags, const tool_options *options, const char *const *asked,
			     size_t count);

#endif
