/* tools/shared/trial.h -- run a command and read its report about a case. */
#ifndef HR_TRIAL_H
#define HR_TRIAL_H

#include <stdbool.h>

/* Run ARGV, which ends with NULL, without input and output. Return its exit status, or -1 if it
 * died or exceeded SECONDS. */
int trial_run(const char *const *argv, double seconds);
/* Return true if the report of hpvm-diff --json in FILE has VERDICT for FUNCTION on BACKEND. */
bool trial_answers(const char *file, const char *function, const char *backend,
		   const char *verdict);

#endif
