/* traces/export/viewer_files.h -- the files of traces/viewer/, which are part of the program;
 * traces/viewer/embed.sh converts them to C. */
#ifndef HR_VIEWER_FILES_H
#define HR_VIEWER_FILES_H

typedef struct viewer_file {
	const char *name;         /* "page.html"; NULL ends the list */
	const char *const *lines; /* with their line ends; NULL ends the list */
} viewer_file;

extern const viewer_file viewer_files[];

#endif
