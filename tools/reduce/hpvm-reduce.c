/* tools/reduce/hpvm-reduce.c -- the command: make a case smaller while it still shows the finding.
 *
 * A variant is kept if hpvm-diff reports the verdict of the case for the leaf on the same backend,
 * and the interpreter reports no error under --check=all, since the results of undefined code may
 * legitimately differ. If only undefined values are reported for a case that differs elsewhere, they
 * are not checked: hpvm-diff has the verdict "undefined" where they explain a difference.
 *
 * Each variant runs in separate processes. A successful variant runs once more
 * with other contents of fresh memory, because a finding that depends on uninitialised bytes would
 * not be reproducible. A kept variant is written at once, so that Ctrl-C loses nothing.
 *
 * Owns:      the case, a folder for trials.
 * Not here:  the variants (backends/case/reduce.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <llvm-c/Core.h>

#include "backends/case/reduce.h"
#include "backends/registry/registry.h"
#include "ir/load/read.h"
#include "src/base/status.h"
#include "src/file/file.h"
#include "tools/shared/command_line.h"
#include "tools/shared/temporary.h"
#include "tools/shared/trial.h"

static struct {
	const char *input, *output;
	bool endless;         /* allow more operations than STEPS */
	bool checked;         /* variants must pass --check=all */
	bool undefined;       /* except for undefined values, which hpvm-diff looks at itself */
	bool twice;           /* and must show the finding twice */
	char *trial, *answer; /* a folder, and a file in it; owned */
	char *diff, *run;     /* commands; owned */
	unsigned trials, kept;
	int end; /* of the last run of hpvm-diff (trial_run()) */
} reduce = {.checked = true, .twice = true};

static tool_values given;

static int rejected(const char *why)
{
	fprintf(stderr, "%s: error: %s\n", hr_command, why);
	return hr_exit_code(HR_REJECT);
}

/* Report that WHAT cannot be had, so that nothing is known of the case. Return the exit status. */
static int cannot_try(const char *what, const char *why)
{
	fprintf(stderr, "%s: error: cannot try the case: %s: %s\n", hr_command, what, why);
	return hr_exit_code(HR_UNSUPPORTED);
}

static char *join(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = hr_alloc(room);

	snprintf(path, room, "%s/%s", folder, name);
	return path;
}

/* --- trials ----------------------------------------------------------------------------------- */

/* Return the step limit. A variant may loop endlessly; the case itself may be long. */
static char *steps(void)
{
	static char most[] = "100M", any[] = "1000000G";

	return reduce.endless ? any : most;
}

/* Return the end of hpvm-run on the variant (trial_run()). */
static int check(void)
{
	static const char some[] = "--check=bounds,attributes,race,barrier,memory,order",
			  all[] = "--check=all";
	const char *const argv[] = {
		reduce.run,   "-q", reduce.undefined ? some : all, "--step-limit", steps(),
		reduce.trial, NULL};

	return trial_run(argv, given.time_limit);
}

static bool passes_checks(void)
{
	return check() == 0;
}

/* Return true if hpvm-diff reports OF's verdict for the variant in the folder for trials. */
static bool has_verdict(const hr_case *of)
{
	const char *const always[] = {reduce.diff, "-q",          "--json",
				      "-o",        reduce.answer, "--step-limit",
				      steps(),     "--backends",  of->backend};
	tool_texts words = {0};
	char limit[48], jobs[24];

	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		HR_PUSH(&words, always[i]);
	for (size_t i = 0; i < given.backend_path.count; i++) {
		HR_PUSH(&words, "--backend-path");
		HR_PUSH(&words, given.backend_path.data[i]);
	}
	for (size_t i = 0; i < given.backend_option.count; i++) {
		HR_PUSH(&words, "--backend-option");
		HR_PUSH(&words, given.backend_option.data[i]);
	}
	snprintf(jobs, sizeof(jobs), "-j%llu", (unsigned long long)given.jobs);
	if (given.jobs)
		HR_PUSH(&words, jobs);
	snprintf(limit, sizeof(limit), "--backend-time-limit=%g", given.backend_time_limit);
	if (strcmp(of->verdict, "hung") == 0)
		HR_PUSH(&words, limit);
	HR_PUSH(&words, reduce.trial);
	HR_PUSH(&words, NULL);
	unlink(reduce.answer);
	reduce.trials++;
	reduce.end = trial_run(words.data, given.time_limit);
	HR_VEC_FREE(&words);
	return reduce.end == 121 &&
	       trial_answers(reduce.answer, of->leaf, of->backend, of->verdict);
}

/* The same if malloc() of the C library returns bytes that are not zero. */
static bool has_verdict_again(const hr_case *of)
{
	static const char perturb[] = "MALLOC_PERTURB_";
	const char *set = getenv(perturb);
	bool has;

	if (!set)
		setenv(perturb, "90", 1);
	has = has_verdict(of);
	if (!set)
		unsetenv(perturb);
	return has;
}

/* Return true if the variant in the folder for trials shows OF's finding. */
static bool shows(const hr_case *of)
{
	return has_verdict(of) && (!reduce.checked || passes_checks()) &&
	       (!reduce.twice || has_verdict_again(of));
}

static void show_progress(hr_reduction reduction)
{
	if (!given.quiet && isatty(STDERR_FILENO))
		fprintf(stderr, "\r\033[K%s: %s, %u trials, %u kept", hr_command,
			hr_reduce_word(reduction), reduce.trials, reduce.kept);
}

/* --- reducing --------------------------------------------------------------------------------- */

static void become_case(hr_case *current, hr_case *variant)
{
	hr_case_free(current);
	*current = *variant;
	reduce.kept++;
}

static bool write_to(const hr_case *of, const char *path, const char **why)
{
	hr_folder_clear(path);
	return hr_case_write(of, path, why);
}

/* Try all steps of one kind of reduction. Return false if a file cannot be written, with the reason
 * in *WHY. */
static bool go(hr_case *current, hr_reduction reduction, const char **why)
{
	hr_reduced made;
	hr_case variant;

	for (unsigned step = 0;
	     (made = hr_reduce_step(current, reduction, step, &variant)) != HR_REDUCE_END;) {
		show_progress(reduction);
		if (made == HR_REDUCE_SAME) {
			step++;
			continue;
		}
		if (!write_to(&variant, reduce.trial, why))
			return false;
		if (!shows(current)) {
			hr_case_free(&variant);
			step++;
			continue;
		}
		become_case(current, &variant);
		if (!write_to(current, reduce.output, why))
			return false;
	}
	return true;
}

static uint64_t memory_of(const hr_case *of)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < of->memory.count; i++)
		sum += of->memory.data[i].bytes;
	return sum;
}

static void print_size(const char *what, const hr_case *of)
{
	printf("%s: %llu instances, %llu bytes of memory, %u instructions\n", what,
	       (unsigned long long)hr_case_instances(of), (unsigned long long)memory_of(of),
	       hr_reduce_count(of));
}

/* Print the grid, the arguments and the code that are left, unless they are long. */
static void print_left(const hr_case *of)
{
	enum { MOST_INSTRUCTIONS = 60 };

	if (given.quiet)
		return;
	printf("left: '%s' on backend '%s', verdict %s, grid [", of->leaf, of->backend,
	       of->verdict);
	for (unsigned d = 0; d < of->levels[0].dims; d++)
		printf("%s%lld", d ? ", " : "", (long long)of->levels[0].extent[d]);
	fputs("], arguments [", stdout);
	for (unsigned i = 0; i < of->input_count; i++) {
		const hr_case_input *input = &of->inputs[i];

		if (input->text)
			printf("%s%s", i ? ", " : "", input->text);
		else if (input->memory < 0)
			printf("%snull", i ? ", " : "");
		else
			printf("%smemory%d", i ? ", " : "", input->memory);
	}
	puts("]");
	if (hr_reduce_count(of) <= MOST_INSTRUCTIONS)
		hr_reduce_print(of, stdout);
	else
		printf("the code is in %s/leaf.ll\n", reduce.output);
}

static int wrong_use(const char *why)
{
	tool_wrong("%s", why);
	return HR_EXIT_USAGE;
}

typedef HR_VEC(char *) owned_texts;

/* Append the folders in LIST, which colons separate, to PATHS; they point into a text that is
 * appended to COPIES. */
static void add_folders(const char *list, owned_texts *copies, tool_texts *paths)
{
	char *rest = hr_strdup(list), *folder;

	HR_PUSH(copies, rest);
	while ((folder = strsep(&rest, ":")))
		if (*folder)
			HR_PUSH(paths, folder);
}

/* Return 0 if the case's backend can be used, else the exit status. */
static int try_backend(const hr_case *of)
{
	hr_backend_host host = {.bytes = sizeof(host)};
	owned_texts copies = {0};
	HR_VEC(hr_backend_setting) settings = {0};
	char text[HR_SETTING_TEXT];
	tool_texts paths = {0};
	hr_backend_search search;
	hr_registry *registry;
	const char *why;
	int code = 0;

	for (size_t i = 0; i < given.backend_path.count; i++)
		add_folders(given.backend_path.data[i], &copies, &paths);
	if (of->backend_path) /* where hpvm-diff found it; hpvm-diff CASE looks there, too */
		add_folders(of->backend_path, &copies, &paths);
	for (size_t i = 0; i < given.backend_option.count; i++) {
		hr_backend_setting setting;

		if (hr_setting_read(given.backend_option.data[i], &setting))
			HR_PUSH(&settings, setting);
		else
			code = wrong_use("--backend-option takes BACKEND.NAME=VALUE");
	}
	search = (hr_backend_search){paths.data, paths.count, settings.data, settings.count};
	registry = hr_registry_new(&search, &host);
	if (!code && !hr_registry_accepts(registry, text))
		code = wrong_use(text);
	if (!code && !hr_registry_load(registry, of->backend, &why)) {
		fprintf(stderr, "%s: error: the case is for backend '%s': %s\n", hr_command,
			of->backend, why);
		code = hr_exit_code(hr_registry_has(registry, of->backend) ? HR_UNSUPPORTED
									   : HR_REJECT);
	}
	hr_registry_free(registry);
	for (size_t i = 0; i < settings.count; i++)
		hr_setting_free(&settings.data[i]);
	HR_VEC_FREE(&settings);
	HR_VEC_FREE(&paths);
	for (size_t i = 0; i < copies.count; i++)
		hr_free(copies.data[i]);
	HR_VEC_FREE(&copies);
	return code;
}

/* The case itself does not show the finding as variants must: relax the requirements. */
static int try_less(const hr_case *current)
{
	int code;

	if (!has_verdict(current))
		reduce.endless = true;
	if (reduce.endless && !has_verdict(current)) {
		if (!trial_tells(reduce.end))
			return cannot_try("hpvm-diff", trial_end_text(reduce.end));
		fprintf(stderr, "%s: error: backend '%s' does not get the verdict '%s' for '%s'\n",
			hr_command, current->backend, current->verdict, current->leaf);
		return hr_exit_code(HR_TRAP);
	}
	code = check();
	if (code == 121 && strcmp(current->verdict, "differs") == 0) {
		reduce.undefined = true;
		code = check();
	}
	reduce.checked = code == 0;
	if (!trial_tells(code))
		fprintf(stderr,
			"%s: warning: the case cannot be checked (hpvm-run --check=all): %s; the result may contain errors\n",
			hr_command, trial_end_text(code));
	else if (code == TRIAL_LATE)
		fprintf(stderr,
			"%s: warning: hpvm-run --check=all takes longer than %g seconds on the case (--time-limit); the result may contain errors\n",
			hr_command, given.time_limit);
	else if (code)
		fprintf(stderr,
			"%s: warning: the case itself contains errors (hpvm-run --check=all); the result may contain others\n",
			hr_command);
	reduce.twice = has_verdict_again(current);
	if (!reduce.twice && !trial_tells(reduce.end))
		fprintf(stderr,
			"%s: warning: hpvm-diff cannot look at the case again: %s; the result may not reproduce the verdict every time\n",
			hr_command, trial_end_text(reduce.end));
	else if (!reduce.twice)
		fprintf(stderr,
			"%s: warning: the case does not reproduce the verdict every time, and neither may the result\n",
			hr_command);
	return 0;
}

static int reduce_all(hr_case *current)
{
	const char *why;
	unsigned before;
	int code = try_backend(current);

	if (code)
		return code;

	if (!write_to(current, reduce.trial, &why))
		return rejected(why);
	if (!shows(current) && (code = try_less(current)))
		return code;
	if (!given.quiet && strcmp(current->verdict, "hung") == 0)
		printf("a build or grid that takes more than %g seconds counts as hung (--backend-time-limit)\n",
		       given.backend_time_limit);
	print_size("before", current);
	if (!write_to(current, reduce.output, &why))
		return rejected(why);
	do {
		before = reduce.kept;
		for (int reduction = 0; reduction < HR_REDUCTIONS; reduction++)
			if (!go(current, (hr_reduction)reduction, &why))
				return rejected(why);
	} while (reduce.kept != before);
	if (!given.quiet && isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	print_size("after", current);
	print_left(current);
	printf("%s: %u trials, %u kept\n", reduce.output, reduce.trials, reduce.kept);
	return 0;
}

/* --- the command ------------------------------------------------------------------------------ */

static bool check_use(void)
{
	if (!tool_has_files(&given, 1, 1, "case"))
		return false;
	if (!hr_case_is(given.files.data[0]))
		return tool_wrong("'%s' is not a case", given.files.data[0]);
	if (!(given.backend_time_limit > 0))
		return tool_wrong(
			"--backend-time-limit must be more than 0: a longer build or grid counts as hung");
	if (tool_overwrites("-o", given.output, given.files.data, given.files.count))
		return false;
	return !given.output || strcmp(given.output, "-") != 0 ||
	       tool_wrong("a case is a directory, which standard output (-) cannot be");
}

/* Read leaf.bc with a standby process (ir/load/read.h), and report what is wrong with it, or that the system prevents
 * it. The case itself is read in this process. */
static hr_status read_code(void)
{
	char *path = join(reduce.input, "leaf.bc");
	hr_diags *diags = hr_diags_new(stderr);
	LLVMContextRef context = LLVMContextCreate();
	void *module;
	hr_status status = hr_read_module(path, context, diags, &module);

	if (status == HR_OK)
		LLVMDisposeModule(module);
	LLVMContextDispose(context);
	hr_diags_free(diags);
	hr_free(path);
	return status == HR_LIMIT ? HR_UNSUPPORTED : status;
}

static int read_and_reduce(void)
{
	hr_status status;
	hr_case current;
	const char *why;
	int code;

	hr_case_init(&current);
	if (!hr_case_read(&current, reduce.input, &why))
		code = rejected(why);
	else if ((status = read_code()) != HR_OK)
		code = hr_exit_code(status);
	else
		code = hr_case_check(&current, &why) ? reduce_all(&current) : rejected(why);
	hr_case_free(&current);
	return code;
}

static int work(void)
{
	const char *folder;
	char *output = NULL;
	int code;

	if (!check_use())
		return HR_EXIT_USAGE;
	reduce.input = given.files.data[0];
	reduce.output = given.output;
	if (!reduce.output) {
		output = hr_alloc(strlen(reduce.input) + 10);
		sprintf(output, "%s-reduced", reduce.input);
		reduce.output = output;
	}
	folder = tool_temporary_begin("hpvm-reduce");
	if (!folder) {
		code = cannot_try("a folder for temporary files (TMPDIR)", strerror(errno));
		hr_free(output);
		return code;
	}
	reduce.trial = join(folder, "case");
	reduce.answer = join(folder, "answer");
	reduce.diff = hr_file_beside("hpvm-diff");
	reduce.run = hr_file_beside("hpvm-run");
	code = read_and_reduce();
	tool_temporary_end();
	hr_free(reduce.trial);
	hr_free(reduce.answer);
	hr_free(reduce.diff);
	hr_free(reduce.run);
	hr_free(output);
	return code;
}

static const tool_command command = {
	.tool = TOOL_REDUCE,
	.usage =
		"Usage: hpvm-reduce [option]... CASE\n"
		"\n"
		"Make a case of hpvm-diff --cases smaller: earlier grids, nodes above the leaf, grid, memory, arguments,\n"
		"then instructions, as long as the verdict about the leaf stays the same, also when fresh memory has\n"
		"other contents, and the interpreter finds no error in it.\n",
	.ending =
		"Exit status: 0 when the result shows what the case shows; 121 when CASE does not show it; 120 when it\n"
		"cannot be read or written, or its backend does not exist; 123 when its backend is unavailable or the\n"
		"system prevents trials; 124 for wrong use.\n",
};

int main(int argc, char **argv)
{
	int code;

	tool_open_standard_streams();
	code = tool_read_command_line(&command, argc, argv, &given);
	if (code < 0)
		code = work();
	tool_values_free(&given);
	return code;
}
