/* src/diag/progress.h -- one line on a terminal that says how far a long run is.
 *
 * One for the process, because the terminal is one. Everything here is safe from several
 * threads. */
#ifndef HR_PROGRESS_H
#define HR_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

typedef enum hr_progress_mode {
	HR_PROGRESS_AUTO,   /* on a terminal, once the run has lasted half a second */
	HR_PROGRESS_ALWAYS, /* at once, wherever the stream goes to */
	HR_PROGRESS_NEVER,
} hr_progress_mode;

/* Time counts from here. STREAM is borrowed. */
void hr_progress_begin(hr_progress_mode mode, FILE *stream);
/* DONE of TOTAL instances of WHAT, and how many OPERATIONS the run has done; total 0: WHAT has no
 * instances. Shows at most ten lines in a second. */
void hr_progress_show(const char *what, uint64_t done, uint64_t total, uint64_t operations);
/* Takes the line away until the next hr_progress_show(). */
void hr_progress_hide(void);
/* Takes it away for good. */
void hr_progress_end(void);

#endif
