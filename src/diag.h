/* src/diag.h -- what is wrong with the user's program, said once, in one form.
 *
 * Diagnostics are rows of diag.def. Severity can be changed by name. Reporting is safe from
 * several threads. */
#ifndef HR_DIAG_H
#define HR_DIAG_H

#include <stdarg.h>
#include <stdio.h>

#include "status.h"

typedef enum hr_diag_id {
#define X(ident, name, severity, outcome, clause, format) HR_D_##ident,
#include "diag.def"
#undef X
	HR_D_COUNT
} hr_diag_id;

typedef enum hr_severity { HR_SEV_OFF, HR_SEV_WARNING, HR_SEV_ERROR } hr_severity;

/* Where a diagnostic points to. Every text is borrowed and may be NULL (unknown). */
typedef struct hr_where {
	const char *file;        /* source file, with line and column, when there is debug info */
	unsigned line, column;   /* from 1; 0: unknown */
	const char *function;    /* function in the IR */
	const char *instruction; /* text of the IR instruction */
	const char *node;        /* path of the node: Root/Group/Leaf */
	unsigned dims;           /* how many of instance[] count */
	bool has_instance;
	int64_t instance[3];     /* x, y, z */
	const char *ancestors;   /* instances of replicated ancestors: "Root/Group (1, 2)" */
	bool has_execution;
	uint64_t execution;      /* of the graph, from 0 */
} hr_where;

typedef struct hr_diags hr_diags;

hr_diags *hr_diags_new(FILE *stream);    /* owned by the caller; borrows the stream */
void hr_diags_free(hr_diags *diags);

/* Reports diagnostic ID at WHERE (may be NULL); the further arguments are those of its format.
 * Returns the outcome of the row if it counts as an error, otherwise HR_OK. */
hr_status hr_report(hr_diags *diags, hr_diag_id id, const hr_where *where, ...);
hr_status hr_vreport(hr_diags *diags, hr_diag_id id, const hr_where *where, va_list args);

/* -Werror=NAME, -Wno-NAME, -WNAME, -Werror (all warnings); false: no such diagnostic. */
bool hr_diags_option(hr_diags *diags, const char *option);
void hr_diags_set_severity(hr_diags *diags, hr_diag_id id, hr_severity severity);
hr_severity hr_diags_severity(const hr_diags *diags, hr_diag_id id);

/* How often ID was reported, errors and warnings alike; and all errors so far. */
uint64_t hr_diags_count(const hr_diags *diags, hr_diag_id id);
uint64_t hr_diags_errors(const hr_diags *diags);

/* Called before and after each report, so that a progress line can get out of the way. */
void hr_diags_set_hooks(hr_diags *diags, void (*before)(void), void (*after)(void));

const char *hr_diag_name(hr_diag_id id);     /* "graph-cycle" */
const char *hr_diag_clause(hr_diag_id id);   /* "G3", or "-" */
hr_status hr_diag_outcome(hr_diag_id id);
bool hr_diag_find(const char *name, hr_diag_id *id);

#endif
