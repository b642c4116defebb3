/* tools/session/options.h -- the meaning of the options of hpvm-run, hpvm-diff and hpvm-opt for the
 * interpreter and backends. */
#ifndef HR_OPTIONS_H
#define HR_OPTIONS_H

#include "backends/case/case.h"
#include "backends/dispatch/dispatch.h"
#include "backends/emit/emit.h"
#include "interp/run/run.h"
#include "ir/kernel/kernel_launch.h"
#include "src/diag/progress.h"
#include "src/diag/sem.h"
#include "tools/shared/command_line.h"
#include "traces/record/record.h"

/* Positions of choices in tools/shared/options.def. */
typedef enum tool_host { TOOL_HOST_JIT, TOOL_HOST_INTERP } tool_host;
typedef enum tool_form { TOOL_FORM_TEXT, TOOL_FORM_DOT, TOOL_FORM_YAML } tool_form;
typedef enum tool_colour { TOOL_COLOUR_AUTO, TOOL_COLOUR_ALWAYS, TOOL_COLOUR_NEVER } tool_colour;

typedef struct tool_options {
	tool_values given;       /* the command line */
	hr_diags *diags;         /* changed by -W and --sem; borrowed */
	hr_emit emit;            /* --emit, --emit-arch */
	const char *root, *args; /* of --root and --args, or of the case; both or neither */
	hr_kernel_launch kernel; /* --kernel and its sizes */
	uint64_t heap_limit;     /* bytes of a device's heap */
	HR_VEC(char *) compiled; /* owns the names of compiled sources */
	hr_progress_mode progress;
	hr_backend_policy backends; /* its arrays are those below */
	hr_record_plan record;      /* --trace */
	hr_options run;             /* its libraries are those of GIVEN */
	hr_sem sem;
	char *bad_case; /* why the case that FILES names cannot be used; NULL: it can; owned */
	hr_case_program replayed; /* FILE was a case */
	tool_texts files;         /* those that are given, or those of the case; owns the array */
	HR_VEC(char *) backend_paths;        /* owns the texts */
	HR_VEC(hr_backend_choice) choices;   /* owns the names of nodes */
	HR_VEC(hr_backend_setting) settings; /* owns those without a spelling */
	char *emit_form;                     /* owned */
} tool_options;

/* Read the command line of TOOL. USAGE and ENDING are as in tool_command; -W and --sem change
 * DIAGS. Return as tool_read_command_line() does. */
int tool_options_read(tool_id tool, const char *usage, const char *ending, int argc, char **argv,
		      hr_diags *diags, tool_options *options) HR_MUST_CHECK;
void tool_options_free(tool_options *options);

/* The same without a command line: hpvm-run's options one by one. */
void tool_options_init(hr_diags *diags, tool_options *options);
/* As tool_find_option() and tool_set_option(). OPTIONS borrow TEXT. */
tool_option tool_options_find(tool_options *options, const char *name);
bool tool_options_set(tool_options *options, tool_option option, const char *text) HR_MUST_CHECK;
/* Fill in what follows from the options that have been set. Return false after tool_wrong() if they
 * do not fit together. */
bool tool_options_settle(tool_options *options) HR_MUST_CHECK;

/* Return true for --emit=header and --emit=launch, which print roots and no leaves. */
bool tool_emits_roots(const tool_options *options);
bool tool_emits_launch(const tool_options *options);

/* Print name and version, and those of LLVM. */
void tool_print_version(FILE *stream);
/* Print the backends with their devices, or the reason why one is unavailable. */
void tool_list_backends(const tool_options *options);
/* Return true if text on STREAM has colours: by --color, or if it is a terminal that supports them
 * and NO_COLOR is not set. */
bool tool_wants_colour(const tool_options *options, FILE *stream);
/* Print the explanation of ASKED for --explain. Return false, after tool_wrong(), if it is no
 * diagnostic and no clause. */
bool tool_explain(const char *asked, bool colour, FILE *stream) HR_MUST_CHECK;
/* Print name, severity, clause and outcome of every diagnostic, with the changes of -W and
 * --sem. */
void tool_list_diagnostics(const hr_diags *diags, FILE *stream);

#endif
