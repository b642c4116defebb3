/* tools/reduce/hpvm-reduce.c -- the command: makes a case smaller while it shows the same.
 *
 * A variant is kept when hpvm-diff gives the leaf the verdict that the case has, on the same backend, and the
 * interpreter finds nothing wrong with it under --check=all: code without a meaning may differ rightly. Each is tried in
 * processes of its own, and what seems good once more, with other contents of fresh memory: what hangs on bytes that
 * are nobody's would not show again. What is kept is written at once, so that Ctrl-C loses nothing.
 * Owns:     the case, a folder for trials.
 * Not here: which variants there are (backends/case/reduce.c). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "src/file/file.h"
#include "backends/case/reduce.h"
#include "backends/dispatch/registry.h"
#include "src/base/status.h"
#include "tools/shared/trial.h"

static const char help[] =
	"Usage: hpvm-reduce [option]... CASE\n"
	"\n"
	"Makes a case of hpvm-diff --cases smaller: earlier grids, nodes above the leaf, grid, memory,\n"
	"arguments, then instructions, as long as the backend's verdict about the leaf stays, also where fresh\n"
	"memory has other contents, and the interpreter finds nothing wrong with it.\n"
	"\n"
	"  -o, --output CASE       the smaller one (default: CASE-reduced)\n"
	"  --backend-path FOLDERS  as for hpvm-diff\n"
	"  -j, --jobs N            as for hpvm-diff\n"
	"  --time-limit SECONDS    of one trial (default 20)\n"
	"  --backend-time-limit SECONDS  of a build or grid, in a case that hangs (default 2): longer counts\n"
	"                          as hung\n"
	"  -q, --quiet             no progress\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 when the result shows what the case shows; 121 when CASE does not show it; 120\n"
	"when it cannot be read or written, or nobody has its backend; 123 when that cannot be used; 124 for\n"
	"wrong use.\n";

static struct {
	const char *input, *output, *path, *jobs;
	double seconds, hung_seconds;    /* of a trial; after which a backend is taken to hang */
	bool quiet, endless;             /* endless: more operations than STEPS are permitted */
	bool checked;                    /* variants have to pass --check=all */
	bool twice;                      /* and to show the same twice */
	char *trial, *answer;            /* a folder, a file in it; owned */
	char *diff, *run;                /* commands; owned */
	unsigned trials, kept;
} reduce = {.seconds = 20, .hung_seconds = 2, .checked = true, .twice = true};

static int wrong(const char *format, ...) HR_PRINTF(1, 2);
static int wrong(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: wrong use: ", hr_command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "; see %s --help (exit %d)\n", hr_command, HR_EXIT_USAGE);
	return HR_EXIT_USAGE;
}

static int rejected(const char *why)
{
	fprintf(stderr, "%s: error: %s\n", hr_command, why);
	return hr_exit_code(HR_REJECT);
}

static char *join(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = hr_alloc(room);

	snprintf(path, room, "%s/%s", folder, name);
	return path;
}

/* --- trials ------------------------------------------------------------------------------------------- */

/* Variants may be endless; the case may take long by itself. */
static char *steps(void)
{
	static char most[] = "100M", any[] = "1000000G";

	return reduce.endless ? any : most;
}

/* hpvm-run's exit status; -1: it took too long. */
static int check(void)
{
	char *const argv[] = {reduce.run, "-q", "--check=all", "--step-limit", steps(), reduce.trial, NULL};

	return trial_run(argv, reduce.seconds);
}

static bool passes_checks(void)
{
	return check() == 0;
}

/* Whether hpvm-diff says of the variant in the folder for trials what it does of OF. */
static bool has_verdict(const hr_case *of)
{
	char *argv[20] = {reduce.diff, "-q", "--json", "-o", reduce.answer, "--step-limit", steps(),
			  "--backends", (char *)(uintptr_t)of->backend, NULL};
	char limit[32];
	size_t count = 9;

	if (reduce.path) {
		argv[count++] = "--backend-path";
		argv[count++] = (char *)(uintptr_t)reduce.path;
	}
	if (reduce.jobs) {
		argv[count++] = "-j";
		argv[count++] = (char *)(uintptr_t)reduce.jobs;
	}
	snprintf(limit, sizeof(limit), "%g", reduce.hung_seconds);
	if (strcmp(of->verdict, "hung") == 0) {
		argv[count++] = "--backend-time-limit";
		argv[count++] = limit;
	}
	argv[count++] = reduce.trial;
	unlink(reduce.answer);
	reduce.trials++;
	return trial_run(argv, reduce.seconds) == 121 &&
	       trial_answers(reduce.answer, of->leaf, of->backend, of->verdict);
}

/* The same where malloc() of the C library gives bytes that are not zero. */
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

/* Whether the variant in the folder for trials shows what OF does. */
static bool shows(const hr_case *of)
{
	return has_verdict(of) && (!reduce.checked || passes_checks()) &&
	       (!reduce.twice || has_verdict_again(of));
}

static void show_progress(hr_reduce_way way)
{
	if (!reduce.quiet && isatty(STDERR_FILENO))
		fprintf(stderr, "\r\033[K%s: %s, %u trials, %u kept", hr_command, hr_reduce_word(way),
			reduce.trials, reduce.kept);
}

/* --- reducing ----------------------------------------------------------------------------------------- */

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

/* One way to its end. False: *why says what cannot be written. */
static bool go(hr_case *current, hr_reduce_way way, const char **why)
{
	hr_reduced made;
	hr_case variant;

	for (unsigned step = 0; (made = hr_reduce_step(current, way, step, &variant)) != HR_REDUCE_END;) {
		show_progress(way);
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

/* Whether the case's backend can be used at all, in the exit status; 0: it can. */
static int try_backend(const hr_case *of)
{
	hr_backend_host host = {.bytes = sizeof(host)};
	char *folders = hr_strdup(reduce.path ? reduce.path : ""), *rest = folders, *folder;
	HR_VEC(const char *) paths = {0};
	hr_registry *registry;
	const char *why;
	int code = 0;

	while ((folder = strsep(&rest, ":")))
		if (*folder)
			HR_PUSH(&paths, folder);
	registry = hr_registry_new(paths.data, paths.count, &host);
	if (!hr_registry_load(registry, of->backend, &why)) {
		fprintf(stderr, "%s: error: the case is of backend '%s': %s\n", hr_command, of->backend, why);
		code = hr_exit_code(hr_registry_has(registry, of->backend) ? HR_UNSUPPORTED : HR_REJECT);
	}
	hr_registry_free(registry);
	HR_VEC_FREE(&paths);
	hr_free(folders);
	return code;
}

/* The case itself does not show it as variants should. */
static int try_less(const hr_case *current)
{
	int code;

	if (!has_verdict(current))
		reduce.endless = true;
	if (reduce.endless && !has_verdict(current)) {
		fprintf(stderr, "%s: error: backend '%s' does not have the verdict '%s' about '%s'\n", hr_command,
			current->backend, current->verdict, current->leaf);
		return hr_exit_code(HR_TRAP);
	}
	code = check();
	reduce.checked = code == 0;
	if (code < 0)
		fprintf(stderr, "%s: warning: hpvm-run --check=all takes longer than %g seconds over the case (--time-limit); "
				"what is left may have errors\n", hr_command, reduce.seconds);
	else if (code)
		fprintf(stderr, "%s: warning: the case has errors of its own (hpvm-run --check=all); what is "
				"left may have others\n", hr_command);
	reduce.twice = has_verdict_again(current);
	if (!reduce.twice)
		fprintf(stderr, "%s: warning: the case does not show it each time, nor may what is left\n",
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
	if (!reduce.quiet && strcmp(current->verdict, "hung") == 0)
		printf("a build or grid that takes more than %g seconds counts as hung (--backend-time-limit)\n",
		       reduce.hung_seconds);
	print_size("before", current);
	if (!write_to(current, reduce.output, &why))
		return rejected(why);
	do {
		before = reduce.kept;
		for (int way = 0; way < HR_REDUCE_WAYS; way++)
			if (!go(current, (hr_reduce_way)way, &why))
				return rejected(why);
	} while (reduce.kept != before);
	if (!reduce.quiet && isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	print_size("after", current);
	printf("%s: %u trials, %u kept\n", reduce.output, reduce.trials, reduce.kept);
	return 0;
}

/* --- the command -------------------------------------------------------------------------------------- */

static void find_commands(void)
{
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[length > 0 ? length : 0] = '\0';
	if (strrchr(self, '/'))
		*strrchr(self, '/') = '\0';
	reduce.diff = join(self, "hpvm-diff");
	reduce.run = join(self, "hpvm-run");
}

static bool read_seconds(const char *text, double *seconds)
{
	char *end;

	*seconds = strtod(text, &end);
	return end != text && !*end && *seconds > 0 && *seconds < 1e9;
}

/* 0: go on; otherwise the exit status, or -1 for 0. */
static int read_options(int argc, char **argv)
{
	enum { OPT_HELP = 256, OPT_VERSION, OPT_PATH, OPT_TIME, OPT_HUNG };
	static const struct option options[] = {
		{"backend-path", required_argument, NULL, OPT_PATH},
		{"backend-time-limit", required_argument, NULL, OPT_HUNG},
		{"help", no_argument, NULL, OPT_HELP},
		{"jobs", required_argument, NULL, 'j'},
		{"output", required_argument, NULL, 'o'},
		{"quiet", no_argument, NULL, 'q'},
		{"time-limit", required_argument, NULL, OPT_TIME},
		{"version", no_argument, NULL, OPT_VERSION},
		{NULL, 0, NULL, 0},
	};
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, "j:o:q", options, NULL)) != -1)
		switch (option) {
		case OPT_HELP: fputs(help, stdout); return -1;
		case OPT_VERSION: printf("%s %s\n", hr_command, PACKAGE_VERSION); return -1;
		case OPT_PATH: reduce.path = optarg; break;
		case OPT_TIME:
			if (!read_seconds(optarg, &reduce.seconds))
				return wrong("--time-limit takes seconds, not '%s'", optarg);
			break;
		case OPT_HUNG:
			if (!read_seconds(optarg, &reduce.hung_seconds))
				return wrong("--backend-time-limit takes seconds, not '%s'", optarg);
			break;
		case 'j': reduce.jobs = optarg; break;
		case 'o': reduce.output = optarg; break;
		case 'q': reduce.quiet = true; break;
		default: return wrong("unknown option, or a value is missing: '%s'", argv[optind - 1]);
		}
	if (optind + 1 != argc)
		return wrong("one case is wanted");
	reduce.input = argv[optind];
	return 0;
}

static int work(void)
{
	char folder[] = "/tmp/hpvm-reduce.XXXXXX", *output = NULL;
	const char *why;
	hr_case current;
	int code;

	if (!hr_case_is(reduce.input))
		return wrong("'%s' is no case", reduce.input);
	if (!reduce.output) {
		output = hr_alloc(strlen(reduce.input) + 10);
		sprintf(output, "%s-reduced", reduce.input);
		reduce.output = output;
	}
	if (!mkdtemp(folder))
		return rejected(strerror(errno));
	reduce.trial = folder;
	reduce.answer = join(folder, "answer");
	find_commands();
	hr_case_init(&current);
	code = hr_case_read(&current, reduce.input, &why) ? reduce_all(&current) : rejected(why);
	hr_case_free(&current);
	hr_folder_clear(folder);
	rmdir(folder);
	hr_free(reduce.answer);
	hr_free(reduce.diff);
	hr_free(reduce.run);
	hr_free(output);
	return code;
}

int main(int argc, char **argv)
{
	int code;

	hr_command = "hpvm-reduce";
	code = read_options(argc, argv);
	if (code == 0)
		code = work();
	return code > 0 ? code : 0;
}
