/* tools/spec/spec.h -- hpvm-spec: tests of the semantics, clause by clause, against any
 * implementation.
 *
 * Data flow: clauses and tests are read, runs are planned (a test, a level of the compiler, a host
 * mode, a schedule, extra options), processes are started, their results are judged, and the
 * verdicts are reported. docs/spec-tests.md describes the form of tests. */
#ifndef HR_SPEC_H
#define HR_SPEC_H

#include <stdbool.h>
#include <stdio.h>

#include "src/base/vec.h"

typedef HR_VEC(char *) spec_texts; /* owns the texts */

/* One line of the file "clauses". */
typedef struct spec_clause {
	char *id, *title;
	char *text;              /* the clause's text; NULL if the list does not have it */
	bool positive, negative; /* the kinds of tests it must have */
} spec_clause;

typedef struct spec_clauses {
	HR_VEC(spec_clause) list;
	spec_texts options; /* options that a test may need */
} spec_clauses;

/* A diagnostic: one that a test expects, where NULL means any, or one that was printed. */
typedef struct spec_diagnostic {
	char *id, *severity, *function, *node, *instance, *execution;
} spec_diagnostic;
typedef HR_VEC(spec_diagnostic) spec_diagnostics;

/* A file of the suite. Owns everything. */
typedef struct spec_test {
	char *path, *name, *clause, *sentence;
	bool positive, negative;
	bool assembly; /* .ll: needs no compiling */
	int status;    /* expected exit status */
	bool judges_output;
	spec_texts outputs; /* accepted texts of the whole standard output */
	spec_diagnostics diagnostics;
	/* ids that may also be reported if a variant enables checkers */
	spec_texts checked;
	spec_texts errors; /* required parts of standard error, only for hpvm-run */
	char *options, *args, *needs, *known_failure; /* NULL if none */
	char *hosts, *schedules, *levels;             /* NULL for all */
} spec_test;
typedef HR_VEC(spec_test) spec_tests;

typedef enum spec_outcome {
	SPEC_PASSED,
	SPEC_FAILED,
	SPEC_NOT_YET, /* the implementation reports that it lacks an option */
	SPEC_KNOWN,   /* failed as the test expects */
	SPEC_SKIPPED, /* the command template has no place for the test's options */
	SPEC_OUTCOMES
} spec_outcome;

typedef struct spec_run {
	const spec_test *test;
	const char *level, *host, *schedule, *variant; /* borrowed; "" if there is no choice */
	spec_outcome outcome;
	char *message; /* owned; NULL if none */
	double seconds;
} spec_run;
typedef HR_VEC(spec_run) spec_runs;

typedef struct spec_options {
	const char *clang, *include, *tool, *template_;
	/* the implementation is hpvm-run: all of its output is judged */
	bool own;
	bool quick, tap;
	const char *directory;
	unsigned jobs, seconds; /* concurrent processes; time limit for each */
	HR_VEC(const char *) files, variants;
	/* the whole suite; its ids are those by which another implementation is judged */
	const spec_tests *suite;
} spec_options;

/* text.c */
/* the caller owns the result */
char *spec_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *spec_read_file(const char *path);               /* owned; NULL if unreadable */
void spec_split(const char *text, spec_texts *words); /* at blanks */
void spec_texts_free(spec_texts *texts);
bool spec_has_word(const char *words, const char *word);
/* Print an error in the use of hpvm-spec; exit with status 124. */
void spec_wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Print an error in a file of the suite, or of a process; exit with status 2. */
void spec_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* test.c */
void spec_test_read(const char *path, spec_test *test);
void spec_tests_free(spec_tests *tests);
/* Find every test below a folder, or one file, sorted by clause, then name. */
void spec_tests_find(const char *path, spec_tests *tests);
void spec_tests_sort(spec_tests *tests);

/* clauses.c */
void spec_clauses_read(const char *directory, spec_clauses *clauses);
void spec_clauses_free(spec_clauses *clauses);
const spec_clause *spec_clause_find(const spec_clauses *clauses, const char *id);
/* G2 before G10; chapters in alphabetical order */
int spec_clause_compare(const char *a, const char *b);
/* Return true if SENTENCE, the first one of a test, belongs to the clause: four or more consecutive
 * words of it occur in the clause's TEXT, or all words up to its first colon, at least two, occur
 * there in that order. */
bool spec_clause_says(const char *text, const char *sentence);
/* Print what is missing, or a summary if nothing is. Return the number of missing things. */
unsigned spec_coverage(const spec_clauses *clauses, const spec_tests *tests);

/* process.c: plan and perform all runs. RUNS are in the tests' order. */
void spec_perform(const spec_options *options, const spec_tests *tests, spec_runs *runs);
void spec_runs_free(spec_runs *runs);
void spec_run_label(const spec_run *run, char *label, size_t size);

/* judge.c: set outcome and message. STATUS is waitpid()'s. LATE: the process was killed after its
 * time limit. */
void spec_judge(const spec_options *options, spec_run *run, int status, bool late,
		const char *output, const char *errors);

/* report.c */
void spec_report_failures(const spec_runs *runs, bool verbose);
void spec_report_table(const spec_clauses *clauses, const spec_runs *runs);
void spec_report_tap(const spec_runs *runs);
void spec_report_junit(const spec_runs *runs, const char *path);
/* Return true if all tests passed. A known failure that passed everywhere counts as an error. */
bool spec_report_end(const spec_options *options, const spec_tests *tests, const spec_runs *runs);

#endif
