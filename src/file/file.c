/* src/file/file.c -- reads and writes whole files, and clears folders.
 *
 * Invariant: on an error nothing is left open or allocated.
 * Owns:      nothing.
 * Not here:  the meaning of the bytes (npy.c, yaml_tree.c). */
#include "src/file/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/file/rewrite.h"

enum { FIRST_READ = 64 * 1024 };

/* Return the number of bytes to allocate at first: the file's size plus one, so that the read
 * detects the end of the file. */
static size_t first_room(FILE *stream)
{
	struct stat stat;

	if (fstat(fileno(stream), &stat) != 0 || !S_ISREG(stat.st_mode) || stat.st_size <= 0)
		return FIRST_READ;
	return (size_t)stat.st_size + 1;
}

int hr_file_open(const char *path)
{
	if (strcmp(path, "-") == 0)
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	return open(path, O_RDONLY | O_CLOEXEC);
}

int hr_file_read(const char *path, uint8_t **bytes, size_t *size)
{
	int file = hr_file_open(path);
	FILE *stream = file >= 0 ? fdopen(file, "rb") : NULL;
	size_t used = 0, room;
	uint8_t *data;
	int error;

	if (!stream)
		return errno;
	room = first_room(stream);
	data = hr_alloc(room);
	errno = 0;
	for (;;) {
		used += fread(data + used, 1, room - used, stream);
		if (used < room)
			break;
		data = hr_resize_array(data, room, 2);
		room *= 2;
	}
	error = ferror(stream) ? (errno ? errno : EIO) : 0;
	fclose(stream);
	if (error) {
		hr_free(data);
		return error;
	}
	*bytes = data;
	*size = used;
	return 0;
}

int hr_file_write(const char *path, const void *head, size_t head_size, const void *body,
		  size_t body_size)
{
	hr_rewrite output;
	int error = hr_rewrite_begin(&output, path), failed;

	if (error)
		return error;
	errno = 0;
	if ((head_size && fwrite(head, 1, head_size, output.stream) != head_size) ||
	    (body_size && fwrite(body, 1, body_size, output.stream) != body_size))
		error = errno ? errno : EIO;
	failed = hr_rewrite_end(&output, !error);
	return error ? error : failed;
}

void hr_folder_clear(const char *path)
{
	DIR *folder = opendir(path);
	struct dirent *entry;

	while (folder && (entry = readdir(folder)))
		if (entry->d_name[0] != '.')
			(void)unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder)
		closedir(folder);
}

char *hr_file_beside(const char *name)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *path = self, *slash;
	char *beside;

	self[length > 0 ? length : 0] = '\0';
	if (length <= 0) { /* there is no /proc */
		const char *begun = (const char *)(uintptr_t)getauxval(AT_EXECFN);

		path = begun && realpath(begun, self) ? self : begun ? begun : "";
	}
	slash = strrchr(path, '/');
	beside = hr_alloc(strlen(path) + strlen(name) + 1);
	sprintf(beside, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name);
	return beside;
}

char *hr_file_absolute(const char *path)
{
	char here[PATH_MAX], *absolute;

	if (*path == '/' || !getcwd(here, sizeof(here)))
		return hr_strdup(path);
	absolute = hr_alloc(strlen(here) + strlen(path) + 2);
	sprintf(absolute, "%s/%s", here, path);
	return absolute;
}

char *hr_temporary(const char *stem)
{
	const char *given = getenv("TMPDIR");
	char *folder = hr_file_absolute(given && *given ? given : "/tmp");
	char *name = hr_alloc(strlen(folder) + strlen(stem) + sizeof("/-XXXXXX"));

	sprintf(name, "%s/%s-XXXXXX", folder, stem);
	hr_free(folder);
	return name;
}
