/* tools/run/hpvm-run.c -- the command: load, then print or run.
 *
 * Standard input and output belong to the program under test; what we say goes to standard error, but
 * for what --help, --version, --list-diagnostics, --explain and --print-* were asked for.
 * Owns:     the dispatcher; options, program, run are the session's.
 * Not here: semantics. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "interp/args/direct.h"
#include "backends/emit/emit.h"
#include "interp/host/host.h"
#include "interp/tensor/infer.h"
#include "ir/graph/print.h"
#include "tools/session/recording.h"
#include "backends/dispatch/registry.h"
#include "src/file/rewrite.h"
#include "tools/session/session.h"
#include "interp/stream/stream.h"
#include "tools/session/unused_options.h"
#include "tools/run/watch.h"

/* --- printing ---------------------------------------------------------------------------------------- */

/* "tensor (1, 3, 32, 32)" */
static const char *tensor_words(void *data, const hr_node *node, bool output, unsigned port)
{
	static char text[HR_DIMS_TEXT + 8];
	const hr_dims *dims = hr_graph_dims_of(data, node, output, port);
	char shape[HR_DIMS_TEXT];

	if (!dims->rank)
		return NULL;
	snprintf(text, sizeof(text), "tensor %s", hr_dims_text(dims, shape));
	return text;
}

/* DIMS: NULL, or the shapes of tensors in GRAPH. */
static void print_graph(const tool_options *options, const hr_graph *graph, hr_graph_dims *dims,
			FILE *stream)
{
	hr_port_words *words = dims ? tensor_words : NULL;

	switch (options->form) {
	case TOOL_FORM_TEXT:
		hr_graph_print_text_with(graph, words, dims, stream);
		break;
	case TOOL_FORM_DOT:
		hr_graph_print_dot_with(graph, words, dims, stream);
		break;
	case TOOL_FORM_YAML:
		hr_graph_print_yaml_with(graph, words, dims, stream);
		break;
	}
}

/* The graph of --root, with the shapes that follow from --args. */
static hr_status print_root(const tool_options *options, hr_diags *diags, FILE *stream)
{
	const hr_function *function;
	const hr_graph *graph;
	hr_graph_dims *dims;
	hr_dims *inputs;
	hr_status status;
	hr_run *run;

	HR_TRY(hr_run_new(tool.program, &options->run, diags, &run));
	status = hr_direct_dims(run, options->root, options->args, &function, &inputs);
	if (status == HR_OK) {
		graph = hr_program_graph(tool.program, function->id);
		dims = hr_graph_dims_new(tool.program, graph, inputs);
		print_graph(options, graph, dims, stream);
		hr_graph_dims_free(dims);
		hr_free(inputs);
	}
	hr_run_free(run);
	return status;
}

static hr_status print_graphs(const tool_options *options, hr_diags *diags, FILE *stream)
{
	if (options->root)
		return print_root(options, diags, stream);
	for (uint32_t i = 0; i < tool.program->graph_count; i++)
		print_graph(options, tool.program->graphs[i], NULL, stream);
	return HR_OK;
}

static hr_status print_code(const tool_options *options, hr_diags *diags, FILE *stream)
{
	hr_status first = HR_OK;

	if (options->function) {
		hr_function *function = hr_program_function(tool.program, options->function);

		if (!function || !function->defined)
			return hr_report(diags, HR_D_no_such_function, NULL, options->function);
		if (function->internal_node)
			return hr_report(diags, HR_D_unsupported_feature, &function->where,
					 "code of an internal node, which is its graph,");
	}
	for (uint32_t i = 0; i < tool.program->function_count; i++) {
		hr_function *function = tool.program->functions[i];
		const hr_code *code;
		hr_status status;

		if (!function->defined || function->internal_node ||
		    (options->function && strcmp(function->name, options->function) != 0))
			continue;
		status = hr_lower(tool.program, function, &code);
		if (status == HR_OK)
			hr_code_print(code, stream);
		else if (first == HR_OK)
			first = status;
	}
	return first;
}

static hr_status print_to(const tool_options *options, hr_diags *diags, FILE *stream)
{
	if (options->action == TOOL_PRINT_GRAPH)
		return print_graphs(options, diags, stream);
	if (options->action == TOOL_EMIT)
		return hr_emit_leaves(tool.program, diags, &options->emit, stream);
	return print_code(options, diags, stream);
}

/* The file that -o names is touched only when all of its contents are there: a failure leaves what it was. */
static int print_file(const tool_options *options, hr_diags *diags)
{
	hr_rewrite output;
	hr_status status;
	int error = hr_rewrite_begin(&output, options->output);

	if (error)
		return tool_wrong_use(options->output, strerror(error));
	status = print_to(options, diags, output.stream);
	error = hr_rewrite_end(&output, status == HR_OK);
	if (error)
		return tool_wrong_use(options->output, strerror(error));
	return hr_exit_line(diags, status, 0);
}

/* Prints what was asked for to where -o says; wrong use when that cannot be written. */
static int print(const tool_options *options, hr_diags *diags)
{
	hr_status status;

	if (options->output)
		return print_file(options, diags);
	status = print_to(options, diags, stdout);
	errno = 0;
	if (fflush(stdout) != 0 || ferror(stdout))
		return tool_wrong_use("standard output", errno ? strerror(errno) : "cannot be written");
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
	if (fflush(stdout) != 0 || ferror(stdout)) /* a full buffer may have been flushed before */
		return tool_wrong_use("standard output", strerror(errno));
	return 0;
}

/* --- main -------------------------------------------------------------------------------------------- */

static hr_dispatch *dispatch;    /* NULL: nobody but the interpreter */

/* Options for a backend that has nothing to do here. */
static void tell_unserved(hr_run *run)
{
	const hr_backend_policy *policy = &tool.options.backends;
	HR_VEC(const char *) asked = {0};

	HR_PUSH(&asked, policy->backend);
	for (size_t i = 0; i < policy->choice_count; i++)
		HR_PUSH(&asked, policy->choices[i].backend);
	(void)hr_run_note(run, tool_tell_unserved(run->diags, &tool.options, asked.data, asked.count));
	HR_VEC_FREE(&asked);
}

/* Who is told what happens, and who else than the interpreter runs leaves, if anybody was asked for. */
static hr_status prepare(hr_run *run)
{
	const hr_backend_policy *policy = &tool.options.backends;
	tool_recording_join(run, tool.diags);
	tool_watch_join(run);
	tell_unserved(run);
	if (!policy->backend && !policy->choice_count)
		return HR_OK;
	HR_TRY(hr_dispatch_new(run, policy, &dispatch));
	run->offload = hr_dispatch_offload(dispatch);
	return HR_OK;
}

/* A case has no output of its own. */
static void tell_case(const hr_run *run)
{
	const hr_case_program *of = &tool.options.replayed;
	bool wrong = hr_diags_errors(tool.diags) || run->status != HR_OK;

	if (!of->root || tool.options.quiet || tool.options.diagnostics != HR_DIAG_TEXT)
		return;
	fprintf(stderr, "%s: replayed %llu instances", hr_command, (unsigned long long)of->instances);
	if (of->earlier)
		fprintf(stderr, ", and %llu grids before them,", (unsigned long long)of->earlier);
	fprintf(stderr, " of '%s': %s\n", of->node, wrong ? "they end with an error" : "nothing is wrong with them");
	if (of->backend)
		fprintf(stderr, "%s: backend '%s' had the verdict '%s'; hpvm-diff compares it\n", hr_command, of->backend,
			of->verdict);
}

static void end(hr_run *run)
{
	tell_case(run);
	if (dispatch)
		(void)hr_run_note(run, hr_dispatch_status(dispatch));
	tool_watch_end();
	tool_recording_end(tool.diags);
}

/* The progress line would be in the way. */
static void begin_watch(void)
{
	if (tool_watch_begin(tool.program)) {
		tool.hide = tool_watch_hide;
		tool.options.progress = HR_PROGRESS_NEVER;
	} else {
		(void)hr_report(tool.diags, HR_D_watch_off, NULL);
	}
}

/* What backends hold of their devices is given back, unless threads of the program may still want it. */
static void leave_backends(void)
{
	if (dispatch && hr_block_alone())
		hr_dispatch_free(dispatch);
}

static int work(const tool_options *options)
{
	hr_status status;
	int error;

	if (options->limits_backends && !options->backends.workers && options->action == TOOL_RUN) {
		tool_wrong("--backend-time-limit is for backends in processes of their own: --worker");
		return HR_EXIT_USAGE;
	}

	if (options->action == TOOL_HELP || options->action == TOOL_VERSION ||
	    options->action == TOOL_LIST_DIAGNOSTICS || options->action == TOOL_EXPLAIN ||
	    options->action == TOOL_BACKENDS)
		return about(options, tool.diags);
	if (!tool_has_instruction_set() || !tool_set_outputs())
		return HR_EXIT_USAGE;
	status = tool_load();
	if (status != HR_OK)
		return hr_exit_line(tool.diags, status, 0);
	if (options->action != TOOL_RUN)
		return print(options, tool.diags);
	if (!tool_recording_knows(tool.program, options))
		return HR_EXIT_USAGE;
	error = tool_recording_begin(tool.program, options);
	if (error)
		return tool_wrong_use(options->record.path, strerror(error));
	if (options->watch)
		begin_watch();
	tool.prepare = prepare;
	tool.at_end = end;
	return tool_run();
}

int main(int argc, char **argv)
{
	int code = HR_EXIT_USAGE;

	tool_begin("hpvm-run");
	if (tool_options_read(argc, argv, tool.diags, &tool.options))
		code = work(&tool.options);
	leave_backends();
	tool_end();
	return code;
}
