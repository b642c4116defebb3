/* tools/diff/diff.h -- shared by the parts of hpvm-diff. */
#ifndef HR_DIFF_H
#define HR_DIFF_H

#include "backends/crosscheck/crosscheck.h"

/* Print the rows as a table, and a line with the result. */
void diff_print_table(const hr_crosscheck_row *rows, size_t count, FILE *stream);
/* Print the rows as one JSON object. PROGRAM is the first file's name. GOLDEN is why the golden run
 * failed or never began, or NULL. */
void diff_print_json(const hr_crosscheck_row *rows, size_t count, const char *program,
		     const char *golden, FILE *stream);
void diff_print_junit(const hr_crosscheck_row *rows, size_t count, const char *program,
		      const char *golden, FILE *stream);

/* Run hpvm-run, the command RUN, with ARGV (which ends with NULL) and sets of LEAVES (paths) on
 * BACKEND, in a worker or IN_PROCESS, each run at most SECONDS. Print the smallest set with which the program prints other
 * output, or ends differently, than interpreted. Return the exit status. */
int diff_bisect(const char *run, const char *backend, bool in_process, double seconds,
		const char *const *argv, const char *const *leaves, size_t count, FILE *stream);

#endif
