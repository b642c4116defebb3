/* tools/shared/temporary.c -- the folder for temporary files of a command.
 *
 * Invariant: whatever ends the process, other than SIGKILL, the folder is removed, and processes
 *            that were started end before.
 * Owns:      the folder; the handlers of signals whose default action ends the process.
 * Not here:  the processes (subprocess.c). */
#define _GNU_SOURCE 1
#include "tools/shared/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/shared/subprocess.h"

enum { MOST_LEVELS = 8 }; /* of folders in folders */

static char *name; /* of the folder, also when it has been removed: backends may know it */
static volatile sig_atomic_t exists;
static pid_t owner;

/* Remove ENTRY of the folder FROM; a folder with what it contains. opendir() allocates
 * memory, which a signal handler cannot. */
static void remove_entry(int from, const char *entry, unsigned levels)
{
	_Alignas(struct dirent64) char block[2048];
	int file;
	long got;

	if (unlinkat(from, entry, 0) == 0 || !levels)
		return;
	file = openat(from, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	while (file >= 0 && (got = syscall(SYS_getdents64, file, block, sizeof(block))) > 0) {
		for (long at = 0; at < got;) {
			const struct dirent64 *inner = (const void *)(block + at);

			if (strcmp(inner->d_name, ".") != 0 && strcmp(inner->d_name, "..") != 0)
				remove_entry(file, inner->d_name, levels - 1);
			at += inner->d_reclen;
		}
	}
	if (file >= 0)
		close(file);
	(void)unlinkat(from, entry, AT_REMOVEDIR);
}

void tool_temporary_abandon(void)
{
	if (getpid() != owner)
		return;
	tool_process_kill_all();
	if (exists)
		remove_entry(AT_FDCWD, name, MOST_LEVELS);
}

static void on_signal(int number)
{
	tool_temporary_abandon();
	signal(number, SIG_DFL);
	raise(number);
}

/* Signals that are ignored, or handled otherwise, remain so. */
static void handle_signals(void)
{
	static const int ends[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGTERM,
				   SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER}, now;

	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (sigaction(ends[i], NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
		    now.sa_handler == SIG_DFL)
			sigaction(ends[i], &action, NULL);
}

const char *tool_temporary_begin(const char *stem)
{
	if (exists)
		return name;
	if (!owner) {
		owner = getpid();
		atexit(tool_temporary_end);
		handle_signals();
	}
	name = hr_temporary(stem);
	exists = mkdtemp(name) != NULL;
	return tool_temporary_folder();
}

void tool_temporary_end(void)
{
	if (exists && getpid() == owner)
		remove_entry(AT_FDCWD, name, MOST_LEVELS);
	exists = false;
}

const char *tool_temporary_folder(void)
{
	return exists ? name : NULL;
}
