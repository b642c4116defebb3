/* interp/host/interp.c -- host code interpreted like any node function.
 *
 * The C library is called natively; what it calls back (qsort's comparison, atexit functions, a
 * thread's body) enters the engine again by way of closures (interp/memory/image.c).
 * A program that calls setjmp and its kin is compiled instead: the engine could not leave the C frames between its
 * own.
 *
 * Owns:      the lists of constructors and destructors (hr_host.interp), for as long as the run:
 *            exit() needs them at its end.
 * Clauses:   H2.
 * Not here:  exceptions (interp/engine/unwind.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/engine/engine.h"
#include "interp/engine/unwind.h"
#include "interp/host/host_jit.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/memory/image.h"
#include "interp/run/thread.h"
#include "ir/program/lookup.h"
#include "src/arith/cfunction.h"

/* Return the first call in host code of a function such as setjmp or longjmp; set *CALLED to its name. NULL: there
 * is none. */
static LLVMValueRef frame_leaver(const hr_program *program, const char **called)
{
	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];
		const hr_cfunction *row =
			function->defined ? NULL : hr_cfunction_find(function->name);

		if (!row || row->stops != HR_STOPS_JUMPS)
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(function->llvm); use;
		     use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);
			const hr_function *caller;

			if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
				continue;
			caller = hr_function_of(
				program, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
			if (!caller || caller->leaf_node || caller->internal_node)
				continue;
			*called = function->name;
			return user;
		}
	}
	return NULL;
}

/* Set *COMPILE if the host code must be compiled, and say so. */
static hr_status must_compile(hr_run *run, bool *compile)
{
	const char *called = NULL;
	LLVMValueRef call = frame_leaver(run->program, &called);
	hr_where where;

	*compile = call != NULL && !run->options.sandbox.on; /* there, the call is refused */
	if (!*compile)
		return HR_OK;
	where = hr_where_call(run->program, call);
	return hr_report(run->diags, HR_D_host_compiled, &where, called);
}

static hr_status invoke(hr_run *run, hr_function *function, uint8_t *result)
{
	char text[64];

	if (function->param_count > HR_MAIN_PARAMS) {
		snprintf(text, sizeof(text), "'%.30s' with %u parameters", function->name,
			 function->param_count);
		return hr_report(run->diags, HR_D_unsupported_feature, &function->where, text);
	}
	return hr_engine_invoke(hr_thread_self(run), function, run->host->interp.arguments, result);
}

static hr_status undefined_structor(hr_run *run, const hr_function *function)
{
	char text[96];

	snprintf(text, sizeof(text), "the constructor or destructor '%.30s' without a body",
		 function->name);
	return hr_report(run->diags, HR_D_unsupported_feature, &function->where, text);
}

static hr_status run_structors(hr_run *run, const hr_structors *structors)
{
	uint8_t nothing[HR_PARAM_BYTES];

	for (size_t i = 0; i < structors->count; i++) {
		hr_function *function = hr_program_function(run->program, structors->data[i].name);

		if (function && !function->defined)
			return undefined_structor(run, function);
		if (function)
			HR_TRY(invoke(run, function, nothing));
	}
	return HR_OK;
}

/* Called by the C library, which cannot pass a status on. */
static void run_destructors(void *data)
{
	hr_run *run = data;
	hr_status status = run_structors(run, &run->host->interp.destructors);

	if (status != HR_OK)
		hr_die(run, status);
}

/* In the sandbox, the program gets copies of its arguments, which it may change, and no environment. */
static char **lend(hr_run *run, int argc, char **argv)
{
	const size_t table = ((size_t)argc + 1) * sizeof(*argv);
	hr_arena *arena;
	size_t bytes = table;
	char **copy, *text;

	for (int i = 0; i < argc; i++)
		bytes += strlen(argv[i]) + 1;
	arena = hr_image_lock(run->image);
	copy = hr_arena_alloc(arena, bytes);
	hr_image_unlock(run->image);
	text = (char *)copy + table;
	for (int i = 0; i < argc; i++) {
		copy[i] = strcpy(text, argv[i]);
		text += strlen(text) + 1;
	}
	copy[argc] = NULL;
	hr_sandbox_grant(run->checker, copy, bytes, true);
	return copy;
}

static hr_status run_main(hr_run *run, hr_function *function, int *exit_status)
{
	_Alignas(16) uint8_t result[HR_PARAM_BYTES] = {0};
	int32_t value = 0;

	/* Registered first, so that it runs after everything that constructors register. */
	hr_runtime_cxa_atexit(run_destructors, run, &hr_runtime_dso);
	hr_host_clean_state();
	HR_TRY(run_structors(run, &run->host->interp.constructors));
	HR_TRY(invoke(run, function, result));
	hr_thread_self(run)->calling = NULL; /* that frame is gone */
	if (function->result->kind == HR_T_INT)
		memcpy(&value, result,
		       function->result->store_size < 4 ? function->result->store_size : 4);
	hr_host_run_destructors(run);
	hr_flush_output();
	*exit_status = value;
	return HR_OK;
}

bool hr_host_calls_c(void)
{
	return hr_unwind_may_raise();
}

hr_status hr_host_interp_main(hr_run *run, int argc, char **argv, char **envp, int *exit_status)
{
	hr_function *function = hr_program_function(run->program, "main");
	hr_interp_host *host = &run->host->interp;
	int64_t count = argc;
	bool compile;

	HR_TRY(must_compile(run, &compile));
	if (compile)
		return hr_host_jit_main(run, argc, argv, envp, exit_status);
	(void)hr_run_enter(run);
	HR_TRY(hr_host_open_libraries(run));
	if (!function || !function->defined)
		return hr_report(run->diags, HR_D_no_main, NULL);
	HR_TRY(hr_host_check_symbols(run, run->program->module));
	if (argc > 0 && !run->options.embedded)
		program_invocation_name = argv[0];
	if (run->options.sandbox.on) {
		argv = lend(run, argc, argv);
		envp = argv + argc;
	}
	memcpy(host->arguments, &count, sizeof(count));
	memcpy(host->arguments + HR_PARAM_BYTES, &argv, sizeof(argv));
	memcpy(host->arguments + 2 * HR_PARAM_BYTES, &envp, sizeof(envp));
	host->constructors = hr_host_constructors(run->program->module);
	host->destructors = hr_host_destructors(run->program->module);
	hr_crash_install(run);
	hr_host_begin(run);
	hr_check_host_code(run->checker);
	hr_crash_watch_terminate(run);
	return run_main(run, function, exit_status);
}
