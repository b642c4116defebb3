/* tools/session/options.c -- the meaning of the options of hpvm-run, hpvm-diff and hpvm-opt for the
 * interpreter and backends.
 *
 * Owns:      the arrays in tool_options.
 * Not here:  reading options in general (tools/shared/command_line.c), their effects
 *            (tools/run/hpvm-run.c, tools/diff/hpvm-diff.c, tools/opt/hpvm-opt.c), information
 *            about the tools (help.c). */
#include "tools/session/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/pass/pass.h"
#include "src/diag/near.h"
#include "tools/session/kernel_options.h"
#include "traces/trace_format.h"

/* Reference, reverse, depth first, and a random one. */
enum { DEFAULT_SCHEDULES = 4 };

enum { DEFAULT_KEPT = 64 * 1024, DEFAULT_HEAP = 8 * 1024 * 1024 };

/* Limits of --sandbox: of standard output, of operations, and of processor time. */
enum { SANDBOX_OUTPUT = 64 << 20, SANDBOX_SECONDS = 60 };
static const uint64_t SANDBOX_STEPS = UINT64_C(100000000000);

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* --- handlers: running ------------------------------------------------------------------------ */

static bool read_width(const char *text, void *data)
{
	tool_options *options = data;
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	options->run.width = 0;
	if (strcmp(text, "auto") == 0)
		return true;
	if (!isdigit((unsigned char)*text) || *end || !(value == 1 || (value >= 8 && value <= 512)))
		return tool_wrong(
			"--width is auto, 1, or a number of lanes from 8 to 512, not '%s'", text);
	options->run.width = (unsigned)value;
	return true;
}

/* Read a decimal, hexadecimal or octal number. */
static bool read_seed_text(const char *option, const char *text, uint64_t *seed)
{
	char *end;

	*seed = strtoull(text, &end, 0);
	return (*text >= '0' && *text <= '9' && !*end) ||
	       tool_wrong("%s: '%s' is not a seed", option, text);
}

static bool read_seed(const char *text, void *data)
{
	tool_options *options = data;

	return read_seed_text("--seed", text, &options->run.schedules_seed);
}

static bool read_schedule(const char *text, void *data)
{
	/* in the order of tools/shared/options.def; random:SEED is handled separately */
	static const hr_schedule schedules[] = {HR_SCHEDULE_REFERENCE, HR_SCHEDULE_REVERSE,
						HR_SCHEDULE_DEPTH_FIRST};
	hr_options *run = &((tool_options *)data)->run;
	int choice;

	if (strncmp(text, "random:", 7) == 0 && text[7]) {
		run->schedule = HR_SCHEDULE_RANDOM;
		return read_seed_text("--schedule", text + 7, &run->seed);
	}
	choice = tool_choice(OPT_schedule, text, strlen(text));
	if (choice >= 0)
		run->schedule = schedules[choice];
	return choice >= 0;
}

static bool read_check(const char *text, void *data)
{
	/* in the order of tools/shared/options.def */
	static const unsigned checks[] = {HR_CHECK_BOUNDS, HR_CHECK_ATTRIBUTES,
					  HR_CHECK_RACE,   HR_CHECK_BARRIER,
					  HR_CHECK_MEMORY, HR_CHECK_ORDER,
					  HR_CHECK_UNINIT, HR_CHECK_POISON | HR_CHECK_UNINIT,
					  HR_CHECK_ALL,    0};
	hr_options *run = &((tool_options *)data)->run;

	while (text) {
		int check = tool_next_choice(OPT_check, &text);

		if (check < 0)
			return false;
		run->checks = checks[check] ? run->checks | checks[check] : 0;
		if (checks[check] == HR_CHECK_ORDER)
			run->first_order_alone = false;
	}
	return true;
}

/* Read the number of orders to compare, which enables that check. */
static bool read_schedules(const char *text, void *data)
{
	tool_options *options = data;

	(void)text;
	options->run.first_order_alone = false;
	if (options->given.schedules > 1)
		options->run.checks |= HR_CHECK_ORDER;
	return true;
}

static bool read_sem(const char *text, void *data)
{
	tool_options *options = data;
	const char *why = "wrong";

	return hr_sem_option(&options->sem, options->diags, text, &why) ||
	       tool_wrong("--sem %s: %s", text, why);
}

static bool read_passes(const char *text, void *data)
{
	const char *wrapped = strstr(text, "wrapper-api"),
		   *fused = strstr(text, "fuse-tensor-nodes"), *unknown;
	const char *names[16];
	char name[32], all[TOOL_NAMES_TEXT], why[HR_NEAR_TEXT];
	size_t length, count = 0;

	(void)data;
	if (hr_passes_known(text, &unknown, &length)) {
		if (wrapped && fused && wrapped < fused)
			fprintf(stderr,
				"%s: warning: --passes: fuse-tensor-nodes does not fuse wrappers; name it before wrapper-api\n",
				hr_command);
		return true;
	}
	while (count < LENGTH(names) && (names[count] = hr_pass_name(count)))
		count++;
	snprintf(name, sizeof(name), "%.*s", (int)length, unknown);
	return tool_wrong("--passes: unknown pass '%.*s'; the passes are %s%s", (int)length,
			  unknown, hr_join(names, count, all, sizeof(all)),
			  hr_did_you_mean(name, names, count, why));
}

/* --- handlers: diagnostics -------------------------------------------------------------------- */

static bool read_warning(const char *text, void *data)
{
	const tool_options *options = data;
	const char *near;
	char option[128];

	if (strlen(text) < sizeof(option) - 2) {
		snprintf(option, sizeof(option), "-W%s", text);
		if (hr_diags_option(options->diags, option))
			return true;
	}
	near = hr_diag_near(strncmp(text, "error=", 6) == 0 ? text + 6
			    : strncmp(text, "no-", 3) == 0  ? text + 3
							    : text);
	return tool_wrong("-W%s: unknown diagnostic%s%s%s; list them with --list-diagnostics", text,
			  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Turn off every diagnostic that is a warning at this point of the command line. */
static bool read_quiet(const char *text, void *data)
{
	hr_diags *diags = ((tool_options *)data)->diags;

	(void)text;
	for (int id = 0; id < HR_D_COUNT; id++)
		if (hr_diags_severity(diags, (hr_diag_id)id) == HR_SEV_WARNING)
			hr_diags_set_severity(diags, (hr_diag_id)id, HR_SEV_OFF);
	return true;
}

/* --- handlers: traces ------------------------------------------------------------------------- */

static bool read_trace_level(const char *text, void *data)
{
	/* in the order of tools/shared/options.def */
	static const unsigned levels[] = {0, HR_EVENTS_NODE, HR_EVENTS_NODE | HR_EVENTS_INSTANCE,
					  HR_EVENTS_MEMORY};
	hr_record_plan *plan = &((tool_options *)data)->record;

	for (plan->levels = 0; text;) {
		int level = tool_next_choice(OPT_trace_level, &text);

		if (level < 0)
			return false;
		plan->levels |= levels[level];
	}
	return true;
}

/* Read none, hash, whole, or whole:BYTES. */
static bool read_trace_buffers(const char *text, void *data)
{
	hr_record_plan *plan = &((tool_options *)data)->record;
	size_t length = strcspn(text, ":");
	int which = tool_choice(OPT_trace_buffers, text, length);
	char *end;

	if (which < 0)
		return false;
	plan->buffers = (hr_trace_buffers)(HR_TRACE_BUFFERS_NONE + which);
	if (!text[length])
		return true;
	plan->keeps = strtoul(text + length + 1, &end, 10);
	if (plan->buffers == HR_TRACE_BUFFERS_WHOLE && isdigit((unsigned char)text[length + 1]) &&
	    !*end && plan->keeps && plan->keeps <= HR_TRACE_MOST_KEPT)
		return true;
	return tool_wrong(
		"--trace-buffers takes none, hash, whole, or whole:BYTES with at most %d, not '%s'",
		(int)HR_TRACE_MOST_KEPT, text);
}

/* --- handlers: backends ----------------------------------------------------------------------- */

/* Read NODE=NAME; the path of a node may contain =. */
static bool read_map(const char *text, void *data)
{
	tool_options *options = data;
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

/* Read a directory that exists, or can be created. */
static bool read_cache(const char *text, void *data)
{
	tool_options *options = data;
	struct stat status;

	if (mkdir(text, 0700) != 0 && errno != EEXIST)
		return tool_wrong("--cache-dir: '%s': %s", text, strerror(errno));
	if (stat(text, &status) != 0 || !S_ISDIR(status.st_mode))
		return tool_wrong("--cache-dir: '%s' is not a directory", text);
	if (access(text, W_OK | X_OK) != 0)
		return tool_wrong("--cache-dir: '%s': %s", text, strerror(errno));
	options->backends.host.cache = text;
	return true;
}

/* Move *TEXT behind its first directory, which a colon ends. Append the directory to the paths of
 * backends, and return it. */
static const char *take_backend_path(tool_options *options, const char **text)
{
	size_t length = strcspn(*text, ":");
	char *path = hr_alloc(length + 1);

	memcpy(path, *text, length);
	path[length] = '\0';
	HR_PUSH(&options->backend_paths, path);
	*text += length + ((*text)[length] == ':');
	return path;
}

/* Read directories separated by colons. */
static bool read_backend_path(const char *text, void *data)
{
	tool_options *options = data;
	struct stat status;

	while (*text) {
		const char *path = take_backend_path(options, &text);

		if (stat(path, &status) != 0)
			return tool_wrong("--backend-path: '%s': %s", path, strerror(errno));
		if (!S_ISDIR(status.st_mode))
			return tool_wrong("--backend-path: '%s' is not a directory", path);
	}
	return true;
}

static bool read_backend_option(const char *text, void *data)
{
	tool_options *options = data;
	hr_backend_setting setting;

	if (!hr_setting_read(text, &setting))
		return tool_wrong("--backend-option takes BACKEND.NAME=VALUE, not '%s'", text);
	HR_PUSH(&options->settings, setting);
	return true;
}

/* Options that are short for one of a backend. */
static bool add_setting(tool_options *options, const hr_backend_setting *setting)
{
	HR_PUSH(&options->settings, *setting);
	return true;
}

static bool read_cudnn_math(const char *text, void *data)
{
	return add_setting(data, &(hr_backend_setting){"cudnn", "math", text, "--cudnn-math"});
}

static bool read_tune(const char *text, void *data)
{
	(void)text;
	return add_setting(data, &(hr_backend_setting){"cudnn", "tune", "yes", "--tune"});
}

/* A form, and :NODE. Which forms there are is known when the modules are (check_backends()). */
static bool read_emit(const char *text, void *data)
{
	tool_options *options = data;
	size_t length = strcspn(text, ":");

	if (text[length] && !text[length + 1])
		return tool_wrong("--emit: a node must follow the colon in '%s'", text);
	hr_free(options->emit_form);
	options->emit_form = hr_strdup(text);
	options->emit_form[length] = '\0';
	options->emit.form = options->emit_form;
	options->emit.node = text[length] ? text + length + 1 : NULL;
	return true;
}

bool tool_emits_launch(const tool_options *options)
{
	return options->emit.form && strcmp(options->emit.form, "launch") == 0;
}

bool tool_emits_roots(const tool_options *options)
{
	return options->emit.form &&
	       (strcmp(options->emit.form, "header") == 0 || tool_emits_launch(options));
}

/* The module that prints the form says which there are. */
static bool read_emit_arch(const char *text, void *data)
{
	tool_options *options = data;

	options->emit.arch = true;
	options->emit.arches = strchr(text, ',') != NULL;
	return add_setting(data, &(hr_backend_setting){NULL, "arch", text, "--emit-arch"});
}

/* --- the complete options --------------------------------------------------------------------- */

/* Search backends where those of the case were, after the folders of --backend-path. Folders that do
 * not exist any more are passed over. */
static void add_case_paths(tool_options *options, const char *paths)
{
	while (paths && *paths)
		(void)take_backend_path(options, &paths);
	options->backends.search.paths = (const char *const *)options->backend_paths.data;
	options->backends.search.path_count = options->backend_paths.count;
}

/* If FILE is a case, replace it by the contents of the case. */
static bool open_case(tool_options *options)
{
	hr_case_program *replayed = &options->replayed;
	const char *why;

	if (options->files.count != 1 || !hr_case_is(options->files.data[0]))
		return true;
	if (options->given.kernel)
		return tool_wrong("a case has its own root: --kernel cannot be given");
	if (options->root || options->args)
		return tool_wrong(
			"a case has its own root and arguments: --root and --args cannot be given");
	if (!hr_case_open(options->files.data[0], replayed, &why)) {
		options->bad_case =
			/* reported at loading, when the form of diagnostics is known */
			hr_strdup(why);
		return true;
	}
	add_case_paths(options, replayed->backend_path);
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

/* Return true if the trace has events of instances in logical order. Batches of another width would
 * emit other events. */
static bool tells_instances_in_order(const tool_options *options)
{
	return options->record.path && options->record.clock == HR_TRACE_LOGICAL &&
	       options->record.levels & HR_EVENTS_INSTANCE;
}

static bool check_trace(const tool_options *options)
{
	const tool_values *given = &options->given;

	if (!given->trace && (given->has[OPT_trace_level] || given->has[OPT_trace_clock] ||
			      given->has[OPT_trace_buffers] || given->has[OPT_trace_node] ||
			      given->has[OPT_trace_executions] || given->has[OPT_trace_instances]))
		return tool_wrong("--trace-level, --trace-node and the like need --trace FILE");
	if (given->has[OPT_trace_instances] && !(options->record.levels & HR_EVENTS_INSTANCE))
		return tool_wrong("--trace-instances needs --trace-level instance");
	if (tells_instances_in_order(options) && options->run.width > 1)
		return tool_wrong(
			"--trace-clock operations with --trace-level instance needs --width 1");
	return true;
}

/* Return true, after a message, if an output would overwrite an input. */
static bool overwrites(const tool_options *options)
{
	const tool_values *given = &options->given;
	const tool_option written[] = {OPT_output, OPT_trace, OPT_diagnostics_output, OPT_junit,
				       OPT_save_to};
	const char *const paths[] = {given->output, given->trace, given->diagnostics_output,
				     given->junit, given->save_to};

	for (size_t i = 0; i < LENGTH(paths); i++) {
		const char *name = tool_option_name(written[i]);

		if (tool_overwrites(name, paths[i], options->files.data, options->files.count) ||
		    tool_overwrites(name, paths[i], &given->args, 1))
			return true;
	}
	return false;
}

/* Standard input is read only once, and standard output belongs to the program. */
static bool check_standard_files(const tool_options *options)
{
	const tool_values *given = &options->given;
	const tool_option written[] = {OPT_trace, OPT_diagnostics_output, OPT_save_to};
	const char *const paths[] = {given->trace, given->diagnostics_output, given->save_to};

	for (size_t i = 0; i < LENGTH(paths); i++)
		if (paths[i] && strcmp(paths[i], "-") == 0)
			return tool_wrong(
				"%s cannot write to standard output, which is the program's",
				tool_option_name(written[i]));
	for (size_t i = 0; options->args && i < options->files.count; i++)
		if (strcmp(options->args, "-") == 0 && strcmp(options->files.data[i], "-") == 0)
			return tool_wrong("standard input (-) is given more than once");
	return true;
}

/* What would let code of the program, or other code that it chooses, run outside of the sandbox, or the
 * program go on after a finding. */
static const struct {
	tool_option option;
	const char *why;
} not_in_sandbox[] = {
	{OPT_backend, "it runs the program's code outside of the interpreter"},
	{OPT_map, "it runs the program's code outside of the interpreter"},
	{OPT_worker, "it is for backends"},
	{OPT_library, "it loads code that is not interpreted"},
	{OPT_library_path, "it is for -l"},
	{OPT_keep_going, "a finding ends the run"},
	{OPT_print_graph, "it runs nothing"},
	{OPT_print_code, "it runs nothing"},
	{OPT_emit, "it runs nothing"},
	{OPT_save, "it writes files while the program runs"},
};

static bool check_sandbox(const tool_options *options)
{
	const tool_values *given = &options->given;

	if (!given->sandbox)
		return true;
	for (size_t i = 0; i < LENGTH(not_in_sandbox); i++)
		if (given->has[not_in_sandbox[i].option])
			return tool_wrong("%s cannot be given with --sandbox: %s",
					  tool_option_name(not_in_sandbox[i].option),
					  not_in_sandbox[i].why);
	if (given->has[OPT_host] && given->host == TOOL_HOST_JIT)
		return tool_wrong(
			"--host jit cannot be given with --sandbox: it compiles the program");
	if (!(options->run.checks & HR_CHECK_BOUNDS))
		return tool_wrong(
			"--check=none cannot be given with --sandbox, which needs bounds");
	if (options->run.split_memory)
		return tool_wrong("--memory split cannot be given with --sandbox");
	return true;
}

/* What OPTION gives is for --save. */
static bool is_for_save(const tool_values *given, tool_option option)
{
	return given->save.count || !given->has[option] ||
	       tool_wrong("%s needs --save PATTERN", tool_option_name(option));
}

static bool check_save(const tool_options *options)
{
	const tool_values *given = &options->given;

	if (!is_for_save(given, OPT_save_to) || !is_for_save(given, OPT_save_bounds))
		return false;
	if (given->save.count && !given->save_to)
		return tool_wrong("--save needs --save-to PATH");
	if (given->save_bounds && (given->has[OPT_backend] || given->has[OPT_map]))
		return tool_wrong(
			"--save-bounds cannot be given with --backend or --map: only the interpreter computes bounds");
	return true;
}

static bool check(const tool_options *options, tool_id tool)
{
	tool_option action = options->given.action;

	if (options->files.count == 0)
		return tool_wrong("no input file");
	if (options->root && !options->args && !options->given.against)
		return tool_wrong("--root needs --args FILE");
	if (options->emit.arch && action != OPT_emit)
		return tool_wrong("--emit-arch is for --emit");
	if (options->emit.arch && tool_emits_roots(options))
		return tool_wrong("--emit-arch does not apply to --emit=%s", options->emit.form);
	if (options->given.output && tool == TOOL_RUN && action == OPT_none)
		return tool_wrong("-o needs --print-graph, --print-code, --list-kernels or --emit");
	if ((options->root || options->args) && options->given.argument_count)
		return tool_wrong("%s runs no host code, so arguments after -- are not allowed",
				  options->root ? "--root" : "--args");
	return check_sandbox(options) && check_save(options) && tool_check_kernel(options) &&
	       check_trace(options) && !overwrites(options) && check_standard_files(options);
}

/* What options say of backends is checked by the modules. */
static bool check_backends(tool_options *options)
{
	const hr_backend_policy *policy = &options->backends;
	char text[HR_SETTING_TEXT];
	hr_registry *registry;
	bool good = true;

	if (options->given.backend_option.count) {
		registry = hr_registry_new(&policy->search, &policy->host);
		good = hr_registry_accepts(registry, text);
		hr_registry_free(registry);
	}
	if (good && options->given.action == OPT_emit && !tool_emits_roots(options))
		good = hr_emit_find(&options->emit, &policy->search, &policy->host, text);
	return good || tool_wrong("%s", text);
}

/* What applies when an option is not given. */
static void set_defaults(tool_options *options)
{
	memset(options, 0, sizeof(*options));
	hr_sem_init(&options->sem);
	options->run.checks = HR_CHECK_BOUNDS; /* M6: always an error */
	options->run.first_order_alone = true;
	options->run.schedules_seed = 1;
	options->record.levels = HR_EVENTS_NODE | HR_EVENTS_MEMORY;
	options->record.keeps = DEFAULT_KEPT;
}

static void set_run(tool_options *options)
{
	const tool_values *given = &options->given;
	hr_options *run = &options->run;

	run->step_limit = given->step_limit;
	run->stack_limit = given->stack_limit;
	options->heap_limit = given->has[OPT_heap_limit] ? given->heap_limit : DEFAULT_HEAP;
	run->jobs = (unsigned)given->jobs;
	run->time_limit = given->has[OPT_time_limit] ? given->time_limit : 0;
	run->split_memory = given->memory == 1;
	run->keep_going = given->keep_going;
	run->stats = given->stats;
	run->schedules = given->schedules         ? (unsigned)given->schedules
			 : run->first_order_alone ? 2
						  : DEFAULT_SCHEDULES;
	run->libraries = given->library.data;
	run->library_count = given->library.count;
	run->library_paths = given->library_path.data;
	run->library_path_count = given->library_path.count;
}

/* --sandbox: what applies unless other options say otherwise. One thread runs the program, so that
 * nothing changes between a check and its access. */
static void set_sandbox(tool_options *options)
{
	tool_values *given = &options->given;
	hr_options *run = &options->run;

	if (!given->sandbox)
		return;
	run->sandbox.on = true;
	run->sandbox.output = SANDBOX_OUTPUT;
	run->sandbox.readable = (const char *const *)given->arguments;
	run->sandbox.readable_count = (size_t)given->argument_count;
	run->jobs = 1;
	if (!given->has[OPT_host])
		given->host = TOOL_HOST_INTERP;
	if (!given->has[OPT_step_limit])
		run->step_limit = SANDBOX_STEPS;
	if (!given->has[OPT_time_limit])
		run->time_limit = SANDBOX_SECONDS;
}

static void set_others(tool_options *options)
{
	const tool_values *given = &options->given;
	hr_backend_policy *backends = &options->backends;
	hr_record_plan *record = &options->record;

	options->root = given->root;
	options->args = given->args;
	tool_set_kernel(options);
	options->progress = given->quiet ? HR_PROGRESS_NEVER : (hr_progress_mode)given->progress;
	record->path = given->trace;
	record->node = given->trace_node;
	record->clock = (hr_trace_clock)given->trace_clock;
	record->first = given->trace_executions.first;
	record->last = given->trace_executions.last;
	record->first_instance = given->trace_instances.first;
	record->last_instance = given->trace_instances.last;
	backends->backend = given->backend;
	backends->workers = given->worker;
	backends->limits.seconds = given->backend_time_limit;
	backends->host.threads = options->run.jobs;
	backends->host.bytes = sizeof(backends->host);
	backends->search =
		(hr_backend_search){.paths = (const char *const *)options->backend_paths.data,
				    .path_count = options->backend_paths.count,
				    .settings = options->settings.data,
				    .setting_count = options->settings.count};
	backends->choices = options->choices.data;
	backends->choice_count = options->choices.count;
}

static tool_command command_of(tool_id tool, tool_options *options)
{
	return (tool_command){
		.tool = tool,
		.runs_program = tool != TOOL_OPT,
		.print_version = tool_print_version,
		.data = options,
		.handlers =
			{
				[OPT_block] = tool_read_block,
				[OPT_global] = tool_read_global,
				[OPT_grid] = tool_read_grid,
				[OPT_offset] = tool_read_offset,
				[OPT_backend_option] = read_backend_option,
				[OPT_backend_path] = read_backend_path,
				[OPT_cache_dir] = read_cache,
				[OPT_check] = read_check,
				[OPT_cudnn_math] = read_cudnn_math,
				[OPT_emit] = read_emit,
				[OPT_emit_arch] = read_emit_arch,
				[OPT_map] = read_map,
				[OPT_passes] = read_passes,
				[OPT_quiet] = read_quiet,
				[OPT_schedule] = read_schedule,
				[OPT_schedules] = read_schedules,
				[OPT_seed] = read_seed,
				[OPT_sem] = read_sem,
				[OPT_trace_buffers] = read_trace_buffers,
				[OPT_trace_level] = read_trace_level,
				[OPT_tune] = read_tune,
				[OPT_warning] = read_warning,
				[OPT_width] = read_width,
			},
	};
}

int tool_options_read(tool_id tool, const char *usage, const char *ending, int argc, char **argv,
		      hr_diags *diags, tool_options *options)
{
	tool_command command = command_of(tool, options);
	int code;

	command.usage = usage;
	command.ending = ending;
	set_defaults(options);
	options->diags = diags;
	code = tool_read_command_line(&command, argc, argv, &options->given);
	if (code >= 0)
		return code;
	set_run(options);
	set_sandbox(options);
	set_others(options);
	for (size_t i = 0; i < options->given.files.count; i++)
		HR_PUSH(&options->files, options->given.files.data[i]);
	if (tool == TOOL_OPT || options->given.action == OPT_list_backends ||
	    options->given.action == OPT_explain || options->given.action == OPT_list_diagnostics)
		return -1;
	if (!open_case(options) || !check(options, tool) || !check_backends(options))
		return HR_EXIT_USAGE;
	if (tells_instances_in_order(options))
		options->run.width = 1;
	return -1;
}

void tool_options_init(hr_diags *diags, tool_options *options)
{
	set_defaults(options);
	options->diags = diags;
	tool_values_init(TOOL_RUN, &options->given);
}

tool_option tool_options_find(tool_options *options, const char *name)
{
	const tool_command command = command_of(TOOL_RUN, options);

	return tool_find_option(&command, name);
}

bool tool_options_set(tool_options *options, tool_option option, const char *text)
{
	const tool_command command = command_of(TOOL_RUN, options);

	return tool_set_option(&command, option, text, &options->given);
}

bool tool_options_settle(tool_options *options)
{
	set_run(options);
	set_others(options);
	if (!check_trace(options) || !check_backends(options))
		return false;
	if (tells_instances_in_order(options))
		options->run.width = 1;
	return true;
}

void tool_options_free(tool_options *options)
{
	hr_case_close(&options->replayed);
	hr_free(options->bad_case);
	tool_values_free(&options->given);
	HR_VEC_FREE(&options->files);
	for (size_t i = 0; i < options->backend_paths.count; i++)
		hr_free(options->backend_paths.data[i]);
	HR_VEC_FREE(&options->backend_paths);
	for (size_t i = 0; i < options->choices.count; i++)
		hr_free((void *)(uintptr_t)options->choices.data[i].node);
	HR_VEC_FREE(&options->choices);
	hr_emit_end(&options->emit);
	hr_free(options->emit_form);
	for (size_t i = 0; i < options->compiled.count; i++)
		hr_free(options->compiled.data[i]);
	HR_VEC_FREE(&options->compiled);
	for (size_t i = 0; i < options->settings.count; i++)
		if (!options->settings.data[i].spelling)
			hr_setting_free(&options->settings.data[i]);
	HR_VEC_FREE(&options->settings);
}
