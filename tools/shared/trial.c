/* tools/shared/trial.c -- run a command and read its report about a case.
 *
 * Not here:  the commands, and the use of their results (tools/reduce/hpvm-reduce.c,
 *            tools/diff/hpvm-diff.c). */
#define _GNU_SOURCE 1
#include "tools/shared/trial.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/base/status.h"
#include "src/base/tick.h"
#include "src/file/file.h"

/* Run the command in this process. It is killed if its parent dies. */
static HR_NORETURN void become(char *const *argv, pid_t parent)
{
	int nowhere = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(126);
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	setpgid(0, 0);
	execv(argv[0], argv);
	_exit(126);
}

int trial_run(char *const *argv, double seconds)
{
	const struct timespec nap = {0, 1000000};
	const uint64_t begun = hr_nanoseconds();
	pid_t self = getpid(), pid = fork();
	int status;

	if (pid == 0)
		become(argv, self);
	if (pid < 0)
		return -1;
	for (;;) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		if ((double)(hr_nanoseconds() - begun) > seconds * HR_SECOND)
			break;
		nanosleep(&nap, NULL);
	}
	kill(-pid, SIGKILL);
	waitpid(pid, &status, 0);
	return -1;
}

bool trial_answers(const char *file, const char *function, const char *backend, const char *verdict)
{
	char row[1024];
	uint8_t *text;
	size_t size;
	bool found;

	snprintf(row, sizeof(row),
		 "\"function\":\"%.300s\",\"backend\":\"%.300s\",\"verdict\":\"%.100s\"", function,
		 backend, verdict);
	if (hr_file_read(file, &text, &size) != 0)
		return false;
	found = memmem(text, size, row, strlen(row)) != NULL;
	hr_free(text);
	return found;
}
