/* traces/export/viewer_files.h -- the files of traces/viewer/, which are in the program;
 * traces/viewer/embed.sh makes them C. */
#ifndef HR_VIEWER_FILES_H
#define HR_VIEWER_FILES_H

typedef struct viewer_file {
	const char *name;         /* "page.html"; NULL after the last */
	const char *const *lines; /* with their ends; NULL after the last */
} viewer_file;

extern const viewer_file viewer_files[];

#endif
