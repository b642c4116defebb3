/* tools/shared/subprocess.c -- starts processes for tools, each with its process group.
 *
 * Owns:      the list of processes that have not been waited for.
 * Not here:  workers of backends (backends/worker/worker_process.c), compilers that a backend
 *            runs (backends/cuda/translate/toolkit.c), temporary files (temporary.c). */
#define _GNU_SOURCE 1
#include "tools/shared/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/base/status.h"
#include "src/base/tick.h"
#include "tools/shared/temporary.h"

/* --- the list of processes -------------------------------------------------------------------- */

enum { MOST_PROCESSES = 1024 }; /* further ones are not in the list */

static volatile pid_t processes[MOST_PROCESSES]; /* 0: none */

static void replace(pid_t was, pid_t now)
{
	for (size_t i = 0; i < MOST_PROCESSES; i++)
		if (processes[i] == was) {
			processes[i] = now;
			return;
		}
}

void tool_process_ended(pid_t process)
{
	replace(process, 0);
}

void tool_process_kill(pid_t process)
{
	kill(-process, SIGKILL);
	kill(process, SIGKILL);
}

void tool_process_kill_all(void)
{
	for (size_t i = 0; i < MOST_PROCESSES; i++) {
		const pid_t process = processes[i];

		if (!process)
			continue;
		tool_process_kill(process);
		while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
			;
		processes[i] = 0;
	}
}

/* --- the new process -------------------------------------------------------------------------- */

/* What a new process becomes. */
typedef struct process_order {
	const char *const *argv;
	const char *output, *errors; /* names of files; NULL: nowhere */
	int pipe;                    /* for standard output instead; -1: none */
	bool show;                   /* standard error is that of this process */
	pid_t parent;
	int failed; /* a pipe for the errno if the command cannot be run */
} process_order;

static HR_NORETURN void fail(const process_order *order)
{
	const int error = errno;

	(void)!write(order->failed, &error, sizeof(error));
	_exit(127);
}

/* Open the file, or one that is empty and that nobody reads. */
static int open_file(const char *path)
{
	int file =
		open(path ? path : "/dev/null", path ? O_WRONLY | O_CREAT | O_TRUNC : O_RDWR, 0600);

	return file < 0 && !path ? memfd_create("nothing", 0) : file;
}

static void redirect(const process_order *order, int file, int to)
{
	if (file < 0 || dup2(file, to) < 0)
		fail(order);
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

static HR_NORETURN void become(const process_order *order)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != order->parent)
		_exit(127);
	redirect(order, open_file(NULL), STDIN_FILENO);
	redirect(order, order->pipe >= 0 ? order->pipe : open_file(order->output), STDOUT_FILENO);
	if (!order->show)
		redirect(order, open_file(order->errors), STDERR_FILENO);
	reset_signals();
	if (tool_temporary_folder())
		setenv("TMPDIR", tool_temporary_folder(), 1);
	execvp(order->argv[0], (char *const *)(uintptr_t)order->argv);
	fail(order);
}

/* Return true if the process has become the command; else set errno, and the process is over. */
static bool has_become(int failed, pid_t process)
{
	int error;
	ssize_t got;

	do
		got = read(failed, &error, sizeof(error));
	while (got < 0 && errno == EINTR);
	if (got != sizeof(error))
		return true;
	while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
		;
	tool_process_ended(process);
	errno = error;
	return false;
}

/* Signals are blocked around it, so that a handler finds the process in the list. */
static pid_t start(process_order *order)
{
	int ends[2];
	sigset_t all, before;
	pid_t process;
	bool begun;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	fflush(NULL);
	order->parent = getpid();
	order->failed = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	process = order->failed < 0 ? -1 : fork();
	if (process == 0)
		become(order);
	if (process > 0) {
		setpgid(process, process); /* whichever of both comes first */
		replace(0, process);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (order->failed >= 0)
		close(order->failed);
	close(ends[1]);
	begun = process > 0 && has_become(ends[0], process);
	close(ends[0]);
	return begun ? process : -1;
}

pid_t tool_process_start(const char *const *argv, const char *output, const char *errors)
{
	return start(
		&(process_order){.argv = argv, .output = output, .errors = errors, .pipe = -1});
}

/* --- its end ---------------------------------------------------------------------------------- */

static bool is_late(uint64_t begun, double seconds)
{
	return seconds > 0 && (double)(hr_nanoseconds() - begun) > seconds * (double)HR_SECOND;
}

/* As tool_process_wait(), of a process that began at BEGUN. */
static bool wait_since(pid_t process, uint64_t begun, double seconds, int *status)
{
	const struct timespec nap = {0, 1000000};
	bool late = false;

	*status = 0;
	for (;;) {
		pid_t ended = waitpid(process, status, seconds > 0 && !late ? WNOHANG : 0);

		if (ended == process || (ended < 0 && errno != EINTR)) {
			tool_process_ended(process);
			return !late;
		}
		if (ended == 0 && is_late(begun, seconds)) {
			tool_process_kill(process);
			late = true;
		} else if (ended == 0) {
			nanosleep(&nap, NULL);
		}
	}
}

bool tool_process_wait(pid_t process, double seconds, int *status)
{
	return wait_since(process, hr_nanoseconds(), seconds, status);
}

/* Read until all that have the other end have closed it, or SECONDS are over. */
static void read_all(int from, uint64_t begun, double seconds, uint8_t **text, size_t *size)
{
	struct pollfd file = {.fd = from, .events = POLLIN};
	size_t room = 4096;

	*text = hr_alloc(room);
	*size = 0;
	while (!is_late(begun, seconds)) {
		ssize_t got;

		if (poll(&file, 1, 50) <= 0)
			continue;
		got = read(from, *text + *size, room - *size);
		if (got == 0 || (got < 0 && errno != EINTR))
			return;
		*size += got > 0 ? (size_t)got : 0;
		if (*size == room) {
			*text = hr_resize_array(*text, room, 2);
			room *= 2;
		}
	}
}

bool tool_process_read(const char *const *argv, bool show, double seconds, int *status,
		       uint8_t **text, size_t *size)
{
	const uint64_t begun = hr_nanoseconds();
	process_order order = {.argv = argv, .show = show};
	pid_t process;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	order.pipe = ends[1];
	process = start(&order);
	close(ends[1]);
	if (process >= 0) {
		read_all(ends[0], begun, seconds, text, size);
		if (!wait_since(process, begun, seconds, status))
			*status = TOOL_NO_END;
	}
	close(ends[0]);
	return process >= 0;
}
