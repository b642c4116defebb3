/* tools/run/hpvm-run.c -- the command: load, then print or run.
 *
 * Standard input and output belong to the program under test. Messages go to standard error, except
 * the output of --help, --version, --list-..., --explain, --print-... and --emit.
 *
 * Owns:      the dispatcher; options, program and run belong to the session.
 * Not here:  semantics. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/emit/emit.h"
#include "backends/registry/registry.h"
#include "interp/args/direct.h"
#include "interp/host/host.h"
#include "interp/run/end.h"
#include "interp/run/process.h"
#include "interp/stream/stream.h"
#include "interp/tensor/infer.h"
#include "interp/values/said_shape.h"
#include "interp/values/save.h"
#include "ir/graph/print.h"
#include "ir/graph/print_c.h"
#include "ir/lower/lower.h"
#include "ir/program/near_names.h"
#include "src/file/file.h"
#include "src/file/rewrite.h"
#include "tools/run/walls.h"
#include "tools/run/watch.h"
#include "tools/session/kernel_source.h"
#include "tools/session/recording.h"
#include "tools/session/session.h"
#include "tools/session/unused_options.h"

/* --- printing --------------------------------------------------------------------------------- */

/* Return a text such as "tensor (1, 3, 32, 32)". */
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

/* The words of a port in a program whose import says shapes. */
static const char *said_words(void *data, const hr_node *node, bool output, unsigned port)
{
	return hr_said_shape(data, node, output, port);
}

/* DIMS has the shapes of tensors in GRAPH; NULL: they are printed as the program says them. */
static void print_graph(const tool_options *options, const hr_graph *graph, hr_graph_dims *dims,
			FILE *stream)
{
	hr_port_words *words = dims ? tensor_words : said_words;
	void *data = dims ? (void *)dims : tool.program;

	switch ((tool_form)options->given.print_graph) {
	case TOOL_FORM_TEXT: hr_graph_print_text_with(graph, words, data, stream); break;
	case TOOL_FORM_DOT: hr_graph_print_dot_with(graph, words, data, stream); break;
	case TOOL_FORM_YAML: hr_graph_print_yaml_with(graph, words, data, stream); break;
	}
}

/* Print the graph of --root, with the shapes that --args determines. */
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
	if (options->root && options->args)
		return print_root(options, diags, stream);
	for (uint32_t i = 0; i < tool.program->graph_count; i++)
		print_graph(options, tool.program->graphs[i], NULL, stream);
	if (!tool.program->graph_count)
		(void)hr_kernel_list(tool.program, tool.options.kernel.language, stream);
	return HR_OK;
}

static hr_status list_kernels(hr_diags *diags, FILE *stream)
{
	if (hr_kernel_list(tool.program, tool.options.kernel.language, stream))
		return HR_OK;
	return hr_report(diags, HR_D_no_such_kernel, NULL, "", "; it has no kernels at all");
}

static hr_status print_code(const tool_options *options, hr_diags *diags, FILE *stream)
{
	const char *name = options->given.print_code;
	hr_status first = HR_OK;

	if (name) {
		hr_function *function = hr_program_function(tool.program, name);

		if (!function || !function->defined)
			return hr_program_no_function(tool.program, diags, name);
		if (function->internal_node)
			return hr_report(diags, HR_D_unsupported_feature, &function->where,
					 "printing the code of an internal node");
	}
	for (uint32_t i = 0; i < tool.program->function_count; i++) {
		hr_function *function = tool.program->functions[i];
		const hr_code *code;
		hr_status status;

		if (!function->defined || function->internal_node ||
		    (name && strcmp(function->name, name) != 0))
			continue;
		status = hr_lower(tool.program, function, &code);
		if (status == HR_OK)
			hr_code_print(code, stream);
		else if (first == HR_OK)
			first = status;
	}
	return first;
}

/* Print the structures, or a list of launches, of the root that --emit names, or of all roots. */
static hr_status print_roots(const tool_options *options, hr_diags *diags, FILE *stream)
{
	const char *name = options->emit.node;
	const hr_node **roots = hr_alloc_array(tool.program->graph_count + 1, sizeof(*roots));
	hr_status status = HR_OK;
	unsigned count = 0;

	for (uint32_t i = 0; i < tool.program->graph_count; i++) {
		const hr_node *root = tool.program->graphs[i]->root;

		if (!name || strcmp(root->path, name) == 0 || strcmp(root->name, name) == 0)
			roots[count++] = root;
	}
	if (name && !count)
		status = hr_program_no_node(tool.program, diags, name);
	else if (tool_emits_launch(options) && !count)
		status = hr_report(diags, HR_D_bad_launch, NULL, "the program has no graph");
	else if (tool_emits_launch(options))
		hr_sequence_print(roots, count, options->given.kernel ? &options->kernel : NULL,
				  stream);
	else
		hr_print_header(roots, count, stream);
	hr_free(roots);
	return status;
}

static hr_status print_to(const tool_options *options, hr_diags *diags, FILE *stream)
{
	if (options->given.action == OPT_list_kernels)
		return list_kernels(diags, stream);
	if (options->given.action == OPT_print_graph)
		return print_graphs(options, diags, stream);
	if (options->given.action == OPT_emit && tool_emits_roots(options))
		return print_roots(options, diags, stream);
	if (options->given.action == OPT_emit)
		return hr_emit_leaves(tool.program, diags, &options->emit, stream);
	return print_code(options, diags, stream);
}

/* Print the requested output to the destination of -o. It is a usage error if that cannot be
 * written. A file is replaced only when all of its contents are complete; after a failure it keeps
 * its old contents. */
static int print(const tool_options *options, hr_diags *diags)
{
	const char *path = options->given.output ? options->given.output : "-";
	hr_rewrite output;
	hr_status status = HR_OK;
	int error = hr_rewrite_begin(&output, path);

	if (!error) {
		status = print_to(options, diags, output.stream);
		error = hr_rewrite_end(&output, status == HR_OK);
	}
	if (!error)
		return hr_exit_line(diags, status, 0);
	return tool_wrong_file(path, error);
}

/* Print information about the tool itself. */
static int about(const tool_options *options, const hr_diags *diags)
{
	if (options->given.action == OPT_list_diagnostics)
		tool_list_diagnostics(diags, stdout);
	else if (options->given.action == OPT_list_backends)
		tool_list_backends(options);
	else if (!tool_explain(options->given.explain, tool_wants_colour(options, stdout), stdout))
		return HR_EXIT_USAGE;
	return tool_flush_output();
}

/* --- the sandbox ------------------------------------------------------------------------------ */

static void caught(int number)
{
	char text[160];

	snprintf(text, sizeof(text),
		 "%s: error: the sandbox does not allow system call %d [sandbox-violation]\n",
		 hr_command, number);
	hr_process_write(text);
	hr_process_die_now(HR_TRAP);
}

/* Return an error if the lack of a wall is to be one. */
static hr_status without(const char *what, const char *why)
{
	return why ? hr_report(tool.diags, HR_D_sandbox_partial, NULL, what, why) : HR_OK;
}

/* Make the file of the trace now: later, only files that exist can be opened. */
static bool make_trace(const tool_options *options)
{
	const int file = options->record.path
				 ? open(options->record.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)
				 : -1;

	if (file >= 0)
		close(file);
	return file >= 0 || !options->record.path || !tool_wrong_file(options->record.path, errno);
}

/* Before the first file of a stranger is read. The arguments of the program may name files that it
 * reads; files that the file of arguments names lie in its folder. */
static hr_status build_walls(const tool_options *options)
{
	HR_VEC(const char *) read = {0};
	char *folder = options->args ? hr_strdup(options->args) : NULL;
	char *slash = folder ? strrchr(folder, '/') : NULL;
	const char *files, *calls;

	for (size_t i = 0; i < options->files.count; i++)
		HR_PUSH(&read, options->files.data[i]);
	for (int i = 0; i < options->given.argument_count; i++)
		HR_PUSH(&read, options->given.arguments[i]);
	if (slash)
		slash[1] = '\0';
	if (folder)
		HR_PUSH(&read, slash ? folder : ".");
	hr_diags_hide_sources(tool.diags);
	hr_wall_limits();
	files = hr_wall_off_files(&(hr_wall_files){read.data, read.count, &options->record.path,
						   options->record.path != NULL});
	calls = hr_wall_off_system(caught);
	HR_VEC_FREE(&read);
	hr_free(folder);
	HR_TRY(without("files", files));
	return without("system calls", calls);
}

/* Before the program begins: all files have been read. */
static void close_walls(hr_run *run)
{
	const hr_status status = without("system calls", hr_wall_off_calls());

	if (status != HR_OK)
		hr_die(run, status);
}

/* --- main ------------------------------------------------------------------------------------- */

static hr_dispatch *dispatch; /* NULL if only the interpreter runs nodes */
static hr_saver *saver;       /* NULL if no values are saved */
static char *save_to;         /* where */

/* Warn about options for a backend that has nothing to do in this run. */
static void report_unused(hr_run *run)
{
	const hr_backend_policy *policy = &tool.options.backends;
	HR_VEC(const char *) asked = {0};

	HR_PUSH(&asked, policy->backend);
	for (size_t i = 0; i < policy->choice_count; i++)
		HR_PUSH(&asked, policy->choices[i].backend);
	(void)hr_run_note(run,
			  tool_report_unused(run->diags, &tool.options, asked.data, asked.count));
	HR_VEC_FREE(&asked);
}

/* Save values if that was requested; the program may change the working folder. */
static hr_status prepare_saving(hr_run *run)
{
	const tool_values *given = &tool.options.given;
	hr_save_plan plan = {given->save.data, given->save.count, NULL, given->save_bounds};

	if (!given->save.count)
		return HR_OK;
	plan.to = save_to = hr_file_absolute(given->save_to);
	return hr_saver_new(run, &plan, &saver);
}

/* Connect the observers, and the backends if any were requested. */
static hr_status prepare(hr_run *run)
{
	const hr_backend_policy *policy = &tool.options.backends;
	tool_recording_join(&tool.recording, run, tool.diags);
	tool_watch_join(run);
	report_unused(run);
	if (run->options.sandbox.on)
		run->at_begin = close_walls;
	if (run->options.time_limit > 0)
		hr_crash_limit_time(run->options.time_limit);
	HR_TRY(prepare_saving(run));
	if (!policy->backend && !policy->choice_count)
		return HR_OK;
	HR_TRY(hr_dispatch_new(run, policy, &dispatch));
	run->offload = hr_dispatch_offload(dispatch);
	return HR_OK;
}

/* Print the result of replaying a case, which has no output of its own. */
static void report_case(const hr_run *run)
{
	const hr_case_program *of = &tool.options.replayed;
	bool wrong = hr_diags_errors(tool.diags) || run->status != HR_OK;

	if (!of->root || tool.options.given.quiet || tool.options.given.diagnostics != HR_DIAG_TEXT)
		return;
	fprintf(stderr, "%s: replayed %llu instances", hr_command,
		(unsigned long long)of->instances);
	if (of->earlier)
		fprintf(stderr, ", and %llu grids before them,", (unsigned long long)of->earlier);
	fprintf(stderr, " of '%s': %s\n", of->node,
		wrong ? "they end with an error" : "they end without an error");
	if (of->backend)
		fprintf(stderr,
			"%s: the verdict for backend '%s' was '%s'; hpvm-diff compares again\n",
			hr_command, of->backend, of->verdict);
}

static void end(hr_run *run)
{
	report_case(run);
	if (dispatch)
		(void)hr_run_note(run, hr_dispatch_status(dispatch));
	if (saver)
		(void)hr_run_note(run, hr_saver_end(saver));
	tool_watch_end();
	tool_recording_end(&tool.recording, tool.diags);
}

/* Start --watch; the progress line would disturb it. */
static void begin_watch(void)
{
	if (tool_watch_begin(tool.program)) {
		tool.hide = tool_watch_hide;
		tool.options.progress = HR_PROGRESS_NEVER;
	} else {
		(void)hr_report(tool.diags, HR_D_watch_off, NULL);
	}
}

/* Release what backends hold on their devices, unless threads of the program may still use it. */
static void leave_backends(void)
{
	if (dispatch && hr_block_alone())
		hr_dispatch_free(dispatch);
}

/* Say what --jobs does not do, before the recording begins: traces do not depend on --jobs. */
static void report_jobs(const tool_options *options)
{
	if (options->given.trace && options->run.jobs > 1)
		(void)hr_report(tool.diags, HR_D_option_unserved, NULL,
				"--jobs for instances of internal nodes",
				"--trace records them in reference order, on one thread");
}

static int work(const tool_options *options)
{
	tool_option action = options->given.action;
	int error, code;

	if (options->given.has[OPT_backend_time_limit] && !options->backends.workers &&
	    action == OPT_none) {
		tool_wrong(
			"--backend-time-limit needs --worker: it applies to backends in separate processes");
		return HR_EXIT_USAGE;
	}
	if (action == OPT_list_diagnostics || action == OPT_list_backends || action == OPT_explain)
		return about(options, tool.diags);
	if (!tool_has_instruction_set() || !tool_set_outputs())
		return HR_EXIT_USAGE;
	if (options->run.sandbox.on && (!make_trace(options) || build_walls(options) != HR_OK))
		return HR_EXIT_USAGE;
	code = tool_load_program();
	if (code)
		return code;
	if (action != OPT_none)
		return print(options, tool.diags);
	if (!tool_recording_knows(tool.program, options))
		return HR_EXIT_USAGE;
	report_jobs(options);
	error = tool_recording_begin(&tool.recording, tool.program, options);
	if (error)
		return tool_wrong_file(options->record.path, error);
	if (options->given.watch)
		begin_watch();
	tool.prepare = prepare;
	tool.at_end = end;
	return tool_run();
}

static const char usage[] =
	"Usage: hpvm-run [option]... FILE... [-- argument...]\n"
	"\n"
	"Run an HPVM program: host code and dataflow graphs, from LLVM bitcode or assembly.\n"
	"Several FILEs are linked; - is standard input. The arguments after -- are the program's.\n";

static const char ending[] =
	"Exit status: that of the program if it ran to its end without an error. Otherwise\n"
	"  120  rejected graph or file       122  limit reached       124  wrong use of hpvm-run\n"
	"  121  trap or failed check         123  unsupported\n"
	"and the last line on standard error names it.\n";

int main(int argc, char **argv)
{
	int code;

	tool_begin("hpvm-run");
	code = tool_options_read(TOOL_RUN, usage, ending, argc, argv, tool.diags, &tool.options);
	if (code < 0)
		code = work(&tool.options);
	leave_backends();
	tool_end();
	return code;
}
