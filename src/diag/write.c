/* src/diag/write.c -- writes text through a small buffer to a descriptor or stream.
 *
 * Invariant: no memory is allocated and no lock is taken, unless the stream has no descriptor
 *            (tests).
 * Owns:      nothing; the writer belongs to its user.
 * Not here:  characters that a format does not allow (escape.c). */
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
