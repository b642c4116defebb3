/* src/diag/text.c -- diagnostics as text for people.
 *
 * Form:  file:line:column: error: text [name] (clause)
 *          12 | the source line, if the file is available
 *             |     ^
 *         in function 'f': instruction
 *         at node Root/Leaf, instance (1, 2) in Root (3), execution 0
 *           or, in a kernel of another language:
 *         at kernel 'sum', work-item (2, 1, 0) in group (3, 0, 0)
 *         note: a further line of the message
 *         help: the fix, from a line of the message that begins with "help: "
 *       file:line:column: note: the other access
 *         and the details of that place, in the same form
 * Invariant: the source cannot send commands to the terminal: control characters become '?', tabs
 *            become spaces. */
#include <string.h>

#include "src/diag/render.h"

enum { GUTTER = 8, TAB = 8, DOTS = 3 }; /* columns: of "   12 | ", of a tab, of "..." */

static const char *const off = "\033[0m";
static const char *const bold = "\033[1m";
static const char *const red = "\033[1;31m";
static const char *const magenta = "\033[1;35m";
static const char *const green = "\033[1;32m";
static const char *const cyan = "\033[36m";

/* Write TEXT in COLOUR, or without colour if COLOUR is NULL. */
static void coloured(hr_diag_writer *writer, const char *colour, const char *text)
{
	if (colour)
		hr_write_text(writer, colour);
	hr_write_text(writer, text);
	if (colour)
		hr_write_text(writer, off);
}

static void write_name(hr_diag_writer *writer, const char *text)
{
	hr_write_readable(writer, text, strlen(text));
}

static void print_place(hr_diag_writer *writer, const hr_where *where, bool colour)
{
	if (colour)
		hr_write_text(writer, bold);
	if (where->file && where->line) {
		write_name(writer, where->file);
		hr_write_format(writer, ":%u:", where->line);
		if (where->column)
			hr_write_format(writer, "%u:", where->column);
	} else {
		hr_write_format(writer, "%s:", hr_command);
	}
	if (colour)
		hr_write_text(writer, off);
	hr_write_text(writer, " ");
}

/* --- the source line -------------------------------------------------------------------------- */

/* Read one character of the line at *AT, which starts at COLUMN: set its bytes and their number,
 * and return its width in columns. */
static unsigned next_cell(const hr_source_line *line, size_t *at, unsigned column,
			  const char **bytes, size_t *count)
{
	const char *text = line->text + *at;
	size_t step = hr_utf8_length(text, line->length - *at);
	char escape[HR_ESCAPE];

	*bytes = text;
	*count = step;
	if (text[0] == '\t') {
		++*at;
		*bytes = " ";
		*count = 1;
		return TAB - column % TAB;
	}
	hr_readable(text, line->length - *at, escape);
	*at += step ? step : 1;
	if (*escape) {
		*bytes = "?";
		*count = 1;
	}
	return 1;
}

/* Return the number of columns of the line before byte END. */
static unsigned columns_before(const hr_source_line *line, size_t end)
{
	unsigned column = 0;
	const char *bytes;
	size_t count;

	for (size_t at = 0; at < end;)
		column += next_cell(line, &at, column, &bytes, &count);
	return column;
}

/* Print columns FROM to TO of the line; dots replace what is cut off. */
static void print_line(hr_diag_writer *writer, const hr_source_line *line, unsigned from,
		       unsigned to, unsigned total)
{
	unsigned column = 0;
	const char *bytes;
	size_t count, at = 0;

	if (from > 0)
		hr_write_text(writer, "...");
	while (at < line->length && column < to) {
		unsigned width = next_cell(line, &at, column, &bytes, &count);

		for (unsigned i = 0; i < width; i++, column++)
			if (column >= from + (from ? DOTS : 0) &&
			    column < (to < total ? to - DOTS : to))
				hr_write(writer, bytes, count);
	}
	if (to < total)
		hr_write_text(writer, "...");
	hr_write_text(writer, "\n");
}

static void print_gutter(hr_diag_writer *writer, unsigned number, bool colour)
{
	char text[24] = "      | ";

	if (number)
		snprintf(text, sizeof(text), "%5u | ", number);
	coloured(writer, colour ? cyan : NULL, text);
}

static void print_source(hr_diag_writer *writer, const hr_where *where, const hr_source_line *line,
			 bool colour, unsigned columns)
{
	bool has_caret = where->column && where->column <= line->length + 1;
	unsigned total = columns_before(line, line->length), from = 0, to;
	unsigned caret = has_caret ? columns_before(line, where->column - 1) : 0;
	unsigned room = columns > GUTTER + 32 ? columns - GUTTER : 32;

	/* the caret in the middle, or as far right as necessary */
	if (total > room && caret > room * 2 / 3)
		from = caret - room / 2 < total - room ? caret - room / 2 : total - room;
	if (total < room && from == 0)
		room = total;
	to = from + room < total ? from + room : total;
	print_gutter(writer, where->line, colour);
	print_line(writer, line, from, to, total);
	if (!has_caret)
		return;
	print_gutter(writer, 0, colour);
	for (unsigned i = from; i < caret; i++)
		hr_write_text(writer, " ");
	coloured(writer, colour ? green : NULL, "^");
	hr_write_text(writer, "\n");
}

/* --- notes ------------------------------------------------------------------------------------ */

/* Write each line of MESSAGE after the first as a note, or as help if it begins with "help: ". */
static void print_notes(hr_diag_writer *writer, const char *message, bool colour)
{
	static const char help[] = "help: ";
	const char *line = message + hr_diag_headline(message);

	while (*line == '\n') {
		size_t length = strcspn(++line, "\n");
		bool is_help = strncmp(line, help, sizeof(help) - 1) == 0;
		size_t skip = is_help ? sizeof(help) - 1 : 0;

		hr_write_text(writer, "  ");
		coloured(writer, colour ? cyan : NULL, is_help ? "help:" : "note:");
		hr_write_text(writer, " ");
		hr_write_readable(writer, line + skip, length - skip);
		hr_write_text(writer, "\n");
		line += length;
	}
}

/* --- context ---------------------------------------------------------------------------------- */

/* Print "at kernel 'sum', work-item (1, 0, 0) in group (0, 0, 0)". */
static void print_kernel(hr_diag_writer *writer, const hr_where *where)
{
	hr_write_text(writer, "  at kernel '");
	write_name(writer, where->kernel);
	hr_write_text(writer, "'");
	if (where->has_instance) {
		hr_write_format(writer, ", %s ", hr_instance_noun(where->kind));
		hr_write_numbers(writer, where->kind, where->dims, where->instance, "()", ", ");
	}
	for (unsigned i = 0; i < where->ancestor_count; i++) {
		const hr_ancestor *ancestor = &where->ancestors[i];

		hr_write_format(writer, " in %s ", hr_instance_noun(ancestor->kind));
		hr_write_numbers(writer, ancestor->kind, ancestor->dims, ancestor->instance, "()",
				 ", ");
	}
	hr_write_text(writer, "\n");
}

static void print_context(hr_diag_writer *writer, const hr_where *where)
{
	if (where->function) {
		hr_write_text(writer, "  in function '");
		write_name(writer, where->function);
		hr_write_text(writer, "'");
		if (where->instruction) {
			hr_write_text(writer, where->instruction[0] == ' ' ? ":" : ": ");
			write_name(writer, where->instruction);
		}
		hr_write_text(writer, "\n");
	}
	if (!where->node)
		return;
	if (where->kernel) {
		print_kernel(writer, where);
		return;
	}
	hr_write_text(writer, "  at node ");
	write_name(writer, where->node);
	if (where->has_instance) {
		hr_write_text(writer, ", instance ");
		hr_write_instance(writer, where->dims, where->instance, "()", ", ");
	}
	for (unsigned i = 0; i < where->ancestor_count; i++) {
		const hr_ancestor *ancestor = &where->ancestors[i];

		hr_write_text(writer, i ? ", " : " in ");
		write_name(writer, ancestor->node);
		hr_write_text(writer, " ");
		hr_write_instance(writer, ancestor->dims, ancestor->instance, "()", ", ");
	}
	if (where->has_execution)
		hr_write_format(writer, ", execution %llu", (unsigned long long)where->execution);
	hr_write_text(writer, "\n");
}

static void print_also(hr_diag_writer *writer, const hr_diag_record *record, bool colour,
		       unsigned columns)
{
	const hr_where *also = record->where->also;

	print_place(writer, also, colour);
	coloured(writer, colour ? cyan : NULL, "note:");
	hr_write_text(writer, " ");
	write_name(writer, also->what);
	hr_write_text(writer, "\n");
	if (record->also_source)
		print_source(writer, also, record->also_source, colour, columns);
	print_context(writer, also);
}

void hr_diag_text(hr_diag_writer *writer, const hr_diag_record *record, bool colour,
		  unsigned columns)
{
	bool error = record->severity == HR_SEV_ERROR;
	const char *clause = hr_diag_record_clause(record);
	const char *tint = !colour ? NULL : error ? red : magenta;

	print_place(writer, record->where, colour);
	coloured(writer, tint, error ? "error:" : "warning:");
	hr_write_text(writer, " ");
	if (colour)
		hr_write_text(writer, bold);
	hr_write_readable(writer, record->message, hr_diag_headline(record->message));
	if (record->where->facts.count > 1)
		hr_write_format(writer, " (%llu times)",
				(unsigned long long)record->where->facts.count);
	if (colour)
		hr_write_text(writer, off);
	hr_write_text(writer, " [");
	coloured(writer, tint, hr_diag_name(record->id));
	hr_write_text(writer, "]");
	if (clause[0] != '-')
		hr_write_format(writer, " (%s)", clause);
	hr_write_text(writer, "\n");
	if (record->source)
		print_source(writer, record->where, record->source, colour, columns);
	print_context(writer, record->where);
	print_notes(writer, record->message, colour);
	if (record->where->also)
		print_also(writer, record, colour, columns);
	hr_write_flush(writer);
}

void hr_diag_text_end(hr_diag_writer *writer, const hr_diag_end *end)
{
	if (end->outcome == HR_OK)
		return;
	hr_write_format(writer, "%s: %s (exit %d)\n", hr_command, hr_status_text(end->outcome),
			end->exit_status);
	hr_write_flush(writer);
}
