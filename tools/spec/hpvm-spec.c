/* tools/spec/hpvm-spec.c -- the command: run the tests of the semantics on an implementation.
 *
 * Exit status: 0 all passed, 1 a test failed or a clause lacks one, 2 a test that cannot be read,
 * 124 usage error.
 *
 * Not here:  the parts, which spec.h lists. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/diag/near.h"
#include "src/file/file.h"
#include "src/file/rewrite.h"
#include "tools/shared/command_line.h"
#include "tools/shared/subprocess.h"
#include "tools/spec/spec.h"

static tool_values given;

/* Return the hpvm-run beside hpvm-spec, if there is one, else that of PATH. */
static char *find_tool(void)
{
	char *beside = hr_file_beside("hpvm-run");
	/* In a build directory of libtool, programs are in .libs and a script above. */
	char *slash = strstr(beside, "/.libs/");

	if (slash)
		strcpy(slash, "/hpvm-run");
	if (access(beside, X_OK) == 0)
		return beside;
	hr_free(beside);
	return hr_strdup("hpvm-run");
}

/* hpvm-run's; {tool} is one word, which may contain spaces. */
static const char own_template[] =
	"{tool} --host {host} --schedule {schedule} --progress never {options} {file} -- {args}";

static void print_tests(const spec_tests *tests)
{
	for (size_t i = 0; i < tests->count; i++)
		printf("%-4s %-8s %-34s %s\n", tests->data[i].clause,
		       tests->data[i].negative ? "negative" : "positive", tests->data[i].name,
		       tests->data[i].sentence);
}

static bool is_among(const char *const *texts, size_t count, const char *text)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(texts[i], text) == 0)
			return true;
	return false;
}

/* Check that requested names are in the suite's list. */
static void check_names(const spec_options *options, const spec_clauses *clauses)
{
	const char **ids = hr_alloc_array(clauses->list.count + 1, sizeof(*ids));
	char near[HR_NEAR_TEXT];

	for (size_t i = 0; i < clauses->list.count; i++)
		ids[i] = clauses->list.data[i].id;
	for (size_t i = 0; i < given.clause.count; i++)
		if (!spec_clause_find(clauses, given.clause.data[i]))
			spec_wrong("%s/clauses has no clause '%s'%s", options->directory,
				   given.clause.data[i],
				   hr_did_you_mean(given.clause.data[i], ids, clauses->list.count,
						   near));
	for (size_t i = 0; i < given.chapter.count; i++) {
		const char *chapter = given.chapter.data[i];
		bool known = false;

		for (size_t k = 0; k < clauses->list.count && !known; k++)
			known = chapter[0] == ids[k][0] && !chapter[1];
		if (!known)
			spec_wrong("%s/clauses has no chapter '%s'", options->directory, chapter);
	}
	hr_free(ids);
}

/* Keep the tests that --clause and --chapter select. */
static void filter(const spec_tests *all, spec_tests *kept)
{
	for (size_t i = 0; i < all->count; i++) {
		const spec_test *test = &all->data[i];
		const char chapter[] = {test->clause[0], '\0'};

		if (given.clause.count &&
		    !is_among(given.clause.data, given.clause.count, test->clause))
			continue;
		if (given.chapter.count &&
		    !is_among(given.chapter.data, given.chapter.count, chapter))
			continue;
		HR_PUSH(kept, *test);
	}
}

static int run_tests(const spec_options *options, const spec_clauses *clauses,
		     const spec_tests *tests)
{
	spec_runs runs = {0};
	bool well;

	if (tests->count == 0)
		spec_wrong(given.clause.count || given.chapter.count
				   ? "no test belongs to these clauses"
				   : "no such test");
	spec_perform(options, tests, &runs);
	if (given.tap) {
		spec_report_tap(&runs);
	} else {
		spec_report_failures(&runs, given.verbose);
		spec_report_table(clauses, &runs);
	}
	if (given.junit)
		spec_report_junit(&runs, given.junit);
	well = spec_report_end(options, tests, &runs);
	spec_runs_free(&runs);
	return well ? 0 : 1;
}

static int work(spec_options *options)
{
	spec_clauses clauses = {0};
	spec_tests all = {0}, tests = {0}, suite = {0};
	int status = 0;

	spec_clauses_read(options->directory, &clauses);
	check_names(options, &clauses);
	for (size_t i = 0; i < options->files.count; i++)
		spec_tests_find(options->files.data[i], &all);
	spec_tests_sort(&all);
	filter(&all, &tests);
	if (given.coverage)
		status = spec_coverage(&clauses, &all) != 0;
	else if (given.list)
		print_tests(&tests);
	else {
		spec_tests_find(options->directory, &suite);
		options->suite = &suite;
		status = run_tests(options, &clauses, &tests);
	}
	HR_VEC_FREE(&tests);
	spec_tests_free(&all);
	spec_tests_free(&suite);
	spec_clauses_free(&clauses);
	return status;
}

static bool is_suite(const char *folder)
{
	char *list = spec_format("%s/clauses", folder);
	bool there = access(list, R_OK) == 0;

	hr_free(list);
	return there;
}

/* Return the folder of the suite: the installed one, the first named folder, or the one above it or
 * above the first file. The caller owns it. */
static char *find_suite(const spec_options *options)
{
	const char *first = options->files.count ? options->files.data[0] : HR_SPEC_TESTS;
	const char *slash = strrchr(first, '/');
	struct stat about;
	char *above;

	if (is_suite(first))
		return hr_strdup(first);
	if (!options->files.count)
		spec_die(
			"the suite is not installed (cannot read %s/clauses); name its folder, as in "
			"'hpvm-spec spec-tests' in a source tree",
			first);
	if (stat(first, &about) != 0)
		spec_die("no such file: %s", first);
	if (S_ISDIR(about.st_mode))
		above = spec_format("%s/..", first);
	else
		above = spec_format("%.*s/..", slash ? (int)(slash - first) : 1,
				    slash ? first : ".");
	if (!is_suite(above))
		spec_die("%s does not belong to a suite: cannot read %s/clauses", first, above);
	return above;
}

/* Return the folder of src/hpvm.h if it is beside the suite, as in a source tree. The caller owns
 * the text. */
static char *find_include(const char *suite)
{
	char *near = spec_format("%s/../src", suite), *header = spec_format("%s/hpvm.h", near);
	bool there = access(header, R_OK) == 0;

	hr_free(header);
	if (there)
		return near;
	hr_free(near);
	return hr_strdup(HR_SPEC_INCLUDE);
}

/* Add a variant for each available backend, in lines such as "cpu        ready" of `hpvm-run
 * --list-backends`. */
static void add_backends(const char *tool, spec_texts *variants)
{
	const char *const command[] = {tool, "--list-backends", NULL};
	char name[64], state[16], *text, *line, *rest;
	uint8_t *printed;
	size_t size;
	int status;

	if (!tool_process_read(command, true, 0, &status, &printed, &size))
		spec_die("cannot run '%s': %s", tool, strerror(errno));
	text = rest = spec_format("%.*s", (int)size, (const char *)printed);
	while ((line = strsep(&rest, "\n")))
		if (line[0] != ' ' && sscanf(line, "%63s %15s", name, state) == 2 &&
		    strcmp(state, "ready") == 0)
			/* what it refuses is interpreted */
			HR_PUSH(variants, spec_format("--backend %s -Wno-backend-refuses", name));
	if (status != 0)
		spec_die("'%s --list-backends' failed", tool);
	hr_free(printed);
	hr_free(text);
}

/* TEXTS owns the added texts. */
static void add_everywhere(spec_options *options, spec_texts *texts)
{
	static const char *const always[] = {
		"--width 1",
		"--width 8",
		"--width 64",
		"--width 512",
		"--check=all --width 1",
		"--check=all --width 8",
		"--check=all --width 64",
	};
	if (!options->own)
		spec_wrong(
			"--everywhere applies only to hpvm-run; use --variant with another implementation");
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		HR_PUSH(texts, hr_strdup(always[i]));
	add_backends(options->tool, texts);
	for (size_t i = 0; i < texts->count; i++)
		HR_PUSH(&options->variants, texts->data[i]);
}

/* Set options from the command line, and defaults. TOOL is hpvm-run. */
static void set_options(spec_options *options, const char *tool)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	const char *clang = getenv("CLANG");

	options->clang = given.clang ? given.clang : clang && *clang ? clang : HR_SPEC_CLANG;
	options->include = given.include;
	options->own = !given.implementation;
	options->tool = tool;
	options->template_ = options->own ? own_template : given.implementation;
	options->quick = given.quick;
	options->tap = given.tap;
	options->jobs = given.jobs       ? (unsigned)given.jobs
			: processors > 0 ? (unsigned)processors
					 : 1;
	options->seconds = (unsigned)given.timeout;
	for (size_t i = 0; i < given.files.count; i++)
		HR_PUSH(&options->files, given.files.data[i]);
	for (size_t i = 0; i < given.variant.count; i++)
		HR_PUSH(&options->variants, given.variant.data[i]);
	if (!strstr(options->template_, "{file}"))
		spec_wrong("the command of --implementation lacks {file}");
}

static int run(void)
{
	spec_options options = {.own = true};
	spec_texts everywhere = {0};
	char *suite, *tool = given.run ? hr_strdup(given.run) : find_tool(), *include;
	int status;

	set_options(&options, tool);
	if (given.everywhere)
		add_everywhere(&options, &everywhere);
	suite = find_suite(&options);
	options.directory = suite;
	include = find_include(suite);
	if (!options.include)
		options.include = include;
	if (options.files.count == 0)
		HR_PUSH(&options.files, suite);
	status = work(&options);
	hr_free(tool);
	hr_free(suite);
	hr_free(include);
	HR_VEC_FREE(&options.files);
	HR_VEC_FREE(&options.variants);
	spec_texts_free(&everywhere);
	return status;
}

/* Run with standard output in the file of -o. A run that ends early leaves the file unchanged. */
static int run_into(const char *path)
{
	hr_rewrite output;
	int error, status;

	if (tool_overwrites("-o", path, given.files.data, given.files.count))
		return HR_EXIT_USAGE;
	error = hr_rewrite_begin(&output, path);
	if (error || dup2(fileno(output.stream), STDOUT_FILENO) < 0)
		return tool_wrong_file(path, error ? error : errno);
	status = run();
	error = tool_flush_output();
	if (error)
		return error;
	error = hr_rewrite_end(&output, true);
	return error ? tool_wrong_file(path, error) : status;
}

static const tool_command command = {
	.tool = TOOL_SPEC,
	.usage =
		"Usage: hpvm-spec [option]... [DIRECTORY | FILE...]\n"
		"\n"
		"Run the tests of HPVM's semantics, clause by clause. DIRECTORY is the suite (default: the installed\n"
		"one); FILEs are single tests.\n",
	.ending =
		"Exit status: 0; 1 when a test failed or a clause has none; 2 when a test cannot be read or run; 124 for\n"
		"wrong use.\n",
};

int main(int argc, char **argv)
{
	int code = tool_read_command_line(&command, argc, argv, &given);

	if (code < 0)
		code = given.output ? run_into(given.output) : run();
	tool_values_free(&given);
	return code;
}
