/* src/diag/escape.c -- text of programs in output formats, one function for each format.
 *
 * Invariant: functions on a writer allocate no memory and take no lock.
 * Owns:      nothing. */
#include "src/diag/escape.h"

#include <ctype.h>
#include <string.h>

#include "src/diag/render.h"

/* --- readable text ---------------------------------------------------------------------------- */

void hr_write_readable(hr_diag_writer *writer, const char *text, size_t length)
{
	size_t from = 0; /* first byte that has not been written */
	char escape[HR_ESCAPE];

	for (size_t at = 0; at < length;) {
		size_t step = hr_readable(text + at, length - at, escape);

		if (*escape) {
			hr_write(writer, text + from, at - from);
			hr_write_text(writer, escape);
			from = at + step;
		}
		at += step;
	}
	hr_write(writer, text + from, length - from);
}

void hr_print_readable(const char *text, FILE *stream)
{
	hr_diag_writer writer;

	hr_diag_writer_init(&writer, stream, -1, 0);
	hr_write_readable(&writer, text, strlen(text));
	hr_write_flush(&writer);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void write_json_character(hr_diag_writer *writer, char c)
{
	switch (c) {
	case '"': hr_write_text(writer, "\\\""); break;
	case '\\': hr_write_text(writer, "\\\\"); break;
	case '\n': hr_write_text(writer, "\\n"); break;
	case '\t': hr_write_text(writer, "\\t"); break;
	default:
		if ((unsigned char)c < 0x20 || c == 0x7f)
			hr_write_format(writer, "\\u%04x", (unsigned char)c);
		else
			hr_write(writer, &c, 1);
		break;
	}
}

void hr_write_json_part(hr_diag_writer *writer, const char *text, size_t length)
{
	for (size_t at = 0; at < length;) {
		size_t step = hr_utf8_length(text + at, length - at);
		unsigned character = step ? hr_utf8_character(text + at, step) : 0;

		if (step == 0)
			hr_write_text(writer, "\\ufffd");
		else if (step > 1 && hr_is_unreadable(character))
			hr_write_format(writer, "\\u%04x", character);
		else if (step == 1)
			write_json_character(writer, text[at]);
		else
			hr_write(writer, text + at, step);
		at += step ? step : 1;
	}
}

void hr_write_json(hr_diag_writer *writer, const char *text, size_t length)
{
	hr_write_text(writer, "\"");
	hr_write_json_part(writer, text, length);
	hr_write_text(writer, "\"");
}

void hr_print_json(const char *text, FILE *stream)
{
	hr_diag_writer writer;

	hr_diag_writer_init(&writer, stream, -1, 0);
	hr_write_json(&writer, text, strlen(text));
	hr_write_flush(&writer);
}

/* --- other formats ---------------------------------------------------------------------------- */

/* Call WRITE for each character of the readable form of TEXT. */
static void each_readable(const char *text, FILE *stream,
			  void (*write)(const char *at, size_t length, FILE *stream))
{
	char escape[HR_ESCAPE];

	for (size_t left = strlen(text), step; left; text += step, left -= step) {
		step = hr_readable(text, left, escape);
		if (!*escape)
			write(text, step, stream);
		for (const char *at = escape; *at; at++)
			write(at, 1, stream);
	}
}

static void write_dot(const char *at, size_t length, FILE *stream)
{
	if (*at == '&')
		fputs("&amp;", stream);
	else if (length > 1 || isalnum((unsigned char)*at) || strchr("_.,-", *at))
		fwrite(at, 1, length, stream);
	else
		fprintf(stream, "\\%c", *at);
}

void hr_print_dot(const char *text, FILE *stream)
{
	each_readable(text, stream, write_dot);
}

static void write_xml(const char *at, size_t length, FILE *stream)
{
	switch (*at) {
	case '<': fputs("&lt;", stream); break;
	case '>': fputs("&gt;", stream); break;
	case '&': fputs("&amp;", stream); break;
	case '"': fputs("&quot;", stream); break;
	default: fwrite(at, 1, length, stream); break;
	}
}

void hr_print_xml(const char *text, FILE *stream)
{
	each_readable(text, stream, write_xml);
}

void hr_print_comment(const char *text, FILE *stream)
{
	char escape[HR_ESCAPE];

	for (size_t left = strlen(text), step; left; text += step, left -= step) {
		step = hr_readable_in_comment(text, left, escape);
		fwrite(*escape ? escape : text, 1, *escape ? strlen(escape) : step, stream);
	}
}
