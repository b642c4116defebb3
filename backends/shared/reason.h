/* backends/shared/reason.h -- why something is not done, as a backend's text. */
#ifndef HR_REASON_H
#define HR_REASON_H

#include "backends/backend.h"
#include "src/base/status.h"

/* The first reason is the one that counts: does nothing where TEXT, the caller's, has one. Cut at
 * its end. */
void hr_say_first(char text[HR_BACKEND_TEXT], const char *format, ...) HR_PRINTF(2, 3);

#endif
