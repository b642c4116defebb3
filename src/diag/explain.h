/* src/diag/explain.h -- what a diagnostic means: docs/diagnostics.md, built in (explain.awk). */
#ifndef HR_EXPLAIN_H
#define HR_EXPLAIN_H

#include "src/diag/diag.h"

typedef struct hr_explanation {
	const char *name;
	const char *meaning; /* sentences; Markdown only as `code` and links */
	const char *example; /* lines of a program or of a command, without a last line end */
	const char *fix;     /* the usual one: sentences */
} hr_explanation;

/* NULL: the document has nothing about it (a test sees to it that this does not stay so). */
const hr_explanation *hr_explain_find(hr_diag_id id);
/* Sentences for clause "G3" of the semantics; NULL: no such clause. */
const char *hr_explain_clause(const char *clause);
/* Length of the first sentence of TEXT. */
size_t hr_explain_sentence(const char *text);

/* Name, severity, clause, outcome; what it means; the clause; an example; the usual fix. */
void hr_explain_print(hr_diag_id id, FILE *stream, bool colour);
/* What a clause says, and the diagnostics that belong to it. False: no such clause. */
bool hr_explain_print_clause(const char *clause, FILE *stream, bool colour) HR_MUST_CHECK;
/* The name of every diagnostic and the first sentence about it. */
void hr_explain_list(FILE *stream);

#endif
