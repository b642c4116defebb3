/* tools/trace/hpvm-trace.c -- the command: show what hpvm-run --trace has recorded.
 *
 * Exit status: 0 success; 1 diff has found a difference; 2 no trace, or a damaged one, of which the
 * readable part has been shown; 124 usage error.
 *
 * Not here:  the commands, which traces/export/trace.h lists. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/diag/near.h"
#include "src/file/rewrite.h"
#include "tools/shared/command_line.h"
#include "tools/trace/trace_commands.h"

static const char usage[] =
	"Usage: hpvm-trace COMMAND [option]... FILE...\n"
	"\n"
	"Show what hpvm-run --trace FILE has recorded. A FILE - is standard input.\n"
	"\n"
	"Commands\n"
	"  info FILE               what was recorded, and how much\n"
	"  stat FILE               a table of what each node took, waited for and moved\n"
	"  query FILE              the events, one for each line\n"
	"  diff FILE FILE          the first event that differs; wall time is not compared\n"
	"  export FILE             the trace in the form that another program reads\n";

static tool_values given;

typedef enum trace_command { INFO, STAT, QUERY, DIFF, EXPORT, COMMANDS } trace_command;

static const char *const command_names[COMMANDS] = {"info", "stat", "query", "diff", "export"};

typedef struct trace_options {
	trace_command command;
	const char *const *files;
	trace_filter filter;
} trace_options;

/* --- the command line ------------------------------------------------------------------------- */

/* Add the kinds in TEXT, separated by commas, to the filter. */
static bool read_kinds(const char *text, void *data)
{
	trace_options *options = data;
	const char *names[HR_TRACE_KINDS];
	char all[TOOL_NAMES_TEXT], name[32], near[HR_NEAR_TEXT];

	for (int kind = 0; kind < HR_TRACE_KINDS; kind++)
		names[kind] = hr_trace_kind_word((hr_trace_kind)kind);
	while (*text) {
		size_t length = strcspn(text, ",");
		int kind = 0;

		snprintf(name, sizeof(name), "%.*s", (int)length, text);
		while (kind < HR_TRACE_KINDS && strcmp(names[kind], name) != 0)
			kind++;
		if (kind == HR_TRACE_KINDS)
			return tool_wrong("unknown kind of event '%.*s'; the kinds are %s%s",
					  (int)length, text,
					  hr_join(names, HR_TRACE_KINDS, all, sizeof(all)),
					  hr_did_you_mean(name, names, HR_TRACE_KINDS, near));
		options->filter.kinds |= UINT64_C(1) << kind;
		text += length + (text[length] == ',');
	}
	return true;
}

/* Read the command, the first file; the others are traces. */
static bool read_command(trace_options *options)
{
	const char *name = given.files.count ? given.files.data[0] : NULL;
	char near[HR_NEAR_TEXT];

	if (!name)
		return tool_wrong("no command");
	while (options->command < COMMANDS && strcmp(command_names[options->command], name) != 0)
		options->command++;
	if (options->command == COMMANDS)
		return tool_wrong("unknown command '%s'%s", name,
				  hr_did_you_mean(name, command_names, COMMANDS, near));
	options->files = given.files.data + 1;
	return given.files.count == 2u + (options->command == DIFF) ||
	       tool_wrong("%s takes %s", name, options->command == DIFF ? "two files" : "one file");
}

static bool check(const trace_options *options)
{
	if (options->filter.from_ns > options->filter.to_ns)
		return tool_wrong("--from is later than --to");
	if (options->command == EXPORT && !given.has[OPT_format])
		return tool_wrong("export takes --format html, chrome, dot or csv");
	if (options->command == EXPORT && given.format == TRACE_JSON)
		return tool_wrong("only query writes JSON");
	return options->command != QUERY || given.format <= TRACE_JSON ||
	       tool_wrong("query takes --format csv or json; use export for the others");
}

static void set_filter(trace_filter *filter)
{
	filter->node = given.node;
	filter->from_ns = (uint64_t)(given.from * 1e6);
	filter->to_ns = given.has[OPT_to] ? (uint64_t)(given.to * 1e6) : UINT64_MAX;
	filter->first = given.execution.first;
	filter->last = given.execution.last;
	filter->limit = given.limit;
}

/* --- commands --------------------------------------------------------------------------------- */

static bool open_trace(const char *path, hr_trace *trace)
{
	char error[HR_TRACE_TEXT];

	if (hr_trace_open(path, trace, error))
		return true;
	fprintf(stderr, "hpvm-trace: %s: %s\n", path, error);
	return false;
}

/* Select the part of the trace; query selects events itself. */
static void narrow(const trace_options *options, hr_trace *trace)
{
	const trace_filter *filter = &options->filter;

	if (options->command != STAT && (options->command != EXPORT || given.format == TRACE_CSV))
		return;
	trace->from = filter->from_ns;
	trace->to = filter->to_ns;
	trace->first = filter->first;
	trace->last = filter->last;
}

static int run(const trace_options *options, const hr_trace *trace, FILE *stream)
{
	hr_trace other;
	int status = TRACE_WRONG;

	if (options->command == INFO)
		return trace_info(trace, stream);
	if (options->command == STAT)
		return trace_stat(trace, stream);
	if (options->command == DIFF) {
		if (open_trace(options->files[1], &other)) {
			status = trace_diff(trace, &other, given.operations, stream);
			hr_trace_close(&other);
		}
		return status;
	}
	switch ((trace_form)given.format) {
	case TRACE_CHROME: return trace_chrome(trace, stream);
	case TRACE_DOT: return trace_dot(trace, stream);
	case TRACE_HTML: return trace_html(trace, stream);
	default: return trace_query(trace, &options->filter, (trace_form)given.format, stream);
	}
}

/* Write to the destination of -o. */
static int write_out(const trace_options *options, hr_trace *trace)
{
	const char *path = given.output ? given.output : "-";
	hr_rewrite output;
	int error, status;

	if (tool_overwrites("-o", given.output, given.files.data, given.files.count))
		return HR_EXIT_USAGE;
	error = hr_rewrite_begin(&output, path);
	if (error)
		return tool_wrong_file(path, error);
	status = run(options, trace, output.stream);
	/* the readable part of a trace of a run that died is kept, too */
	error = hr_rewrite_end(&output, status != TRACE_WRONG || ftello(output.stream) > 0);
	return error ? tool_wrong_file(path, error) : status;
}

/* Check that --node names a node of the trace. */
static bool check_node(const hr_trace *trace)
{
	const char **paths = hr_alloc_array(trace->node_count + 1, sizeof(*paths));
	char near[HR_NEAR_TEXT];

	for (size_t i = 0; i < trace->node_count; i++)
		paths[i] = trace->nodes[i].path;
	if (!*hr_did_you_mean(given.node ? given.node : "", paths, trace->node_count, near) &&
	    trace->node_count)
		snprintf(near, sizeof(near), "; the root is %s", trace->nodes[0].path);
	hr_free(paths);
	return !given.node || trace_has_node(trace, given.node) ||
	       tool_wrong("%s has no node '%s'%s", trace->path, given.node, near);
}

static int work(const trace_options *options)
{
	hr_trace trace;
	int status = HR_EXIT_USAGE;

	if (!open_trace(options->files[0], &trace))
		return TRACE_WRONG;
	if (check_node(&trace)) {
		narrow(options, &trace);
		status = write_out(options, &trace);
	}
	hr_trace_close(&trace);
	return status;
}

int main(int argc, char **argv)
{
	trace_options options = {.command = INFO};
	const tool_command command = {
		.tool = TOOL_TRACE,
		.usage = usage,
		.ending =
			"Exit status: 0; 1 when diff finds a difference; 2 for a file that is not a trace or is damaged; 124 for\n"
			"wrong use.\n",
		.data = &options,
		.handlers = {[OPT_kind] = read_kinds},
	};
	int code = tool_read_command_line(&command, argc, argv, &given);

	if (code < 0) {
		set_filter(&options.filter);
		code = read_command(&options) && check(&options) ? work(&options) : HR_EXIT_USAGE;
	}
	tool_values_free(&given);
	return code;
}
