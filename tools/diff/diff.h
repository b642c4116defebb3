/* tools/diff/diff.h -- hpvm-diff: what its parts share. */
#ifndef HR_DIFF_H
#define HR_DIFF_H

#include "backends/crosscheck/crosscheck.h"

typedef struct diff_options {
	const char *backends;        /* names with commas between; NULL: cpu */
	bool json;                   /* instead of the table */
	const char *output;          /* of table or JSON; NULL: standard output */
	const char *junit;           /* a file; NULL: none */
	const char *cases;           /* a folder; NULL: none */
	bool in_process;
	bool leaves;                 /* no internal nodes as units */
	unsigned long sample;        /* 0: every grid */
	bool bisect;                 /* instead of all that: which nodes make the program go wrong */
} diff_options;

/* Rows as a table for people; and what came of them in a line. */
void diff_print_table(const hr_crosscheck_row *rows, size_t count, FILE *stream);
/* One object. PROGRAM: the first file's name; GOLDEN: why the golden run failed, or never began; NULL: it did not. */
void diff_print_json(const hr_crosscheck_row *rows, size_t count, const char *program,
		     const char *golden, FILE *stream);
void diff_print_junit(const hr_crosscheck_row *rows, size_t count, const char *program,
		      const char *golden, FILE *stream);

/* Runs hpvm-run, the command RUN, with ARGV (which ends with NULL) and sets of LEAVES (paths) on BACKEND, in a worker or
 * IN_PROCESS, and says which smallest set makes the program print, or end, otherwise than interpreted. Gives the exit status. */
int diff_bisect(const char *run, const char *backend, bool in_process, char *const *argv,
		const char *const *leaves, size_t count, FILE *stream);

#endif
