/* tools/shared/subprocess.h -- starts processes for tools, each with its process group. */
#ifndef HR_SUBPROCESS_H
#define HR_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Start ARGV, which ends with NULL; a command without a slash is searched for in PATH. Standard
 * input is empty; standard output and standard error go to the files OUTPUT and ERRORS, which are
 * created or truncated, or nowhere (NULL). The process is killed when this one dies. Return its
 * number, which is also that of its process group; -1, with errno, if the command cannot be run. */
pid_t tool_process_start(const char *const *argv, const char *output, const char *errors);
/* Wait at most SECONDS (0: without a limit) for the end of the process, and set *STATUS as
 * waitpid() does. Return false if it has not ended: its process group is killed. */
bool tool_process_wait(pid_t process, double seconds, int *status);
/* Start ARGV in the same way and return what it writes to standard output in *TEXT, which the caller
 * owns, with *SIZE bytes. Standard error is that of this process with SHOW, else nowhere. It is
 * killed after SECONDS (0: without a limit), and *STATUS is TOOL_NO_END then, else as waitpid() sets
 * it. Return false, with errno, if the command cannot be run. */
bool tool_process_read(const char *const *argv, bool show, double seconds, int *status,
		       uint8_t **text, size_t *size);
enum { TOOL_NO_END = -1 };
/* The process has been reaped, without tool_process_wait(). */
void tool_process_ended(pid_t process);
/* Kill the process and its process group; it can be waited for. */
void tool_process_kill(pid_t process);
/* Kill all processes that have been started and not waited for, and wait for them. Safe in a signal
 * handler. */
void tool_process_kill_all(void);

#endif
