/* backends/shared/reason.h -- records the first reason of several why something is refused, as the
 * text of a backend. */
#ifndef HR_REASON_H
#define HR_REASON_H

#include "backends/backend.h"
#include "src/base/status.h"

/* Format the reason into TEXT, truncated to its size. Do nothing if TEXT already holds a reason:
 * the first one counts. */
void hr_say_first(char text[HR_BACKEND_TEXT], const char *format, ...) HR_PRINTF(2, 3);

#endif
