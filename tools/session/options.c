/* tools/session/options.c -- the command line.
 *
 * Everything before the first "--" is for the tool, everything after it for the program.
 * Owns:     the arrays in tool_options.
 * Not here: what an option does (tools/run/hpvm-run.c); what is printed about the tool (tools/run/help.c). */
#include "tools/session/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/pass/pass.h"
#include "traces/trace_format.h"

enum {
	OPT_HELP = 256, OPT_CHECK, OPT_VERSION, OPT_PRINT_GRAPH, OPT_PRINT_CODE, OPT_EMIT, OPT_EMIT_ARCH, OPT_ROOT, OPT_ARGS, OPT_HOST,
	OPT_PASSES, OPT_STATS, OPT_PROGRESS, OPT_STEP_LIMIT, OPT_STACK_LIMIT, OPT_SCHEDULE, OPT_SEM,
	OPT_KEEP_GOING, OPT_LIST_DIAGNOSTICS, OPT_COLOR, OPT_DIAGNOSTICS, OPT_DIAGNOSTICS_OUTPUT,
	OPT_EXPLAIN, OPT_SCHEDULES, OPT_SEED, OPT_MEMORY, OPT_WIDTH, OPT_BACKENDS,
	OPT_BACKEND_PATH, OPT_BACKEND, OPT_MAP, OPT_CACHE_DIR, OPT_CUDNN_MATH, OPT_TUNE, OPT_WORKER, OPT_BACKEND_TIME_LIMIT, OPT_WATCH,
	OPT_TRACE, OPT_TRACE_BUFFERS, OPT_TRACE_CLOCK, OPT_TRACE_EXECUTIONS, OPT_TRACE_INSTANCES, OPT_TRACE_LEVEL, OPT_TRACE_NODE,
};

/* Reference, reverse, depth first, and a random one. */
enum { DEFAULT_SCHEDULES = 4 };

enum { MOST_JOBS = 1024, DEFAULT_BACKEND_SECONDS = 60, DEFAULT_KEPT = 64 * 1024 };

static const struct option long_options[] = {
	{"args", required_argument, NULL, OPT_ARGS},
	{"backend", required_argument, NULL, OPT_BACKEND},
	{"backend-path", required_argument, NULL, OPT_BACKEND_PATH},
	{"backend-time-limit", required_argument, NULL, OPT_BACKEND_TIME_LIMIT},
	{"backends", no_argument, NULL, OPT_BACKENDS},
	{"cache-dir", required_argument, NULL, OPT_CACHE_DIR},
	{"check", required_argument, NULL, OPT_CHECK},
	{"color", required_argument, NULL, OPT_COLOR},
	{"cudnn-math", required_argument, NULL, OPT_CUDNN_MATH},
	{"tune", no_argument, NULL, OPT_TUNE},
	{"diagnostics", required_argument, NULL, OPT_DIAGNOSTICS},
	{"diagnostics-output", required_argument, NULL, OPT_DIAGNOSTICS_OUTPUT},
	{"explain", required_argument, NULL, OPT_EXPLAIN},
	{"help", no_argument, NULL, OPT_HELP},
	{"host", required_argument, NULL, OPT_HOST},
	{"jobs", required_argument, NULL, 'j'},
	{"keep-going", no_argument, NULL, OPT_KEEP_GOING},
	{"list-diagnostics", no_argument, NULL, OPT_LIST_DIAGNOSTICS},
	{"map", required_argument, NULL, OPT_MAP},
	{"memory", required_argument, NULL, OPT_MEMORY},
	{"output", required_argument, NULL, 'o'},
	{"passes", required_argument, NULL, OPT_PASSES},
	{"print-code", optional_argument, NULL, OPT_PRINT_CODE},
	{"emit", required_argument, NULL, OPT_EMIT},
	{"emit-arch", required_argument, NULL, OPT_EMIT_ARCH},
	{"print-graph", optional_argument, NULL, OPT_PRINT_GRAPH},
	{"progress", required_argument, NULL, OPT_PROGRESS},
	{"quiet", no_argument, NULL, 'q'},
	{"root", required_argument, NULL, OPT_ROOT},
	{"schedule", required_argument, NULL, OPT_SCHEDULE},
	{"schedules", required_argument, NULL, OPT_SCHEDULES},
	{"seed", required_argument, NULL, OPT_SEED},
	{"sem", required_argument, NULL, OPT_SEM},
	{"stack-limit", required_argument, NULL, OPT_STACK_LIMIT},
	{"stats", no_argument, NULL, OPT_STATS},
	{"step-limit", required_argument, NULL, OPT_STEP_LIMIT},
	{"trace", required_argument, NULL, OPT_TRACE},
	{"trace-buffers", required_argument, NULL, OPT_TRACE_BUFFERS},
	{"trace-clock", required_argument, NULL, OPT_TRACE_CLOCK},
	{"trace-executions", required_argument, NULL, OPT_TRACE_EXECUTIONS},
	{"trace-instances", required_argument, NULL, OPT_TRACE_INSTANCES},
	{"trace-level", required_argument, NULL, OPT_TRACE_LEVEL},
	{"trace-node", required_argument, NULL, OPT_TRACE_NODE},
	{"version", no_argument, NULL, OPT_VERSION},
	{"width", required_argument, NULL, OPT_WIDTH},
	{"watch", no_argument, NULL, OPT_WATCH},
	{"worker", no_argument, NULL, OPT_WORKER},
	{NULL, 0, NULL, 0},
};

bool tool_wrong(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: wrong use: ", hr_command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "; see %s --help (exit %d)\n", hr_command, HR_EXIT_USAGE);
	return false;
}

/* One of NAMES, which ends with NULL. */
static bool read_choice(const char *option, const char *text, const char *const *names, int *choice)
{
	char all[64] = "";

	for (int i = 0; names[i]; i++) {
		if (strcmp(text, names[i]) == 0) {
			*choice = i;
			return true;
		}
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", i ? ", " : "",
			 names[i]);
	}
	return tool_wrong("--%s takes %s, not '%s'", option, all, text);
}

/* Digits, then an exponent (1e9) or one of K, M, G, T, which stand for powers of UNIT. */
static bool read_number(const char *option, const char *text, uint64_t unit, uint64_t *number)
{
	static const char suffixes[] = "KMGT";
	const char *at = text, *suffix;
	uint64_t value = 0, times = 0, factor = 10;
	bool over = false;

	for (; *at >= '0' && *at <= '9'; at++) {
		over |= __builtin_mul_overflow(value, (uint64_t)10, &value);
		over |= __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
	}
	if (at == text)
		return tool_wrong("--%s takes a number from 1, not '%s'", option, text);
	if ((at[0] == 'e' || at[0] == 'E') && at[1] >= '0' && at[1] <= '9' && !at[2]) {
		times = (uint64_t)(at[1] - '0');
	} else if ((at[0] == 'e' || at[0] == 'E') && at[1] == '1' && at[2] >= '0' && at[2] <= '9' &&
		   !at[3]) {
		times = 10 + (uint64_t)(at[2] - '0');
	} else if (*at) {
		suffix = at[1] ? NULL : strchr(suffixes, *at == 'k' ? 'K' : *at);
		if (!suffix)
			return tool_wrong("--%s takes a number such as 500, 1e9 or 10M, not '%s'", option,
				     text);
		times = (uint64_t)(suffix - suffixes) + 1;
		factor = unit;
	}
	while (times--)
		over |= __builtin_mul_overflow(value, factor, &value);
	if (over || value == 0)
		return tool_wrong("--%s: '%s' is %s", option, text, over ? "too large" : "not above 0");
	*number = value;
	return true;
}

static bool read_width(const char *text, unsigned *width)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (strcmp(text, "auto") == 0) {
		*width = 0;
		return true;
	}
	if (!isdigit((unsigned char)*text) || *end || !(value == 1 || (value >= 8 && value <= 512)))
		return tool_wrong("--width is auto, 1, or a number of lanes from 8 to 512, not '%s'", text);
	*width = (unsigned)value;
	return true;
}

static bool read_jobs(const char *text, unsigned *jobs)
{
	uint64_t number;

	if (!read_number("jobs", text, 1000, &number))
		return false;
	if (number > MOST_JOBS)
		return tool_wrong("--jobs: '%s' is above %d", text, MOST_JOBS);
	*jobs = (unsigned)number;
	return true;
}

static bool read_stack_limit(const char *text, size_t *bytes)
{
	uint64_t number;

	if (!read_number("stack-limit", text, 1024, &number))
		return false;
	if (number < 4096 || number > (uint64_t)1 << 46)
		return tool_wrong("--stack-limit: '%s' is not between 4K and 64T", text);
	*bytes = number;
	return true;
}

static bool read_schedule(const char *text, hr_options *run)
{
	char *end;

	if (strcmp(text, "reference") == 0) {
		run->schedule = HR_SCHEDULE_REFERENCE;
	} else if (strcmp(text, "reverse") == 0) {
		run->schedule = HR_SCHEDULE_REVERSE;
	} else if (strcmp(text, "depth-first") == 0) {
		run->schedule = HR_SCHEDULE_DEPTH_FIRST;
	} else if (strncmp(text, "random:", 7) == 0 && text[7] >= '0' && text[7] <= '9') {
		run->schedule = HR_SCHEDULE_RANDOM;
		run->seed = strtoull(text + 7, &end, 0);
		if (*end)
			return tool_wrong("--schedule: '%s' is no seed", text + 7);
	} else {
		return tool_wrong("--schedule takes reference, reverse, depth-first or random:SEED, not '%s'", text);
	}
	return true;
}

/* A list of checkers. */
static bool read_checks(const char *text, hr_options *run)
{
	static const struct {
		const char *name;
		unsigned check;
	} checks[] = {
		{"all", HR_CHECK_ALL}, {"attributes", HR_CHECK_ATTRIBUTES},
		{"bounds", HR_CHECK_BOUNDS}, {"order", HR_CHECK_ORDER},
		{"barrier", HR_CHECK_BARRIER}, {"memory", HR_CHECK_MEMORY}, {"race", HR_CHECK_RACE},
		{"uninit", HR_CHECK_UNINIT},   {"none", 0},
	};
	const char *at = text;

	for (;;) {
		size_t length = strcspn(at, ","), i = 0, count = sizeof(checks) / sizeof(*checks);

		while (i < count && (strlen(checks[i].name) != length ||
				     strncmp(checks[i].name, at, length) != 0))
			i++;
		if (i == count)
			return tool_wrong("--check takes bounds, attributes, order, race, barrier, memory, uninit, all "
				     "or none, not '%.*s'",
				     (int)length, at);
		if (!checks[i].check)
			run->checks = 0;
		run->checks |= checks[i].check;
		if (checks[i].check == HR_CHECK_ORDER)
			run->first_order_alone = false;
		if (!at[length])
			return true;
		at += length + 1;
	}
}

/* How many orders are compared; that they are is a check. */
static bool read_schedules(const char *text, hr_options *run)
{
	uint64_t number;

	if (!read_number("schedules", text, 1000, &number))
		return false;
	if (number > 1000000)
		return tool_wrong("--schedules: '%s' is above 1000000", text);
	run->schedules = (unsigned)number;
	run->first_order_alone = false;
	if (number > 1)
		run->checks |= HR_CHECK_ORDER;
	return true;
}

static bool read_seed(const char *text, hr_options *run)
{
	char *end;

	run->schedules_seed = strtoull(text, &end, 0);
	return (*text >= '0' && *text <= '9' && !*end) || tool_wrong("--seed: '%s' is no seed", text);
}

bool tool_read_warning(const char *text, hr_diags *diags)
{
	const char *near;
	char option[128];

	if (strlen(text) < sizeof(option) - 2) {
		snprintf(option, sizeof(option), "-W%s", text);
		if (hr_diags_option(diags, option))
			return true;
	}
	near = hr_diag_near(strncmp(text, "error=", 6) == 0 ? text + 6
			    : strncmp(text, "no-", 3) == 0  ? text + 3
							    : text);
	return tool_wrong("-W%s: there is no such diagnostic%s%s%s; --list-diagnostics lists them", text,
			  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool read_sem(const char *text, tool_options *options, hr_diags *diags)
{
	const char *why = "wrong";

	return hr_sem_option(&options->sem, diags, text, &why) || tool_wrong("--sem %s: %s", text, why);
}

static bool read_print_graph(const char *text, tool_options *options)
{
	static const char *const forms[] = {"text", "dot", "yaml", NULL};
	int form = TOOL_FORM_TEXT;

	if (text && !read_choice("print-graph", text, forms, &form))
		return false;
	options->action = TOOL_PRINT_GRAPH;
	options->form = (tool_form)form;
	return true;
}

static bool read_memory(const char *text, hr_options *run)
{
	static const char *const forms[] = {"shared", "split", NULL};
	int form = 0;

	if (!read_choice("memory", text, forms, &form))
		return false;
	run->split_memory = form == 1;
	return true;
}

static bool read_host(const char *text, tool_options *options)
{
	static const char *const hosts[] = {"jit", "interp", NULL};
	int host = 0;

	if (!read_choice("host", text, hosts, &host))
		return false;
	options->host = (tool_host)host;
	return true;
}

static bool read_progress(const char *text, tool_options *options)
{
	static const char *const modes[] = {"auto", "always", "never", NULL};
	int mode = 0;

	if (!read_choice("progress", text, modes, &mode))
		return false;
	options->progress = (hr_progress_mode)mode;
	return true;
}

static bool read_diagnostics(const char *text, tool_options *options)
{
	static const char *const forms[] = {"text", "json", "sarif", NULL};
	int form = 0;

	if (!read_choice("diagnostics", text, forms, &form))
		return false;
	options->diagnostics = (hr_diag_form)form;
	return true;
}

static bool read_trace_level(const char *text, hr_record_plan *plan)
{
	static const char *const names[] = {"graph", "node", "instance", "memory", NULL};
	static const unsigned levels[] = {0, HR_EVENTS_NODE, HR_EVENTS_NODE | HR_EVENTS_INSTANCE,
					  HR_EVENTS_MEMORY};
	char one[16];
	int which = 0;

	for (plan->levels = 0; *text; text += *text == ',') {
		size_t length = strcspn(text, ",");

		snprintf(one, sizeof(one), "%.*s", (int)length, text);
		if (!read_choice("trace-level", one, names, &which))
			return false;
		plan->levels |= levels[which];
		text += length;
	}
	return true;
}

/* N, or N-M. */
static bool read_range(const char *option, const char *text, uint64_t *from, uint64_t *to)
{
	unsigned long long first = 0, last = 0;
	int used = 0;
	bool good = false;

	if (*text >= '0' && *text <= '9') {
		good = sscanf(text, "%llu%n", &first, &used) == 1 && !text[used];
		last = first;
		if (!good)
			good = sscanf(text, "%llu-%llu%n", &first, &last, &used) == 2 &&
			       !text[used] && first <= last;
	}
	if (!good)
		return tool_wrong("--%s takes N or FIRST-LAST, not '%s'", option, text);
	*from = first;
	*to = last;
	return true;
}

/* none, hash, whole, whole:BYTES. */
static bool read_trace_buffers(const char *text, hr_record_plan *plan)
{
	static const char *const names[] = {"none", "hash", "whole", NULL};
	const char *colon = strchr(text, ':');
	char word[8];
	int which = 0;
	char *end;

	snprintf(word, sizeof(word), "%.*s", colon ? (int)(colon - text) : 7, text);
	if (!read_choice("trace-buffers", word, names, &which))
		return false;
	plan->buffers = (hr_trace_buffers)(HR_TRACE_BUFFERS_NONE + which);
	if (!colon)
		return true;
	plan->keeps = strtoul(colon + 1, &end, 10);
	if (plan->buffers == HR_TRACE_BUFFERS_WHOLE && colon[1] >= '0' && colon[1] <= '9' && !*end &&
	    plan->keeps && plan->keeps <= HR_TRACE_MOST_KEPT)
		return true;
	return tool_wrong("--trace-buffers takes none, hash, whole, or whole:BYTES with at most %d, not '%s'",
			  (int)HR_TRACE_MOST_KEPT, text);
}

static bool read_trace(int option, const char *text, hr_record_plan *plan)
{
	static const char *const clocks[] = {"wall", "operations", NULL};
	int clock = 0;

	switch (option) {
	case OPT_TRACE:
		plan->path = text;
		return true;
	case OPT_TRACE_NODE:
		plan->node = text;
		return true;
	case OPT_TRACE_BUFFERS:
		return read_trace_buffers(text, plan);
	case OPT_TRACE_LEVEL:
		return read_trace_level(text, plan);
	case OPT_TRACE_EXECUTIONS:
		return read_range("trace-executions", text, &plan->first, &plan->last);
	case OPT_TRACE_INSTANCES:
		return read_range("trace-instances", text, &plan->first_instance, &plan->last_instance);
	default:
		if (!read_choice("trace-clock", text, clocks, &clock))
			return false;
		plan->clock = (hr_trace_clock)clock;
		return true;
	}
}

/* Folders, with colons between them. */
static bool read_path(const char *text, tool_texts *paths)
{
	struct stat status;

	while (*text) {
		size_t length = strcspn(text, ":");
		char *path = hr_alloc(length + 1);

		memcpy(path, text, length);
		path[length] = '\0';
		HR_PUSH(paths, path);
		if (stat(path, &status) != 0)
			return tool_wrong("--backend-path: '%s': %s", path, strerror(errno));
		if (!S_ISDIR(status.st_mode))
			return tool_wrong("--backend-path: '%s' is no directory", path);
		text += length + (text[length] == ':');
	}
	return true;
}

/* NODE=NAME; a path of a node may have no =. */
static bool read_map(const char *text, tool_options *options)
{
	const char *equals = strrchr(text, '=');
	hr_backend_choice choice;
	char *node;

	if (!equals || equals == text || !equals[1])
		return tool_wrong("--map takes NODE=BACKEND, not '%s'", text);
	node = hr_strdup(text);
	node[equals - text] = '\0';
	choice = (hr_backend_choice){node, equals + 1};
	HR_PUSH(&options->choices, choice);
	return true;
}

static bool read_seconds(const char *option, const char *text, double *seconds)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0 && value <= 1e9))
		return tool_wrong("--%s takes a number of seconds, not '%s'", option, text);
	*seconds = value;
	return true;
}

/* A folder that is there, or can be made. */
static bool read_cache(const char *text, tool_options *options)
{
	struct stat status;

	if (mkdir(text, 0700) != 0 && errno != EEXIST)
		return tool_wrong("--cache-dir: '%s': %s", text, strerror(errno));
	if (stat(text, &status) != 0 || !S_ISDIR(status.st_mode))
		return tool_wrong("--cache-dir: '%s' is no directory", text);
	if (access(text, W_OK | X_OK) != 0)
		return tool_wrong("--cache-dir: '%s': %s", text, strerror(errno));
	options->backends.host.cache = text;
	return true;
}

/* The module reads the variable, in every process. */
static bool read_cudnn_math(const char *text)
{
	static const char *const maths[] = {"fp32", "tf32", "fp16", NULL};
	int math = 0;

	return read_choice("cudnn-math", text, maths, &math) && setenv("HPVM_CUDNN_MATH", text, 1) == 0;
}

static bool read_color(const char *text, tool_options *options)
{
	static const char *const modes[] = {"auto", "always", "never", NULL};
	int mode = 0;

	if (!read_choice("color", text, modes, &mode))
		return false;
	options->colour = (tool_colour)mode;
	return true;
}

/* -q: what is not an error is not said. */
static void be_quiet(tool_options *options, hr_diags *diags)
{
	for (int id = 0; id < HR_D_COUNT; id++)
		if (hr_diags_severity(diags, (hr_diag_id)id) == HR_SEV_WARNING)
			hr_diags_set_severity(diags, (hr_diag_id)id, HR_SEV_OFF);
	options->progress = HR_PROGRESS_NEVER;
	options->quiet = true;
}

/* A form, and :NODE. */
static bool read_emit(const char *text, tool_options *options)
{
	static const char *const forms[] = {"opencl", "fpga", "llvm", "ptx", "cubin", "fatbin"};
	size_t length = strcspn(text, ":"), form = 0, count = sizeof(forms) / sizeof(forms[0]);

	while (form < count && (strlen(forms[form]) != length || strncmp(text, forms[form], length) != 0))
		form++;
	if (form == count || (text[length] && !text[length + 1]))
		return tool_wrong("--emit takes opencl, fpga, llvm, ptx, cubin or fatbin, and :NODE behind it for one leaf");
	options->action = TOOL_EMIT;
	options->emit.form = (hr_emit_form)form;
	options->emit.node = text[length] ? text + length + 1 : NULL;
	return true;
}

/* sm_75[,sm_90...], or without the sm_. */
static bool read_arches(const char *text, hr_emit *emit)
{
	emit->arch_count = 0;
	for (const char *at = text;; at++) {
		bool room = emit->arch_count < HR_EMIT_MOST_ARCHES;
		char all[512];

		at = room ? cuda_arch_read(at, &emit->arches[emit->arch_count++]) : NULL;
		if (!at || (*at && *at != ','))
			return tool_wrong("--emit-arch takes %s of %s, not '%s'",
					  room ? "one, or several with commas between," : "16 at most",
					  cuda_arch_list(all, sizeof(all)), text);
		if (!*at)
			return true;
	}
}

/* Options that say what is to be done instead of a run. */
static bool read_action(int option, const char *text, tool_options *options)
{
	switch (option) {
	case OPT_HELP:
		options->action = TOOL_HELP;
		return true;
	case OPT_VERSION:
		options->action = TOOL_VERSION;
		return true;
	case OPT_LIST_DIAGNOSTICS:
		options->action = TOOL_LIST_DIAGNOSTICS;
		return true;
	case OPT_BACKENDS:
		options->action = TOOL_BACKENDS;
		return true;
	case OPT_EXPLAIN:
		options->action = TOOL_EXPLAIN;
		options->explain = text;
		return true;
	case OPT_PRINT_CODE:
		options->action = TOOL_PRINT_CODE;
		options->function = text;
		return true;
	case OPT_EMIT:
		return read_emit(text, options);
	default:
		return read_print_graph(text, options);
	}
}

bool tool_read_passes(const char *text, const char **passes)
{
	const char *unknown;
	size_t length;

	const char *wrapped = strstr(text, "wrapper-api"), *fused = strstr(text, "fuse-tensor-nodes");

	*passes = text;
	if (hr_passes_known(text, &unknown, &length)) {
		if (wrapped && fused && wrapped < fused)
			fprintf(stderr, "%s: --passes: fuse-tensor-nodes fuses no wrappers; name it before wrapper-api\n", hr_command);
		return true;
	}
	return tool_wrong("--passes: '%.*s' is none; there are %s", (int)length, unknown, hr_pass_names());
}

static bool read_option(int option, const char *text, tool_options *options, hr_diags *diags)
{
	switch (option) {
	case OPT_EMIT_ARCH:
		return read_arches(text, &options->emit);
	case OPT_PASSES:
		return tool_read_passes(text, &options->passes);
	case OPT_ROOT:
		options->root = text;
		return true;
	case OPT_ARGS:
		options->args = text;
		return true;
	case OPT_HOST:
		return read_host(text, options);
	case OPT_STATS:
		options->run.stats = true;
		return true;
	case OPT_KEEP_GOING:
		options->run.keep_going = true;
		return true;
	case OPT_DIAGNOSTICS:
		return read_diagnostics(text, options);
	case OPT_DIAGNOSTICS_OUTPUT:
		options->diagnostics_output = text;
		return true;
	case OPT_WATCH:
		options->watch = true;
		return true;
	case OPT_COLOR:
		return read_color(text, options);
	case OPT_PROGRESS:
		return read_progress(text, options);
	case OPT_STEP_LIMIT:
		return read_number("step-limit", text, 1000, &options->run.step_limit);
	case OPT_STACK_LIMIT:
		return read_stack_limit(text, &options->run.stack_limit);
	case OPT_CHECK:
		return read_checks(text, &options->run);
	case OPT_WIDTH:
		return read_width(text, &options->run.width);
	case 'j':
		return read_jobs(text, &options->run.jobs);
	case OPT_SCHEDULE:
		return read_schedule(text, &options->run);
	case OPT_MEMORY:
		return read_memory(text, &options->run);
	case OPT_SCHEDULES:
		return read_schedules(text, &options->run);
	case OPT_SEED:
		return read_seed(text, &options->run);
	case OPT_SEM:
		return read_sem(text, options, diags);
	case 'W':
		return tool_read_warning(text, diags);
	case OPT_BACKEND:
		options->backends.backend = text;
		return true;
	case OPT_MAP:
		return read_map(text, options);
	case OPT_WORKER:
		options->backends.workers = true;
		return true;
	case OPT_BACKEND_TIME_LIMIT:
		options->limits_backends = true;
		return read_seconds("backend-time-limit", text, &options->backends.limits.seconds);
	case OPT_CACHE_DIR:
		return read_cache(text, options);
	case OPT_CUDNN_MATH:
		options->chooses_math = true;
		return read_cudnn_math(text);
	case OPT_TUNE:
		options->tunes = true;
		return setenv("HPVM_CUDNN_TUNE", "yes", 1) == 0;
	case OPT_TRACE:
	case OPT_TRACE_BUFFERS:
	case OPT_TRACE_CLOCK:
	case OPT_TRACE_EXECUTIONS:
	case OPT_TRACE_INSTANCES:
	case OPT_TRACE_LEVEL:
	case OPT_TRACE_NODE:
		options->says_what_to_record |= option != OPT_TRACE;
		return read_trace(option, text, &options->record);
	case OPT_BACKEND_PATH:
		return read_path(text, &options->backend_paths);
	case 'l':
		HR_PUSH(&options->libraries, text);
		return true;
	case 'L':
		HR_PUSH(&options->library_paths, text);
		return true;
	case 'o':
		options->output = text;
		return true;
	case 'q':
		be_quiet(options, diags);
		return true;
	default:
		return read_action(option, text, options);
	}
}

/* What getopt_long() did not understand: ARGV[optind - 1], or the letter optopt in it. */
static bool unknown(int option, char **argv)
{
	const char *word = argv[optind - 1];

	if (option == ':')
		return tool_wrong("'%s' needs a value", word);
	if (optopt > 0 && optopt < 256)
		return tool_wrong("unknown option '-%c'", optopt);
	return tool_wrong(optopt ? "'%s' takes no value" : "unknown or ambiguous option '%s'", word);
}

/* FILE is a case: what is in it takes its place. */
static bool open_case(tool_options *options)
{
	hr_case_program *replayed = &options->replayed;
	const char *why;

	if (options->files.count != 1 || !hr_case_is(options->files.data[0]))
		return true;
	if (options->root || options->args)
		return tool_wrong("a case brings its root and arguments along");
	if (!hr_case_open(options->files.data[0], replayed, &why)) {
		options->bad_case = hr_strdup(why);   /* for who loads it: diagnostics have no form yet */
		return true;
	}
	options->files.data[0] = replayed->files[0];
	if (replayed->files[1])
		HR_PUSH(&options->files, replayed->files[1]);
	options->root = replayed->root;
	options->args = replayed->arguments;
	options->run.pins = (const int64_t(*)[3])replayed->pins;
	options->run.pin_count = replayed->pin_count;
	if (replayed->fast_math)
		options->sem.value[HR_SEM_fast_math] = HR_SEM_fast_math_permitted;
	return true;
}

/* Batches of other widths would be other events. */
static bool tells_instances_in_order(const tool_options *options)
{
	return options->record.path && options->record.clock == HR_TRACE_LOGICAL &&
	       options->record.levels & HR_EVENTS_INSTANCE;
}

static bool check(const tool_options *options)
{
	bool prints = options->action == TOOL_PRINT_GRAPH || options->action == TOOL_PRINT_CODE ||
		      options->action == TOOL_EMIT;

	if (options->action == TOOL_HELP || options->action == TOOL_VERSION ||
	    options->action == TOOL_LIST_DIAGNOSTICS || options->action == TOOL_EXPLAIN ||
	    options->action == TOOL_BACKENDS)
		return true;
	if (options->files.count == 0)
		return tool_wrong("no input file");
	if (!options->root != !options->args)
		return tool_wrong("--root and --args go together");
	if (options->emit.arch_count > 1 && options->emit.form != HR_EMIT_FATBIN)
		return tool_wrong("only --emit fatbin takes several architectures");
	if (options->emit.arch_count && (options->action != TOOL_EMIT || options->emit.form < HR_EMIT_LLVM))
		return tool_wrong("--emit-arch is for --emit llvm, ptx, cubin and fatbin");
	if (options->output && !prints)
		return tool_wrong("-o is for --print-graph, --print-code and --emit");
	if (options->root && options->program_arg_count)
		return tool_wrong("--root runs no host code, so there is nobody to take arguments after --");
	if (options->says_what_to_record && !options->record.path)
		return tool_wrong("--trace-level, --trace-node and the like say what --trace FILE records");
	if ((options->record.first_instance || options->record.last_instance != UINT64_MAX) &&
	    !(options->record.levels & HR_EVENTS_INSTANCE))
		return tool_wrong("--trace-instances goes with --trace-level instance");
	if (tells_instances_in_order(options) && options->run.width > 1)
		return tool_wrong("--trace-clock operations with level instance runs one at a time: "
				  "--width 1");
	return true;
}

bool tool_options_read(int argc, char **argv, hr_diags *diags, tool_options *options)
{
	int end = 1, option;
	char *saved;

	memset(options, 0, sizeof(*options));
	hr_sem_init(&options->sem);
	options->run.checks = HR_CHECK_BOUNDS; /* M6: always an error */
	options->run.first_order_alone = true;
	options->backends.limits.seconds = DEFAULT_BACKEND_SECONDS;
	options->run.schedules_seed = 1;
	options->record.levels = HR_EVENTS_NODE | HR_EVENTS_MEMORY;
	options->record.last = options->record.last_instance = UINT64_MAX;
	options->record.keeps = DEFAULT_KEPT;
	while (end < argc && strcmp(argv[end], "--") != 0)
		end++;
	if (end < argc) {
		options->program_args = argv + end + 1;
		options->program_arg_count = argc - end - 1;
	}
	saved = argv[end];
	argv[end] = NULL; /* getopt_long() may look for the end of argv */
	opterr = 0;
	optind = 1;
	while ((option = getopt_long(end, argv, ":W:j:l:L:o:q", long_options, NULL)) != -1) {
		bool ok = option == '?' || option == ':' ?
			unknown(option, argv) : read_option(option, optarg, options, diags);

		if (!ok) {
			argv[end] = saved;
			return false;
		}
	}
	for (; optind < end; optind++)
		HR_PUSH(&options->files, argv[optind]);
	/* The program may use getopt() itself; 0 makes it forget these options. */
	optind = 0;
	opterr = 1;
	argv[end] = saved;
	if (!options->run.schedules)
		options->run.schedules = options->run.first_order_alone ? 2 : DEFAULT_SCHEDULES;
	options->run.libraries = options->libraries.data;
	options->run.library_count = options->libraries.count;
	options->run.library_paths = options->library_paths.data;
	options->run.library_path_count = options->library_paths.count;
	options->backends.host.threads = options->run.jobs;
	options->backends.paths = options->backend_paths.data;
	options->backends.path_count = options->backend_paths.count;
	options->backends.choices = options->choices.data;
	options->backends.choice_count = options->choices.count;
	if (!open_case(options) || !check(options))
		return false;
	if (tells_instances_in_order(options))
		options->run.width = 1;
	return true;
}

void tool_options_free(tool_options *options)
{
	hr_case_close(&options->replayed);
	hr_free(options->bad_case);
	HR_VEC_FREE(&options->files);
	HR_VEC_FREE(&options->libraries);
	HR_VEC_FREE(&options->library_paths);
	for (size_t i = 0; i < options->backend_paths.count; i++)
		hr_free((void *)(uintptr_t)options->backend_paths.data[i]);
	HR_VEC_FREE(&options->backend_paths);
	for (size_t i = 0; i < options->choices.count; i++)
		hr_free((void *)(uintptr_t)options->choices.data[i].node);
	HR_VEC_FREE(&options->choices);
}
