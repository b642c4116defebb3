/* tools/session/session.c -- shared by the commands that run programs: the process, loading,
 * running.
 *
 * Standard input and output belong to the program under test.
 *
 * Owns:      options, diagnostics, program, run.
 * Not here:  the purpose of a command; semantics. */
#define _GNU_SOURCE 1
#include "tools/session/session.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/ErrorHandling.h>

#include "interp/args/direct.h"
#include "interp/host/host.h"
#include "interp/host/launch.h"
#include "interp/lanes/lanes.h"
#include "interp/memory/device_heap.h"
#include "interp/run/process.h"
#include "interp/stream/stream.h"
#include "ir/load/load.h"
#include "ir/pass/pass.h"
#include "src/base/c_locale.h"
#include "src/base/environment.h"
#include "tools/session/suppressions.h"

tool_session tool;

/* --- the process ------------------------------------------------------------------------------ */

/* Handles Ctrl-C before the program runs; later the run handles it (interp/host/crash.c). */
static void interrupted_early(int signal)
{
	(void)signal;
	hr_process_guard(HR_LIMIT, 1000); /* the report may need a lock that this thread holds */
	(void)hr_report(tool.diags, HR_D_interrupted, NULL);
	hr_diags_end(tool.diags, HR_LIMIT, hr_exit_code(HR_LIMIT));
	hr_process_exit(hr_exit_code(HR_LIMIT));
}

/* Report that memory is exhausted, in the requested form. */
static void out_of_memory(size_t bytes)
{
	hr_process_guard(HR_LIMIT, 1000);
	(void)hr_report(tool.diags, HR_D_memory_limit, NULL, hr_command, bytes);
	hr_diags_end(tool.diags, HR_LIMIT, hr_exit_code(HR_LIMIT));
	hr_process_exit(hr_exit_code(HR_LIMIT));
}

/* --- failures of LLVM ------------------------------------------------------------------------- */

enum {
	SMALLEST_BLOCK = 16
}; /* bytes of a block of malloc(); LLVM does not say how many it needs */

static bool is_about_memory(const char *reason)
{
	return strstr(reason, "memory") || strstr(reason, "llocat");
}

/* LLVM would print a message of its own and end the process. */
static void on_fatal_error(const char *reason)
{
	if (is_about_memory(reason))
		out_of_memory(SMALLEST_BLOCK);
	hr_jit_fatal_error(reason);
	(void)hr_report(tool.diags, HR_D_llvm_failed, NULL, reason);
	hr_diags_end(tool.diags, HR_UNSUPPORTED, hr_exit_code(HR_UNSUPPORTED));
	hr_process_exit(hr_exit_code(HR_UNSUPPORTED));
}

static void on_bad_alloc(void *data, const char *reason, bool crash)
{
	(void)data, (void)reason, (void)crash;
	out_of_memory(SMALLEST_BLOCK);
}

static HR_NORETURN void (*throw_bad_alloc)(void);

/* Called by operator new when memory is exhausted. The program may catch the exception. */
static void on_new(void)
{
	if (tool.run && throw_bad_alloc &&
	    (hr_host_calls_c() ||
	     (tool.run->native && __atomic_load_n(&tool.run->in_runtime, __ATOMIC_RELAXED) == 0)))
		throw_bad_alloc();
	out_of_memory(SMALLEST_BLOCK);
}

/* The functions are C++, and have no declaration for C. */
static void watch_llvm(void)
{
	void (*set_new)(void (*)(void)) = NULL;
	void (*set_bad_alloc)(void (*)(void *, const char *, bool), void *) = NULL;

	hr_process.watches_llvm = true;
	LLVMInstallFatalErrorHandler(on_fatal_error);
	*(void **)&set_new = dlsym(RTLD_DEFAULT, "_ZSt15set_new_handlerPFvvE");
	*(void **)&throw_bad_alloc = dlsym(RTLD_DEFAULT, "_ZSt17__throw_bad_allocv");
	*(void **)&set_bad_alloc =
		dlsym(RTLD_DEFAULT, "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_");
	if (set_new)
		set_new(on_new);
	if (set_bad_alloc)
		set_bad_alloc(on_bad_alloc, NULL);
}

void tool_begin(const char *command)
{
	hr_command = command;
	tool_open_standard_streams();
	tool.diags = hr_diags_new(stderr);
	signal(SIGINT, interrupted_early);
	signal(SIGTERM, interrupted_early);
	hr_alloc_set_out_of_memory(out_of_memory);
	watch_llvm();
}

bool tool_has_instruction_set(void)
{
	const char *asked = getenv("HPVM_RUN_ISA");
	char names[64];

	return hr_lane_sets(asked, names, sizeof(names)) ||
	       tool_wrong("HPVM_RUN_ISA is '%s', but this processor supports %s", asked, names);
}

/* If diagnostics go to a file in the requested form, they are also printed as text. */
bool tool_set_outputs(void)
{
	const tool_options *options = &tool.options;
	const char *file = options->given.diagnostics_output;
	hr_diag_form form = (hr_diag_form)options->given.diagnostics;

	hr_diags_set_form(tool.diags, file ? HR_DIAG_TEXT : form,
			  tool_wants_colour(options, stderr));
	return !file || hr_diags_set_file(tool.diags, form, file) || !tool_wrong_file(file, errno);
}

void tool_end(void)
{
	if (tool.run)
		return;
	hr_sequence_free(tool.sequence);
	hr_program_free(tool.program);
	hr_diags_free(tool.diags);
	tool_options_free(&tool.options);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Load the program with the kernels that are launched, or that are only listed. */
static hr_status load_program(void)
{
	const tool_options *options = &tool.options;
	hr_load_kernels kernels = {&tool.options.kernel, 1};
	bool only_hpvm = !options->given.kernel && options->given.action != OPT_list_kernels &&
			 options->given.action != OPT_print_graph;
	hr_status status;

	if (tool.sequence) {
		kernels.launches = hr_sequence_kernels(tool.sequence, &kernels.count);
		only_hpvm = kernels.count == 0;
	}
	status = hr_program_load_kernels(options->files.data, options->files.count, &options->sem,
					 tool.diags, only_hpvm ? NULL : &kernels, &tool.program);
	return tool.sequence ? hr_sequence_loaded(tool.sequence, status) : status;
}

hr_status tool_load(void)
{
	const tool_options *options = &tool.options;

	if (options->bad_case)
		return hr_report(tool.diags, HR_D_malformed_file, NULL, options->files.data[0],
				 options->bad_case);
	if (options->given.suppressions)
		HR_TRY(tool_suppressions_read(options->given.suppressions, tool.diags));
	if (options->args && !options->root && !options->given.kernel && !options->given.against &&
	    options->given.action != OPT_list_kernels)
		HR_TRY(hr_sequence_read(options->args, tool.diags, &tool.sequence));
	HR_TRY(load_program());
	if (options->given.kernel)
		tool.options.root = options->kernel.root;
	return options->given.passes ? hr_passes_run(tool.program, options->given.passes) : HR_OK;
}

static void show_progress(hr_run *of, const hr_run_point *point)
{
	(void)of;
	if (!point)
		hr_progress_hide();
	else
		hr_progress_show(point->node ? point->node->shown : "host code", point->done,
				 point->total, point->operations);
}

static void hide(void)
{
	if (tool.hide)
		tool.hide();
	hr_progress_hide();
}

static void at_end(hr_run *of)
{
	locale_t programs = hr_c_locale_enter();

	hide();
	hr_progress_end();
	if (of->options.stats)
		hr_stats_print(of, stderr);
	tool_suppressions_end(tool.options.given.suppressions, tool.diags,
			      tool.options.given.quiet ||
					      tool.options.given.diagnostics != HR_DIAG_TEXT
				      ? NULL
				      : stderr);
	if (tool.at_end)
		tool.at_end(of);
	hr_c_locale_leave(programs);
}

/* Run host code. The program's argv is the first file's name, then the words after "--". */
static hr_status run_host(int *exit_status)
{
	const tool_options *options = &tool.options;
	int argc = options->given.argument_count + 1;
	char **argv = hr_alloc_array((size_t)argc + 1, sizeof(*argv));
	hr_status status;

	argv[0] = (char *)(uintptr_t)options->files.data[0];
	for (int i = 1; i < argc; i++)
		argv[i] = options->given.arguments[i - 1];
	status = options->given.host == TOOL_HOST_JIT
			 ? hr_host_jit_main(tool.run, argc, argv, hr_environment(), exit_status)
			 : hr_host_interp_main(tool.run, argc, argv, hr_environment(), exit_status);
	hr_free(argv);
	return status;
}

int tool_run(void)
{
	const tool_options *options = &tool.options;
	int exit_status = 0;
	hr_status status = hr_run_new(tool.program, &options->run, tool.diags, &tool.run);

	if (status == HR_OK && tool.prepare)
		status = tool.prepare(tool.run);
	if (status != HR_OK)
		return hr_exit_line(tool.diags, status, 0);
	hr_heap_limit(tool.run, options->heap_limit);
	hr_block_baseline(); /* a driver may have started threads */
	tool.run->progress = show_progress;
	hr_diags_set_hooks(tool.diags, hide, NULL);
	tool.run->at_end = at_end;
	hr_crash_install(tool.run);
	hr_progress_begin(options->progress, stderr);
	if (tool.sequence)
		status = hr_sequence_run(tool.sequence, tool.run);
	else if (options->root)
		status = hr_launch_direct(tool.run, options->root, options->args);
	else
		status = run_host(&exit_status);
	return hr_host_end(tool.run, status, exit_status);
}
