/* src/file/rewrite.h -- a file that is replaced as a whole at the end of some work, or else keeps
 * its contents. */
#ifndef HR_REWRITE_H
#define HR_REWRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct hr_rewrite {
	int file;         /* the old file; -1: none */
	bool made;        /* a symbolic link led nowhere; the file is new */
	const char *path; /* borrowed */
	char *target;     /* what PATH leads to; owned */
	bool renames;     /* a new file takes the name of TARGET; else FILE is overwritten */
	/* standard output, a pipe, ...: no old contents to keep; STREAM is the file itself */
	bool at_once;
	FILE *stream;
} hr_rewrite;

/* Check that PATH, or standard output if PATH is "-", can be written, without changing its
 * contents or creating it. output->stream collects what is printed. Return 0 or an errno, after which
 * hr_rewrite_end() must not be called. */
int hr_rewrite_begin(hr_rewrite *output, const char *path) __attribute__((warn_unused_result));
/* Finish, once. With KEEP, the file gets what was printed. Otherwise, and on an error, it keeps its
 * contents, or does not exist if it did not. Return 0 or an errno. */
int hr_rewrite_end(hr_rewrite *output, bool keep) __attribute__((warn_unused_result));

#endif
