/* tools/shared/subprocess.c -- starts processes for tools, each with its process group.
 *
 * Not here:  workers of backends (backends/worker/worker_process.c), compilers that a backend
 *            runs (backends/cuda/translate/toolkit.c). */
#define _GNU_SOURCE 1
#include "tools/shared/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/status.h"
#include "src/base/tick.h"

static void redirect(const char *path, int to)
{
	int file = open(path ? path : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (file < 0 || dup2(file, to) < 0)
		_exit(127);
	if (file != to)
		close(file);
}

/* Signals have their default actions: shells ignore some in background processes, and the tool may
 * have blocked others. */
static void reset_signals(void)
{
	static const int ignored[] = {SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ, SIGHUP};
	sigset_t none;

	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		signal(ignored[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static HR_NORETURN void become(const char *const *argv, const char *output, const char *errors,
			       pid_t parent)
{
	int nothing = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || dup2(nothing, STDIN_FILENO) < 0)
		_exit(127);
	redirect(output, STDOUT_FILENO);
	redirect(errors, STDERR_FILENO);
	reset_signals();
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	dprintf(STDERR_FILENO, "%s: cannot run '%s': %s\n", hr_command, argv[0], strerror(errno));
	_exit(127);
}

pid_t tool_process_start(const char *const *argv, const char *output, const char *errors)
{
	pid_t self = getpid(), process;

	fflush(NULL);
	process = fork();
	if (process == 0)
		become(argv, output, errors, self);
	if (process > 0)
		setpgid(process, process); /* whichever of both comes first */
	return process;
}

void tool_process_kill(pid_t process)
{
	kill(-process, SIGKILL);
	kill(process, SIGKILL);
}

bool tool_process_wait(pid_t process, double seconds, int *status)
{
	const struct timespec nap = {0, 1000000};
	const uint64_t begun = hr_nanoseconds();

	*status = 0;
	for (;;) {
		pid_t ended = waitpid(process, status, seconds > 0 ? WNOHANG : 0);

		if (ended == process || (ended < 0 && errno != EINTR))
			return true;
		if (seconds > 0 && (double)(hr_nanoseconds() - begun) > seconds * HR_SECOND) {
			tool_process_kill(process);
			waitpid(process, status, 0);
			return false;
		}
		if (ended == 0)
			nanosleep(&nap, NULL);
	}
}
