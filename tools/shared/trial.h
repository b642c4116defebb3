/* tools/shared/trial.h -- run a command and read its report about a case. */
#ifndef HR_TRIAL_H
#define HR_TRIAL_H

#include <stdbool.h>

/* Ends of a trial besides exit statuses. */
enum { TRIAL_LATE = -1, TRIAL_DIED = -2, TRIAL_NOT_RUN = -3 };
/* Run ARGV, which ends with NULL, without input and output. Return its exit status; TRIAL_LATE if it
 * exceeded SECONDS, TRIAL_DIED if a signal ended it, TRIAL_NOT_RUN, with errno, if it cannot be
 * run. */
int trial_run(const char *const *argv, double seconds);
/* Return true if END of hpvm-run or hpvm-diff says something of what was tried. Otherwise a limit or
 * the system has prevented the trial. */
bool trial_tells(int end);
/* Return the words for an END that says nothing; valid until the next call. */
const char *trial_end_text(int end);
/* Return true if the report of hpvm-diff --json in FILE has VERDICT for FUNCTION on BACKEND. */
bool trial_answers(const char *file, const char *function, const char *backend,
		   const char *verdict);

#endif
