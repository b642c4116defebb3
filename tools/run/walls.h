/* tools/run/walls.h -- the walls of --sandbox around the process: what the kernel lets it do, whatever
 * the checks of the interpreter may miss.
 *
 * Walls can be added, never removed, and hold for all threads and children of the process that are made
 * later. Not here: what the program may touch and call (interp/check/sandbox.h). */
#ifndef HR_WALLS_H
#define HR_WALLS_H

#include <stddef.h>

/* Files that may be opened, and folders with all that is below them. Those that do not exist are passed
 * over. */
typedef struct hr_wall_files {
	const char *const *read;
	size_t read_count;
	const char *const *written; /* files only */
	size_t written_count;
} hr_wall_files;

/* Each function returns NULL, or the reason why there is no such wall: a text that is constant or
 * strerror()'s. */

/* Let nothing be opened but FILES and what the system itself needs (Landlock). */
const char *hr_wall_off_files(const hr_wall_files *files);
/* Refuse the system calls that load programs, open sockets, or change the system: for the time in which
 * files are read (seccomp). CAUGHT is called, as by a signal handler, when one is tried. */
const char *hr_wall_off_system(void (*caught)(int number));
/* Refuse all system calls but those of a running interpreter; no process can be made any more. */
const char *hr_wall_off_calls(void);

/* Limits of the process: each is lowered to this, if it is higher. */
enum {
	HR_WALL_FILES = 256,               /* open at once */
	HR_WALL_FILE_MEGABYTES = 1 << 10,  /* size of a file that is written */
	HR_WALL_MEMORY_MEGABYTES = 4 << 10 /* memory that is allocated */
};
void hr_wall_limits(void);

#endif
