/* tools/shared/command_line.h -- what all commands share of their command lines: options.def as
 * types, parsing, --help.
 *
 * options.def has a row for each option. This header makes an enumerator and a field of tool_values
 * of each row; the parser and --help work on the table of all rows.
 * Not here: options that need code, which each command gives as handlers; what the options of
 *           hpvm-run, hpvm-diff and hpvm-opt mean to the interpreter and to backends
 *           (tools/session/options.h). */
#ifndef HR_COMMAND_LINE_H
#define HR_COMMAND_LINE_H

#include <stdint.h>
#include <stdio.h>

#include "src/base/status.h"
#include "src/base/vec.h"

typedef enum tool_id {
#define TOOL(id, name) TOOL_##id,
#include "tools/shared/options.def"
} tool_id;

typedef enum tool_option {
	OPT_none,
#define OPTION(id, letter, name, tools, section, kind, preset, argument, help) OPT_##id,
#include "tools/shared/options.def"
	OPT_COUNT
} tool_option;

typedef HR_VEC(const char *) tool_texts; /* owns the array, borrows the texts from argv */

typedef struct tool_range {
	uint64_t first, last; /* both inclusive */
} tool_range;

typedef struct tool_word {
	tool_option option;
	const char *text; /* NULL: it has no value; borrowed from argv */
} tool_word;

/* What a command line says. Fields have the ids of options.def. */
typedef struct tool_values {
	bool has[OPT_COUNT]; /* which options were given */
	tool_option action;  /* what to do instead of the usual; OPT_none: the usual */
	tool_texts files;
	char **arguments; /* of the program, after "--"; borrowed */
	int argument_count;
	HR_VEC(tool_word) words; /* the options in their order */
#define FLAG                                                                   bool
#define TEXT                                                                   const char *
#define TEXTS                                                                  tool_texts
#define CHOICE                                                                 int
#define NUMBER(least, most, unit)                                              uint64_t
#define REAL(least, most)                                                      double
#define RANGE                                                                  tool_range
#define CODE                                                                   const char *
#define OPTION(id, letter, name, tools, section, kind, preset, argument, help) kind id;
#include "tools/shared/options.def"
#undef FLAG
#undef TEXT
#undef TEXTS
#undef CHOICE
#undef NUMBER
#undef REAL
#undef RANGE
#undef CODE
} tool_values;

/* Called after the value of an option was stored, with the data of the command. Return false if
 * TEXT is wrong, after tool_wrong(). */
typedef bool tool_handler(const char *text, void *data);

typedef struct tool_command {
	tool_id tool;
	const char *usage, *ending; /* of --help, before and after the options */
	bool runs_program;          /* what follows "--" is for the program; otherwise files */
	void (*print_version)(FILE *stream); /* NULL: name and version */
	void *data;                          /* for handlers */
	/* Every CODE option of the command has one, others may. */
	tool_handler *handlers[OPT_COUNT];
} tool_command;

/* Read the command line into VALUES. Return -1 to go on; otherwise the exit status: 0 after --help
 * or --version, or HR_EXIT_USAGE after a message. Free VALUES in both cases. */
int tool_read_command_line(const tool_command *command, int argc, char **argv, tool_values *values)
	HR_MUST_CHECK;
void tool_values_free(tool_values *values);

/* Print "COMMAND: MESSAGE" and a line that names --help. Return false. */
bool tool_wrong(const char *format, ...) HR_PRINTF(1, 2);
/* The file PATH, or standard output where that is "-", cannot be opened or written, as errno ERROR
 * says; 0: for an unknown reason. Return HR_EXIT_USAGE, after tool_wrong(). */
int tool_wrong_file(const char *path, int error);
/* Write out standard output. Return 0, or tool_wrong_file()'s status. */
int tool_flush_output(void) HR_MUST_CHECK;
/* Return false, after tool_wrong(), unless between LEAST and MOST files were given; WORD is what
 * one is. */
bool tool_has_files(const tool_values *values, size_t least, size_t most, const char *word)
	HR_MUST_CHECK;

enum { TOOL_NAMES_TEXT = 512 };
/* "a, b, c", in TEXT: COUNT names. */
const char *tool_join(const char *const *names, size_t count, char text[TOOL_NAMES_TEXT]);
/* Find the choice TEXT, of LENGTH, among those of OPTION's argument ("auto|always|never"). Return
 * its number, or -1 after tool_wrong(). */
int tool_choice(tool_option option, const char *text, size_t length) HR_MUST_CHECK;
/* The same for the first choice of the list *TEXT; sets *TEXT to what follows the comma, or
 * NULL. */
int tool_next_choice(tool_option option, const char **text) HR_MUST_CHECK;
/* Return the option's name with its hyphens. */
const char *tool_option_name(tool_option option);
/* Return whether the command TOOL has OPTION. */
bool tool_has_option(tool_id tool, tool_option option);

#endif
