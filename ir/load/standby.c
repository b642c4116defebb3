/* ir/load/standby.c -- runs work that may kill its process, with a standby process that continues
 * if it does.
 *
 * Invariant: whatever the work does to memory, the takeover needs nothing but system calls.
 * Owns:      the standby process, two pipes and the handlers of some signals, while there is work.
 * Not here:  the work (read.c). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#include "ir/load/standby.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define HR_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HR_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef HR_ADDRESS_SANITIZER
#define HR_ADDRESS_SANITIZER 0
#endif

/* Signals that work may die of; the last two are caused by limits. */
static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGXCPU, SIGALRM};
enum { DEADLY = sizeof(deadly) / sizeof(*deadly) };

static volatile pid_t standby; /* 0: there is no work */
static volatile int outcome_end, kept_stderr;

/* State before the work's limits were set. */
static struct sigaction handlers[DEADLY];
static struct rlimit processor_time, memory;
static sigset_t blocked;
static stack_t signal_stack;
static unsigned alarm_before;

/* --- the working process ---------------------------------------------------------------------- */

static void die_of(int signal_number)
{
	sigset_t open;

	sigemptyset(&open);
	sigaddset(&open, signal_number);
	signal(signal_number, SIG_DFL);
	kill(getpid(), signal_number);
	sigprocmask(SIG_UNBLOCK, &open, NULL); /* a handler blocks all signals */
}

/* Memory may be corrupted here. */
HR_NORETURN static void hand_over(int status)
{
	int how;

	alarm(0);
	dup2(kept_stderr, STDERR_FILENO); /* which ends listen_to() in the standby process */
	if (write(outcome_end, &status, sizeof(status)) != sizeof(status))
		_exit(hr_exit_code(HR_REJECT));
	while (waitpid(standby, &how, 0) < 0)
		if (errno != EINTR)
			_exit(hr_exit_code(HR_REJECT));
	if (WIFSIGNALED(how))
		die_of(WTERMSIG(how));
	_exit(WEXITSTATUS(how));
}

static void on_deadly(int signal_number)
{
	hand_over(signal_number);
}

void hr_standby_give_up(int code)
{
	hand_over(W_EXITCODE(code, 0));
}

static void on_exit_of_work(void)
{
	if (standby)
		hr_standby_give_up(EXIT_FAILURE);
}

/* Set the soft LIMIT alone, which can be raised again. */
static void limit(int resource, rlim_t value, struct rlimit *before)
{
	struct rlimit now;

	getrlimit(resource, before);
	now = *before;
	if (now.rlim_max != RLIM_INFINITY && value > now.rlim_max)
		value = now.rlim_max;
	now.rlim_cur = value;
	setrlimit(resource, &now);
}

/* Return the bytes of address space that this process uses. */
static rlim_t address_space(void)
{
	unsigned long long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "re");

	if (statm && fscanf(statm, "%llu", &pages) != 1)
		pages = 0;
	if (statm)
		fclose(statm);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static rlim_t seconds_used(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1;
}

static void confine(unsigned seconds, size_t bytes)
{
	limit(RLIMIT_CPU, seconds_used() + seconds, &processor_time);
	getrlimit(RLIMIT_AS, &memory);
	/* The sanitizer's shadow memory alone is larger than any such limit. */
	if (!HR_ADDRESS_SANITIZER)
		limit(RLIMIT_AS, address_space() + bytes, &memory);
	alarm_before = alarm(4 * seconds);
}

static void catch_signals(void)
{
	static char stack[1 << 16];
	stack_t own = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction leave = {.sa_handler = on_deadly, .sa_flags = SA_ONSTACK};
	sigset_t open;

	sigemptyset(&open);
	sigfillset(&leave.sa_mask);
	sigaltstack(&own, &signal_stack);
	for (unsigned i = 0; i < DEADLY; i++) {
		sigaction(deadly[i], &leave, &handlers[i]);
		sigaddset(&open, deadly[i]);
	}
	sigprocmask(SIG_UNBLOCK, &open, NULL);
}

/* Restore the state before the work. */
static void release(void)
{
	alarm(alarm_before);
	setrlimit(RLIMIT_CPU, &processor_time);
	setrlimit(RLIMIT_AS, &memory);
	sigprocmask(SIG_SETMASK, &blocked, NULL);
	for (unsigned i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &handlers[i], NULL);
	sigaltstack(&signal_stack, NULL);
}

void hr_standby_done(void)
{
	pid_t gone = standby;

	release();
	standby = 0;
	dup2(kept_stderr, STDERR_FILENO);
	close(kept_stderr);
	kill(gone, SIGKILL);
	close(outcome_end);
	while (waitpid(gone, NULL, 0) < 0 && errno == EINTR)
		;
}

/* --- the standby process ---------------------------------------------------------------------- */

/* Read everything that the work writes, and keep the beginning in MESSAGE; return when the work has
 * ended. */
static size_t listen_to(int end, char *message)
{
	char scratch[4096];
	size_t used = 0;
	ssize_t got;

	while ((got = read(end, scratch, sizeof(scratch))) > 0 || (got < 0 && errno == EINTR))
		for (ssize_t i = 0; i < got && used + 1 < HR_STANDBY_MESSAGE; i++)
			message[used++] = scratch[i];
	message[used] = 0;
	return used;
}

/* End together with the working process, unless it hands over; then return how the work ended. */
static int wait_for_failure(int said, int outcome, char *message)
{
	size_t length = listen_to(said, message);
	int status;

	/* Something has killed it; pass on its messages. */
	if (read(outcome, &status, sizeof(status)) != sizeof(status))
		_exit(write(STDERR_FILENO, message, length) < 0);
	close(said);
	close(outcome);
	sigprocmask(SIG_SETMASK, &blocked, NULL);
	return status;
}

/* --- both processes --------------------------------------------------------------------------- */

static void become_worker(pid_t other, int said, int outcome, unsigned seconds, size_t bytes)
{
	static bool watching;

	if (!watching)
		atexit(on_exit_of_work);
	watching = true;
	kept_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	dup2(said, STDERR_FILENO);
	close(said);
	outcome_end = outcome;
	standby = other;
	confine(seconds, bytes);
	catch_signals();
}

int hr_standby_begin(unsigned seconds, size_t bytes, char *message)
{
	int said[2], outcome[2];
	sigset_t all;
	pid_t other;

	if (pipe2(said, O_CLOEXEC))
		return -1;
	if (pipe2(outcome, O_CLOEXEC)) {
		close(said[0]);
		close(said[1]);
		return -1;
	}
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &blocked);
	other = fork();
	if (other == 0) {
		close(said[1]);
		close(outcome[1]);
		return wait_for_failure(said[0], outcome[0], message);
	}
	close(said[0]);
	close(outcome[0]);
	sigprocmask(SIG_SETMASK, &blocked, NULL);
	if (other > 0) {
		become_worker(other, said[1], outcome[1], seconds, bytes);
		return 0;
	}
	close(said[1]);
	close(outcome[1]);
	return -1;
}
