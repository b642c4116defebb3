/* tools/spec/spec.h -- hpvm-spec: tests of the semantics, clause by clause, against any
 * implementation.
 *
 * Data's way: clauses and tests are read, runs are planned (a test, a level of the compiler, a host
 * mode, a schedule, extra options), processes are started, what they did is judged, and the
 * verdicts are reported. docs/spec-tests.md describes the tests' form. */
#ifndef HR_SPEC_H
#define HR_SPEC_H

#include <stdbool.h>
#include <stdio.h>

#include "src/base/vec.h"

typedef HR_VEC(char *) spec_texts; /* owns the texts */

/* One line of the file "clauses". */
typedef struct spec_clause {
	char *id, *title;
	char *text;              /* what it says; NULL: the list does not have it */
	bool positive, negative; /* which tests it must have */
} spec_clause;

typedef struct spec_clauses {
	HR_VEC(spec_clause) list;
	spec_texts options; /* that a test may need */
} spec_clauses;

/* A diagnostic: one that a test expects, where NULL is "any", or one that was printed. */
typedef struct spec_diagnostic {
	char *id, *severity, *function, *node, *instance, *execution;
} spec_diagnostic;
typedef HR_VEC(spec_diagnostic) spec_diagnostics;

/* A file of the suite. Everything is owned. */
typedef struct spec_test {
	char *path, *name, *clause, *sentence;
	bool positive, negative;
	bool assembly; /* .ll: nothing to compile */
	int status;    /* expected exit status */
	bool judges_output;
	spec_texts outputs; /* whole standard output: any of these */
	spec_diagnostics diagnostics;
	spec_texts checked; /* ids that may be reported, too, when a variant asks for checkers */
	spec_texts errors;  /* parts of standard error, of the tool alone */
	char *options, *args, *needs, *known_failure; /* NULL: none */
	char *hosts, *schedules, *levels;             /* NULL: all */
} spec_test;
typedef HR_VEC(spec_test) spec_tests;

typedef enum spec_outcome {
	SPEC_PASSED,
	SPEC_FAILED,
	SPEC_NOT_YET, /* the implementation lacks an option, and says so */
	SPEC_KNOWN,   /* failed, as the test says it does */
	SPEC_SKIPPED, /* the command template has no place for the test's options */
	SPEC_OUTCOMES
} spec_outcome;

typedef struct spec_run {
	const spec_test *test;
	const char *level, *host, *schedule, *variant; /* borrowed; "" where there is no choice */
	spec_outcome outcome;
	char *message; /* owned; NULL: nothing to say */
	double seconds;
} spec_run;
typedef HR_VEC(spec_run) spec_runs;

typedef struct spec_options {
	const char *clang, *include, *template_;
	bool own; /* hpvm-run: every word of it is judged */
	bool quick, tap;
	const char *directory;
	unsigned jobs, seconds; /* processes at a time; limit for each */
	HR_VEC(const char *) files, variants;
	/* all of it: its ids are those that another implementation is judged by */
	const spec_tests *suite;
} spec_options;

/* text.c */
/* owned by the caller */
char *spec_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *spec_read_file(const char *path);               /* owned; NULL: unreadable */
void spec_split(const char *text, spec_texts *words); /* at blanks */
void spec_texts_free(spec_texts *texts);
bool spec_has_word(const char *words, const char *word);
/* Print what is wrong with the use of hpvm-spec; exit with status 124. */
void spec_wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Print what is wrong with a file of the suite, or with a process; exit with status 2. */
void spec_die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* test.c */
void spec_test_read(const char *path, spec_test *test);
void spec_tests_free(spec_tests *tests);
/* Every test below a folder, or one file; sorted by clause, then name. */
void spec_tests_find(const char *path, spec_tests *tests);
void spec_tests_sort(spec_tests *tests);

/* clauses.c */
void spec_clauses_read(const char *directory, spec_clauses *clauses);
void spec_clauses_free(spec_clauses *clauses);
const spec_clause *spec_clause_find(const spec_clauses *clauses, const char *id);
/* G2 before G10; order of chapters: the alphabet's */
int spec_clause_compare(const char *a, const char *b);
/* Whether SENTENCE, which a test opens with, is of the clause: four of its words or more stand in a
 * row in the clause's TEXT, or else all up to its first colon, two at least, stand there in that
 * order. */
bool spec_clause_says(const char *text, const char *sentence);
/* Says what is missing, and what there is if nothing is; how many things are missing. */
unsigned spec_coverage(const spec_clauses *clauses, const spec_tests *tests);

/* process.c: plans and performs all runs. RUNS are in the tests' order. */
void spec_perform(const spec_options *options, const spec_tests *tests, spec_runs *runs);
void spec_runs_free(spec_runs *runs);
void spec_run_label(const spec_run *run, char *label, size_t size);

/* judge.c: sets outcome and message. STATUS is waitpid()'s; LATE: it was killed for that. */
void spec_judge(const spec_options *options, spec_run *run, int status, bool late,
		const char *output, const char *errors);

/* report.c */
void spec_report_failures(const spec_runs *runs, bool verbose);
void spec_report_table(const spec_clauses *clauses, const spec_runs *runs);
void spec_report_tap(const spec_runs *runs);
void spec_report_junit(const spec_runs *runs, const char *path);
/* Whether all is well; known failures that passed everywhere are not. */
bool spec_report_end(const spec_options *options, const spec_tests *tests, const spec_runs *runs);

#endif
