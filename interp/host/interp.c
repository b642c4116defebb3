/* interp/host/interp.c -- host code interpreted like any node function.
 *
 * The C library is called natively; its callbacks (qsort's comparison, atexit functions, a thread's
 * body) enter the engine again through closures (interp/memory/image.c).
 *
 * Owns:      the lists of constructors and destructors until the process ends, because exit() needs
 *            them.
 * Clauses:   H2.
 * Not here:  C++ exceptions, which lowering refuses by name. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/host/host_jit.h"
#include "interp/host/host_runtime.h"
#include "interp/run/thread.h"

extern int __cxa_atexit(void (*function)(void *), void *object, void *dso);

/* main(argc, argv, envp), with the parameter layout of interp/run/thread.h. */
enum { PARAM_BYTES = 16, MAIN_PARAMS = 3 };
typedef struct interp_host {
	hr_run *run;
	hr_structors constructors, destructors;
	uint8_t arguments[MAIN_PARAMS * PARAM_BYTES];
} interp_host;

static hr_status invoke(interp_host *host, hr_function *function, uint8_t *result)
{
	char text[64];

	if (function->param_count > MAIN_PARAMS) {
		snprintf(text, sizeof(text), "'%.30s' with %u parameters", function->name,
			 function->param_count);
		return hr_report(host->run->diags, HR_D_unsupported_feature, &function->where,
				 text);
	}
	return hr_engine_invoke(hr_thread_self(host->run), function, host->arguments, result);
}

static hr_status run_structors(interp_host *host, const hr_structors *structors)
{
	uint8_t nothing[PARAM_BYTES];

	for (size_t i = 0; i < structors->count; i++) {
		hr_function *function =
			hr_program_function(host->run->program, structors->data[i].name);

		if (function)
			HR_TRY(invoke(host, function, nothing));
	}
	return HR_OK;
}

/* Called by the C library, which cannot pass a status on. */
static void run_destructors(void *data)
{
	interp_host *host = data;
	hr_status status = run_structors(host, &host->destructors);

	if (status != HR_OK)
		hr_die(host->run, status);
}

static hr_status run_main(interp_host *host, hr_function *function, int *exit_status)
{
	_Alignas(16) uint8_t result[PARAM_BYTES] = {0};
	int32_t value = 0;

	/* Registered first, so that it runs after everything that constructors register. */
	__cxa_atexit(run_destructors, host, &hr_runtime_dso);
	hr_host_clean_state();
	HR_TRY(run_structors(host, &host->constructors));
	HR_TRY(invoke(host, function, result));
	if (function->result->kind == HR_T_INT)
		memcpy(&value, result,
		       function->result->store_size < 4 ? function->result->store_size : 4);
	hr_host_run_destructors();
	hr_flush_output();
	*exit_status = value;
	return HR_OK;
}

hr_status hr_host_interp_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status)
{
	hr_function *function = hr_program_function(run->program, "main");
	static interp_host main_host; /* exit() needs it */
	interp_host *host = &main_host;
	int64_t count = argc;

	*host = (interp_host){.run = run};
	hr_entry_set_run(run);
	HR_TRY(hr_host_open_libraries(run));
	if (!function || !function->defined)
		return hr_report(run->diags, HR_D_no_main, NULL);
	HR_TRY(hr_host_check_symbols(run, run->program->module));
	memcpy(host->arguments, &count, sizeof(count));
	memcpy(host->arguments + PARAM_BYTES, &argv, sizeof(argv));
	memcpy(host->arguments + 2 * PARAM_BYTES, &envp, sizeof(envp));
	host->constructors = hr_host_constructors(run->program->module);
	host->destructors = hr_host_destructors(run->program->module);
	if (argc > 0)
		program_invocation_name = argv[0];
	hr_crash_install(run);
	hr_host_begin(run);
	return run_main(host, function, exit_status);
}
