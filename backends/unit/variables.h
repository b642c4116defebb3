/* backends/unit/variables.h -- variables of the program that a unit names. */
#ifndef HR_VARIABLES_H
#define HR_VARIABLES_H

#include "interp/run/run.h"

/* The variable NAME of RUN's program, at *ADDRESS while the run lasts; borrowed. NULL: the program
 * does not define it, so that nobody knows how large it is, and WHY, of HR_BACKEND_TEXT bytes, says
 * so. */
const hr_global *hr_variable_named(const hr_run *run, const char *name, uint64_t *address,
				   char *why);

#endif
