/* interp/run/process.c -- the state of the process, the runs in it, and the guard that ends it.
 *
 * Owns:     hr_process; the parts of it that other files use are theirs.
 * Not here: the signal handlers (interp/host/crash.c). */
#define _GNU_SOURCE 1
#include "interp/run/process.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "interp/run/run.h"

enum { PATIENCE_SECONDS = 10 };

hr_process_state hr_process = {
	.runs_lock = PTHREAD_MUTEX_INITIALIZER,
	.dying = ATOMIC_FLAG_INIT,
	.alternate_once = PTHREAD_ONCE_INIT,
	.threads_lock = PTHREAD_MUTEX_INITIALIZER,
	.thread_once = PTHREAD_ONCE_INIT,
	.inheritance_once = PTHREAD_ONCE_INIT,
	.program_once = PTHREAD_ONCE_INIT,
	.own_threads = 1,
	.patience = UINT64_C(1000000000) * PATIENCE_SECONDS,
	.own_once = PTHREAD_ONCE_INIT,
};
__thread const char *hr_process_entry HR_SIGNAL_SAFE;
static __thread const char *backend HR_SIGNAL_SAFE;
static const char *last_backend; /* of any thread */

/* --- runs ------------------------------------------------------------------------------------- */

static __thread hr_run *current HR_SIGNAL_SAFE;

hr_run *hr_run_current(void)
{
	return current ? current : atomic_load_explicit(&hr_process.only, memory_order_acquire);
}

hr_run *hr_run_entered(void)
{
	return current;
}

hr_run *hr_run_enter(hr_run *run)
{
	hr_run *outer = current;

	current = run;
	return outer;
}

void hr_run_leave(hr_run *outer)
{
	current = outer;
}

/* The lock is held. */
static void note_only(void)
{
	hr_run *first = hr_process.runs;

	atomic_store_explicit(&hr_process.only, first && !first->next_run ? first : NULL,
			      memory_order_release);
}

void hr_process_add_run(hr_run *run)
{
	pthread_mutex_lock(&hr_process.runs_lock);
	run->next_run = hr_process.runs;
	hr_process.runs = run;
	note_only();
	pthread_mutex_unlock(&hr_process.runs_lock);
}

void hr_process_remove_run(hr_run *run)
{
	hr_run **link = &hr_process.runs;

	pthread_mutex_lock(&hr_process.runs_lock);
	while (*link != run)
		link = &(*link)->next_run;
	*link = run->next_run;
	note_only();
	pthread_mutex_unlock(&hr_process.runs_lock);
	if (current == run)
		current = NULL;
}

/* --- what runs -------------------------------------------------------------------------------- */

void hr_process_set_native(hr_run *run, bool on)
{
	run->native = on;
	run->was_native |= on;
}

void hr_process_set_backend(const char *name)
{
	backend = name;
	if (name)
		__atomic_store_n(&last_backend, name, __ATOMIC_RELAXED);
}

const char *hr_process_last_backend(void)
{
	return __atomic_load_n(&last_backend, __ATOMIC_RELAXED);
}

const char *hr_process_backend(void)
{
	return backend;
}

const char *hr_process_enter(hr_run *run, const char *name)
{
	const char *outer = hr_process_entry;

	hr_process_entry = name;
	__atomic_fetch_add(&run->in_runtime, 1, __ATOMIC_RELAXED);
	return outer;
}

void hr_process_leave(hr_run *run, const char *outer)
{
	hr_process_entry = outer;
	__atomic_fetch_sub(&run->in_runtime, 1, __ATOMIC_RELAXED);
}

bool hr_process_in_entry(void)
{
	return hr_process_entry != NULL;
}

static int note_code(struct dl_phdr_info *object, size_t size, void *data)
{
	const uintptr_t here = (uintptr_t)&hr_process_is_code;

	(void)size, (void)data;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t begin = object->dlpi_addr + part->p_vaddr;

		if (part->p_type != PT_LOAD || here - begin >= part->p_memsz)
			continue;
		__atomic_store_n(&hr_process.code_end, begin + part->p_memsz, __ATOMIC_RELAXED);
		__atomic_store_n(&hr_process.code_begin, begin, __ATOMIC_RELEASE);
		return 1;
	}
	return 0;
}

void hr_process_find_code(void)
{
	if (!__atomic_load_n(&hr_process.code_begin, __ATOMIC_ACQUIRE))
		dl_iterate_phdr(note_code, NULL);
}

bool hr_process_is_code(uintptr_t address)
{
	return address >= __atomic_load_n(&hr_process.code_begin, __ATOMIC_ACQUIRE) &&
	       address < __atomic_load_n(&hr_process.code_end, __ATOMIC_RELAXED);
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

HR_NORETURN void hr_process_exit(int code)
{
	if (hr_process.at_death)
		hr_process.at_death();
	_exit(code);
}

/* Called again for a fault inside this function if the program has overwritten the interpreter's
 * memory; then it uses the stack alone. */
HR_NORETURN void hr_process_die_now(hr_status status)
{
	char text[80];

	if (hr_process_guard_status() == HR_OK)
		__atomic_store_n(&hr_process.guard_status, (sig_atomic_t)status, __ATOMIC_RELAXED);
	status = hr_process_guard_status();
	if (hr_process.speechless++ || !hr_process.diags ||
	    !hr_diags_end(hr_process.diags, status, hr_exit_code(status))) {
		snprintf(text, sizeof(text), "%s: %s (exit %d)\n", hr_command,
			 hr_status_text(status), hr_exit_code(status));
		hr_process_write(text);
	}
	hr_process_exit(hr_exit_code(status));
}

hr_status hr_process_guard_status(void)
{
	return (hr_status)__atomic_load_n(&hr_process.guard_status, __ATOMIC_RELAXED);
}

static HR_NORETURN void on_guard(int number)
{
	(void)number;
	hr_process_die_now(hr_process_guard_status());
}

void hr_process_guard(hr_status status, unsigned milliseconds)
{
	struct sigaction action = {.sa_handler = on_guard, .sa_flags = SA_ONSTACK};
	struct itimerval timer = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
	sigset_t set;

	__atomic_store_n(&hr_process.guard_status, (sig_atomic_t)status, __ATOMIC_RELAXED);
	sigaction(SIGALRM, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}
