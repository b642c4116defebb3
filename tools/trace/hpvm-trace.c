/* tools/trace/hpvm-trace.c -- the command: shows what hpvm-run --trace has recorded.
 *
 * Exit status: 0 all is well; 1 diff has found a difference; 2 wrong use, no trace, or a damaged one, of which what
 * could be read has been shown.
 * Not here: the commands, which traces/export/trace.h lists. */
#include "config.h"

#include "src/file/rewrite.h"
#include "traces/export/trace.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/alloc.h"

enum {
	OPT_HELP = 256, OPT_VERSION, OPT_NODE, OPT_KIND, OPT_FROM, OPT_TO, OPT_EXECUTION, OPT_LIMIT,
	OPT_FORMAT, OPT_LAYOUT, OPT_OPERATIONS,
};

static const struct option long_options[] = {
	{"execution", required_argument, NULL, OPT_EXECUTION},
	{"format", required_argument, NULL, OPT_FORMAT},
	{"from", required_argument, NULL, OPT_FROM},
	{"help", no_argument, NULL, OPT_HELP},
	{"kind", required_argument, NULL, OPT_KIND},
	{"layout", required_argument, NULL, OPT_LAYOUT},
	{"limit", required_argument, NULL, OPT_LIMIT},
	{"node", required_argument, NULL, OPT_NODE},
	{"operations", no_argument, NULL, OPT_OPERATIONS},
	{"output", required_argument, NULL, 'o'},
	{"to", required_argument, NULL, OPT_TO},
	{"version", no_argument, NULL, OPT_VERSION},
	{NULL, 0, NULL, 0},
};

static const char help[] =
	"Usage: hpvm-trace COMMAND [OPTION...] FILE\n"
	"Shows what hpvm-run --trace FILE has recorded.\n"
	"\n"
	"Commands\n"
	"  info FILE               what was recorded, and how much\n"
	"  stat FILE               a table: what each node took, waited for and moved\n"
	"  query FILE              events, one to a line\n"
	"  diff A B                the first event that differs; wall time is not compared\n"
	"  export FILE             for other programs\n"
	"\n"
	"Options of query, stat and export\n"
	"  --execution N[-M]       of these executions\n"
	"  --from T, --to T        between these times since the beginning: milliseconds, or million\n"
	"                          operations of a trace without wall time\n"
	"Options of query\n"
	"  --node PATH             of this node and those below it\n"
	"  --kind KIND[,KIND...]   begin-grid, edge, push ...\n"
	"  --limit N               so many at most\n"
	"  --format csv|json       JSON: one object to a line\n"
	"Options of diff\n"
	"  --operations            operations are to be the same, too\n"
	"Options of export\n"
	"  --format html|perfetto|chrome|dot|csv\n"
	"                          html: a page with the graph and the timeline, for a browser; perfetto: for\n"
	"                          ui.perfetto.dev; chrome: for chrome://tracing; dot: the graph with times\n"
	"  --layout dot|layered    html: who lays out the graph (default: dot, of Graphviz, if it is there)\n"
	"  -o, --output FILE       where to (default: standard output)\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0, 1 when diff finds a difference, 2 for wrong use and damaged files.\n";

typedef struct trace_options {
	const char *command, *files[2], *output;
	int file_count;
	trace_filter filter;
	trace_form form;
	trace_layout_by layout;
	bool has_form, operations;
} trace_options;

static int wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int wrong(const char *format, ...)
{
	va_list args;

	fputs("hpvm-trace: wrong use: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs("; see hpvm-trace --help\n", stderr);
	return TRACE_WRONG;
}

/* --- the command line ----------------------------------------------------------------------------- */

static bool read_number(const char *option, const char *text, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && !errno)
		return true;
	wrong("--%s takes a number, not '%s'", option, text);
	return false;
}

/* "3" or "3-5". */
static bool read_range(const char *option, const char *text, uint64_t *first, uint64_t *last)
{
	char *end;

	errno = 0;
	*first = *last = strtoull(text, &end, 10);
	if (*end == '-' && end[1] >= '0' && end[1] <= '9')
		*last = strtoull(end + 1, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && !errno && *first <= *last)
		return true;
	wrong("--%s takes a number or a range of two, not '%s'", option, text);
	return false;
}

static bool read_time(const char *option, const char *text, uint64_t *ns)
{
	char *end;
	double ms = strtod(text, &end);

	if (end == text || *end || !(ms >= 0 && ms < 1e12)) {
		wrong("--%s takes milliseconds (or million operations), not '%s'", option, text);
		return false;
	}
	*ns = (uint64_t)(ms * 1e6);
	return true;
}

static bool read_kinds(const char *text, uint64_t *kinds)
{
	while (*text) {
		size_t length = strcspn(text, ",");
		int kind = 0;

		while (kind < HR_TRACE_KINDS &&
		       (strncmp(hr_trace_kind_word((hr_trace_kind)kind), text, length) != 0 ||
			hr_trace_kind_word((hr_trace_kind)kind)[length]))
			kind++;
		if (kind == HR_TRACE_KINDS) {
			fprintf(stderr, "hpvm-trace: wrong use: no kind of event is '%.*s'; there are",
				(int)length, text);
			for (kind = 0; kind < HR_TRACE_KINDS; kind++)
				fprintf(stderr, " %s", hr_trace_kind_word((hr_trace_kind)kind));
			fputc('\n', stderr);
			return false;
		}
		*kinds |= UINT64_C(1) << kind;
		text += length + (text[length] == ',');
	}
	return true;
}

static bool read_form(const char *text, trace_options *options)
{
	static const char *const names[] = {"csv", "json", "chrome", "dot", "html", "perfetto"};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(text, names[i]) == 0) {
			options->form = (trace_form)i;
			options->has_form = true;
			return true;
		}
	wrong("--format takes csv, json, chrome, dot, html or perfetto, not '%s'", text);
	return false;
}

static bool read_layout(const char *text, trace_options *options)
{
	options->layout = strcmp(text, "dot") == 0 ? TRACE_LAYOUT_DOT : TRACE_LAYOUT_LAYERED;
	if (options->layout == TRACE_LAYOUT_DOT || strcmp(text, "layered") == 0)
		return true;
	wrong("--layout takes dot or layered, not '%s'", text);
	return false;
}

static bool read_option(int option, const char *text, trace_options *options)
{
	switch (option) {
	case OPT_NODE:
		options->filter.node = text;
		return true;
	case OPT_KIND:
		return read_kinds(text, &options->filter.kinds);
	case OPT_FROM:
		return read_time("from", text, &options->filter.from_ns);
	case OPT_TO:
		return read_time("to", text, &options->filter.to_ns);
	case OPT_EXECUTION:
		return read_range("execution", text, &options->filter.first, &options->filter.last);
	case OPT_LIMIT:
		return read_number("limit", text, &options->filter.limit) &&
		       (options->filter.limit || !wrong("--limit takes a number of events, at least 1"));
	case OPT_FORMAT:
		return read_form(text, options);
	case OPT_LAYOUT:
		return read_layout(text, options);
	case OPT_OPERATIONS:
		options->operations = true;
		return true;
	default:
		options->output = text;
		return true;
	}
}

/* 0: go on; else the exit status plus 1. */
static int read_options(int argc, char **argv, trace_options *options)
{
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, ":o:", long_options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return wrong(option == '?' ? "there is no option '%s'" : "'%s' takes an argument",
				     argv[optind - 1]) + 1;
		if (option == OPT_HELP || option == OPT_VERSION) {
			printf("%s", option == OPT_HELP ? help : "hpvm-trace " VERSION "\n");
			return 1;
		}
		if (!read_option(option, optarg, options))
			return TRACE_WRONG + 1;
	}
	for (; optind < argc; optind++) {
		if (!options->command)
			options->command = argv[optind];
		else if (options->file_count < 2)
			options->files[options->file_count++] = argv[optind];
		else
			return wrong("'%s' is a file too many", argv[optind]) + 1;
	}
	return options->command ? 0 : wrong("no command") + 1;
}

static int check(const trace_options *options)
{
	static const char *const commands[] = {"info", "stat", "query", "diff", "export"};
	bool is_diff = strcmp(options->command, "diff") == 0;
	unsigned i = 0, count = sizeof(commands) / sizeof(commands[0]);

	while (i < count && strcmp(commands[i], options->command) != 0)
		i++;
	if (i == count)
		return wrong("there is no command '%s'", options->command);
	if (options->file_count != 1 + is_diff)
		return wrong("%s takes %s", options->command, is_diff ? "two files" : "one file");
	if (options->filter.from_ns > options->filter.to_ns)
		return wrong("--from is later than --to");
	if (strcmp(options->command, "export") == 0 && !options->has_form)
		return wrong("export takes --format html, perfetto, chrome, dot or csv");
	if (strcmp(options->command, "export") == 0 && options->form == TRACE_JSON)
		return wrong("JSON is what query gives");
	if (strcmp(options->command, "query") == 0 && options->form > TRACE_JSON)
		return wrong("query gives csv or json; export gives the others");
	return 0;
}

/* --- commands ------------------------------------------------------------------------------------- */

static bool open_trace(const char *path, hr_trace *trace)
{
	char error[HR_TRACE_TEXT];

	if (hr_trace_open(path, trace, error))
		return true;
	fprintf(stderr, "hpvm-trace: %s: %s\n", path, error);
	return false;
}

/* The part of the trace that is wanted; query looks itself. */
static void narrow(const trace_options *options, hr_trace *trace)
{
	const trace_filter *filter = &options->filter;
	bool stat = strcmp(options->command, "stat") == 0, export = strcmp(options->command, "export") == 0;

	if (!stat && (!export || options->form == TRACE_CSV))
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

	if (strcmp(options->command, "info") == 0)
		return trace_info(trace, stream);
	if (strcmp(options->command, "stat") == 0)
		return trace_stat(trace, stream);
	if (strcmp(options->command, "diff") == 0) {
		if (open_trace(options->files[1], &other)) {
			status = trace_diff(trace, &other, options->operations, stream);
			hr_trace_close(&other);
		}
		return status;
	}
	switch (options->form) {
	case TRACE_CHROME:
		return trace_chrome(trace, stream);
	case TRACE_PERFETTO:
		return trace_perfetto(trace, stream);
	case TRACE_DOT:
		return trace_dot(trace, stream);
	case TRACE_HTML:
		return trace_html(trace, options->layout, stream);
	default:
		return trace_query(trace, &options->filter, options->form, stream);
	}
}

static int write_out(const trace_options *options, hr_trace *trace)
{
	int status = run(options, trace, stdout);

	errno = 0;
	if (fflush(stdout) != 0 || ferror(stdout))
		status = wrong("standard output: %s", errno ? strerror(errno) : "cannot be written");
	return status;
}

static int write_file(const trace_options *options, hr_trace *trace)
{
	hr_rewrite output;
	int error = hr_rewrite_begin(&output, options->output), status;

	if (error)
		return wrong("%s: %s", options->output, strerror(error));
	status = run(options, trace, output.stream);
	/* what can be read of a run that died is worth as much as any other */
	error = hr_rewrite_end(&output, status != TRACE_WRONG || ftello(output.stream) > 0);
	return error ? wrong("%s: %s", options->output, strerror(error)) : status;
}

static int work(const trace_options *options)
{
	hr_trace trace;
	int status;

	if (!open_trace(options->files[0], &trace))
		return TRACE_WRONG;
	if (options->filter.node && !trace_has_node(&trace, options->filter.node)) {
		status = wrong("%s has no node '%s'%s%s", trace.path, options->filter.node,
			       trace.node_count ? "; there is " : "", trace.node_count ? trace.nodes[0].path : "");
		hr_trace_close(&trace);
		return status;
	}
	narrow(options, &trace);
	status = options->output ? write_file(options, &trace) : write_out(options, &trace);
	hr_trace_close(&trace);
	return status;
}

int main(int argc, char **argv)
{
	trace_options options = {.filter = {.to_ns = UINT64_MAX, .last = UINT64_MAX}};
	int done = read_options(argc, argv, &options);

	if (done)
		return done - 1;
	done = check(&options);
	return done ? done : work(&options);
}
