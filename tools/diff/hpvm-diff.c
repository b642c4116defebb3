/* tools/diff/hpvm-diff.c -- the command: run a program, and every leaf of it also on backends.
 *
 * The report goes to standard output; the program under test's standard output goes to standard
 * error.
 *
 * Owns:      the cross-check; options, program and run belong to the session.
 * Not here:  comparing (backends/crosscheck/crosscheck.c), the forms of the report (report.c). */
#define _GNU_SOURCE 1
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/host/host.h"
#include "interp/run/process.h"
#include "interp/stream/stream.h"
#include "src/diag/render.h"
#include "src/file/file.h"
#include "src/file/rewrite.h"
#include "tools/diff/diff.h"
#include "tools/diff/diff_against.h"
#include "tools/session/kernel_source.h"
#include "tools/session/recording.h"
#include "tools/session/session.h"
#include "tools/session/unused_options.h"
#include "tools/shared/temporary.h"
#include "tools/shared/trial.h"

typedef HR_VEC(char *) owned_words;

static const tool_values *const given = &tool.options.given;
static hr_crosscheck_policy policy;
static hr_crosscheck *crosscheck;
static char **names; /* of backends */
static FILE *report;
static hr_rewrite report_file; /* with -o */
/* with --junit; no stream if there is none, or it has been written */
static hr_rewrite junit;
static char golden[600]; /* the first error that does not concern a backend */

/* --- options ---------------------------------------------------------------------------------- */

static bool check(const tool_options *options)
{
	if (given->bisect && given->backends && strchr(given->backends, ','))
		return tool_wrong("--bisect takes exactly one backend");
	if (given->bisect && (given->json || given->junit || given->cases || given->sample ||
			      given->has[OPT_sample_after] || given->leaves))
		return tool_wrong(
			"--bisect cannot be combined with --json, --junit, --cases, --sample, --sample-after or --leaves");
	if (given->sample && given->has[OPT_sample_after])
		return tool_wrong("--sample cannot be combined with --sample-after");
	if (given->bisect && options->replayed.root)
		return tool_wrong("--bisect takes a program; compare a case with 'hpvm-diff CASE'");
	for (size_t i = 0; given->bisect && i < options->files.count; i++)
		if (strcmp(options->files.data[i], "-") == 0)
			return tool_wrong(
				"--bisect reads the program several times, so it cannot be standard input (-)");
	if (given->bisect && options->record.path)
		return tool_wrong(
			"--bisect runs the program several times, so it cannot be combined with --trace");
	if (!given->bisect && given->has[OPT_time_limit])
		return tool_wrong("--time-limit limits the runs of --bisect and needs it");
	if (given->in_process && given->has[OPT_backend_time_limit])
		return tool_wrong(
			"--backend-time-limit applies to backends in separate processes and cannot be combined with --in-process");
	return true;
}

/* Return false after reporting a usage error. */
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
	return tool_wrong("--backends names no backend");
}

/* Make a cache: a unit is built twice, first in a process that may crash; the second build then
 * costs nothing. */
static void make_cache(void)
{
	if (policy.host.cache)
		return;
	policy.host.cache = tool_temporary_begin("hpvm-diff");
}

/* -j applies to backends: the golden model runs one grid after the other here. */
static bool make_policy(tool_options *options)
{
	const hr_backend_policy *from = &options->backends;
	const char *replayed = options->replayed.backend ? options->replayed.backend : "cpu";

	if (!split_names(given->backends ? given->backends : replayed))
		return false;
	policy.search = from->search;
	policy.host = from->host;
	policy.cases = given->cases ? hr_file_absolute(given->cases) : NULL;
	policy.in_process = given->in_process || options->replayed.in_process;
	policy.whole = options->replayed.whole;
	policy.leaves = given->leaves || (options->replayed.backend && !policy.whole);
	policy.sample = given->sample;
	policy.sample_after = given->sample_after;
	policy.limits = from->limits;
	options->run.jobs = 0;
	return true;
}

/* --- cases ------------------------------------------------------------------------------------ */

enum { CASE_SECONDS = 60 }; /* for a case that does not hang */

static const char **case_words; /* the command that runs a case, without the case */
static size_t case_count;

static void add_word(const char *word)
{
	case_words[case_count++] = word;
}

/* Make this command with the options that the replay of a case depends on. */
static void make_case_words(const char *answer)
{
	static char jobs[24], limit[32];

	case_words =
		hr_alloc_array(2 * policy.search.path_count + 2 * given->backend_option.count + 24,
			       sizeof(*case_words));
	case_count = 0;
	add_word(hr_file_beside("hpvm-diff"));
	add_word("-q");
	add_word("--json");
	add_word("-o");
	add_word(answer);
	for (size_t i = 0; i < policy.search.path_count; i++) {
		add_word("--backend-path");
		add_word(policy.search.paths[i]);
	}
	for (size_t i = 0; i < given->backend_option.count; i++) {
		add_word("--backend-option");
		add_word(given->backend_option.data[i]);
	}
	if (given->has[OPT_cudnn_math]) {
		static const char *const words[] = {"--cudnn-math=fp32", "--cudnn-math=tf32",
						    "--cudnn-math=fp16"};

		add_word(words[given->cudnn_math]);
	}
	if (given->tune)
		add_word("--tune");
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

/* Return whether the case of ROW shows the finding. */
static hr_shown shows(void *answer, const hr_crosscheck_row *row)
{
	size_t count = case_count;
	int code;

	case_words[count++] = "--backends";
	case_words[count++] = row->backend;
	case_words[count++] = row->replay;
	case_words[count] = NULL;
	unlink(answer);
	code = trial_run(case_words, 2 * policy.limits.seconds + (double)CASE_SECONDS);
	if (!trial_tells(code))
		return HR_SHOWN_UNKNOWN;
	return code == 121 && trial_answers(answer, row->leaf->name, row->backend,
					    hr_verdict_word(row->verdict))
		       ? HR_SHOWN
		       : HR_NOT_SHOWN;
}

static hr_shown cannot_show(void *nothing, const hr_crosscheck_row *row)
{
	(void)nothing, (void)row;
	return HR_SHOWN_UNKNOWN;
}

static void prove_cases(void)
{
	const char *folder = given->cases ? tool_temporary_begin("hpvm-diff") : NULL;
	char answer[4096];

	if (!given->cases)
		return;
	snprintf(answer, sizeof(answer), "%s/answer", folder ? folder : "");
	if (folder)
		make_case_words(answer);
	hr_crosscheck_prove(crosscheck, folder ? shows : cannot_show, answer);
}

/* --- the report ------------------------------------------------------------------------------- */

static bool begin_file(hr_rewrite *output, const char *path)
{
	int error = hr_rewrite_begin(output, path);

	if (error) {
		output->stream = NULL;
		tool_wrong_file(path, error);
	}
	return !error;
}

static void end_file(hr_rewrite *output, bool keep)
{
	int error = output->stream ? hr_rewrite_end(output, keep) : 0;

	output->stream = NULL;
	if (error) {
		tool_wrong_file(output->path, error);
		hr_diags_lose_output(tool.diags);
	}
}

static bool open_report(void)
{
	fflush(stdout);
	if (!begin_file(&report_file, given->output ? given->output : "-"))
		return false;
	report = report_file.stream;
	if (given->junit && !begin_file(&junit, given->junit))
		return false;
	dup2(STDERR_FILENO, STDOUT_FILENO);
	return true;
}

static void close_report(void)
{
	end_file(&report_file, true);
	report = NULL;
}

/* Drop the reports that have not been written; their files keep the old contents. Return CODE. */
static int drop_reports(int code)
{
	end_file(&report_file, false);
	end_file(&junit, false);
	return code;
}

/* Keep the first error of the golden run, or before it. */
static void note_golden(void *data, const hr_diag_record *record)
{
	const size_t headline = hr_diag_headline(record->message);

	(void)data;
	if (record->severity != HR_SEV_ERROR || *golden || record->id == HR_D_backend_differs ||
	    record->id == HR_D_backend_fault || record->id == HR_D_backend_out)
		return;
	snprintf(golden, sizeof(golden), "%.*s [%s]", (int)(headline < 500 ? headline : 500),
		 record->message, hr_diag_name(record->id));
}

static void print_rows(const hr_crosscheck_row *rows, size_t count)
{
	const char *program = tool.options.files.data[0], *failed = *golden ? golden : NULL;

	if (given->json)
		diff_print_json(rows, count, program, failed, report);
	else
		diff_print_table(rows, count, report);
	close_report();
	if (!junit.stream)
		return;
	diff_print_junit(rows, count, program, failed, junit.stream);
	end_file(&junit, true);
}

/* Also write a report for a run that never began. */
static int end_early(int code)
{
	if (report && (given->json || junit.stream))
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
	hr_crosscheck_emit(crosscheck);
	tool_recording_end(&tool.recording, tool.diags);
	tool_temporary_end();
	fflush(NULL);
	print_rows(rows, count);
}

/* --- running ---------------------------------------------------------------------------------- */

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
	tool_recording_join(&tool.recording, run, tool.diags);
	(void)hr_run_note(run, tool_report_unused(run->diags, &tool.options, policy.backends,
						  policy.backend_count));
	make_cache();
	status = hr_crosscheck_new(run, &policy, &crosscheck);
	if (status != HR_OK)
		return status;
	run->offload = hr_crosscheck_offload(crosscheck);
	tool.at_end = print_report;
	return HR_OK;
}

/* --- another runtime -------------------------------------------------------------------------- */

static hr_npz *other; /* the values of --against */
static hr_against *against;

static void print_against(hr_run *run)
{
	hr_run_note(run, hr_against_status(against));
	tool_recording_end(&tool.recording, tool.diags);
	tool_temporary_end();
	fflush(NULL);
	diff_print_against(against, given->against, given->all, report);
	hr_against_free(against);
	hr_npz_close(other);
	close_report();
}

static hr_status prepare_against(hr_run *run)
{
	tool_recording_join(&tool.recording, run, tool.diags);
	against = hr_against_new(run, other);
	tool.at_end = print_against;
	return HR_OK;
}

/* Open the values. Return 0 or the exit status. */
static int open_against(void)
{
	const char *why = NULL;

	other = hr_npz_open(given->against, &why);
	if (other && hr_npz_count(other))
		return 0;
	return hr_exit_line(tool.diags,
			    hr_report(tool.diags, HR_D_unreadable_file, NULL, given->against,
				      other ? "it has no arrays" : why),
			    0);
}

/* Return HR_OK if the selected backend can be used. */
static hr_status try_backend(void)
{
	hr_registry *registry = hr_registry_new(&policy.search, &policy.host);
	hr_status status = HR_OK;
	const char *why;

	if (!hr_registry_has(registry, names[0])) {
		(void)hr_registry_load(registry, names[0], &why);
		status = hr_report(tool.diags, HR_D_no_backend, NULL, names[0], why);
	} else if (!hr_registry_load(registry, names[0], &why)) {
		status = hr_report(tool.diags, HR_D_backend_out, NULL, names[0], why);
	}
	hr_registry_free(registry);
	return status;
}

/* Make the words of hpvm-run for this command's options, files and arguments, ending with NULL.
 * SPELT owns the words that are created here. */
static void make_run_words(tool_texts *words, owned_words *spelt)
{
	for (size_t i = 0; i < given->words.count; i++) {
		const tool_word *word = &given->words.data[i];
		const char *name = tool_option_name(word->option);
		size_t room = strlen(name) + (word->text ? strlen(word->text) : 0) + 2;
		char *text;

		if (!tool_has_option(TOOL_RUN, word->option) || word->option == OPT_output)
			continue;
		text = hr_alloc(room);
		snprintf(text, room, "%s%s%s", name, word->text && name[1] == '-' ? "=" : "",
			 word->text ? word->text : "");
		HR_PUSH(spelt, text);
		HR_PUSH(words, text);
	}
	for (size_t i = 0; i < given->files.count; i++)
		HR_PUSH(words, given->files.data[i]);
	for (int i = -1; given->arguments && i < given->argument_count; i++)
		HR_PUSH(words, i < 0 ? "--" : given->arguments[i]);
	HR_PUSH(words, NULL);
}

static int bisect(void)
{
	HR_VEC(const char *) leaves = {0};
	tool_texts words = {0};
	owned_words spelt = {0};
	const hr_program *program = tool.program;
	char *run = hr_file_beside("hpvm-run");
	const char *asked[] = {names[0]};
	hr_status status = tool_report_unused(tool.diags, &tool.options, asked, 1);
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
	make_run_words(&words, &spelt);
	code = diff_bisect(run, names[0], given->in_process, given->time_limit, words.data,
			   leaves.data, leaves.count, report);
	close_report();
	for (size_t i = 0; i < spelt.count; i++)
		hr_free(spelt.data[i]);
	HR_VEC_FREE(&spelt);
	HR_VEC_FREE(&words);
	HR_VEC_FREE(&leaves);
	hr_free(run);
	return code;
}

static int work(void)
{
	int error, code;

	if (given->action == OPT_list_backends) {
		tool_list_backends(&tool.options);
		return tool_flush_output();
	}
	if (!check(&tool.options) || !diff_against_fits(given))
		return HR_EXIT_USAGE;
	if (!make_policy(&tool.options))
		return HR_EXIT_USAGE;
	if (given->cases && mkdir(given->cases, 0777) != 0 && errno != EEXIST)
		return tool_wrong_file(given->cases, errno);
	if (!tool_has_instruction_set() || !tool_set_outputs() || !open_report())
		return HR_EXIT_USAGE;
	hr_diags_listen(tool.diags, note_golden, NULL);
	code = given->against ? open_against() : 0;
	if (!code)
		code = tool_load_program();
	if (code)
		return end_early(code);
	if (given->against && !diff_against_prepare(other))
		return end_early(HR_EXIT_USAGE);
	if (given->bisect)
		return bisect();
	if (!tool_recording_knows(tool.program, &tool.options))
		return end_early(HR_EXIT_USAGE);
	error = tool_recording_begin(&tool.recording, tool.program, &tool.options);
	if (error)
		return tool_wrong_file(tool.options.record.path, error);
	tool.prepare = given->against ? prepare_against : prepare;
	return end_early(tool_run());
}

/* As in hpvm-run. */
static void leave_backends(void)
{
	if (crosscheck && hr_block_alone())
		hr_crosscheck_free(crosscheck);
}

static const char usage[] =
	"Usage: hpvm-diff [option]... FILE... [-- argument...]\n"
	"       hpvm-diff [option]... CASE\n"
	"\n"
	"Run an HPVM program on the golden model, and every grid of every leaf on backends as well, from the\n"
	"same memory, in separate processes; report where their results differ. A FILE - is standard input.\n";

static const char ending[] =
	"Exit status: that of hpvm-run; 121 also when the results of a backend differ, or it crashes, hangs, or\n"
	"writes outside its memory; 123 also when it fails, or is unavailable; 124 for wrong use.\n";

int main(int argc, char **argv)
{
	int code;

	tool_begin("hpvm-diff");
	hr_process.at_death = tool_temporary_abandon;
	code = tool_options_read(TOOL_DIFF, usage, ending, argc, argv, tool.diags, &tool.options);
	if (code < 0)
		code = drop_reports(work());
	leave_backends();
	tool_end();
	return code;
}
