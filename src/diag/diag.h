/* src/diag/diag.h -- what is wrong with the user's program, said once: for people, or for machines.
 *
 * Diagnostics are rows of diag.def. Severity can be changed by name. Reporting is safe from
 * several threads, and in a handler of a signal that the program brought upon itself. */
#ifndef HR_DIAG_H
#define HR_DIAG_H

#include <stdarg.h>
#include <stdio.h>

#include "src/base/status.h"

typedef enum hr_diag_id {
#define X(ident, name, severity, outcome, clause, format) HR_D_##ident,
#include "src/diag/diag.def"
#undef X
	HR_D_COUNT
} hr_diag_id;

typedef enum hr_severity { HR_SEV_OFF, HR_SEV_WARNING, HR_SEV_ERROR } hr_severity;

/* A replicated ancestor of a node, and which instance of it. */
typedef struct hr_ancestor {
	const char *node; /* its path; never NULL */
	unsigned dims;
	int64_t instance[3];
} hr_ancestor;

/* What a diagnostic is about, for programs: people read it in the message. Every text is borrowed
 * and may be NULL (unknown). */
typedef struct hr_diag_facts {
	uint64_t count;     /* how often it was met; 0: nobody counts */
	const char *value;  /* that was read, written or computed there: "5" */
	const char *object; /* what was accessed: "byte 4 of argument 0 ('p') of 'Root/Leaf'" */
	const char *origin; /* of the object, or of the value: "tracked at f.c:12" */
	const char *fix;    /* what to write instead: "__hpvm__attributes(1, p, 1, p)" */
	/* that of what is used, where a diagnostic is of several; NULL: the diagnostic's */
	const char *clause;
} hr_diag_facts;

/* Where a diagnostic points to. Every text is borrowed and may be NULL (unknown). */
typedef struct hr_where {
	const char *file;        /* source file, with line and column, when there is debug info */
	const char *directory;   /* what a relative FILE is relative to, according to debug info */
	unsigned line, column;   /* from 1; 0: unknown */
	const char *function;    /* function in the IR */
	const char *instruction; /* text of the IR instruction */
	const char *node;        /* path of the node: Root/Group/Leaf */
	unsigned dims;           /* how many of instance[] count */
	bool has_instance;
	int64_t instance[3];     /* x, y, z */
	unsigned ancestor_count; /* replicated ones, the nearest first */
	const hr_ancestor *ancestors;
	bool has_execution;
	uint64_t execution;          /* of the graph, from 0 */
	const struct hr_where *also; /* a second place that it is about; has no further one */
	const char *what;            /* the second place alone: "the other access" */
	hr_diag_facts facts;         /* of a second place: the value alone */
} hr_where;

typedef struct hr_diags hr_diags;

typedef enum hr_diag_form { HR_DIAG_TEXT, HR_DIAG_JSON, HR_DIAG_SARIF } hr_diag_form;

/* As text to STREAM, without colours. Owned by the caller; borrows the stream. */
hr_diags *hr_diags_new(FILE *stream);
void hr_diags_free(hr_diags *diags);

/* To be called before the first report: how the stream gets its diagnostics; COLOUR is for text. */
void hr_diags_set_form(hr_diags *diags, hr_diag_form form, bool colour);
/* Diagnostics go to the file PATH as well, in FORM. False: it cannot be written, see errno. */
bool hr_diags_set_file(hr_diags *diags, hr_diag_form form, const char *path) HR_MUST_CHECK;
/* The last word, once: how the run ended, and with which exit status. In text it is a line, unless
 * OUTCOME is HR_OK. Takes no lock and allocates nothing, so a signal handler may call it. False:
 * the program under test has written over DIAGS, so nothing was said. */
bool hr_diags_end(hr_diags *diags, hr_status outcome, int exit_status);
/* Returns true once hr_diags_end() has been called. A signal handler may call it. */
bool hr_diags_ended(hr_diags *diags);

/* Reports diagnostic ID at WHERE (may be NULL); the further arguments are those of its format.
 * Returns the outcome of the row if it counts as an error, otherwise HR_OK. */
hr_status hr_report(hr_diags *diags, hr_diag_id id, const hr_where *where, ...);
hr_status hr_vreport(hr_diags *diags, hr_diag_id id, const hr_where *where, va_list args);
/* The same in two steps: the message, cut off where it does not fit SIZE bytes, and the report. */
void hr_diag_message(hr_diag_id id, char *message, size_t size, va_list args);
hr_status hr_report_message(hr_diags *diags, hr_diag_id id, const hr_where *where,
			    const char *message);

/* -Werror=NAME, -Wno-NAME, -WNAME, -Werror (all warnings); false: no such diagnostic. */
bool hr_diags_option(hr_diags *diags, const char *option);
void hr_diags_set_severity(hr_diags *diags, hr_diag_id id, hr_severity severity);
hr_severity hr_diags_severity(const hr_diags *diags, hr_diag_id id);

/* How often ID was reported, errors and warnings alike; and all errors so far. */
uint64_t hr_diags_count(const hr_diags *diags, hr_diag_id id);
uint64_t hr_diags_errors(const hr_diags *diags);

/* Called before and after each report, so that a progress line can get out of the way. */
void hr_diags_set_hooks(hr_diags *diags, void (*before)(void), void (*after)(void));

/* HEARD is called with each report that is made, after it has been printed; two at most listen at a
 * time. */
struct hr_diag_record; /* render.h */
typedef void hr_diags_heard(void *data, const struct hr_diag_record *record);
void hr_diags_listen(hr_diags *diags, hr_diags_heard *heard, void *data);
void hr_diags_listen_no_more(hr_diags *diags, hr_diags_heard *heard);

const char *hr_diag_name(hr_diag_id id);   /* "graph-cycle" */
const char *hr_diag_clause(hr_diag_id id); /* "G3", or "-" */
hr_status hr_diag_outcome(hr_diag_id id);
hr_severity hr_diag_severity(hr_diag_id id); /* before any option has changed it */
bool hr_diag_find(const char *name, hr_diag_id *id);
/* The name that NAME, which is none, is most like ("datarace": "data-race"); NULL: it is like
 * none. */
const char *hr_diag_near(const char *name);

#endif
