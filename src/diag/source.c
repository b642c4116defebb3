/* src/diag/source.c -- reads the source line that a diagnostic points to.
 *
 * Invariant: nothing is allocated; only regular files are read.
 * Owns:      nothing; the line is in the caller's buffer.
 * Not here:  how a line is shown (text.c). */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/diag/render.h"

static int open_ordinary(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat about;

	if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
		close(file);
		return -1;
	}
	return file;
}

/* The compilation directory is tried first: the working directory may have a different file of the
 * same name. */
static int open_source(const hr_where *where)
{
	char path[PATH_MAX];
	int file = -1, length;

	if (where->directory && where->directory[0] && where->file[0] != '/') {
		length = snprintf(path, sizeof(path), "%s/%s", where->directory, where->file);
		if (length > 0 && length < (int)sizeof(path))
			file = open_ordinary(path);
	}
	return file >= 0 ? file : open_ordinary(where->file);
}

/* Copy the part of line WANTED in COUNT bytes. Return true if the line is complete. */
static bool take(const char *bytes, size_t count, unsigned wanted, unsigned *at, char *buffer,
		 size_t size, size_t *used)
{
	while (count) {
		const char *end = memchr(bytes, '\n', count);
		size_t length = end ? (size_t)(end - bytes) : count;

		if (*at == wanted) {
			if (length > size - *used) {
				*used = size + 1;
				return true;
			}
			memcpy(buffer + *used, bytes, length);
			*used += length;
			if (end)
				return true;
		}
		*at += end != NULL;
		length += end != NULL;
		bytes += length;
		count -= length;
	}
	return false;
}

bool hr_source_read(const hr_where *where, char *buffer, size_t size, hr_source_line *line)
{
	char block[4096];
	unsigned at = 1;
	size_t used = 0;
	bool found = false;
	ssize_t got;
	int saved = errno, file;

	if (!where->file || !where->line)
		return false;
	file = open_source(where);
	if (file >= 0) {
		while (!found && (got = read(file, block, sizeof(block))) > 0)
			found = take(block, (size_t)got, where->line, &at, buffer, size, &used);
		close(file);
	}
	errno = saved; /* belongs to the program, whose thread may report */
	if (!found && !(at == where->line && used)) /* the last line may lack a newline */
		return false;
	if (used > size)
		return false;
	if (used && buffer[used - 1] == '\r')
		used--;
	*line = (hr_source_line){buffer, used};
	return true;
}

unsigned hr_source_column(const hr_where *where, const hr_source_line *line)
{
	unsigned column = 1;

	if (!line || where->column == 0 || where->column > line->length + 1)
		return where->column;
	for (size_t at = 0; at < where->column - 1;) {
		size_t step = hr_utf8_length(line->text + at, line->length - at);

		at += step ? step : 1;
		column++;
	}
	return column;
}
