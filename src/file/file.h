/* src/file/file.h -- whole files as bytes. */
#ifndef HR_FILE_H
#define HR_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Open PATH for reading; "-" is standard input. Return a file descriptor, which the caller closes,
 * or -1 with errno. */
int hr_file_open(const char *path) __attribute__((warn_unused_result));

/* Read all of PATH, or of standard input if PATH is "-". Pipes are read to their end. Return 0 and
 * set *bytes (owned by the caller, hr_free) and *size; on an error, return an errno and set
 * nothing. */
int hr_file_read(const char *path, uint8_t **bytes, size_t *size)
	__attribute__((warn_unused_result));

/* Write HEAD and then BODY to PATH, replacing its contents. Return 0 or an errno. */
int hr_file_write(const char *path, const void *head, size_t head_size, const void *body,
		  size_t body_size) __attribute__((warn_unused_result));

/* Remove the files in the folder PATH, except those whose names begin with a dot. Errors are
 * ignored. */
void hr_folder_clear(const char *path);

/* Return the path of NAME in the folder of the running command. The caller frees it (hr_free). */
char *hr_file_beside(const char *name);

/* Return a path that leads to PATH also when the program has changed its working folder. The caller
 * frees it (hr_free). */
char *hr_file_absolute(const char *path);

/* Return a template for mkstemp() or mkdtemp(): STEM, a hyphen and six X, in the folder of the
 * environment variable TMPDIR or else in /tmp. The caller frees it (hr_free). */
char *hr_temporary(const char *stem);

#endif
