/* backends/unit/variables.h -- finds the program's variables that a unit refers to. */
#ifndef HR_VARIABLES_H
#define HR_VARIABLES_H

#include "interp/run/run.h"

/* Return the variable NAME of RUN's program, borrowed, and store its address, which is valid during
 * the run, in *ADDRESS. Return NULL if the program does not define the variable, so that its size
 * is unknown; WHY (HR_BACKEND_TEXT bytes) then holds the message. */
const hr_global *hr_variable_named(const hr_run *run, const char *name, uint64_t *address,
				   char *why);

#endif
