/* mutant.h -- a backend with a deliberate error, selected by name. */
#ifndef HR_MUTANT_H
#define HR_MUTANT_H

#include <stdbool.h>

#include "backends/backend.h"

/* Apply the miscompilation NAME to the bitcode of UNIT, wherever it applies. *BYTES is updated; the
 * result is allocated with malloc(). Return NULL on failure, with the reason in TEXT. *KNOWN is
 * false if there is no miscompilation of that name. */
void *mutant_rewrite(const hr_unit *unit, const char *name, size_t *bytes, bool *known,
		     char text[HR_BACKEND_TEXT]);
/* Return the Nth name, or NULL if there are fewer. */
const char *mutant_rewrite_name(unsigned nth);

#endif
