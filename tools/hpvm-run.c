/* tools/hpvm-run.c -- the command: load, then print or run.
 *
 * Standard input and output belong to the program under test; what we say goes to standard error, but
 * for what --help, --version, --list-diagnostics, --explain and --print-* were asked for.
 * Owns:     options, diagnostics, program, run.
 * Not here: semantics. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "direct.h"
#include "host.h"
#include "launch.h"
#include "options.h"
#include "program.h"
#include "registry.h"

extern char **environ;

/* Host code may leave threads behind that use these until the process is gone. */
static hr_program *program;
static hr_run *run;
static hr_diags *diagnostics;
static hr_dispatch *dispatch;

/* --- the process ------------------------------------------------------------------------------------- */

/* A closed standard stream would be the next file that is opened, and get what was meant for it. */
static void open_standard_streams(void)
{
	int file;

	do
		file = open("/dev/null", O_RDWR);
	while (file >= 0 && file <= STDERR_FILENO);
	if (file >= 0)
		close(file);
}

/* Ctrl-C before the program runs; later it is the run's matter (interp/crash.c). */
static void interrupted_early(int signal)
{
	(void)signal;
	(void)hr_report(diagnostics, HR_D_interrupted, NULL);
	hr_diags_end(diagnostics, HR_LIMIT, hr_exit_code(HR_LIMIT));
	_exit(hr_exit_code(HR_LIMIT));
}

/* Memory is out: what little there is to say, in the form that is wanted. */
static void out_of_memory(size_t bytes)
{
	(void)hr_report(diagnostics, HR_D_memory_limit, NULL, "hpvm-run", bytes);
	hr_diags_end(diagnostics, HR_LIMIT, hr_exit_code(HR_LIMIT));
	_exit(hr_exit_code(HR_LIMIT));
}

static int wrong_use(const char *text, const char *detail)
{
	fprintf(stderr, "hpvm-run: wrong use: %s: %s; see hpvm-run --help (exit %d)\n", text, detail,
		HR_EXIT_USAGE);
	return HR_EXIT_USAGE;
}

/* --- printing ---------------------------------------------------------------------------------------- */

static hr_status print_graphs(const tool_options *options, FILE *stream)
{
	for (uint32_t i = 0; i < program->graph_count; i++) {
		const hr_graph *graph = program->graphs[i];

		switch (options->form) {
		case TOOL_FORM_TEXT:
			hr_graph_print_text(graph, stream);
			break;
		case TOOL_FORM_DOT:
			hr_graph_print_dot(graph, stream);
			break;
		case TOOL_FORM_YAML:
			hr_graph_print_yaml(graph, stream);
			break;
		}
	}
	return HR_OK;
}

static hr_status print_code(const tool_options *options, hr_diags *diags, FILE *stream)
{
	hr_status first = HR_OK;

	if (options->function) {
		hr_function *function = hr_program_function(program, options->function);

		if (!function || !function->defined)
			return hr_report(diags, HR_D_no_such_function, NULL, options->function);
		if (function->internal_node)
			return hr_report(diags, HR_D_unsupported_feature, &function->where,
					 "code of an internal node, which is its graph,");
	}
	for (uint32_t i = 0; i < program->function_count; i++) {
		hr_function *function = program->functions[i];
		const hr_code *code;
		hr_status status;

		if (!function->defined || function->internal_node ||
		    (options->function && strcmp(function->name, options->function) != 0))
			continue;
		status = hr_lower(program, function, &code);
		if (status == HR_OK)
			hr_code_print(code, stream);
		else if (first == HR_OK)
			first = status;
	}
	return first;
}

/* Runs PRINT with the stream that -o names; wrong use when that cannot be written. */
static int print(const tool_options *options, hr_diags *diags)
{
	FILE *stream = options->output ? fopen(options->output, "w") : stdout;
	hr_status status;
	bool written;

	if (!stream)
		return wrong_use(options->output, strerror(errno));
	status = options->action == TOOL_PRINT_GRAPH ? print_graphs(options, stream) :
						       print_code(options, diags, stream);
	errno = 0;
	written = fflush(stream) == 0 && !ferror(stream);
	if (options->output)
		written = fclose(stream) == 0 && written;
	if (!written)
		return wrong_use(options->output ? options->output : "standard output",
				 errno ? strerror(errno) : "cannot be written");
	return hr_exit_line(diags, status, 0);
}

static void print_backends(const tool_options *options)
{
	const hr_backend_policy *policy = &options->backends;
	hr_backend_host host = policy->host;
	hr_registry *registry;

	host.bytes = sizeof(host);
	registry = hr_registry_new(policy->paths, policy->path_count, &host);

	hr_registry_print(registry, stdout);
	hr_registry_free(registry);
}

static int about(const tool_options *options, const hr_diags *diags)
{
	if (options->action == TOOL_HELP)
		tool_print_help(stdout);
	else if (options->action == TOOL_VERSION)
		tool_print_version(stdout);
	else if (options->action == TOOL_LIST_DIAGNOSTICS)
		tool_list_diagnostics(diags, stdout);
	else if (options->action == TOOL_BACKENDS)
		print_backends(options);
	else if (!tool_explain(options, stdout))
		return HR_EXIT_USAGE;
	if (fflush(stdout) != 0)
		return wrong_use("standard output", strerror(errno));
	return 0;
}

/* --- running ----------------------------------------------------------------------------------------- */

static void show_progress(hr_run *of, const hr_run_point *point)
{
	(void)of;
	if (!point)
		hr_progress_hide();
	else
		hr_progress_show(point->node ? point->node->path : "host code", point->done,
				 point->total, point->operations);
}

static void at_end(hr_run *of)
{
	hr_progress_end();
	if (of->options.stats)
		hr_stats_print(of, stderr);
}

/* The program's argv: the first file's name, then what came after "--". */
static hr_status run_host(const tool_options *options, int *exit_status)
{
	int argc = options->program_arg_count + 1;
	char **argv = hr_alloc_array((size_t)argc + 1, sizeof(*argv));
	hr_status status;

	argv[0] = (char *)(uintptr_t)options->files.data[0];
	for (int i = 1; i < argc; i++)
		argv[i] = options->program_args[i - 1];
	status = options->host == TOOL_HOST_JIT ?
		hr_host_jit_main(run, argc, argv, environ, exit_status) :
		hr_host_interp_main(run, argc, argv, environ, exit_status);
	hr_free(argv);
	return status;
}

/* Who else than the interpreter runs leaves, if anybody was asked for. */
static hr_status choose_backends(const tool_options *options)
{
	const hr_backend_policy *policy = &options->backends;

	if (!policy->backend && !policy->choice_count)
		return HR_OK;
	HR_TRY(hr_dispatch_new(run, policy, &dispatch));
	run->offload = hr_dispatch_offload(dispatch);
	return HR_OK;
}

static int run_program(const tool_options *options, hr_diags *diags)
{
	int exit_status = 0;
	hr_status status = hr_run_new(program, &options->run, diags, &run);

	if (status == HR_OK)
		status = choose_backends(options);
	if (status != HR_OK)
		return hr_exit_line(diags, status, 0);
	run->progress = show_progress;
	hr_diags_set_hooks(diags, hr_progress_hide, NULL);
	hr_host_set_end_hook(at_end);
	hr_crash_install(run);
	hr_progress_begin(options->progress, stderr);
	status = options->root ? hr_launch_direct(run, options->root, options->args) :
				 run_host(options, &exit_status);
	return hr_host_end(run, status, exit_status);
}

/* --- main -------------------------------------------------------------------------------------------- */

/* A file gets diagnostics in the form that was asked for; people then still have the text. */
static bool set_outputs(const tool_options *options, hr_diags *diags)
{
	hr_diag_form form = options->diagnostics_output ? HR_DIAG_TEXT : options->diagnostics;

	hr_diags_set_form(diags, form, tool_wants_colour(options, stderr));
	if (!options->diagnostics_output ||
	    hr_diags_set_file(diags, options->diagnostics, options->diagnostics_output))
		return true;
	wrong_use(options->diagnostics_output, strerror(errno));
	return false;
}

static int work(const tool_options *options, hr_diags *diags)
{
	hr_status status;

	if (options->action == TOOL_HELP || options->action == TOOL_VERSION ||
	    options->action == TOOL_LIST_DIAGNOSTICS || options->action == TOOL_EXPLAIN ||
	    options->action == TOOL_BACKENDS)
		return about(options, diags);
	if (!set_outputs(options, diags))
		return HR_EXIT_USAGE;
	status = hr_program_load(options->files.data, options->files.count, &options->sem, diags,
				 &program);
	if (status != HR_OK)
		return hr_exit_line(diags, status, 0);
	if (options->action == TOOL_RUN)
		return run_program(options, diags);
	return print(options, diags);
}

int main(int argc, char **argv)
{
	static tool_options options;
	hr_diags *diags;
	int code = HR_EXIT_USAGE;

	open_standard_streams();
	diags = diagnostics = hr_diags_new(stderr);
	signal(SIGINT, interrupted_early);
	signal(SIGTERM, interrupted_early);
	hr_alloc_set_out_of_memory(out_of_memory);
	if (tool_options_read(argc, argv, diags, &options))
		code = work(&options, diags);
	if (!run) {
		hr_program_free(program);
		hr_diags_free(diags);
		tool_options_free(&options);
	}
	return code;
}
