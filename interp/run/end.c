/* interp/run/end.c -- the end of the process: the last line, printed once by the first thread that
 * ends the process.
 *
 * Not here: returns of main and exit() (interp/host/end.c), ends by a signal
 * (interp/host/crash.c). */
#define _GNU_SOURCE 1
#include "interp/run/end.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "interp/run/process.h"

static void (*end_hook)(hr_run *run);
static atomic_bool ended;
static pthread_t ending; /* valid when ended */
static void *cout_object;
static void *(*cout_flush)(void *);

void hr_flush_output(void)
{
	if (cout_object && cout_flush)
		cout_flush(cout_object);
	fflush(stdout);
}

int hr_exit_line(hr_diags *diags, hr_status status, int program_status)
{
	int code = status == HR_OK ? program_status : hr_exit_code(status);

	fflush(stderr);
	hr_diags_end(diags, status, code);
	return code;
}

void hr_end_set_hook(void (*hook)(hr_run *run))
{
	end_hook = hook;
}

void hr_end_call_hook(hr_run *run)
{
	void (*hook)(hr_run *) = end_hook;

	end_hook = NULL;
	if (hook)
		hook(run);
}

bool hr_end_begin(void)
{
	if (atomic_exchange(&ended, true))
		return false;
	ending = pthread_self();
	return true;
}

bool hr_end_begun(void)
{
	return atomic_load(&ended);
}

void hr_end_reset(void)
{
	atomic_store(&ended, false);
	cout_object = dlsym(RTLD_DEFAULT, "_ZSt4cout");
	*(void **)&cout_flush = dlsym(RTLD_DEFAULT, "_ZNSo5flushEv");
}

void hr_die(hr_run *run, hr_status status)
{
	if (status == HR_OK)
		hr_bug("no signal to end with");
	hr_process_guard(status, 2000);
	if (!hr_end_begin() && !pthread_equal(ending, pthread_self()))
		for (;;)
			pause(); /* another thread ends the process */
	hr_run_say(run);
	hr_flush_output();
	hr_end_call_hook(run);
	fflush(NULL);
	_exit(hr_exit_line(run->diags, status, 0));
}
