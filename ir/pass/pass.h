/* ir/pass/pass.h -- passes on the graphs of a program.
 *
 * A pass changes the module, the truth about a program: it makes node functions, and writes bodies
 * of internal ones anew. Then the graphs are lifted and checked again, as if the files had been
 * so. */
#ifndef HR_PASS_H
#define HR_PASS_H

#include "ir/program/program.h"

/* Whether LIST is names of passes with commas between; else *UNKNOWN is where a name begins that is
 * none, *LENGTH long. */
bool hr_passes_known(const char *list, const char **unknown, size_t *length) HR_MUST_CHECK;
/* Runs them, in their order, on a program of which nothing has been lowered yet. What a pass leaves
 * as it was it may report; where that is an error the rest of the list is not run. */
hr_status hr_passes_run(hr_program *program, const char *list) HR_MUST_CHECK;
/* Return the name of pass NUMBER; NULL after the last one. */
const char *hr_pass_name(size_t number);

#endif
