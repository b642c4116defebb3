/* tools/shared/trial.h -- commands that are run to see what they say of a case. */
#ifndef HR_TRIAL_H
#define HR_TRIAL_H

#include <stdbool.h>

/* The exit status of ARGV, which ends with NULL; -1: it died, or took too long. It reads and prints
 * nothing. */
int trial_run(char *const *argv, double seconds);
/* Does the report of hpvm-diff --json in FILE give FUNCTION on BACKEND that VERDICT? */
bool trial_answers(const char *file, const char *function, const char *backend,
		   const char *verdict);

#endif
