/* tools/session/options.h -- what the command line of hpvm-run asks for. */
#ifndef HR_OPTIONS_H
#define HR_OPTIONS_H

#include "backends/case/case.h"
#include "backends/dispatch/dispatch.h"
#include "backends/emit/emit.h"
#include "src/diag/progress.h"
#include "traces/record/record.h"
#include "interp/run/run.h"
#include "src/diag/sem.h"
#include "src/base/vec.h"

typedef enum tool_action {
	TOOL_RUN,
	TOOL_PRINT_GRAPH,
	TOOL_PRINT_CODE,
	TOOL_EMIT,
	TOOL_LIST_DIAGNOSTICS,
	TOOL_EXPLAIN,
	TOOL_BACKENDS,
	TOOL_HELP,
	TOOL_VERSION,
} tool_action;

typedef enum tool_host { TOOL_HOST_JIT, TOOL_HOST_INTERP } tool_host;
typedef enum tool_form { TOOL_FORM_TEXT, TOOL_FORM_DOT, TOOL_FORM_YAML } tool_form;

typedef enum tool_colour { TOOL_COLOUR_AUTO, TOOL_COLOUR_ALWAYS, TOOL_COLOUR_NEVER } tool_colour;

typedef HR_VEC(const char *) tool_texts;   /* owns the array, borrows the texts from argv */

typedef struct tool_options {
	tool_action action;
	tool_host host;
	tool_form form;              /* of --print-graph */
	const char *function;        /* of --print-code; NULL: all */
	hr_emit emit;                /* --emit, --emit-arch */
	const char *output;          /* -o; NULL: standard output */
	const char *passes;          /* --passes; NULL: none */
	const char *root, *args;     /* both or neither */
	hr_progress_mode progress;
	hr_diag_form diagnostics;
	const char *diagnostics_output;   /* NULL: standard error */
	tool_colour colour;
	const char *explain;         /* of --explain: a diagnostic, a clause, or "list" */
	hr_backend_policy backends;  /* its arrays are those below */
	hr_record_plan record;       /* --trace */
	bool says_what_to_record;    /* --trace-... */
	bool watch;
	hr_options run;              /* its libraries are those below */
	hr_sem sem;
	char *bad_case;              /* why the case that FILES names cannot be used; NULL: it can; owned */
	bool quiet;
	bool limits_backends;        /* --backend-time-limit was given */
	bool chooses_math, tunes;    /* --cudnn-math, --tune were given */
	hr_case_program replayed;    /* FILE was a case */
	tool_texts files, libraries, library_paths, backend_paths;
	HR_VEC(hr_backend_choice) choices;   /* owns the names of nodes */
	char **program_args;         /* after "--"; borrowed */
	int program_arg_count;
} tool_options;

/* Reads the command line; -W and --sem change DIAGS. False: wrong use, which has been said on
 * standard error. */
bool tool_options_read(int argc, char **argv, hr_diags *diags, tool_options *options) HR_MUST_CHECK;
void tool_options_free(tool_options *options);
/* Says "wrong use"; gives false. */
bool tool_wrong(const char *format, ...) HR_PRINTF(1, 2);

/* A list of passes. False: it is none, which has been said. */
bool tool_read_passes(const char *text, const char **passes) HR_MUST_CHECK;
/* What follows -W. False: it is none, which has been said. */
bool tool_read_warning(const char *text, hr_diags *diags) HR_MUST_CHECK;
void tool_print_help(FILE *stream);
void tool_print_version(FILE *stream);
/* Colours on STREAM: as --color says; auto is a terminal that knows them, and no NO_COLOR. */
bool tool_wants_colour(const tool_options *options, FILE *stream);
/* What --explain was asked for. False: no such diagnostic or clause, which has been said. */
bool tool_explain(const tool_options *options, FILE *stream) HR_MUST_CHECK;
/* Name, severity, clause and outcome of every diagnostic, as -W and --sem have left them. */
void tool_list_diagnostics(const hr_diags *diags, FILE *stream);

#endif
