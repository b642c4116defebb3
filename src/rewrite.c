/* src/rewrite.c -- a file that is written as a whole at the end of some work, or stays what it was.
 *
 * The file is opened at once, so that who cannot write it knows before the work; its old contents go when the new ones are all there.
 * Owns:      what is printed, until the end. */
#include "rewrite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int hr_rewrite_begin(hr_rewrite *output, const char *path)
{
	int error;

	memset(output, 0, sizeof(*output));
	output->path = path;
	output->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	output->made = output->file >= 0;
	if (output->file < 0 && errno == EEXIST) /* or a name that leads nowhere yet */
		output->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (output->file < 0)
		return errno;
	output->stream = open_memstream(&output->bytes, &output->size);
	if (output->stream)
		return 0;
	error = errno;
	close(output->file);
	if (output->made)
		unlink(path);
	return error;
}

/* What is no file of its own, such as a terminal or a pipe, has nothing to be cut off. */
static int write_all(const hr_rewrite *output)
{
	struct stat stat;
	size_t done = 0;

	if (fstat(output->file, &stat) == 0 && S_ISREG(stat.st_mode) && ftruncate(output->file, 0) != 0)
		return errno;
	while (done < output->size) {
		ssize_t written = write(output->file, output->bytes + done, output->size - done);

		if (written < 0 && errno != EINTR)
			return errno;
		done += written > 0 ? (size_t)written : 0;
	}
	return 0;
}

int hr_rewrite_end(hr_rewrite *output, bool keep)
{
	int error = 0;

	if (fflush(output->stream) != 0 || ferror(output->stream))
		error = errno ? errno : ENOMEM;
	if (fclose(output->stream) != 0 && !error)
		error = errno;
	if (keep && !error)
		error = write_all(output);
	if (close(output->file) != 0 && !error)
		error = errno;
	if (output->made && (!keep || error))
		unlink(output->path);
	free(output->bytes);
	return error;
}
