/* backends/shared/reason.c -- records the first of several reasons.
 *
 * Owns:     nothing.
 * Not here: enumerated reasons (backends/unit/unit.c). */
#include "backends/shared/reason.h"

#include <stdarg.h>
#include <stdio.h>

void hr_say_first(char text[HR_BACKEND_TEXT], const char *format, ...)
{
	va_list args;

	if (*text)
		return;
	va_start(args, format);
	vsnprintf(text, HR_BACKEND_TEXT, format, args);
	va_end(args);
}
