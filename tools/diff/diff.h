/* tools/diff/diff.h -- hpvm-diff: what its parts share. */
#ifndef HR_DIFF_H
#define HR_DIFF_H

#include "backends/crosscheck/crosscheck.h"

/* Rows as a table for people; and what came of them in a line. */
void diff_print_table(const hr_crosscheck_row *rows, size_t count, FILE *stream);
/* One object. PROGRAM: the first file's name; GOLDEN: why the golden run failed, or never began;
 * NULL: it did not. */
void diff_print_json(const hr_crosscheck_row *rows, size_t count, const char *program,
		     const char *golden, FILE *stream);
void diff_print_junit(const hr_crosscheck_row *rows, size_t count, const char *program,
		      const char *golden, FILE *stream);

/* Runs hpvm-run, the command RUN, with ARGV (which ends with NULL) and sets of LEAVES (paths) on
 * BACKEND, in a worker or IN_PROCESS, and says which smallest set makes the program print, or end,
 * otherwise than interpreted. Gives the exit status. */
int diff_bisect(const char *run, const char *backend, bool in_process, const char *const *argv,
		const char *const *leaves, size_t count, FILE *stream);

#endif
