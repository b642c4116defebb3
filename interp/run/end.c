/* interp/run/end.c -- the end of the process: its last words, once, whoever comes first; and of an
 * embedded run.
 *
 * Not here: returns of main and exit() (interp/host/end.c), ends by a signal
 * (interp/host/crash.c). */
#define _GNU_SOURCE 1
#include "interp/run/end.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "interp/run/frame.h"
#include "interp/run/process.h"
#include "interp/run/thread.h"

void hr_flush_output(void)
{
	if (hr_process.cout && hr_process.cout_flush)
		hr_process.cout_flush(hr_process.cout);
	fflush(stdout);
}

int hr_exit_line(hr_diags *diags, hr_status status, int program_status)
{
	int code = status == HR_OK ? program_status : hr_exit_code(status), error;
	const char *path;
	char text[300];

	if (hr_diags_output_lost(diags))
		code = HR_EXIT_USAGE;
	fflush(stderr);
	hr_diags_end(diags, status, code);
	error = hr_diags_file_error(diags, &path);
	if (!error)
		return code;
	snprintf(text, sizeof(text), "%s: %.200s: %s (exit %d)\n", hr_command, path,
		 strerrordesc_np(error), HR_EXIT_USAGE);
	hr_process_write(text);
	return HR_EXIT_USAGE;
}

void hr_end_call_hook(hr_run *run)
{
	void (*hook)(hr_run *) = run->at_end;

	run->at_end = NULL;
	if (hook)
		hook(run);
}

bool hr_end_begin(void)
{
	if (atomic_exchange(&hr_process.ended, true))
		return false;
	__atomic_store_n(&hr_process.ending, pthread_self(), __ATOMIC_RELAXED);
	return true;
}

bool hr_end_begun(void)
{
	return atomic_load(&hr_process.ended);
}

void hr_end_reset(void)
{
	atomic_store(&hr_process.ended, false);
	hr_process.cout = dlsym(RTLD_DEFAULT, "_ZSt4cout");
	*(void **)&hr_process.cout_flush = dlsym(RTLD_DEFAULT, "_ZNSo5flushEv");
}

/* --- embedded runs ---------------------------------------------------------------------------- */

static __thread hr_refuge *refuges; /* of this thread, the innermost first */

void hr_refuge_begin(hr_refuge *refuge, hr_run *run)
{
	refuge->run = run;
	refuge->status = HR_OK;
	refuge->program_status = 0;
	refuge->entry = hr_process_entry;
	refuge->in_runtime = __atomic_load_n(&run->in_runtime, __ATOMIC_RELAXED);
	refuge->outer = refuges;
	refuges = refuge;
}

void hr_refuge_end(hr_refuge *refuge)
{
	refuges = refuge->outer;
}

void hr_escape(hr_run *run, hr_status status, int program_status)
{
	hr_thread *thread = hr_thread_peek();
	hr_refuge *refuge = refuges;

	/* In C code that interpreted code has called: that ends as by a fault of its own, which has
	 * been reported. */
	if (status != HR_OK && thread && thread->run == run && thread->recover && thread->code) {
		thread->fault = (hr_diag_id)((HR_TRAP_REPORTED | (hr_trap)status) - 1);
		siglongjmp(*thread->recover, 1);
	}
	(void)hr_run_note(run, status);
	while (refuge && refuge->run != run)
		refuge = refuge->outer;
	if (!refuge) {
		run->program_status = program_status;
		__atomic_store_n(&run->ended, true, __ATOMIC_RELEASE);
		pthread_exit(NULL);
	}
	refuge->status = status;
	refuge->program_status = program_status;
	refuges = refuge;
	hr_process_entry = refuge->entry;
	siglongjmp(refuge->to, 1);
}

/* --- the end of the process ------------------------------------------------------------------- */

void hr_die(hr_run *run, hr_status status)
{
	if (status == HR_OK)
		hr_bug("no signal to end with");
	if (run->options.embedded)
		hr_escape(run, status, 0);
	hr_process_guard(status, 2000);
	if (!hr_end_begin() &&
	    !pthread_equal(__atomic_load_n(&hr_process.ending, __ATOMIC_RELAXED), pthread_self()))
		for (;;)
			pause(); /* another thread ends the process */
	hr_run_say(run);
	hr_flush_output();
	hr_end_call_hook(run);
	fflush(NULL);
	hr_process_exit(hr_exit_line(run->diags, status, 0));
}
