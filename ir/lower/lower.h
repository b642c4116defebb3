/* ir/lower/lower.h -- the register code of one function, lowered on first use.
 *
 * Safe from several threads. A function's code is made once, never changes, and is valid as long as
 * the program. */
#ifndef HR_LOWER_H
#define HR_LOWER_H

#include "ir/program/program.h"

/* Return the code of FUNCTION; report what cannot be lowered. */
hr_status hr_lower(hr_program *program, hr_function *function, const hr_code **code) HR_MUST_CHECK;

#endif
