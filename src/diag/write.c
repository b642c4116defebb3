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

const char *hr_instance_noun(hr_instance_kind kind)
{
	static const char *const nouns[] = {[HR_INSTANCE] = "instance",
					    [HR_WORK_ITEM] = "work-item",
					    [HR_WORK_GROUP] = "group",
					    [HR_THREAD] = "thread",
					    [HR_BLOCK] = "block"};

	return nouns[kind];
}

bool hr_instance_is_group(hr_instance_kind kind)
{
	return kind == HR_WORK_GROUP || kind == HR_BLOCK;
}

unsigned hr_instance_element(hr_instance_kind kind, unsigned dims, unsigned i)
{
	return kind == HR_INSTANCE ? i : dims - 1 - i;
}

void hr_write_instance(hr_diag_writer *writer, unsigned dims, const int64_t instance[3],
		       const char brackets[2], const char *separator)
{
	hr_write_numbers(writer, HR_INSTANCE, dims, instance, brackets, separator);
}

void hr_write_numbers(hr_diag_writer *writer, hr_instance_kind kind, unsigned dims,
		      const int64_t instance[3], const char brackets[2], const char *separator)
{
	hr_write(writer, brackets, 1);
	for (unsigned d = 0; d < dims && d < 3; d++)
		hr_write_format(writer, "%s%lld", d ? separator : "",
				(long long)instance[hr_instance_element(kind, dims, d)]);
	hr_write(writer, brackets + 1, 1);
}

static void write_place(hr_diag_writer *writer, hr_instance_kind kind, unsigned dims,
			const int64_t instance[3])
{
	hr_write_text(writer, hr_instance_is_group(kind) ? ",\"group\":" : ",\"item\":");
	hr_write_numbers(writer, kind, dims, instance, "[]", ",");
}

void hr_write_json_kernel(hr_diag_writer *writer, const hr_where *where)
{
	if (!where->kernel)
		return;
	hr_write_text(writer, ",\"kernel\":{\"name\":");
	hr_write_json(writer, where->kernel, strlen(where->kernel));
	if (where->has_instance)
		write_place(writer, where->kind, where->dims, where->instance);
	for (unsigned i = 0; i < where->ancestor_count; i++)
		write_place(writer, where->ancestors[i].kind, where->ancestors[i].dims,
			    where->ancestors[i].instance);
	hr_write_text(writer, "}");
}
