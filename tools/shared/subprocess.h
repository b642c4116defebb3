/* tools/shared/subprocess.h -- starts processes for tools, each with its process group. */
#ifndef HR_SUBPROCESS_H
#define HR_SUBPROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Start ARGV, which ends with NULL; a command without a slash is searched for in PATH. Standard
 * input is empty; standard output and standard error go to the files OUTPUT and ERRORS, which are
 * created or truncated, or nowhere (NULL). The process is killed when this one dies. Return its
 * number, which is also that of its process group; -1, with errno, if no process can be started. If
 * the command cannot be run, the process ends with exit status 127 and says so on standard
 * error. */
pid_t tool_process_start(const char *const *argv, const char *output, const char *errors);
/* Wait at most SECONDS (0: without a limit) for the end of the process, and set *STATUS as
 * waitpid() does. Return false if it has not ended: its process group is killed. */
bool tool_process_wait(pid_t process, double seconds, int *status);
/* Kill the process and its process group; it can be waited for. */
void tool_process_kill(pid_t process);

#endif
