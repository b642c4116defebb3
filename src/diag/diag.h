/* src/diag/diag.h -- diagnostics about the user's program, as text or in machine-readable form.
 *
 * Diagnostics are rows of diag.def. Their severity can be changed by name. Reporting is safe from
 * several threads, and in the handler of a signal that the program caused. */
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

/* What an instance is called. Graphs that are made from kernels of other languages (K1) count z
 * first, and messages about them count x first, as those languages do. */
typedef enum hr_instance_kind {
	HR_INSTANCE, /* of a node of HPVM */
	HR_WORK_ITEM,
	HR_WORK_GROUP,
	HR_THREAD, /* CUDA */
	HR_BLOCK
} hr_instance_kind;

/* Return "instance", "work-item", "group", "thread" or "block". */
const char *hr_instance_noun(hr_instance_kind kind);
/* Return true if KIND is one of a group of work-items. */
bool hr_instance_is_group(hr_instance_kind kind);
/* Return the element of instance[] that messages show as number I of DIMS. */
unsigned hr_instance_element(hr_instance_kind kind, unsigned dims, unsigned i);

/* A replicated ancestor of a node, and the index of its instance. */
typedef struct hr_ancestor {
	const char *node; /* its path; never NULL */
	unsigned dims;
	int64_t instance[3];
	hr_instance_kind kind;
} hr_ancestor;

/* Details of a diagnostic in machine-readable form; the message contains them as text. Every text
 * is borrowed and may be NULL (unknown). */
typedef struct hr_diag_facts {
	uint64_t count;     /* number of occurrences; 0: not counted */
	const char *value;  /* the value that was read, written or computed: "5" */
	const char *object; /* what was accessed: "byte 4 of argument 0 ('p') of 'Root/Leaf'" */
	const char *origin; /* of the object or of the value: "tracked at f.c:12" */
	const char *fix;    /* suggested replacement: "__hpvm__attributes(1, p, 1, p)" */
	/* clause of the operation, for a diagnostic of several clauses; NULL: the diagnostic's
	 * clause */
	const char *clause;
} hr_diag_facts;

/* The place that a diagnostic points to. Every text is borrowed and may be NULL (unknown). */
typedef struct hr_where {
	const char *file;        /* source file, with line and column, if there is debug info */
	const char *directory;   /* the directory of a relative FILE, according to debug info */
	unsigned line, column;   /* from 1; 0: unknown */
	const char *function;    /* function in the IR */
	const char *instruction; /* text of the IR instruction */
	const char *node;        /* path of the node: Root/Group/Leaf */
	const char *kernel;      /* name of the kernel that the node was made from; NULL: none */
	hr_instance_kind kind;   /* what instances of the node are */
	unsigned dims;           /* number of valid elements of instance[] */
	bool has_instance;
	int64_t instance[3];     /* x, y, z */
	unsigned ancestor_count; /* number of replicated ancestors, the nearest first */
	const hr_ancestor *ancestors;
	bool has_execution;
	uint64_t execution;          /* of the graph, from 0 */
	const struct hr_where *also; /* second place, which has no further one */
	const char *what;            /* for a second place: "the other access" */
	hr_diag_facts facts;         /* for a second place: only the value */
} hr_where;

typedef struct hr_diags hr_diags;

typedef enum hr_diag_form { HR_DIAG_TEXT, HR_DIAG_JSON, HR_DIAG_SARIF } hr_diag_form;

/* As text to STREAM, without colours; NULL: only to those that listen. Owned by the caller; borrows
 * the stream. */
hr_diags *hr_diags_new(FILE *stream);
void hr_diags_free(hr_diags *diags);

/* Set the form of diagnostics on the stream. Call before the first report. COLOUR applies to
 * text. */
void hr_diags_set_form(hr_diags *diags, hr_diag_form form, bool colour);
/* Print diagnostics also to the file PATH (borrowed), in FORM. Return false with errno set if the file cannot
 * be written. */
bool hr_diags_set_file(hr_diags *diags, hr_diag_form form, const char *path) HR_MUST_CHECK;
/* Print the end of the run, once: its outcome and exit status. As text it is one line, omitted for
 * HR_OK. Takes no lock and allocates nothing; safe in a signal handler. Return false, without
 * output, if the program under test has overwritten DIAGS. */
bool hr_diags_end(hr_diags *diags, hr_status outcome, int exit_status);
/* Note that a file that was asked for could not be written, which has been said: the exit status is
 * HR_EXIT_USAGE. */
void hr_diags_lose_output(hr_diags *diags);
bool hr_diags_output_lost(const hr_diags *diags);
/* Return errno of the first failure to write to the file of hr_diags_set_file(), whose name is
 * returned in PATH (borrowed); 0 if all was written. */
int hr_diags_file_error(const hr_diags *diags, const char **path);
/* Return true once hr_diags_end() has been called. Safe in a signal handler. */
bool hr_diags_ended(hr_diags *diags);

/* Report diagnostic ID at WHERE (may be NULL); the remaining arguments are those of its format.
 * Return the outcome of the row if its severity is error, otherwise HR_OK. */
hr_status hr_report(hr_diags *diags, hr_diag_id id, const hr_where *where, ...);
hr_status hr_vreport(hr_diags *diags, hr_diag_id id, const hr_where *where, va_list args);
/* The same in two steps: format the message, truncated to SIZE bytes, and report it. */
/* The message of ID, whose format takes no arguments. */
const char *hr_diag_words(hr_diag_id id);
void hr_diag_message(hr_diag_id id, char *message, size_t size, va_list args);
hr_status hr_report_message(hr_diags *diags, hr_diag_id id, const hr_where *where,
			    const char *message);

/* Apply -Werror=NAME, -Wno-NAME, -WNAME or -Werror (all warnings). Return false if there is no such
 * diagnostic. */
bool hr_diags_option(hr_diags *diags, const char *option);
void hr_diags_set_severity(hr_diags *diags, hr_diag_id id, hr_severity severity);
hr_severity hr_diags_severity(const hr_diags *diags, hr_diag_id id);

/* hr_diags_count(): return how often ID was reported as error or warning. hr_diags_errors(): return
 * the number of all errors. */
uint64_t hr_diags_count(const hr_diags *diags, hr_diag_id id);
uint64_t hr_diags_errors(const hr_diags *diags);

/* Add the line ADVICE, which is static, to the first report about code whose source file is not known. */
void hr_diags_advise(hr_diags *diags, const char *advice);

/* Add the line LAUNCH, which says what launched the graph that runs, to each report at a node from now
 * on; NULL: none. Borrowed. */
void hr_diags_set_launch(hr_diags *diags, const char *launch);

/* Show no source lines from now on: a program of a stranger names their files. */
void hr_diags_hide_sources(hr_diags *diags);

/* Set functions that are called before and after each report, to hide a progress line. */
void hr_diags_set_hooks(hr_diags *diags, void (*before)(void), void (*after)(void));

/* HEARD is called with each report after it has been printed. At most two listeners at a time. */
struct hr_diag_record; /* render.h */
typedef void hr_diags_heard(void *data, const struct hr_diag_record *record);
void hr_diags_listen(hr_diags *diags, hr_diags_heard *heard, void *data);
void hr_diags_listen_no_more(hr_diags *diags, hr_diags_heard *heard);

const char *hr_diag_name(hr_diag_id id);   /* "graph-cycle" */
const char *hr_diag_clause(hr_diag_id id); /* "G3", or "-" */
hr_status hr_diag_outcome(hr_diag_id id);
hr_severity hr_diag_severity(hr_diag_id id);         /* the default */
bool hr_diag_find(const char *name, hr_diag_id *id); /* the first of that name */
/* Return true if an earlier row has the same name. */
bool hr_diag_is_second(hr_diag_id id);
/* Return the diagnostic's name that is most similar to the unknown NAME ("datarace": "data-race");
 * NULL if none is near. */
const char *hr_diag_near(const char *name);

#endif
