/* src/file/rewrite.c -- a file that is replaced as a whole at the end of some work, or else keeps
 * its contents.
 *
 * The file is opened at once, so that a file that cannot be written is reported before the work.
 * The new contents are collected in an unnamed temporary file, and replace the old ones only when
 * they are complete. A terminal, a pipe and the like have no old contents and are written directly.
 * Owns:      the temporary file, until the end. */
#define _GNU_SOURCE
#include "src/file/rewrite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/alloc.h"

#define PATTERN ".hpvm-XXXXXX"

/* Return an unnamed file in the folder of PATH, or in that of temporary files. NULL with errno set
 * on failure. */
static FILE *scratch_beside(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
	char *name = hr_alloc(folder + sizeof(PATTERN));
	FILE *stream = NULL;
	int file;

	memcpy(name, path, folder);
	memcpy(name + folder, PATTERN, sizeof(PATTERN));
	file = mkostemp(name, O_CLOEXEC);
	if (file >= 0) {
		unlink(name);
		stream = fdopen(file, "w+");
		if (!stream)
			close(file);
	}
	hr_free(name);
	return stream ? stream : tmpfile();
}

/* Open the file, and set output->made. */
static void open_file(hr_rewrite *output, const char *path)
{
	output->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	output->made = output->file >= 0;
	if (output->file < 0 && errno == EEXIST) /* or a dangling symbolic link */
		output->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
}

int hr_rewrite_begin(hr_rewrite *output, const char *path)
{
	bool standard = strcmp(path, "-") == 0;
	struct stat stat;
	int error;

	memset(output, 0, sizeof(*output));
	output->path = path;
	if (standard)
		output->file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	else
		open_file(output, path);
	if (output->file < 0)
		return errno;
	output->at_once = standard || (fstat(output->file, &stat) == 0 && !S_ISREG(stat.st_mode));
	output->stream = output->at_once ? fdopen(output->file, "w") : scratch_beside(path);
	if (output->stream)
		return 0;
	error = errno;
	close(output->file);
	if (output->made)
		unlink(path);
	return error;
}

/* Write all BYTES. Return 0 or an errno. */
static int write_all(int file, const uint8_t *bytes, size_t size)
{
	while (size) {
		ssize_t written = write(file, bytes, size);

		if (written < 0 && errno != EINTR)
			return errno;
		bytes += written > 0 ? written : 0;
		size -= written > 0 ? (size_t)written : 0;
	}
	return 0;
}

static int copy(const hr_rewrite *output)
{
	uint8_t bytes[1 << 16];
	int from = fileno(output->stream), error = 0;
	ssize_t count;

	if (lseek(from, 0, SEEK_SET) != 0 || ftruncate(output->file, 0) != 0)
		return errno;
	while (!error && (count = read(from, bytes, sizeof(bytes))) != 0)
		if (count > 0)
			error = write_all(output->file, bytes, (size_t)count);
		else if (errno != EINTR)
			error = errno;
	return error;
}

int hr_rewrite_end(hr_rewrite *output, bool keep)
{
	int error = 0;

	if (fflush(output->stream) != 0 || ferror(output->stream))
		error = errno ? errno : EIO;
	if (keep && !error && !output->at_once)
		error = copy(output);
	if (fclose(output->stream) != 0 && !error)
		error = errno;
	if (!output->at_once && close(output->file) != 0 && !error)
		error = errno;
	if (output->made && (!keep || error))
		unlink(output->path);
	return error;
}
