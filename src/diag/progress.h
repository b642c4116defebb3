/* src/diag/progress.h -- one line on a terminal that shows the progress of a long run.
 *
 * There is one progress line for the process, because there is one terminal. All functions are safe
 * from several threads. */
#ifndef HR_PROGRESS_H
#define HR_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

typedef enum hr_progress_mode {
	HR_PROGRESS_AUTO,   /* on a terminal, once the run has lasted half a second */
	HR_PROGRESS_ALWAYS, /* at once, on any stream */
	HR_PROGRESS_NEVER,
} hr_progress_mode;

/* Start the clock of the progress line. STREAM is borrowed. */
void hr_progress_begin(hr_progress_mode mode, FILE *stream);
/* Show that DONE of TOTAL instances of WHAT have run, and OPERATIONS operations of the run. TOTAL
 * is 0 if WHAT has no instances. Shows at most ten lines in a second. */
void hr_progress_show(const char *what, uint64_t done, uint64_t total, uint64_t operations);
/* Erase the line until the next hr_progress_show(). */
void hr_progress_hide(void);
/* Erase the line permanently. */
void hr_progress_end(void);

#endif
