/* interp/run/process.c -- records which native code the process runs, and the guard that ends the
 * process.
 *
 * Owns:     hr_process.
 * Not here: the signal handlers (interp/host/crash.c). */
#define _GNU_SOURCE 1
#include "interp/run/process.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

hr_process_state hr_process;
__thread const char *hr_process_entry;

static hr_status guard_status;

void hr_process_set_native(bool on)
{
	hr_process.native = on;
}

void hr_process_set_backend(const char *name)
{
	hr_process.backend = name;
}

const char *hr_process_enter(const char *name)
{
	const char *outer = hr_process_entry;

	hr_process_entry = name;
	atomic_fetch_add_explicit(&hr_process.in_runtime, 1, memory_order_relaxed);
	return outer;
}

void hr_process_leave(const char *outer)
{
	hr_process_entry = outer;
	atomic_fetch_sub_explicit(&hr_process.in_runtime, 1, memory_order_relaxed);
}

bool hr_process_in_entry(void)
{
	return hr_process_entry != NULL;
}

/* --- the guard -------------------------------------------------------------------------------- */

void hr_process_write(const char *text)
{
	size_t left = strlen(text);

	while (left) {
		ssize_t done = write(STDERR_FILENO, text, left);

		if (done < 0 && errno != EINTR)
			return;
		if (done > 0) {
			text += done;
			left -= (size_t)done;
		}
	}
}

/* Called again for a fault inside this function if the program has overwritten the interpreter's
 * memory; then it uses the stack alone. */
HR_NORETURN void hr_process_die_now(hr_status status)
{
	static volatile sig_atomic_t speechless;
	char text[80];

	if (guard_status == HR_OK)
		guard_status = status;
	if (speechless++ || !hr_process.diags ||
	    !hr_diags_end(hr_process.diags, guard_status, hr_exit_code(guard_status))) {
		snprintf(text, sizeof(text), "%s: %s (exit %d)\n", hr_command,
			 hr_status_text(guard_status), hr_exit_code(guard_status));
		hr_process_write(text);
	}
	_exit(hr_exit_code(guard_status));
}

hr_status hr_process_guard_status(void)
{
	return guard_status;
}

static HR_NORETURN void on_guard(int number)
{
	(void)number;
	hr_process_die_now(guard_status);
}

void hr_process_guard(hr_status status, unsigned milliseconds)
{
	struct sigaction action = {.sa_handler = on_guard, .sa_flags = SA_ONSTACK};
	struct itimerval timer = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
	sigset_t set;

	guard_status = status;
	sigaction(SIGALRM, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}
