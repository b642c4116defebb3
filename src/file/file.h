/* src/file/file.h -- whole files as bytes. */
#ifndef HR_FILE_H
#define HR_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Open PATH for reading; "-" is standard input. Return a file descriptor, which the caller closes,
 * or -1 with errno. */
int hr_file_open(const char *path) __attribute__((warn_unused_result));

/* Reads all of PATH, or of standard input where that is "-". Returns 0 and gives *bytes (owned by
 * the caller, hr_free) and *size, or returns an errno and gives nothing. Pipes are read to their
 * end. */
int hr_file_read(const char *path, uint8_t **bytes, size_t *size)
	__attribute__((warn_unused_result));

/* Writes HEAD and then BODY to PATH, replacing it. Returns 0 or an errno. */
int hr_file_write(const char *path, const void *head, size_t head_size, const void *body,
		  size_t body_size) __attribute__((warn_unused_result));

/* Removes the files in the folder PATH, as far as that is possible, but for those whose names begin
 * with a dot. */
void hr_folder_clear(const char *path);

/* Returns the template of a temporary name, for mkstemp() or mkdtemp(): STEM, a minus and six X, in
 * the folder TMPDIR of the environment or else in /tmp. The caller frees it (hr_free). */
char *hr_temporary(const char *stem);

#endif
