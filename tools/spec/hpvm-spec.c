/* tools/spec/hpvm-spec.c -- the command: runs the tests of the semantics on an implementation.
 *
 * Exit status: 0 all is well, 1 a test failed or a clause lacks one, 2 wrong use or a test that
 * cannot be read.
 * Not here: the parts, which spec.h lists. */
#include "config.h"

#include "tools/spec/spec.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	OPT_HELP = 256, OPT_VERSION, OPT_CLAUSE, OPT_CHAPTER, OPT_TAP, OPT_JUNIT, OPT_COVERAGE,
	OPT_IMPLEMENTATION, OPT_QUICK, OPT_LIST, OPT_CLANG, OPT_RUN, OPT_TIMEOUT, OPT_VARIANT,
	OPT_EVERYWHERE,
};

static const struct option long_options[] = {
	{"chapter", required_argument, NULL, OPT_CHAPTER},
	{"clang", required_argument, NULL, OPT_CLANG},
	{"clause", required_argument, NULL, OPT_CLAUSE},
	{"coverage", no_argument, NULL, OPT_COVERAGE},
	{"everywhere", no_argument, NULL, OPT_EVERYWHERE},
	{"help", no_argument, NULL, OPT_HELP},
	{"implementation", required_argument, NULL, OPT_IMPLEMENTATION},
	{"jobs", required_argument, NULL, 'j'},
	{"junit", required_argument, NULL, OPT_JUNIT},
	{"list", no_argument, NULL, OPT_LIST},
	{"quick", no_argument, NULL, OPT_QUICK},
	{"run", required_argument, NULL, OPT_RUN},
	{"tap", no_argument, NULL, OPT_TAP},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"variant", required_argument, NULL, OPT_VARIANT},
	{"verbose", no_argument, NULL, 'v'},
	{"version", no_argument, NULL, OPT_VERSION},
	{NULL, 0, NULL, 0},
};

static const char help[] =
	"Usage: hpvm-spec [option]... [DIRECTORY | FILE...]\n"
	"\n"
	"Runs the tests of HPVM's semantics, clause by clause. DIRECTORY is the suite (default: the\n"
	"installed one); FILEs are single tests.\n"
	"\n"
	"Which\n"
	"  --clause G5             the tests of one clause; repeatable\n"
	"  --chapter G             the tests of one chapter; repeatable\n"
	"  --quick                 a few variants of each test instead of all\n"
	"  --list                  print the tests with their sentences and run nothing\n"
	"  --coverage              check that every clause has its tests, and run nothing\n"
	"\n"
	"On what\n"
	"  --run COMMAND           the hpvm-run to use (default: the one beside hpvm-spec)\n"
	"  --implementation CMD    another implementation: a command with {file}, and where they\n"
	"                          have a place {args}, {options}, {host}, {schedule}\n"
	"  --everywhere            run everything at every width, under checkers, and on every\n"
	"                          backend that is there\n"
	"  --variant OPTIONS       run everything with these options; repeatable: once with each\n"
	"  --clang COMMAND         the compiler (default: $CLANG, or the one found when built)\n"
	"  -I DIRECTORY            where hpvm.h is\n"
	"\n"
	"How\n"
	"  -j, --jobs N            processes at a time (default: as many as there are processors)\n"
	"  --timeout SECONDS       for each process (default 60)\n"
	"  --tap                   print results in the Test Anything Protocol, no table\n"
	"  --junit FILE            also write results as JUnit's XML\n"
	"  -v, --verbose           print every run, not only those that failed\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 all is well, 1 a test failed or a clause has none, 2 wrong use.\n";

static unsigned read_number(const char *name, const char *text)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);

	if (end == text || *end || number == 0 || number > 10000)
		spec_die("--%s takes a number from 1 to 10000, not '%s'", name, text);
	return (unsigned)number;
}

/* Options that only set a field. */
static void read_option(int option, const char *value, spec_options *options)
{
	switch (option) {
	case OPT_CHAPTER: HR_PUSH(&options->chapters, value); break;
	case OPT_CLANG: options->clang = value; break;
	case OPT_CLAUSE: HR_PUSH(&options->clauses, value); break;
	case OPT_COVERAGE: options->coverage = true; break;
	case OPT_EVERYWHERE: options->everywhere = true; break;
	case OPT_IMPLEMENTATION:
		options->template_ = value;
		options->own = false;
		break;
	case 'j': options->jobs = read_number("jobs", value); break;
	case OPT_JUNIT: options->junit = value; break;
	case OPT_LIST: options->list = true; break;
	case OPT_QUICK: options->quick = true; break;
	case OPT_TAP: options->tap = true; break;
	case OPT_TIMEOUT: options->seconds = read_number("timeout", value); break;
	case OPT_VARIANT: HR_PUSH(&options->variants, value); break;
	case 'v': options->verbose = true; break;
	case 'I': options->include = value; break;
	default: spec_die("wrong use; see hpvm-spec --help");
	}
}

/* What stands beside hpvm-spec, if it can be found there, else by PATH. */
static char *find_tool(void)
{
	char here[4096], *slash, *beside;
	ssize_t length = readlink("/proc/self/exe", here, sizeof(here) - 1);

	if (length > 0) {
		here[length] = '\0';
		/* Where libtool links, programs lie in .libs and a script above. */
		slash = strstr(here, "/.libs/");
		if (!slash)
			slash = strrchr(here, '/');
		beside = spec_format("%.*s/hpvm-run", (int)(slash - here), here);
		if (access(beside, X_OK) == 0)
			return beside;
		hr_free(beside);
	}
	return hr_strdup("hpvm-run");
}

/* The default template; TOOL may be NULL. Owned by the caller. */
static char *own_template(const char *tool)
{
	char *found = tool ? hr_strdup(tool) : find_tool();
	char *text = spec_format("%s --host {host} --schedule {schedule} --progress never {options} "
				 "{file} -- {args}", found);

	hr_free(found);
	return text;
}

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

/* What is asked for must be in the suite's list. */
static void check_names(const spec_options *options, const spec_clauses *clauses)
{
	for (size_t i = 0; i < options->clauses.count; i++)
		if (!spec_clause_find(clauses, options->clauses.data[i]))
			spec_die("there is no clause '%s' in %s/clauses", options->clauses.data[i],
				 options->directory);
	for (size_t i = 0; i < options->chapters.count; i++) {
		const char *chapter = options->chapters.data[i];
		bool known = false;

		for (size_t k = 0; k < clauses->list.count && !known; k++)
			known = chapter[0] == clauses->list.data[k].id[0] && !chapter[1];
		if (!known)
			spec_die("no clause in %s/clauses is of a chapter '%s'", options->directory,
				 chapter);
	}
}

/* Keeps the tests that --clause and --chapter ask for. */
static void filter(const spec_options *options, spec_tests *all, spec_tests *kept)
{
	for (size_t i = 0; i < all->count; i++) {
		const spec_test *test = &all->data[i];
		const char chapter[] = {test->clause[0], '\0'};

		if (options->clauses.count &&
		    !is_among(options->clauses.data, options->clauses.count, test->clause))
			continue;
		if (options->chapters.count &&
		    !is_among(options->chapters.data, options->chapters.count, chapter))
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
		spec_die(options->clauses.count || options->chapters.count
				 ? "none of the tests is of these clauses"
				 : "there is no such test");
	spec_perform(options, tests, &runs);
	if (options->tap) {
		spec_report_tap(&runs);
	} else {
		spec_report_failures(&runs, options->verbose);
		spec_report_table(clauses, &runs);
	}
	if (options->junit)
		spec_report_junit(&runs, options->junit);
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
	filter(options, &all, &tests);
	if (options->coverage)
		status = spec_coverage(&clauses, &all) != 0;
	else if (options->list)
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

/* The installed suite, the folder that is named first, or the one above it or above the first file's.
 * Owned by the caller. */
static char *find_suite(const spec_options *options)
{
	const char *first = options->files.count ? options->files.data[0] : HR_SPEC_TESTS;
	const char *slash = strrchr(first, '/');
	struct stat about;
	char *above;

	if (is_suite(first))
		return hr_strdup(first);
	if (!options->files.count)
		spec_die("the suite is not installed (cannot read %s/clauses); name its folder, as in "
			 "'hpvm-spec spec-tests' in a source tree", first);
	if (stat(first, &about) != 0)
		spec_die("there is no %s", first);
	if (S_ISDIR(about.st_mode))
		above = spec_format("%s/..", first);
	else
		above = spec_format("%.*s/..", slash ? (int)(slash - first) : 1, slash ? first : ".");
	if (!is_suite(above))
		spec_die("%s is of no suite: cannot read %s/clauses", first, above);
	return above;
}

/* In a source tree hpvm.h lies beside the suite. The text is owned by the caller. */
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

/* "cpu        ready": the names of backends that are there, as `hpvm-run --backends` lists them. */
static void add_backends(const char *tool, spec_texts *variants)
{
	char *command = spec_format("%s --backends", tool), name[64], state[16], line[512];
	FILE *list = popen(command, "r");

	if (!list)
		spec_die("cannot run %s", command);
	while (fgets(line, sizeof(line), list))
		if (line[0] != ' ' && sscanf(line, "%63s %15s", name, state) == 2 &&
		    strcmp(state, "ready") == 0)
			/* what it refuses is interpreted */
			HR_PUSH(variants, spec_format("--backend %s -Wno-backend-refuses", name));
	if (pclose(list) != 0)
		spec_die("%s failed", command);
	hr_free(command);
}

/* Owned by TEXTS. */
static void add_everywhere(const char *tool, spec_options *options, spec_texts *texts)
{
	static const char *const always[] = {
		"--width 1", "--width 8", "--width 64", "--width 512",
		"--check=all --width 1", "--check=all --width 8", "--check=all --width 64",
	};
	char *found = tool ? hr_strdup(tool) : find_tool();

	if (!options->own)
		spec_die("--everywhere is of hpvm-run; --variant gives options to another implementation");
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		HR_PUSH(texts, hr_strdup(always[i]));
	add_backends(found, texts);
	for (size_t i = 0; i < texts->count; i++)
		HR_PUSH(&options->variants, texts->data[i]);
	hr_free(found);
}

static void set_defaults(spec_options *options)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	const char *clang = getenv("CLANG");

	if (!options->clang)
		options->clang = clang && *clang ? clang : HR_SPEC_CLANG;
	if (!options->jobs)
		options->jobs = processors > 0 ? (unsigned)processors : 1;
	if (!options->seconds)
		options->seconds = 60;
	if (!strstr(options->template_, "{file}"))
		spec_die("the command of --implementation has no {file}");
}

int main(int argc, char **argv)
{
	spec_options options = {.own = true};
	const char *tool = NULL;
	spec_texts everywhere = {0};
	char *suite, *template_, *include;
	int option, status;

	while ((option = getopt_long(argc, argv, "j:vI:", long_options, NULL)) != -1) {
		if (option == OPT_HELP) {
			fputs(help, stdout);
			return 0;
		} else if (option == OPT_VERSION) {
			printf("hpvm-spec %s\n", PACKAGE_VERSION);
			return 0;
		} else if (option == OPT_RUN) {
			tool = optarg;
		} else {
			read_option(option, optarg, &options);
		}
	}
	for (; optind < argc; optind++)
		HR_PUSH(&options.files, argv[optind]);
	template_ = own_template(tool);
	if (options.own)
		options.template_ = template_;
	set_defaults(&options);
	if (options.everywhere)
		add_everywhere(tool, &options, &everywhere);
	suite = find_suite(&options);
	options.directory = suite;
	include = find_include(suite);
	if (!options.include)
		options.include = include;
	if (options.files.count == 0)
		HR_PUSH(&options.files, suite);
	status = work(&options);
	hr_free(template_);
	hr_free(suite);
	hr_free(include);
	HR_VEC_FREE(&options.files);
	HR_VEC_FREE(&options.variants);
	HR_VEC_FREE(&options.clauses);
	HR_VEC_FREE(&options.chapters);
	spec_texts_free(&everywhere);
	return status;
}
