/* mutant.h -- a backend that is wrong in one of many ways, chosen by name. */
#ifndef HR_MUTANT_H
#define HR_MUTANT_H

#include <stdbool.h>

#include "backends/backend.h"

/* Does what the miscompilation NAME does to the bitcode of UNIT, everywhere; *BYTES in and out, the result
 * is malloc's. NULL: TEXT says why not. False in *known: there is none of that name. */
void *mutant_rewrite(const hr_unit *unit, const char *name, size_t *bytes, bool *known,
		     char text[HR_BACKEND_TEXT]);
/* The Nth name; NULL: there are not so many. */
const char *mutant_rewrite_name(unsigned nth);

#endif
