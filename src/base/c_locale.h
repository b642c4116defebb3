/* src/base/c_locale.h -- numbers as text with a decimal point, whatever locale the program has set.
 *
 * A program that is run calls setlocale() in this very process, for all threads; from then on
 * printf() and strtod() take its decimal point. Text that is not the program's is made between
 * hr_c_locale_enter() and hr_c_locale_leave(), which concern the calling thread alone. They nest.
 * Code of the program, and C functions that its leaves call, must not run between them. */
#ifndef HR_C_LOCALE_H
#define HR_C_LOCALE_H

#include <locale.h>

/* Set the locale "C" for this thread. Return the locale that it had, for hr_c_locale_leave(). */
locale_t hr_c_locale_enter(void);

void hr_c_locale_leave(locale_t before);

#endif
