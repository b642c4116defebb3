/* src/file/rewrite.c -- a file that is replaced as a whole at the end of some work, or else keeps
 * its contents.
 *
 * The file is checked at once, so that one that cannot be written is reported before the work. The
 * new contents are collected in an unnamed temporary file. When they are complete, they are copied
 * to a file beside the old one, which takes its name: others see the old contents or the new ones.
 * A terminal, a pipe and the like have no old contents and are written directly. A file in a folder
 * where no other can be created is overwritten at the end.
 * Invariant: nothing with the name of the file exists before its contents are complete.
 * Owns:      the temporary files, until the end. */
#define _GNU_SOURCE 1
#include "src/file/rewrite.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/file/file.h"

enum { MOST_NAMES = 1000 }; /* that are tried for a file */

/* Open a new file in the folder of PATH, with the usual permissions, and return its name in *NAME,
 * which the caller owns. Return -1 with errno set on failure. */
static int create_beside(const char *path, char **name)
{
	const char *slash = strrchr(path, '/');
	const int folder = slash ? (int)(slash + 1 - path) : 0;
	const size_t room = (size_t)folder + 48;
	int file = -1;

	*name = hr_alloc(room);
	for (unsigned i = 0; i < MOST_NAMES; i++) {
		snprintf(*name, room, "%.*s.hpvm-%ld-%u", folder, path, (long)getpid(), i);
		file = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (file >= 0 || errno != EEXIST)
			break;
	}
	if (file >= 0)
		return file;
	hr_free(*name);
	*name = NULL;
	return -1;
}

/* Return a stream of FILE, whose name NAME is removed and freed; NULL with errno set on failure. */
static FILE *unnamed(int file, char *name)
{
	FILE *stream = file >= 0 ? fdopen(file, "w+") : NULL;
	const int error = errno;

	if (file >= 0)
		unlink(name);
	if (file >= 0 && !stream)
		close(file);
	hr_free(name);
	errno = error;
	return stream;
}

static FILE *scratch_beside(const char *path)
{
	char *name;
	int file = create_beside(path, &name);

	return unnamed(file, name);
}

static FILE *scratch_elsewhere(void)
{
	char *name = hr_temporary("hpvm");
	int file = mkostemp(name, O_CLOEXEC);

	return unnamed(file, name);
}

/* Return true if PATH names an open descriptor, or a file that the kernel makes up: another file cannot
 * take that name. */
static bool is_of_kernel(const char *path)
{
	static const char *const folders[] = {"/dev/fd/", "/dev/std", "/proc/"};

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (strncmp(path, folders[i], strlen(folders[i])) == 0)
			return true;
	return false;
}

/* Open the file if it exists, or a symbolic link that leads nowhere. Return 0 or an errno. */
static int open_file(hr_rewrite *output)
{
	struct stat stat;

	output->file = open(output->path, O_WRONLY | O_CLOEXEC);
	if (output->file < 0 && errno != ENOENT)
		return errno;
	if (output->file < 0 && lstat(output->path, &stat) == 0) {
		output->file = open(output->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		output->made = true;
		return output->file < 0 ? errno : 0;
	}
	output->at_once =
		output->file >= 0 && fstat(output->file, &stat) == 0 && !S_ISREG(stat.st_mode);
	return 0;
}

/* Open the stream. Return 0 or an errno. */
static int open_stream(hr_rewrite *output)
{
	char *found;

	if (output->at_once) {
		output->stream = fdopen(output->file, "w");
		return output->stream ? 0 : errno;
	}
	found = realpath(output->path, NULL);
	output->target = found ? hr_strdup(found) : hr_file_absolute(output->path);
	free(found);
	output->stream = scratch_beside(output->target);
	output->renames = output->stream && !output->made &&
			  (output->file < 0 || !is_of_kernel(output->path));
	if (!output->stream && output->file >= 0)
		output->stream = scratch_elsewhere();
	return output->stream ? 0 : errno;
}

int hr_rewrite_begin(hr_rewrite *output, const char *path)
{
	int error = 0;

	*output = (hr_rewrite){.path = path, .file = -1, .at_once = strcmp(path, "-") == 0};
	if (output->at_once)
		output->file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (output->at_once && output->file < 0)
		return errno;
	if (!output->at_once)
		error = open_file(output);
	if (!error)
		error = open_stream(output);
	if (!error)
		return 0;
	if (output->file >= 0)
		close(output->file);
	if (output->made)
		unlink(path);
	hr_free(output->target);
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

/* Copy the new contents to the file TO, which is empty. Return 0 or an errno. */
static int copy(const hr_rewrite *output, int to)
{
	uint8_t bytes[1 << 13]; /* the stack may be small */
	int from = fileno(output->stream), error = 0;
	ssize_t count;

	if (lseek(from, 0, SEEK_SET) != 0)
		return errno;
	while (!error && (count = read(from, bytes, sizeof(bytes))) != 0)
		if (count > 0)
			error = write_all(to, bytes, (size_t)count);
		else if (errno != EINTR)
			error = errno;
	return error;
}

/* Give FILE the permissions of the old file, and its owner if that is possible. */
static void keep_permissions(const hr_rewrite *output, int file)
{
	struct stat old;

	if (output->file < 0 || fstat(output->file, &old) != 0)
		return;
	(void)!fchown(file, old.st_uid, old.st_gid);
	(void)fchmod(file, old.st_mode & 07777);
}

/* Let a complete file take the name. Signals wait, so that none leaves an incomplete one beside it.
 * Return 0 or an errno. */
static int replace(const hr_rewrite *output)
{
	sigset_t all, before;
	char *name;
	int file, error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	file = create_beside(output->target, &name);
	error = file < 0 ? errno : copy(output, file);
	if (file >= 0) {
		keep_permissions(output, file);
		if (close(file) != 0 && !error)
			error = errno;
		if (!error && rename(name, output->target) != 0)
			error = errno;
		if (error)
			unlink(name);
	}
	hr_free(name);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

int hr_rewrite_end(hr_rewrite *output, bool keep)
{
	int error = 0;

	if (fflush(output->stream) != 0 || ferror(output->stream))
		error = errno ? errno : EIO;
	if (keep && !error && output->renames)
		error = replace(output);
	else if (keep && !error && !output->at_once)
		error = ftruncate(output->file, 0) != 0 ? errno : copy(output, output->file);
	if (fclose(output->stream) != 0 && !error)
		error = errno;
	if (!output->at_once && output->file >= 0 && close(output->file) != 0 && !error)
		error = errno;
	if (output->made && (!keep || error))
		unlink(output->path);
	hr_free(output->target);
	return error;
}
