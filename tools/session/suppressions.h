/* tools/session/suppressions.h -- the file of --suppressions (K9). */
#ifndef HR_SUPPRESSIONS_H
#define HR_SUPPRESSIONS_H

#include <stdio.h>

#include "src/diag/diag.h"

/* Add the rules of FILE to DIAGS. Errors in it are reported. */
hr_status tool_suppressions_read(const char *file, hr_diags *diags) HR_MUST_CHECK;
/* The run has ended: print what was suppressed, unless STREAM is NULL, and warn about rules of FILE (NULL: there is none)
 * that matched nothing. */
void tool_suppressions_end(const char *file, hr_diags *diags, FILE *stream);

#endif
