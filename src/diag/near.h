/* src/diag/near.h -- "did you mean": the known name that is most similar to a misspelt one; lists
 * of names.
 *
 * One rule for options, values of options, diagnostics, backends, nodes and clauses. */
#ifndef HR_NEAR_H
#define HR_NEAR_H

#include <stddef.h>

enum { HR_NEAR_TEXT = 160 };

/* Return the name among NAMES that is most similar to the unknown NAME; NULL if none is near.
 * Entries of NAMES may be NULL. */
const char *hr_near(const char *name, const char *const *names, size_t count);
/* Return TEXT: "; did you mean 'X'?", or "" if no name is near. */
const char *hr_did_you_mean(const char *name, const char *const *names, size_t count,
			    char text[HR_NEAR_TEXT]);
/* Write COUNT names to TEXT, separated by ", ", as far as they fit. Return TEXT. */
const char *hr_join(const char *const *names, size_t count, char *text, size_t room);

#endif
