/* ir/pass/pass.h -- passes on the graphs of a program.
 *
 * A pass changes the module, which defines the program: it makes node functions, and rewrites
 * bodies of internal node functions. Then the graphs are lifted and checked again, as if the module
 * had been read from files. */
#ifndef HR_PASS_H
#define HR_PASS_H

#include "ir/program/program.h"

/* Return true if LIST is a list of pass names separated by commas. Otherwise *UNKNOWN is the first
 * unknown name, of *LENGTH characters. */
bool hr_passes_known(const char *list, const char **unknown, size_t *length) HR_MUST_CHECK;
/* Run the passes in their order. Nothing of the program may have been lowered yet. A pass may
 * report what it leaves unchanged; if that diagnostic is an error, the rest of the list is not
 * run. */
hr_status hr_passes_run(hr_program *program, const char *list) HR_MUST_CHECK;
/* Return the name of pass NUMBER; NULL after the last one. */
const char *hr_pass_name(size_t number);

#endif
