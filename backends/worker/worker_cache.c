/* backends/worker/worker_cache.c -- a folder for compiled code that is removed when this process
 * ends, however it ends.
 *
 * Each process of a worker builds its unit, so a module without a cache would compile it for each
 * grid. A shell, which is no child of this process, reads from a socket that this process and its
 * forks hold open. It removes the folder when it gets a line, which this process sends at its end: the
 * program may have forked a process that goes on; or when the socket ends.
 * Invariant: without a folder, a worker works as with one, but builds take longer.
 * Owns:      the folder, the pipes.
 * Not here:  the entries (backends/shared/cache.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/worker/worker_process.h"
#include "src/file/file.h"

enum { REMOVE_MILLISECONDS = 5000 }; /* time that this process waits for the removal */

enum { SHELL_READS = 3 }; /* a shell gives commands in the background another standard input */

/* Start the shell with READS as descriptor SHELL_READS and WRITES as its output, and wait until it is
 * in the background. Return false if the system cannot start it. */
static bool start_shell(const char *folder, int reads, int writes)
{
	static char shell[] = "sh", option[] = "-c", empty[] = "";
	static char script[] =
		"PATH=/usr/bin:/bin; (trap '' HUP INT QUIT TERM ALRM USR1 USR2; cd /; read -r line <&3; "
		"exec rm -rf -- \"$1\") 2>/dev/null &";
	char *const words[] = {shell, option, script, empty, (char *)(uintptr_t)folder, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	bool started;
	pid_t pid;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, writes, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, reads, SHELL_READS);
	posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addclosefrom_np(&files, SHELL_READS + 1);
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSID);
	started = posix_spawn(&pid, "/bin/sh", &files, &how, words, environ) == 0;
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	while (started && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return started;
}

/* Return a pipe, or a pair of sockets, whose ends have numbers above those that the shell gets. */
static bool open_pipe(int ends[2], bool sockets)
{
	if (sockets ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0
		    : pipe2(ends, O_CLOEXEC) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		int higher = fcntl(ends[i], F_DUPFD_CLOEXEC, SHELL_READS + 1);

		close(ends[i]);
		ends[i] = higher;
	}
	return true;
}

static void close_pipe(const int ends[2])
{
	for (int i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

/* Wait for MILLISECONDS. Return true if all processes that write to the pipe have ended. */
static bool is_over(int reads, int milliseconds)
{
	struct pollfd end = {.fd = reads};
	int ready;

	do
		ready = poll(&end, 1, milliseconds);
	while (ready < 0 && errno == EINTR);
	return ready > 0;
}

/* If the shell cannot go on in the background, for want of processes, its output has ended. */
void hr_worker_cache_open(worker_cache *cache)
{
	int to[2] = {-1, -1}, from[2] = {-1, -1};
	char *folder = hr_temporary("hpvm-worker");

	*cache = (worker_cache){NULL, -1, -1, 0};
	if (mkdtemp(folder)) {
		if (open_pipe(to, true) && open_pipe(from, false) && to[1] >= 0 && from[0] >= 0 &&
		    start_shell(folder, to[0], from[1])) {
			close(to[0]);
			close(from[1]);
			if (!is_over(from[0], 0)) {
				*cache = (worker_cache){folder, to[1], from[0], getpid()};
				return;
			}
			to[0] = from[1] = -1;
		}
		close_pipe(to);
		close_pipe(from);
		(void)rmdir(folder);
	}
	hr_free(folder);
}

void hr_worker_cache_close(worker_cache *cache)
{
	if (!cache->folder)
		return;
	if (cache->owner == getpid() && send(cache->held, "\n", 1, MSG_NOSIGNAL) == 1)
		(void)is_over(cache->over, REMOVE_MILLISECONDS);
	close(cache->held);
	close(cache->over);
	hr_free(cache->folder);
}
