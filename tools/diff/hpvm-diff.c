/* tools/diff/hpvm-diff.c -- the command: runs a program, and every leaf of it on backends as well.
 *
 * The report is what standard output is for; what the program under test prints there goes to standard
 * error. Options are hpvm-run's, but for those that backends cannot go along with, and a few of its own.
 * Owns:     the cross-check; options, program, run are the session's.
 * Not here: comparing (backends/crosscheck/crosscheck.c), the report's forms (report.c). */
#define _GNU_SOURCE 1
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "src/diag/render.h"
#include "tools/diff/diff.h"
#include "src/file/file.h"
#include "interp/host/host.h"
#include "tools/session/recording.h"
#include "src/file/rewrite.h"
#include "tools/session/session.h"
#include "interp/stream/stream.h"
#include "tools/shared/trial.h"
#include "tools/session/unused_options.h"

static const char help[] =
	"Usage: hpvm-diff [option]... FILE... [-- argument...]\n"
	"       hpvm-diff [option]... CASE\n"
	"\n"
	"Runs an HPVM program on the golden model, and every grid of every leaf on backends as well,\n"
	"from the same memory, in processes of their own; says where their results differ.\n"
	"\n"
	"  --backends LIST         which, with commas between (default cpu, or the case's)\n"
	"  --bisect                for programs that go wrong as a whole: run them on hpvm-run, and say\n"
	"                          which leaves have to be on the backend, as few as possible\n"
	"  --cases FOLDER          keep the first grid of each finding there, as a directory that\n"
	"                          hpvm-diff and hpvm-run take as a program\n"
	"  --leaves                compare each leaf by itself, also where the backend would run nodes with\n"
	"                          all below them as one\n"
	"  --in-process            run backends in this process, so that what they remember from grid to\n"
	"                          grid is found; what kills one ends the command\n"
	"  --sample N              of each leaf N grids, and N of each doubling after that\n"
	"  --json                  the report as JSON instead of a table\n"
	"  --junit FILE            write it there as JUnit's XML as well\n"
	"  -o, --output FILE       write the table or JSON there, not to standard output\n"
	"\n"
	"As for hpvm-run: --args, --backend-path, --backend-time-limit (default 60), --cache-dir,\n"
	"--color, --cudnn-math, --diagnostics, --diagnostics-output, --host, -j (of backends), -l, -L, --passes,\n"
	"--progress, -q, --root, --sem, --stack-limit, --stats, --step-limit, --trace and its kin, --tune, -W,\n"
	"--width.\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: that of hpvm-run; 121 also when a backend's results differ, or it crashes, hangs,\n"
	"or strays; 123 also when it gives up, or cannot be used.\n";

static diff_options diff;
static hr_crosscheck_policy policy;
static hr_crosscheck *crosscheck;
static char **names;             /* of backends */
static FILE *report;
static hr_rewrite report_file;    /* with -o */
static hr_rewrite junit;          /* with --junit; without a stream: there is none, or it has been written */
static const char *own_cache;    /* a folder for this run; NULL: none */
static char golden[600];         /* the first error that is not about a backend */

/* --- options ------------------------------------------------------------------------------------------ */

/* The value of OPTION at argv[*at]: behind a =, or the next word. False: argv[*at] is another one. */
static bool takes(const char *option, char **argv, int *at, const char **value)
{
	size_t length = strlen(option);

	if (strncmp(argv[*at], option, length) != 0)
		return false;
	if (argv[*at][length] == '=') {
		*value = argv[*at] + length + 1;
		return true;
	}
	if (argv[*at][length])
		return false;
	*value = argv[*at + 1];
	if (*value)
		++*at;
	return true;
}

/* Takes this command's own options out of ARGV. False: wrong use, which has been said. */
static bool read_own(int *argc, char **argv)
{
	const char *sample = NULL;
	int left = 1, at = 1;
	char *end;

	for (; at < *argc && strcmp(argv[at], "--") != 0; at++) {
		const char *word = argv[at], *value = "";

		if (strcmp(word, "--json") == 0)
			diff.json = true;
		else if (strcmp(word, "--leaves") == 0)
			diff.leaves = true;
		else if (strcmp(word, "--in-process") == 0)
			diff.in_process = true;
		else if (takes("--sample", argv, &at, &value))
			sample = value;
		else if (strcmp(word, "--bisect") == 0)
			diff.bisect = true;
		else if (takes("--backends", argv, &at, &value))
			diff.backends = value;
		else if (takes("--junit", argv, &at, &value))
			diff.junit = value;
		else if (takes("--cases", argv, &at, &value))
			diff.cases = value;
		else if (takes("--output", argv, &at, &value) || takes("-o", argv, &at, &value))
			diff.output = value;
		else
			argv[left++] = argv[at];
		if (!value)
			return tool_wrong("'%s' needs a value", word);
	}
	diff.sample = sample ? strtoul(sample, &end, 10) : 0;
	if (sample && (!isdigit((unsigned char)*sample) || !diff.sample || *end || diff.sample > 1ul << 32))
		return tool_wrong("--sample takes a number of grids, not '%s'", sample);
	while (at < *argc)
		argv[left++] = argv[at++];
	argv[left] = NULL;
	*argc = left;
	return true;
}

static bool check(const tool_options *options)
{
	const hr_options *run = &options->run;

	if (diff.bisect && diff.backends && strchr(diff.backends, ','))
		return tool_wrong("--bisect is for one backend");
	if (diff.bisect && (diff.json || diff.junit || diff.cases || diff.sample || diff.leaves))
		return tool_wrong("--bisect answers in words, about nodes: not with --json, --junit, "
				  "--cases, --sample, --leaves");
	if (diff.bisect && options->replayed.root)
		return tool_wrong("--bisect is for programs; a case is one leaf, which hpvm-diff CASE compares");
	if (diff.in_process && options->limits_backends)
		return tool_wrong("--backend-time-limit is for backends in processes of their own: not with "
				  "--in-process");
	if (options->action == TOOL_HELP || options->action == TOOL_VERSION)
		return true;
	if (options->action != TOOL_RUN)
		return tool_wrong("only hpvm-run prints and lists that");
	if (options->watch)
		return tool_wrong("--watch is for hpvm-run");
	if (diff.bisect && options->record.path)
		return tool_wrong("--bisect runs the program many times, and --trace records one run");
	if (options->backends.backend || options->backends.choice_count)
		return tool_wrong("every leaf runs on every backend: --backends says which");
	if (run->checks != HR_CHECK_BOUNDS || run->schedule != HR_SCHEDULE_REFERENCE ||
	    run->split_memory || run->keep_going)
		return tool_wrong("backends go with --check=bounds, --schedule reference, and shared "
				  "memory alone; use hpvm-run");
	return true;
}

/* False: wrong use, which has been said. */
static bool split_names(const char *list)
{
	char *text = hr_strdup(list), *rest = text, *name;
	size_t count = 1;

	for (const char *at = list; *at; at++)
		count += *at == ',';
	names = hr_alloc_array(count, sizeof(*names));
	for (count = 0; (name = strsep(&rest, ","));) {
		if (!*name)
			continue;
		for (size_t i = 0; i < count; i++)
			if (strcmp(names[i], name) == 0)
				return tool_wrong("--backends names '%s' twice", name);
		names[count++] = name;
	}
	policy.backends = (const char *const *)names;
	policy.backend_count = count;
	if (count > 0)
		return true; /* names point into the text */
	hr_free(text);
	return tool_wrong("--backends names none");
}

/* A unit is built twice, first where that may crash; a cache has the second for nothing. */
static void make_cache(void)
{
	static char folder[] = "/tmp/hpvm-diff.XXXXXX";

	if (!policy.host.cache)
		policy.host.cache = own_cache = mkdtemp(folder);
}

static void remove_cache(void)
{
	if (!own_cache)
		return;
	hr_folder_clear(own_cache);
	rmdir(own_cache);
	own_cache = NULL;
}

/* -j is for backends: the golden model's instances run one grid after the other here. */
static bool make_policy(tool_options *options)
{
	const hr_backend_policy *from = &options->backends;

	const char *replayed = options->replayed.backend ? options->replayed.backend : "cpu";

	if (!split_names(diff.backends ? diff.backends : replayed))
		return false;
	policy.paths = from->paths;
	policy.path_count = from->path_count;
	policy.host = from->host;
	policy.cases = diff.cases;
	policy.in_process = diff.in_process || options->replayed.in_process;
	policy.whole = options->replayed.whole;
	policy.leaves = diff.leaves || (options->replayed.backend && !policy.whole);
	policy.sample = diff.sample;
	policy.limits = from->limits;
	options->run.jobs = 0;
	return true;
}

/* hpvm-run beside this command; owned by the caller. */
static char *find_run(void)
{
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 16);

	self[length > 0 ? length : 0] = '\0';
	if (strrchr(self, '/'))
		strcpy(strrchr(self, '/') + 1, "hpvm-run");
	return hr_strdup(self);
}

/* --- cases ------------------------------------------------------------------------------------------- */

enum { CASE_SECONDS = 60 };   /* for one that does not hang */

static const char **case_words;  /* of a command that runs one, up to the case */
static size_t case_count;

static void add_word(const char *word)
{
	case_words[case_count++] = word;
}

/* This command, with what a case's replay depends on. */
static void make_case_words(const char *answer)
{
	static char self[4096], jobs[24], limit[32];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[length > 0 ? length : 0] = '\0';
	case_words = hr_alloc_array(2 * policy.path_count + 20, sizeof(*case_words));
	case_count = 0;
	add_word(self);
	add_word("-q");
	add_word("--json");
	add_word("-o");
	add_word(answer);
	for (size_t i = 0; i < policy.path_count; i++) {
		add_word("--backend-path");
		add_word(policy.paths[i]);
	}
	snprintf(limit, sizeof(limit), "%g", policy.limits.seconds);
	if (policy.limits.seconds > 0) {
		add_word("--backend-time-limit");
		add_word(limit);
	}
	snprintf(jobs, sizeof(jobs), "%u", policy.host.threads);
	if (policy.host.threads) {
		add_word("-j");
		add_word(jobs);
	}
}

/* Does the case of ROW show what was found? */
static bool shows(void *answer, const hr_crosscheck_row *row)
{
	size_t count = case_count;
	int code;

	case_words[count++] = "--backends";
	case_words[count++] = row->backend;
	case_words[count++] = row->replay;
	case_words[count] = NULL;
	unlink(answer);
	code = trial_run((char *const *)(uintptr_t)case_words, 2 * policy.limits.seconds + (double)CASE_SECONDS);
	return code == 121 &&
	       trial_answers(answer, row->leaf->name, row->backend, hr_verdict_word(row->verdict));
}

/* --- values that nobody wrote -------------------------------------------------------------------------- */

static char trials[] = "/tmp/hpvm-diff.XXXXXX";   /* a folder, once it is made */
static bool has_trials;

/* The golden model's checker finds an undefined value in the case at PATH. */
static bool is_undefined(const char *path)
{
	char *run = find_run(), answer[] = "/tmp/hpvm-diff.XXXXXX";
	int file = mkstemp(answer);
	char *argv[] = {run, "-q", "--check=uninit", "--diagnostics", "json", "--diagnostics-output",
			answer, (char *)(uintptr_t)path, NULL};
	uint8_t *text;
	size_t size;
	bool is = false;

	if (file >= 0 && trial_run(argv, CASE_SECONDS) == 121 && hr_file_read(answer, &text, &size) == 0) {
		is = memmem(text, size, "\"uninitialised\"", 15) != NULL;
		hr_free(text);
	}
	if (file >= 0) {
		close(file);
		unlink(answer);
	}
	hr_free(run);
	return is;
}

static void make_trials(void)
{
	has_trials = mkdtemp(trials) != NULL;
	policy.is_undefined = has_trials ? is_undefined : NULL;
	policy.trials = trials;
}

static void remove_trials(void)
{
	if (has_trials)
		rmdir(trials);
	has_trials = false;
}

static void prove_cases(void)
{
	char answer[] = "/tmp/hpvm-diff.XXXXXX";
	int file = diff.cases ? mkstemp(answer) : -1;

	if (file < 0)
		return;
	close(file);
	make_case_words(answer);
	hr_crosscheck_prove(crosscheck, shows, answer);
	unlink(answer);
	hr_free(case_words);
}

/* --- the report --------------------------------------------------------------------------------------- */

static bool begin_file(hr_rewrite *output, const char *path)
{
	int error = hr_rewrite_begin(output, path);

	if (error)
		output->stream = NULL;
	return !error || tool_wrong("%s: %s", path, strerror(error));
}

static void end_file(hr_rewrite *output, bool keep)
{
	int error = output->stream ? hr_rewrite_end(output, keep) : 0;

	output->stream = NULL;
	if (error)
		tool_wrong("%s: %s", output->path, strerror(error));
}

static bool open_report(void)
{
	int file = dup(STDOUT_FILENO);

	fflush(stdout);
	if (diff.output && !begin_file(&report_file, diff.output))
		return false;
	report = diff.output ? report_file.stream : file >= 0 ? fdopen(file, "w") : NULL;
	if (!report)
		return tool_wrong("standard output: %s", strerror(errno));
	if (diff.junit && !begin_file(&junit, diff.junit))
		return false;
	dup2(STDERR_FILENO, STDOUT_FILENO);
	return true;
}

static void close_report(void)
{
	bool written = !ferror(report);

	if (diff.output)
		end_file(&report_file, true);
	else if (fclose(report) != 0 || !written)
		tool_wrong("standard output: %s", errno ? strerror(errno) : "cannot be written");
	report = NULL;
}

/* Of what has not been written by now the files stay what they were. */
static int drop_reports(int code)
{
	end_file(&report_file, false);
	end_file(&junit, false);
	return code;
}

/* What the golden run says of itself, or what came before it. */
static void note_golden(void *data, const hr_diag_record *record)
{
	(void)data;
	if (record->severity != HR_SEV_ERROR || *golden || record->id == HR_D_backend_differs ||
	    record->id == HR_D_backend_fault || record->id == HR_D_backend_out)
		return;
	snprintf(golden, sizeof(golden), "%.500s [%s]", record->message, hr_diag_name(record->id));
}

static void print_rows(const hr_crosscheck_row *rows, size_t count)
{
	const char *program = tool.options.files.data[0], *failed = *golden ? golden : NULL;

	if (diff.json)
		diff_print_json(rows, count, program, failed, report);
	else
		diff_print_table(rows, count, report);
	close_report();
	if (!junit.stream)
		return;
	diff_print_junit(rows, count, program, failed, junit.stream);
	end_file(&junit, true);
}

/* A run that never began has a report, too. */
static int end_early(int code)
{
	if (report && (diff.json || junit.stream))
		print_rows(NULL, 0);
	return code;
}

static void print_report(hr_run *run)
{
	size_t count;
	const hr_crosscheck_row *rows;

	prove_cases();
	rows = hr_crosscheck_rows(crosscheck, &count);

	hr_run_note(run, hr_crosscheck_status(crosscheck));
	remove_trials();
	hr_crosscheck_tell(crosscheck);
	tool_recording_end(tool.diags);
	remove_cache();
	fflush(NULL);
	print_rows(rows, count);
}

/* --- running ------------------------------------------------------------------------------------------ */

static void show(const hr_node *leaf, const char *backend)
{
	char text[300];

	snprintf(text, sizeof(text), "%s on %s", leaf->path, backend);
	hr_progress_show(text, 0, 0, 0);
}

static hr_status prepare(hr_run *run)
{
	hr_status status;

	policy.show = show;
	tool_recording_join(run, tool.diags);
	(void)hr_run_note(run, tool_tell_unserved(run->diags, &tool.options, policy.backends, policy.backend_count));
	make_cache();
	make_trials();
	status = hr_crosscheck_new(run, &policy, &crosscheck);
	if (status != HR_OK) {
		remove_trials();
		remove_cache();
		return status;
	}
	run->offload = hr_crosscheck_offload(crosscheck);
	tool.at_end = print_report;
	return HR_OK;
}

/* HR_OK: the backend to look at can be used. */
static hr_status try_backend(void)
{
	hr_backend_host host = policy.host;
	hr_registry *registry;
	hr_status status = HR_OK;
	const char *why;

	host.bytes = sizeof(host);
	registry = hr_registry_new(policy.paths, policy.path_count, &host);
	if (!hr_registry_has(registry, names[0])) {
		(void)hr_registry_load(registry, names[0], &why);
		status = hr_report(tool.diags, HR_D_no_backend, NULL, names[0], why);
	} else if (!hr_registry_load(registry, names[0], &why)) {
		status = hr_report(tool.diags, HR_D_backend_out, NULL, names[0], why);
	}
	hr_registry_free(registry);
	return status;
}

static int bisect(char **argv)
{
	HR_VEC(const char *) leaves = {0};
	const hr_program *program = tool.program;
	char *run = find_run();
	const char *asked[] = {names[0]};
	hr_status status = tool_tell_unserved(tool.diags, &tool.options, asked, 1);
	int code;

	if (status == HR_OK)
		status = try_backend();
	if (status != HR_OK) {
		hr_free(run);
		return hr_exit_line(tool.diags, status, 0);
	}

	for (uint32_t g = 0; g < program->graph_count; g++)
		for (unsigned i = 0; i < program->graphs[g]->node_count; i++)
			if (!program->graphs[g]->nodes[i]->internal)
				HR_PUSH(&leaves, program->graphs[g]->nodes[i]->path);
	hr_progress_begin(tool.options.progress, stderr);
	code = diff_bisect(run, names[0], diff.in_process, argv + 1, leaves.data, leaves.count, report);
	close_report();
	HR_VEC_FREE(&leaves);
	hr_free(run);
	return code;
}

static int work(char **argv)
{
	hr_status status;
	int error;

	if (tool.options.action == TOOL_HELP)
		fputs(help, stdout);
	if (tool.options.action == TOOL_VERSION)
		tool_print_version(stdout);
	if (tool.options.action != TOOL_RUN)
		return fflush(stdout) == 0 ? 0 : tool_wrong_use("standard output", strerror(errno));
	if (!make_policy(&tool.options))
		return HR_EXIT_USAGE;
	if (diff.cases && mkdir(diff.cases, 0777) != 0 && errno != EEXIST)
		return tool_wrong_use(diff.cases, strerror(errno));
	if (!tool_has_instruction_set() || !tool_set_outputs() || !open_report())
		return HR_EXIT_USAGE;
	hr_diags_listen(tool.diags, note_golden, NULL);
	status = tool_load();
	if (status != HR_OK)
		return end_early(hr_exit_line(tool.diags, status, 0));
	if (diff.bisect)
		return bisect(argv);
	if (!tool_recording_knows(tool.program, &tool.options))
		return end_early(HR_EXIT_USAGE);
	error = tool_recording_begin(tool.program, &tool.options);
	if (error)
		return tool_wrong_use(tool.options.record.path, strerror(error));
	tool.prepare = prepare;
	return end_early(tool_run());
}

/* As hpvm-run does. */
static void leave_backends(void)
{
	if (crosscheck && hr_block_alone())
		hr_crosscheck_free(crosscheck);
}

int main(int argc, char **argv)
{
	int code = HR_EXIT_USAGE;

	tool_begin("hpvm-diff");
	if (read_own(&argc, argv) &&
	    tool_options_read(argc, argv, tool.diags, &tool.options) && check(&tool.options))
		code = drop_reports(work(argv));
	leave_backends();
	tool_end();
	return code;
}
