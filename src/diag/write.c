/* src/diag/write.c -- writes text and JSON through a small buffer to a descriptor or stream.
 *
 * Invariant: no memory is allocated and no lock is taken, unless the stream has no descriptor
 *            (tests).
 * Owns:      nothing; the writer belongs to its user. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "src/diag/render.h"

void hr_diag_writer_init(hr_diag_writer *writer, FILE *stream, int file, off_t offset)
{
	writer->stream = stream;
	writer->file = file;
	writer->offset = offset;
	writer->used = 0;
	writer->error = 0;
}

/* Output that cannot be written is lost: the caller reports the first error. */
static void write_out(hr_diag_writer *writer, const char *bytes, size_t count)
{
	if (writer->file < 0) {
		fwrite(bytes, 1, count, writer->stream);
		return;
	}
	while (count) {
		ssize_t done = writer->offset < 0
				       ? write(writer->file, bytes, count)
				       : pwrite(writer->file, bytes, count, writer->offset);

		if (done < 0 && errno != EINTR) {
			writer->error = writer->error ? writer->error : errno;
			return;
		}
		if (done > 0) {
			bytes += done;
			count -= (size_t)done;
			writer->offset += writer->offset < 0 ? 0 : done;
		}
	}
}

void hr_write_flush(hr_diag_writer *writer)
{
	write_out(writer, writer->buffer, writer->used);
	writer->used = 0;
}

void hr_write(hr_diag_writer *writer, const char *bytes, size_t count)
{
	if (count > sizeof(writer->buffer) - writer->used)
		hr_write_flush(writer);
	if (count > sizeof(writer->buffer)) {
		write_out(writer, bytes, count);
		return;
	}
	memcpy(writer->buffer + writer->used, bytes, count);
	writer->used += count;
}

void hr_write_text(hr_diag_writer *writer, const char *text)
{
	hr_write(writer, text, strlen(text));
}

void hr_write_format(hr_diag_writer *writer, const char *format, ...)
{
	char text[256];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (length < 0 || length >= (int)sizeof(text))
		hr_bug("'%s' is for short texts", format);
	hr_write(writer, text, (size_t)length);
}

/* Overlong forms, surrogates and values beyond U+10FFFF are invalid. */
size_t hr_utf8_length(const char *text, size_t left)
{
	const unsigned char *at = (const unsigned char *)text;
	unsigned low = 0x80, high = 0xbf;
	size_t length;

	if (left == 0)
		return 0;
	if (at[0] < 0x80)
		return 1;
	if (at[0] < 0xc2 || at[0] > 0xf4)
		return 0;
	length = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
	if (left < length)
		return 0;
	if (at[0] == 0xe0)
		low = 0xa0;
	else if (at[0] == 0xed)
		high = 0x9f;
	else if (at[0] == 0xf0)
		low = 0x90;
	else if (at[0] == 0xf4)
		high = 0x8f;
	if (at[1] < low || at[1] > high)
		return 0;
	for (size_t i = 2; i < length; i++)
		if (at[i] < 0x80 || at[i] > 0xbf)
			return 0;
	return length;
}

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

/* Return the number of a control character above ASCII, U+FFFE or U+FFFF, which YAML allows only as
 * escapes; 0 for others. */
static unsigned number_of_hidden(const char *text, size_t length)
{
	const unsigned char *at = (const unsigned char *)text;

	if (length == 2 && at[0] == 0xc2 && at[1] < 0xa0)
		return at[1];
	if (length == 3 && at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe)
		return 0xffc0u + (at[2] & 0x3fu);
	return 0;
}

void hr_write_json_part(hr_diag_writer *writer, const char *text, size_t length)
{
	for (size_t at = 0; at < length;) {
		size_t step = hr_utf8_length(text + at, length - at);
		unsigned hidden = number_of_hidden(text + at, step);

		if (step == 0)
			hr_write_text(writer, "\\ufffd");
		else if (hidden)
			hr_write_format(writer, "\\u%04x", hidden);
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

void hr_write_json_member(hr_diag_writer *writer, const char *key, const char *text)
{
	if (!text)
		return;
	hr_write_format(writer, ",\"%s\":", key);
	hr_write_json(writer, text, strlen(text));
}

void hr_write_facts(hr_diag_writer *writer, const hr_diag_facts *facts)
{
	hr_write_json_member(writer, "value", facts->value);
	hr_write_json_member(writer, "object", facts->object);
	hr_write_json_member(writer, "origin", facts->origin);
	hr_write_json_member(writer, "fix", facts->fix);
}

void hr_write_instance(hr_diag_writer *writer, unsigned dims, const int64_t instance[3],
		       const char brackets[2], const char *separator)
{
	hr_write(writer, brackets, 1);
	for (unsigned d = 0; d < dims && d < 3; d++)
		hr_write_format(writer, "%s%lld", d ? separator : "", (long long)instance[d]);
	hr_write(writer, brackets + 1, 1);
}

void hr_print_dot(const char *text, FILE *stream)
{
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c == '\n')
			fputs("\\n", stream);
		else if (c < ' ' || c >= 0x7f)
			fputc('?', stream);
		else if (isalnum(c) || c == '_' || c == '.' || c == ',' || c == '-')
			fputc(c, stream);
		else
			fprintf(stream, "\\%c", c);
	}
}
