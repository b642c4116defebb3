/* backends/worker/side_effects.c -- what a backend changes in the process that it works in.
 *
 * A unit of a worker that forks is built twice: on trial, and then in the process of the program. A
 * module that leaves anything behind in the first must not get at the second.
 * Owns:      nothing.
 * Not here:  the trial (worker_fork.c). */
#define _GNU_SOURCE 1
#include "backends/worker/side_effects.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Return the number of threads of this process; 0 if it is not known. */
static int count_threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *entry;
	int count = 0;

	while (tasks && (entry = readdir(tasks)))
		count += entry->d_name[0] != '.';
	if (tasks)
		closedir(tasks);
	return count;
}

static size_t count_variables(void)
{
	size_t count = 0;

	while (environ && environ[count])
		count++;
	return count;
}

static void note(worker_surroundings *now)
{
	struct sigaction action;

	memset(now, 0, sizeof(*now));
	pthread_sigmask(SIG_SETMASK, NULL, &now->blocked);
	for (int i = 1; i < NSIG; i++)
		if (sigaction(i, NULL, &action) == 0)
			memcpy(&now->handlers[i], &action.sa_handler, sizeof(now->handlers[i]));
	(void)!stat(".", &now->folder);
	for (int i = 0; i < 3; i++)
		(void)fstat(i, &now->standard[i]);
	now->mask = umask(0);
	umask(now->mask);
	for (int i = 0; i < RLIMIT_NLIMITS; i++)
		getrlimit((__rlimit_resource_t)i, &now->limits[i]);
	now->rounding = fegetround();
	now->trapping = fegetexcept();
	now->threads = count_threads();
	now->environment = environ;
	now->variables = count_variables();
	snprintf(now->locale, sizeof(now->locale), "%s", setlocale(LC_ALL, NULL));
}

static bool is_same_file(const struct stat *left, const struct stat *right)
{
	return left->st_dev == right->st_dev && left->st_ino == right->st_ino;
}

static bool has_timer(void)
{
	struct itimerval timer = {0};

	return getitimer(ITIMER_REAL, &timer) == 0 &&
	       (timer.it_value.tv_sec || timer.it_value.tv_usec);
}

static bool has_child(void)
{
	siginfo_t info;

	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

void hr_surroundings_begin(worker_surroundings *now)
{
	int output = memfd_create("output", MFD_CLOEXEC);

	__fpurge(stdout); /* the program has not written this yet */
	if (output >= 0)
		dup2(output, STDOUT_FILENO);
	if (output > STDERR_FILENO)
		close(output);
	note(now);
}

/* Return true if something has been printed since hr_surroundings_begin(). */
static bool has_printed(void)
{
	struct stat output;

	fflush(stdout);
	return fstat(STDOUT_FILENO, &output) == 0 && output.st_size > 0;
}

const char *hr_surroundings_change(const worker_surroundings *before)
{
	worker_surroundings now;

	note(&now);
	if (now.threads != before->threads)
		return "threads";
	if (has_child())
		return "processes";
	if (memcmp(&now.blocked, &before->blocked, sizeof(now.blocked)) != 0 ||
	    memcmp(now.handlers, before->handlers, sizeof(now.handlers)) != 0)
		return "other handlers of signals";
	if (has_timer())
		return "timers";
	if (!is_same_file(&now.folder, &before->folder) || now.mask != before->mask)
		return "another working folder or umask";
	for (int i = 0; i < 3; i++)
		if (!is_same_file(&now.standard[i], &before->standard[i]))
			return "other standard streams";
	if (has_printed())
		return "output";
	if (memcmp(now.limits, before->limits, sizeof(now.limits)) != 0)
		return "other limits";
	if (now.rounding != before->rounding || now.trapping != before->trapping)
		return "another floating-point environment";
	if (now.environment != before->environment || now.variables != before->variables)
		return "another environment";
	return strcmp(now.locale, before->locale) != 0 ? "another locale" : NULL;
}
