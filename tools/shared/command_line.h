/* tools/shared/command_line.h -- command lines of all commands: the types of options.def, parsing,
 * --help.
 *
 * options.def has a row for each option. This header makes an enumerator and a field of tool_values
 * from each row; the parser and --help use the table of all rows.
 *
 * Not here:  options that need code, for which each command has handlers; the meaning of the
 *            options of hpvm-run, hpvm-diff and hpvm-opt for the interpreter and backends
 *            (tools/session/options.h). */
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
	const char *text; /* NULL if the option has no value; borrowed from argv */
} tool_word;

/* The contents of a command line. Fields are named after the ids of options.def. */
typedef struct tool_values {
	bool has[OPT_COUNT]; /* which options were given */
	tool_option action;  /* the action that replaces the usual one, or OPT_none */
	tool_texts files;
	char **arguments; /* of the program, after "--"; borrowed */
	int argument_count;
	HR_VEC(tool_word) words; /* the options in the order given */
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

/* Called with the data of the command after the value of an option was stored. Return false, after
 * tool_wrong(), if TEXT is invalid. */
typedef bool tool_handler(const char *text, void *data);

typedef struct tool_command {
	tool_id tool;
	const char *usage, *ending; /* texts of --help, before and after the options */
	/* words after "--" are arguments of the program; otherwise they are files */
	bool runs_program;
	void (*print_version)(FILE *stream); /* NULL to print name and version */
	void *data;                          /* for handlers */
	/* Required for every CODE option of the command, optional for others. */
	tool_handler *handlers[OPT_COUNT];
} tool_command;

/* Open closed standard streams: otherwise the next opened file would take their number and receive
 * their data. */
void tool_open_standard_streams(void);
/* Read the command line into VALUES. Return -1 to continue; otherwise the exit status: 0 after
 * --help or --version, or HR_EXIT_USAGE after a message. VALUES must be freed in all cases. */
int tool_read_command_line(const tool_command *command, int argc, char **argv, tool_values *values)
	HR_MUST_CHECK;
void tool_values_free(tool_values *values);

/* The same without a command line, one option at a time. */
/* Set VALUES to what applies when no option of TOOL is given. */
void tool_values_init(tool_id tool, tool_values *values);
/* Return the option of COMMAND that NAME names, with or without its hyphens, or OPT_none after
 * tool_wrong(). */
tool_option tool_find_option(const tool_command *command, const char *name);
/* Store TEXT, or NULL for no value, as the value of OPTION, and call its handler. VALUES borrow
 * TEXT. Return false if TEXT is wrong, after tool_wrong(). */
bool tool_set_option(const tool_command *command, tool_option option, const char *text,
		     tool_values *values) HR_MUST_CHECK;
/* Let tool_wrong(), on this thread, write its message alone to TEXT, of SIZE bytes, instead of to
 * standard error, until it is called with NULL. */
void tool_capture(char *text, size_t size);

/* Print "COMMAND: MESSAGE" and a line that names --help. Return false. */
bool tool_wrong(const char *format, ...) HR_PRINTF(1, 2);
/* Return true if the file that OPTION names, OUTPUT, is one of the COUNT INPUTS, after tool_wrong():
 * an input is never overwritten. OUTPUT and inputs may be NULL. */
bool tool_overwrites(const char *option, const char *output, const char *const *inputs,
		     size_t count);
/* Report that the file PATH, or standard output if it is "-", cannot be opened or written, with
 * errno ERROR, or 0 for an unknown reason. Return HR_EXIT_USAGE. */
int tool_wrong_file(const char *path, int error);
/* Flush standard output. Return 0, or the result of tool_wrong_file(). */
int tool_flush_output(void) HR_MUST_CHECK;
/* Return true if between LEAST and MOST files were given, else false after tool_wrong(). WORD names
 * one file. */
bool tool_has_files(const tool_values *values, size_t least, size_t most, const char *word)
	HR_MUST_CHECK;

enum { TOOL_NAMES_TEXT = 512 };
/* Find the choice TEXT, of LENGTH, among those of OPTION's argument ("auto|always|never"). Return
 * its number, or -1 after tool_wrong(). */
int tool_choice(tool_option option, const char *text, size_t length) HR_MUST_CHECK;
/* The same for the first choice of the list *TEXT. Set *TEXT to the text after the comma, or
 * NULL. */
int tool_next_choice(tool_option option, const char **text) HR_MUST_CHECK;
/* Return the option's name with its hyphens. */
const char *tool_option_name(tool_option option);
/* Return true if the command TOOL has OPTION. */
bool tool_has_option(tool_id tool, tool_option option);

#endif
