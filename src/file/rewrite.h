/* src/file/rewrite.h -- a file that is written as a whole at the end of some work, or stays what it
 * was. */
#ifndef HR_REWRITE_H
#define HR_REWRITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct hr_rewrite {
	int file;
	bool made;        /* there was none before */
	const char *path; /* borrowed */
	/* standard output, a pipe, ...: there are no old contents to be kept: STREAM is the file
	 * itself */
	bool at_once;
	FILE *stream;
} hr_rewrite;

/* Sees to it that PATH, or standard output where that is "-", can be written, without touching what
 * is in it; output->stream keeps what is printed there. 0 or an errno, after which there is nothing
 * to end. */
int hr_rewrite_begin(hr_rewrite *output, const char *path) __attribute__((warn_unused_result));
/* KEEP: the file becomes what was printed. Otherwise it is what it was, and goes, if there was
 * none. 0 or an errno. Once. */
int hr_rewrite_end(hr_rewrite *output, bool keep) __attribute__((warn_unused_result));

#endif
