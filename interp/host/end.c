/* interp/host/end.c -- how the process ends: return of main, exit() anywhere, or a trap.
 *
 * The program's destructors and atexit() functions are registered with the C library under a
 * separate mark (hr_runtime_dso), so that they run in the same order and at the same time as in a
 * native program: before the final checks of the run, which may still find a graph that was never
 * waited for.
 *
 * Invariant: hr_host_end() has an effect only once, at its first call (hr_end_begin()).
 * Owns:      the list of the main thread's thread_local destructors, and what an embedded run's
 *            program registers.
 * Clauses:   H3 and S5 are checked by hr_run_finish(), which is called from here.
 * Not here:  hr_die() and the last line (interp/run/end.c), ways out through a signal (crash.c). */
#define _GNU_SOURCE 1
#include "interp/run/end.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/run/deferred.h"
#include "interp/run/process.h"
#include "interp/run/thread.h"
#include "src/base/vec.h"

extern int __cxa_atexit(void (*function)(void *), void *object, void *dso);
extern int __cxa_at_quick_exit(void (*function)(void *), void *dso);
extern int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *dso);
extern void __cxa_finalize(void *dso);
extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
			     void *dso);

char hr_runtime_dso;

/* --- functions that the program registers ----------------------------------------------------- */

/* The run, if the process goes on after it: then nothing of its program may be left with the C
 * library. */
static hr_run *embedded_run(void)
{
	hr_run *run = hr_run_current();

	return run && run->options.embedded ? run : NULL;
}

int hr_runtime_cxa_atexit(void (*function)(void *), void *object, void *dso)
{
	hr_run *run = embedded_run();

	if (!run)
		return __cxa_atexit(function, object, dso);
	pthread_mutex_lock(&run->lock);
	HR_PUSH(&run->host->exits, (hr_at_exit){function, object});
	pthread_mutex_unlock(&run->lock);
	return 0;
}

int hr_runtime_atexit(void (*function)(void))
{
	return hr_runtime_cxa_atexit((void (*)(void *))function, NULL, &hr_runtime_dso);
}

int hr_runtime_at_quick_exit(void (*function)(void))
{
	return embedded_run() ? -1
			      : __cxa_at_quick_exit((void (*)(void *))function, &hr_runtime_dso);
}

/* The last one registered first; each may register more. */
static void run_exits(hr_run *run)
{
	hr_at_exits *exits = &run->host->exits;
	bool more = true;

	while (more) {
		hr_at_exit last = {0};

		pthread_mutex_lock(&run->lock);
		more = exits->count != 0;
		if (more)
			last = exits->data[--exits->count];
		pthread_mutex_unlock(&run->lock);
		if (more)
			last.function(last.object);
	}
}

int hr_runtime_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
	return __register_atfork(prepare, parent, child, &hr_runtime_dso);
}

/* Report diagnostics that were deferred to the end of the run, unless this is a process that the
 * program has forked. */
static void say(void *unused)
{
	(void)unused;
	if (hr_process.ends && !hr_end_begun() && getpid() == hr_process.pid)
		hr_run_say(hr_process.ends);
}

/* A node cannot end an embedded run, whatever the severity of the report. */
static void refuse_exit(hr_run *run, const char *name)
{
	const hr_thread *thread = hr_thread_peek();

	if (!thread || !thread->level)
		return;
	(void)hr_report_at(run, thread, HR_D_exit_in_node, name);
	hr_escape(run, HR_TRAP, 0);
}

HR_NORETURN void hr_runtime_exit_now(int status)
{
	hr_run *run = embedded_run();

	if (run) {
		refuse_exit(run, "_exit");
		hr_escape(run, HR_OK, status);
	}
	say(NULL);
	hr_process_exit(status);
}

HR_NORETURN void hr_runtime_exit(int status)
{
	hr_run *run = embedded_run();

	if (!run)
		exit(status);
	refuse_exit(run, "exit");
	hr_host_run_destructors(run);
	hr_escape(run, HR_OK, status);
}

HR_NORETURN void hr_runtime_quick_exit(int status)
{
	hr_run *run = embedded_run();

	if (!run)
		quick_exit(status);
	refuse_exit(run, "quick_exit");
	hr_escape(run, HR_OK, status);
}

HR_NORETURN void hr_runtime_abort(void)
{
	hr_run *run = embedded_run();

	if (!run)
		abort();
	hr_host_site_enter();
	(void)hr_report_at(run, hr_thread_peek(), HR_D_program_died,
			   "abort() was called, in host code");
	hr_escape(run, HR_TRAP, 0);
}

/* thread_local objects of the thread that runs main are destroyed before static objects, at a
 * return of main as well as at exit(). The C library does so only at exit(), so this thread's list
 * is kept here. */
static void run_tls_destructors(void *data)
{
	hr_run *run = data;
	hr_at_exits *destructors = &run->host->tls_destructors;

	while (destructors->count) {
		hr_at_exit last = HR_LAST(destructors);

		destructors->count--;
		last.function(last.object);
	}
	HR_VEC_FREE(destructors);
}

int hr_runtime_thread_atexit(void (*function)(void *), void *object, void *dso)
{
	hr_run *run = hr_run_current();

	(void)dso;
	if (!run || !run->host->began || !pthread_equal(pthread_self(), run->host->main_thread))
		return __cxa_thread_atexit_impl(function, object, &hr_runtime_dso);
	if (run->host->tls_destructors.count == 0 && !run->options.embedded)
		__cxa_thread_atexit_impl(run_tls_destructors, run, &hr_runtime_dso);
	HR_PUSH(&run->host->tls_destructors, (hr_at_exit){function, object});
	return 0;
}

void hr_host_run_destructors(hr_run *run)
{
	run_tls_destructors(run);
	if (run->options.embedded)
		run_exits(run);
	else
		__cxa_finalize(&hr_runtime_dso);
}

/* --- ways to end ------------------------------------------------------------------------------ */

int hr_host_end(hr_run *run, hr_status status, int program_status)
{
	if (!hr_end_begin())
		return status == HR_OK ? program_status : hr_exit_code(status);
	/* A program that exits with an error status has reported its failure; its unfinished work
	 * is not reported. */
	if (status == HR_OK &&
	    (program_status == 0 || __atomic_load_n(&run->interrupted, __ATOMIC_RELAXED)))
		status = hr_run_finish(run);
	hr_run_say(run);
	hr_flush_output();
	hr_end_call_hook(run);
	if (status == HR_OK)
		status = run->status;
	return hr_exit_line(run->diags, status, program_status);
}

/* A library of a backend has called exit(), as LLVM does after an error while it writes. */
static HR_NORETURN void end_for_backend(hr_run *run, int status)
{
	char text[64];

	snprintf(text, sizeof(text), "it has ended the process: exit(%d)", status);
	(void)hr_report(run->diags, HR_D_backend_crashed, NULL, hr_process_backend(), "a leaf",
			text);
	hr_die(run, HR_TRAP);
}

/* Called by exit(). The C library has run the program's handlers before this one, which was
 * registered earlier. */
static void at_exit(int program_status, void *unused)
{
	hr_run *run = hr_process.ends;
	const hr_thread *thread = hr_thread_peek();
	uint64_t execution;
	int code;

	(void)unused;
	if (!run || hr_end_begun())
		return;
	if (((thread && thread->level) || hr_thread_inherited(&execution)) &&
	    hr_report_at(run, thread, HR_D_exit_in_node, "exit") != HR_OK)
		hr_die(run, HR_TRAP);
	if (hr_process_backend())
		end_for_backend(run, program_status);
	code = hr_host_end(run, HR_OK, program_status);
	if (code == program_status)
		return;
	fflush(NULL);
	hr_process_exit(code);
}

void hr_host_begin(hr_run *run)
{
	run->host->main_thread = pthread_self();
	run->host->began = true;
	if (run->options.embedded)
		return;
	hr_process.ends = run;
	hr_process.pid = getpid();
	hr_end_reset();
	if (!hr_process.exit_registered) {
		on_exit(at_exit, NULL);
		__cxa_at_quick_exit(say, NULL);
	}
	hr_process.exit_registered = true;
	if (run->at_begin)
		run->at_begin(run);
}

/* --- conversions ------------------------------------------------------------------------------ */

static float half_word(uint32_t bits)
{
	float out;

	bits &= 0xffff;
	memcpy(&out, &bits, sizeof(out));
	return out;
}

static uint32_t round_to_bf16(uint32_t bits)
{
	if ((bits & 0x7fffffff) > 0x7f800000)
		return bits >> 16 | 0x40;
	return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

float hr_runtime_trunc_f32_bf16(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return half_word(round_to_bf16(bits));
}

/* Convert through a float that is rounded to odd, so that the second rounding takes into account
 * what the first lost. */
float hr_runtime_trunc_f64_bf16(double value)
{
	float nearest = (float)value;
	uint32_t bits;

	memcpy(&bits, &nearest, sizeof(bits));
	if ((double)nearest != value && value == value) {
		bits -= (nearest > value) == (value > 0); /* towards 0 */
		bits |= 1;
	}
	return half_word(round_to_bf16(bits));
}

#ifdef HR_SANITIZERS
/* LeakSanitizer calls this at exit: memory that a program under test never frees is not our leak,
 * and the exit status is the program's. Fuzz targets have their own (tools/fuzz/fuzz.c). */
int __lsan_is_turned_off(void);
__attribute__((weak)) int __lsan_is_turned_off(void)
{
	return hr_process.ends != NULL;
}
#endif
