/* src/diag/suppress.h -- findings that the user intends (K9): rules that match them, and how often they did. */
#ifndef HR_SUPPRESS_H
#define HR_SUPPRESS_H

#include "src/diag/diag.h"

/* Which findings a rule is about. Texts are globs; NULL: any. */
typedef struct hr_suppression {
	const char *finding;  /* its name */
	const char *function; /* of either place, or the kernel or node function that runs */
	const char *file;     /* of either place: the whole path or its end behind a slash */
	unsigned first, last; /* lines of that file; 0: any */
	const char *object;   /* the name of a variable; no glob */
	const char *from;     /* where the rule is, for people */
	uint64_t count;       /* occurrences that it has matched */
	int part_of; /* 1 + number of the rule that this one is a part of: lines of a function that was inlined; 0: none */
} hr_suppression;

/* Return true if findings called NAME can be suppressed: the run goes on after them. */
bool hr_may_suppress(const char *name);
/* Return true if RULE is about a function called NAME. */
bool hr_suppression_names(const hr_suppression *rule, const char *name);
/* Return true if RULE, which has a file, is about FILE. */
bool hr_suppression_is_in(const hr_suppression *rule, const char *file);
/* Return true if RULE is about the finding; parameters as for hr_diags_suppresses(). */
bool hr_suppression_matches(const hr_suppression *rule, hr_diag_id id, const hr_where *where,
			    const char *node);
/* Add a copy of RULE, whose count is 0. */
void hr_diags_suppress(hr_diags *diags, const hr_suppression *rule);
/* Return a number for hr_diags_suppressed() if a rule matches the finding ID at WHERE, in code of NODE (a node function
 * or a kernel, or NULL); otherwise -1. */
int hr_diags_suppresses(hr_diags *diags, hr_diag_id id, const hr_where *where, const char *node);
/* The finding with that number has occurred COUNT times. */
void hr_diags_suppressed(hr_diags *diags, int number, uint64_t count);
/* Return the rules, and their number in *COUNT. */
const hr_suppression *hr_diags_suppressions(const hr_diags *diags, size_t *count);

#endif
