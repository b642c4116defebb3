/* tools/shared/command_line.c -- options.def as a table: parsing of command lines, --help, usage
 * errors.
 *
 * All commands behave the same: an option that is repeated replaces its value or adds to it,
 * depending on its kind; two options that each select an action exclude each other; --help and
 * --version act at once; a usage error prints a message and a line that names --help, and exits
 * with status 124.
 *
 * Owns:      the arrays in tool_values.
 * Not here:  the meaning of options (tools/session/options.c and the commands). */
#include "config.h"

#include "tools/shared/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/diag/near.h"

/* --- the table -------------------------------------------------------------------------------- */

/* Sets of commands, combined in the column "tools". */
enum {
#define TOOL(id, name) id = 1 << TOOL_##id,
#include "tools/shared/options.def"
	ACTION = 1 << 30,
};

static const char *const tool_names[] = {
#define TOOL(id, name) name,
#include "tools/shared/options.def"
};

enum { TOOLS = sizeof(tool_names) / sizeof(tool_names[0]) };

typedef enum option_section {
#define SECTION(id, title) SECTION_##id,
#include "tools/shared/options.def"
	SECTIONS
} option_section;

static const char *const section_titles[] = {
#define SECTION(id, title) title,
#include "tools/shared/options.def"
};

typedef enum option_kind {
	AS_FLAG,
	AS_TEXT,
	AS_TEXTS,
	AS_CHOICE,
	AS_NUMBER,
	AS_REAL,
	AS_RANGE,
	AS_CODE
} option_kind;

typedef struct option_row {
	const char *name, *argument, *help;
	size_t field; /* offset of its value in tool_values */
	double preset;
	int tools;
	option_section section;
	char letter;
	/* the column "kind" */
	option_kind kind;
	double least, most; /* most: 0 if unlimited */
	unsigned unit;
} option_row;

static const option_row rows[OPT_COUNT] = {
#define FLAG                      AS_FLAG, 0, 0, 0
#define TEXT                      AS_TEXT, 0, 0, 0
#define TEXTS                     AS_TEXTS, 0, 0, 0
#define CHOICE                    AS_CHOICE, 0, 0, 0
#define NUMBER(least, most, unit) AS_NUMBER, least, most, unit
#define REAL(least, most)         AS_REAL, least, most, 0
#define RANGE                     AS_RANGE, 0, 0, 0
#define CODE                      AS_CODE, 0, 0, 0
#define OPTION(id, letter, name, tools, section, kind, preset, argument, help)                     \
	[OPT_##id] = {name,                                                                        \
		      argument,                                                                    \
		      help,                                                                        \
		      offsetof(tool_values, id),                                                   \
		      preset,                                                                      \
		      tools,                                                                       \
		      SECTION_##section,                                                           \
		      letter,                                                                      \
		      kind},
#include "tools/shared/options.def"
};

/* Differences of an option in some commands. */
static const struct {
	tool_option option;
	int tools;
	option_section section;
	double preset;
	const char *argument, *help;
} differences[] = {
#define AGAIN(id, tools, section, preset, argument, help)                                          \
	{OPT_##id, tools, SECTION_##section, preset, argument, help},
#include "tools/shared/options.def"
};

static const struct {
	tool_option option;
	tool_id tool;
	const char *why;
} elsewhere[] = {
#define ELSEWHERE(id, tool, text) {OPT_##id, TOOL_##tool, text},
#include "tools/shared/options.def"
};

static const struct {
	const char *name;
	int tools;
	tool_option option;
} old_names[] = {
#define OLD(name, tools, id) {name, tools, OPT_##id},
#include "tools/shared/options.def"
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Return the row of OPTION for TOOL; row->tools is 0 if TOOL does not have it. */
static option_row row_of(tool_id tool, tool_option option)
{
	option_row row = rows[option];

	for (size_t i = 0; i < LENGTH(differences); i++)
		if (differences[i].option == option && differences[i].tools & 1 << tool) {
			row.section = differences[i].section;
			row.preset = differences[i].preset;
			row.argument = differences[i].argument;
			row.help = differences[i].help;
			row.tools = differences[i].tools | (row.tools & ACTION);
		}
	if (!(row.tools & 1 << tool))
		row.tools = 0;
	return row;
}

bool tool_has_option(tool_id tool, tool_option option)
{
	return row_of(tool, option).tools != 0;
}

const char *tool_option_name(tool_option option)
{
	static _Thread_local char text[48];

	if (rows[option].name)
		snprintf(text, sizeof(text), "--%s", rows[option].name);
	else
		snprintf(text, sizeof(text), "-%c", rows[option].letter);
	return text;
}

static tool_option find_option(const char *name)
{
	for (int i = OPT_none + 1; i < OPT_COUNT; i++)
		if (rows[i].name && strcmp(rows[i].name, name) == 0)
			return (tool_option)i;
	return OPT_none;
}

/* --- usage errors ----------------------------------------------------------------------------- */

static _Thread_local struct {
	char *text; /* NULL: standard error */
	size_t size;
} captured;

void tool_capture(char *text, size_t size)
{
	captured.text = text;
	captured.size = size;
}

bool tool_wrong(const char *format, ...)
{
	va_list args;

	if (captured.text) {
		va_start(args, format);
		vsnprintf(captured.text, captured.size, format, args);
		va_end(args);
		return false;
	}
	fprintf(stderr, "%s: ", hr_command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n%s: wrong use; see %s --help (exit %d)\n", hr_command, hr_command,
		HR_EXIT_USAGE);
	return false;
}

/* Standard input and output, and devices, may be read and written. */
static bool is_same_file(const char *one, const char *other)
{
	struct stat a, b;

	return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && (S_ISREG(a.st_mode) || S_ISDIR(a.st_mode));
}

bool tool_overwrites(const char *option, const char *output, const char *const *inputs,
		     size_t count)
{
	for (size_t i = 0; output && i < count; i++)
		if (inputs[i] && is_same_file(output, inputs[i])) {
			tool_wrong("%s would overwrite the input '%s'", option, inputs[i]);
			return true;
		}
	return false;
}

int tool_wrong_file(const char *path, int error)
{
	tool_wrong("%s: %s", strcmp(path, "-") == 0 ? "standard output" : path,
		   error ? strerror(error) : "cannot be written");
	return HR_EXIT_USAGE;
}

int tool_flush_output(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	if (!errno) { /* a full buffer was flushed before: ask for the reason again */
		clearerr(stdout);
		fputc('\n', stdout);
		(void)fflush(stdout);
	}
	return tool_wrong_file("-", errno);
}

bool tool_has_files(const tool_values *values, size_t least, size_t most, const char *word)
{
	size_t count = values->files.count;

	if (count > most)
		return tool_wrong("unexpected %s '%s'", word, values->files.data[most]);
	return count >= least ||
	       tool_wrong(least > 1 && count ? "one more %s is required" : "no %s", word);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Set *TEXT to choice NUMBER of "a|b|c", "[=a|b|c]" or "a|b[:MORE]". Return its length, or 0 after
 * the last. */
static size_t choice_at(const char *argument, int number, const char **text)
{
	*text = argument + (strncmp(argument, "[=", 2) == 0 ? 2 : 0);
	for (; number && **text; number--) {
		*text += strcspn(*text, "|[]");
		if (**text != '|')
			return 0;
		++*text;
	}
	return strcspn(*text, "|[]");
}

int tool_choice(tool_option option, const char *text, size_t length)
{
	char all[TOOL_NAMES_TEXT], asked[64], copies[16][24], why[HR_NEAR_TEXT];
	const char *names[LENGTH(copies)], *at;
	int count = 0;

	for (size_t room; (room = choice_at(rows[option].argument, count, &at)); count++) {
		if (room == length && strncmp(at, text, length) == 0)
			return count;
		if ((size_t)count == LENGTH(copies) || room >= sizeof(copies[0]))
			hr_bug("too many choices of %s", tool_option_name(option));
		snprintf(copies[count], sizeof(copies[0]), "%.*s", (int)room, at);
		names[count] = copies[count];
	}
	snprintf(asked, sizeof(asked), "%.*s", (int)(length < sizeof(asked) ? length : 0), text);
	(void)tool_wrong("%s takes %s, not '%.*s'%s", tool_option_name(option),
			 hr_join(names, (size_t)count, all, sizeof(all)), (int)length, text,
			 hr_did_you_mean(asked, names, (size_t)count, why));
	return -1;
}

int tool_next_choice(tool_option option, const char **text)
{
	size_t length = strcspn(*text, ",");
	int choice = tool_choice(option, *text, length);

	*text = (*text)[length] ? *text + length + 1 : NULL;
	return choice;
}

/* Read digits, then an exponent (1e9) or one of K, M, G, T, which are powers of UNIT. Return false
 * if TEXT is no such number. */
static bool read_digits(const char *text, uint64_t unit, uint64_t *number)
{
	static const char suffixes[] = "KMGT";
	const char *at = text, *suffix;
	uint64_t value = 0, times = 0, factor = 10;
	bool over = false;

	for (; *at >= '0' && *at <= '9'; at++) {
		over |= __builtin_mul_overflow(value, (uint64_t)10, &value);
		over |= __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
	}
	if (at == text)
		return false;
	if (*at == 'e' || *at == 'E') {
		size_t digits = strspn(at + 1, "0123456789");

		if (!digits || digits > 2 || at[1 + digits])
			return false;
		times = strtoul(at + 1, NULL, 10);
	} else if (*at) {
		suffix = at[1] ? NULL : strchr(suffixes, *at == 'k' ? 'K' : *at);
		if (!suffix)
			return false;
		times = (uint64_t)(suffix - suffixes) + 1;
		factor = unit;
	}
	while (times--)
		over |= __builtin_mul_overflow(value, factor, &value);
	*number = value;
	return !over;
}

/* Return a limit in the unit of its option, such as "64T". */
static const char *limit_text(double limit, unsigned unit, char text[32])
{
	static const char *const suffixes[] = {"", "K", "M", "G", "T"};
	unsigned suffix = 0;

	while (limit >= unit && suffix < 4 && (double)(uint64_t)(limit / unit) * unit == limit) {
		limit /= unit;
		suffix++;
	}
	snprintf(text, 32, "%.0f%s", limit, suffixes[suffix]);
	return text;
}

static bool read_number(tool_option option, const char *text, uint64_t *number)
{
	const option_row *row = &rows[option];
	char least[32], most[32];

	if (read_digits(text, row->unit, number) && (double)*number >= row->least &&
	    (!(row->most > 0) || (double)*number <= row->most))
		return true;
	limit_text(row->least, row->unit, least);
	if (!(row->most > 0))
		return tool_wrong("%s takes a number from %s, such as 500, 1e9 or 10M, not '%s'",
				  tool_option_name(option), least, text);
	return tool_wrong("%s takes a number from %s to %s, not '%s'", tool_option_name(option),
			  least, limit_text(row->most, row->unit, most), text);
}

static bool read_real(tool_option option, const char *text, double *number)
{
	const option_row *row = &rows[option];
	bool seconds = strcmp(row->argument, "SECONDS") == 0;
	char *end;

	*number = strtod(text, &end);
	return (end != text && !*end && *number >= row->least && *number <= row->most) ||
	       tool_wrong("%s takes a number%s, not '%s'", tool_option_name(option),
			  seconds ? " of seconds" : "", text);
}

/* Read N, or FIRST-LAST. */
static bool read_range(tool_option option, const char *text, tool_range *range)
{
	const char *dash = strchr(text, '-');
	char *first_end = NULL, *last_end = NULL;

	errno = 0;
	range->first = range->last = strtoull(text, &first_end, 10);
	if (dash && dash == first_end && dash[1] >= '0' && dash[1] <= '9')
		range->last = strtoull(dash + 1, &last_end, 10);
	return (*text >= '0' && *text <= '9' && !*(last_end ? last_end : first_end) && !errno &&
		range->first <= range->last) ||
	       tool_wrong("%s takes N or FIRST-LAST, not '%s'", tool_option_name(option), text);
}

/* Store TEXT, the value of OPTION, or NULL if it has none. */
static bool store(tool_option option, const char *text, tool_values *values)
{
	void *field = (char *)values + rows[option].field;
	int choice;

	switch (rows[option].kind) {
	case AS_FLAG: *(bool *)field = true; return true;
	case AS_TEXT:
	case AS_CODE: *(const char **)field = text; return true;
	case AS_TEXTS: HR_PUSH((tool_texts *)field, text); return true;
	case AS_CHOICE:
		choice = text ? tool_choice(option, text, strlen(text)) : 0;
		*(int *)field = choice;
		return choice >= 0;
	case AS_NUMBER: return read_number(option, text, field);
	case AS_REAL: return read_real(option, text, field);
	case AS_RANGE: return read_range(option, text, field);
	}
	hr_bug("option %s has no kind", tool_option_name(option));
}

static void store_preset(const option_row *row, tool_values *values)
{
	void *field = (char *)values + row->field;

	if (row->kind == AS_NUMBER)
		*(uint64_t *)field = (uint64_t)row->preset;
	else if (row->kind == AS_REAL)
		*(double *)field = row->preset;
	else if (row->kind == AS_RANGE)
		*(tool_range *)field = (tool_range){0, UINT64_MAX};
}

/* --- help ------------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 26, HELP_WIDTH = 98 };

/* Print TEXT from HELP_COLUMN on, broken between words. */
static void print_wrapped(const char *text)
{
	for (int at = HELP_COLUMN; *text; text += *text == ' ') {
		int length = (int)strcspn(text, " ");

		if (at + length > HELP_WIDTH) {
			printf("\n%*s", HELP_COLUMN, "");
			at = HELP_COLUMN;
		} else if (at > HELP_COLUMN) {
			putchar(' ');
		}
		printf("%.*s", length, text);
		at += length + 1;
		text += length;
	}
	putchar('\n');
}

/* Print "  -j, --jobs N            run ...". An option with only a letter is followed by its
 * argument, too. */
static void print_row(const option_row *row)
{
	char left[120], help[600];
	const char *first = "";
	int length = snprintf(left, sizeof(left), "  %s%.1s%s%s%s%s%s", row->letter ? "-" : "",
			      &row->letter, row->letter && row->name ? ", " : "",
			      row->name ? "--" : "", row->name ? row->name : "",
			      row->argument && *row->argument != '[' ? " " : "",
			      row->argument ? row->argument : "");

	snprintf(help, sizeof(help), "%s", row->help);
	if (row->preset > 0)
		snprintf(help + strlen(help), sizeof(help) - strlen(help), " (default %g)",
			 row->preset);
	if (row->kind == AS_CHOICE) {
		int length_of_first = (int)choice_at(row->argument, 0, &first);

		snprintf(help + strlen(help), sizeof(help) - strlen(help), " (default %.*s)",
			 length_of_first, first);
	}
	printf("%s%*s", left, length > HELP_COLUMN - 2 ? 0 : HELP_COLUMN - length, "");
	if (length > HELP_COLUMN - 2)
		printf("\n%*s", HELP_COLUMN, "");
	print_wrapped(help);
}

static void print_help(const tool_command *command)
{
	fputs(command->usage, stdout);
	for (int section = 0; section < SECTIONS; section++)
		for (int i = OPT_none + 1, printed = 0; i < OPT_COUNT; i++) {
			option_row row = row_of(command->tool, (tool_option)i);

			if (!row.tools || (int)row.section != section)
				continue;
			if (!printed++)
				printf("\n%s\n", section_titles[section]);
			print_row(&row);
		}
	printf("\n%s", command->ending);
}

/* --- the command line ------------------------------------------------------------------------- */

enum { LONG = 256, OLD_NAME = LONG + OPT_COUNT }; /* return values of getopt_long() */

typedef struct option_table {
	struct option longs[OPT_COUNT + LENGTH(old_names) + 1];
	char letters[2 * OPT_COUNT + 2];
} option_table;

static void add_long(struct option **to, const char *name, const option_row *row, int value)
{
	int takes = !row->argument          ? no_argument
		    : *row->argument == '[' ? optional_argument
					    : required_argument;

	*(*to)++ = (struct option){name, takes, NULL, value};
}

/* Make the table of COMMAND's options for getopt_long(). */
static void make_table(const tool_command *command, option_table *table)
{
	struct option *to = table->longs;
	char *letter = table->letters;

	memset(table, 0, sizeof(*table));
	*letter++ = ':';
	for (int i = OPT_none + 1; i < OPT_COUNT; i++) {
		option_row row = row_of(command->tool, (tool_option)i);

		if (!row.tools)
			continue;
		if (row.kind == AS_CODE && !command->handlers[i])
			hr_bug("%s has no handler of %s", tool_names[command->tool],
			       tool_option_name((tool_option)i));
		if (row.name)
			add_long(&to, row.name, &row, LONG + i);
		if (row.letter) {
			*letter++ = row.letter;
			*letter = ':';
			letter += row.argument != NULL;
			*letter = '\0';
		}
	}
	for (size_t i = 0; i < LENGTH(old_names); i++)
		if (old_names[i].tools & 1 << command->tool)
			add_long(&to, old_names[i].name, &rows[old_names[i].option],
				 OLD_NAME + (int)i);
}

/* Return the option that getopt_long() has found. */
static tool_option option_of(const tool_command *command, int found)
{
	if (found >= OLD_NAME) {
		tool_option now = old_names[found - OLD_NAME].option;

		fprintf(stderr, "%s: warning: --%s is the old spelling of %s\n", hr_command,
			old_names[found - OLD_NAME].name, tool_option_name(now));
		return now;
	}
	if (found >= LONG)
		return (tool_option)(found - LONG);
	for (int i = OPT_none + 1; i < OPT_COUNT; i++)
		if (rows[i].letter == found && tool_has_option(command->tool, (tool_option)i))
			return (tool_option)i;
	hr_bug("getopt_long() found option '%c'", found);
}

/* Report that OPTION belongs to other commands. */
static bool wrong_command(const tool_command *command, tool_option option)
{
	const char *others[TOOLS], *why = NULL;
	char text[TOOL_NAMES_TEXT];
	size_t count = 0;

	for (int i = 0; i < TOOLS; i++)
		if (tool_has_option((tool_id)i, option))
			others[count++] = tool_names[i];
	for (size_t i = 0; i < LENGTH(elsewhere); i++)
		if (elsewhere[i].option == option && elsewhere[i].tool == command->tool)
			why = elsewhere[i].why;
	return tool_wrong("only %s %s the option '%s'%s%s",
			  hr_join(others, count, text, sizeof(text)), count > 1 ? "have" : "has",
			  tool_option_name(option), why ? ": " : "", why ? why : "");
}

/* Report that WORD, "--name" or "--name=value", is not exactly one long option of COMMAND. */
static bool unknown_long(const tool_command *command, const option_table *table, const char *word)
{
	const char *names[OPT_COUNT], *matches[OPT_COUNT], *near;
	char name[64], text[TOOL_NAMES_TEXT];
	size_t count = 0, matching = 0, length = strcspn(word + 2, "=");

	snprintf(name, sizeof(name), "%.*s", (int)(length < sizeof(name) ? length : 0), word + 2);
	if (find_option(name) != OPT_none)
		return wrong_command(command, find_option(name));
	for (const struct option *option = table->longs; option->name && option->val < OLD_NAME;
	     option++) {
		names[count++] = option->name;
		if (length && strncmp(option->name, name, length) == 0)
			matches[matching++] = option->name;
	}
	if (matching)
		return tool_wrong("ambiguous option '--%s': %s", name,
				  hr_join(matches, matching, text, sizeof(text)));
	near = hr_near(name, names, count);
	return tool_wrong("unknown option '--%s'%s%s%s", name, near ? "; did you mean '--" : "",
			  near ? near : "", near ? "'?" : "");
}

/* Report what getopt_long() did not recognise: ARGV[optind - 1], or the letter optopt in it. */
static bool unknown(const tool_command *command, const option_table *table, int found, char **argv)
{
	const char *word = argv[optind - 1];

	if (found == ':')
		return tool_wrong("'%s' needs a value", word);
	if (optopt > 0 && optopt < LONG)
		return tool_wrong("unknown option '-%c'", optopt);
	return optopt ? tool_wrong("'%s' takes no value", word)
		      : unknown_long(command, table, word);
}

static bool take_option(const tool_command *command, tool_option option, const char *text,
			tool_values *values)
{
	if (rows[option].tools & ACTION) {
		char other[48];

		snprintf(other, sizeof(other), "%s", tool_option_name(values->action));
		if (values->action != OPT_none && values->action != option)
			return tool_wrong("%s and %s cannot be combined", other,
					  tool_option_name(option));
		values->action = option;
	}
	if (!store(option, text, values))
		return false;
	values->has[option] = true;
	HR_PUSH(&values->words, (tool_word){option, text});
	return !command->handlers[option] || command->handlers[option](text, command->data);
}

static int show_about(const tool_command *command, tool_option option)
{
	if (option == OPT_help)
		print_help(command);
	else if (command->print_version)
		command->print_version(stdout);
	else
		printf("%s %s\n", tool_names[command->tool], PACKAGE_VERSION);
	return tool_flush_output();
}

/* Read the options in ARGV; getopt_long() moves files to the end. Return as
 * tool_read_command_line() does. */
static int read_options(const tool_command *command, int argc, char **argv, tool_values *values)
{
	option_table table;
	int found;

	make_table(command, &table);
	opterr = 0;
	optind = 1;
	while ((found = getopt_long(argc, argv, table.letters, table.longs, NULL)) != -1) {
		tool_option option;

		if (found == '?' || found == ':') {
			unknown(command, &table, found, argv);
			return HR_EXIT_USAGE;
		}
		option = option_of(command, found);
		if (option == OPT_help || option == OPT_version)
			return show_about(command, option);
		if (!take_option(command, option, optarg, values))
			return HR_EXIT_USAGE;
	}
	return -1;
}

/* Check that standard input is read only once. */
static int check_files(const tool_values *values)
{
	size_t standard = 0;

	for (size_t i = 0; i < values->files.count; i++)
		standard += strcmp(values->files.data[i], "-") == 0;
	if (standard <= 1)
		return -1;
	tool_wrong("standard input (-) is given more than once");
	return HR_EXIT_USAGE;
}

void tool_values_init(tool_id tool, tool_values *values)
{
	memset(values, 0, sizeof(*values));
	for (int i = OPT_none + 1; i < OPT_COUNT; i++) {
		option_row row = row_of(tool, (tool_option)i);

		store_preset(&row, values);
	}
}

tool_option tool_find_option(const tool_command *command, const char *name)
{
	char word[64];
	option_table table;
	tool_option option;

	snprintf(word, sizeof(word), "--%s",
		 name + (*name == '-') + (*name == '-' && name[1] == '-'));
	for (int i = OPT_none + 1; i < OPT_COUNT && word[2] && !word[3]; i++)
		if (rows[i].letter == word[2] && tool_has_option(command->tool, (tool_option)i))
			return (tool_option)i;
	option = find_option(word + 2);
	if (option != OPT_none && tool_has_option(command->tool, option))
		return option;
	make_table(command, &table);
	unknown_long(command, &table, word);
	return OPT_none;
}

bool tool_set_option(const tool_command *command, tool_option option, const char *text,
		     tool_values *values)
{
	const option_row *row = &rows[option];

	if (!row->argument && text)
		return tool_wrong("'%s' takes no value", tool_option_name(option));
	if (row->argument && *row->argument != '[' && !text)
		return tool_wrong("'%s' needs a value", tool_option_name(option));
	return take_option(command, option, text, values);
}

void tool_open_standard_streams(void)
{
	int file;

	do
		file = open("/dev/null", O_RDWR);
	while (file >= 0 && file <= STDERR_FILENO);
	if (file >= 0)
		close(file);
}

int tool_read_command_line(const tool_command *command, int argc, char **argv, tool_values *values)
{
	int end = 1, code;
	char *saved;

	/* A write beyond the limit of the size of files fails instead, and is reported. */
	signal(SIGXFSZ, SIG_IGN);
	tool_values_init(command->tool, values);
	hr_command = tool_names[command->tool];
	while (end < argc && (!command->runs_program || strcmp(argv[end], "--") != 0))
		end++;
	if (end < argc) {
		values->arguments = argv + end + 1;
		values->argument_count = argc - end - 1;
	}
	saved = argv[end];
	argv[end] = NULL; /* getopt_long() may read up to the end of argv */
	code = read_options(command, end, argv, values);
	for (; code < 0 && optind < end; optind++)
		HR_PUSH(&values->files, argv[optind]);
	/* The program may use getopt() itself; 0 resets it. */
	optind = 0;
	opterr = 1;
	argv[end] = saved;
	return code < 0 ? check_files(values) : code;
}

void tool_values_free(tool_values *values)
{
	HR_VEC_FREE(&values->files);
	HR_VEC_FREE(&values->words);
	for (int i = OPT_none + 1; i < OPT_COUNT; i++)
		if (rows[i].kind == AS_TEXTS)
			HR_VEC_FREE((tool_texts *)(void *)((char *)values + rows[i].field));
}
