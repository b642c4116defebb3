/* src/diag/explain.h -- explanations of diagnostics: docs/diagnostics.md, compiled in by
 * explain.awk. */
#ifndef HR_EXPLAIN_H
#define HR_EXPLAIN_H

#include "src/diag/diag.h"

typedef struct hr_explanation {
	const char *name;
	const char *meaning; /* sentences; the only Markdown is `code` and links */
	const char *example; /* lines of a program or of a command, without the last newline */
	const char *fix;     /* the usual fix: sentences */
} hr_explanation;

/* Return the explanation; NULL if the document has none (a test reports that). */
const hr_explanation *hr_explain_find(hr_diag_id id);
/* Return sentences about clause "G3" of the semantics; NULL if there is no such clause. */
const char *hr_explain_clause(const char *clause);
/* Return the length of the first sentence of TEXT. */
size_t hr_explain_sentence(const char *text);

/* Print name, severity, clause, outcome, meaning, the clause's text, an example and the usual
 * fix. */
void hr_explain_print(hr_diag_id id, FILE *stream, bool colour);
/* Print the text of a clause, and its diagnostics. Return false if there is no such clause. */
bool hr_explain_print_clause(const char *clause, FILE *stream, bool colour) HR_MUST_CHECK;
/* Print the name of every diagnostic and the first sentence about it. */
void hr_explain_list(FILE *stream);

#endif
