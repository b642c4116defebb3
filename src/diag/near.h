/* src/diag/near.h -- "did you mean": the known name that a misspelt one resembles.
 *
 * One rule for options, values of options, diagnostics, backends, nodes and clauses. */
#ifndef HR_NEAR_H
#define HR_NEAR_H

#include <stddef.h>

enum { HR_NEAR_TEXT = 160 };

/* Return the name among NAMES that NAME, which is none of them, resembles most; NULL: it resembles
 * none. Entries of NAMES may be NULL. */
const char *hr_near(const char *name, const char *const *names, size_t count);
/* Return "; did you mean 'X'?", in TEXT, or "" where no name is near. */
const char *hr_did_you_mean(const char *name, const char *const *names, size_t count,
			    char text[HR_NEAR_TEXT]);

#endif
