/* src/base/c_locale.h -- formats and parses numbers with a decimal point, regardless of the locale
 * that the program has set.
 *
 * The program under test calls setlocale() in this process, for all threads; from then on printf()
 * and strtod() use its decimal point. Text of the interpreter is formatted between
 * hr_c_locale_enter() and hr_c_locale_leave(), which affect the calling thread alone. Calls nest.
 * Code of the program, and C functions that its leaves call, must not run between them. */
#ifndef HR_C_LOCALE_H
#define HR_C_LOCALE_H

#include <locale.h>

/* Set the locale "C" for this thread. Return the previous locale, for hr_c_locale_leave(). */
locale_t hr_c_locale_enter(void);

/* Restore the locale BEFORE of this thread. */
void hr_c_locale_leave(locale_t before);

#endif
