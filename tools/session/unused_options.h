/* tools/session/unused_options.h -- warn about options for a backend that does not take part in the
 * run. */
#ifndef HR_UNUSED_OPTIONS_H
#define HR_UNUSED_OPTIONS_H

#include "ir/program/program.h"
#include "tools/session/options.h"

/* Warns of each --backend-option, --cudnn-math and --tune that was given and does nothing, and says
 * why: no leaf may go to the backend, or it is out. Of a backend that ASKED names itself, the
 * latter is left to who loads it. ASKED: what leaves may run on, names of backends, "hint", "auto",
 * "interp"; NULL: none; borrowed. Before any backend is loaded, for it forks. Gives what the first
 * one that counts as an error comes to, or HR_OK. */
hr_status tool_report_unused(hr_diags *diags, const tool_options *options, const char *const *asked,
			     size_t count);

#endif
