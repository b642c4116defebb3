/* tools/shared/temporary.h -- the folder for temporary files of a command. */
#ifndef HR_TEMPORARY_H
#define HR_TEMPORARY_H

/* Return the folder for temporary files of this process, which the first call creates in TMPDIR, or
 * else in /tmp, with a name that begins with STEM; NULL, with errno, if that fails. Processes that
 * tool_process_start() starts have it as their TMPDIR. The folder is removed, with all that it
 * contains, by tool_temporary_end(), by exit(), and when a signal ends the process, other than
 * SIGKILL. */
const char *tool_temporary_begin(const char *stem);
/* Remove the folder, if there is one. Only the process that has created it can do so. */
void tool_temporary_end(void);
/* End all processes that tool_process_start() has started, and remove the folder. Safe in a signal
 * handler; the process must end. */
void tool_temporary_abandon(void);
/* Return the folder, or NULL. */
const char *tool_temporary_folder(void);

#endif
