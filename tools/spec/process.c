/* tools/spec/process.c -- plan the runs of all tests and perform them, several at a time.
 *
 * A unit is a test at one level of the compiler: it is compiled once and run in every mode. Units
 * are distributed to slots; a slot runs one process at a time. No result depends on the slot.
 *
 * Invariant: a run's verdict is written by the slot that has its unit; runs stay in the tests'
 *            order.
 * Owns:      a folder for bitcode and output of processes, which is removed.
 * Not here:  verdicts (judge.c). */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/tick.h"
#include "src/file/file.h"
#include "tools/shared/subprocess.h"
#include "tools/shared/temporary.h"
#include "tools/spec/spec.h"

struct process_unit {
	size_t first, end; /* range in the runs */
};

struct process_slot {
	pid_t pid; /* 0 if idle */
	bool compiling, late;
	size_t run, end; /* the current run, and the end of the unit */
	double began;
	char *bitcode, *output, *errors; /* file names */
};

struct pool {
	const spec_options *options;
	spec_runs *runs;
	HR_VEC(struct process_unit) units;
	size_t next;
	struct process_slot *slots;
	const char *folder;
};

static volatile sig_atomic_t interrupted;

static double now(void)
{
	return (double)hr_nanoseconds() / (double)HR_SECOND;
}

/* --- the plan --------------------------------------------------------------------------------- */

static const char *const levels[] = {"-O0", "-O2", NULL};
static const char *const hosts[] = {"jit", "interp", NULL};
static const char *const schedules[] = {"reference", "reverse", "depth-first", "random:1", NULL};
static const char *const no_choice[] = {"", NULL};

/* --quick runs each level, each host and each schedule once, not every combination. Nothing of a
 * rejected graph runs, so its schedule does not matter. */
static bool in_quick(const spec_run *run)
{
	static const char *const met[][3] = {
		{"-O0", "interp", "reference"},
		{"-O2", "jit", "random:1"},
		{"-O0", "jit", "reverse"},
		{"-O2", "interp", "depth-first"},
	};
	int enough = run->test->status == 120 ? 2 : 4;

	for (int i = 0; i < enough; i++)
		if ((!*run->level || strcmp(run->level, met[i][0]) == 0) &&
		    (!*run->host || strcmp(run->host, met[i][1]) == 0) &&
		    (!*run->schedule || strcmp(run->schedule, met[i][2]) == 0))
			return true;
	return false;
}

/* Return true if the run makes sense on backends: the effect of an erroneous program there is
 * undefined, and a backend has no order of instances. */
static bool for_backends(const spec_run *run)
{
	return run->test->status != 121 && run->test->status != 122 &&
	       (!*run->schedule || strcmp(run->schedule, "reference") == 0);
}

static bool wanted(const spec_options *options, const spec_run *run)
{
	const spec_test *test = run->test;
	bool narrow = test->hosts || test->schedules || test->levels;

	if (strstr(run->variant, "--backend") && !for_backends(run))
		return false;
	if (test->hosts && *run->host && !spec_has_word(test->hosts, run->host))
		return false;
	if (test->schedules && *run->schedule && !spec_has_word(test->schedules, run->schedule))
		return false;
	if (test->levels && *run->level && !spec_has_word(test->levels, run->level))
		return false;
	return !options->quick || narrow || in_quick(run);
}

static void plan_unit(struct pool *pool, const spec_test *test, const char *level)
{
	const spec_options *options = pool->options;
	struct process_unit unit = {pool->runs->count, 0};
	const char *const *host_choice = strstr(options->template_, "{host}") ? hosts : no_choice;
	const char *const *schedule_choice =
		strstr(options->template_, "{schedule}") ? schedules : no_choice;
	size_t variants = options->variants.count ? options->variants.count : 1;

	for (size_t v = 0; v < variants; v++) {
		for (const char *const *host = host_choice; *host; host++) {
			for (const char *const *order = schedule_choice; *order; order++) {
				spec_run run = {test, level,       *host, *order,
						"",   SPEC_FAILED, NULL,  0};

				if (options->variants.count)
					run.variant = options->variants.data[v];
				if (wanted(options, &run))
					HR_PUSH(pool->runs, run);
			}
		}
	}
	unit.end = pool->runs->count;
	if (unit.end > unit.first)
		HR_PUSH(&pool->units, unit);
}

static void plan(struct pool *pool, const spec_tests *tests)
{
	for (size_t i = 0; i < tests->count; i++) {
		const spec_test *test = &tests->data[i];

		for (const char *const *level = test->assembly ? no_choice : levels; *level;
		     level++)
			plan_unit(pool, test, *level);
	}
}

/* --- processes -------------------------------------------------------------------------------- */

/* Start the command WORDS, which is freed. */
static void start(struct process_slot *slot, spec_texts *words)
{
	HR_PUSH(words, NULL);
	slot->began = now();
	slot->late = false;
	slot->pid =
		tool_process_start((const char *const *)words->data, slot->output, slot->errors);
	if (slot->pid < 0)
		spec_die("cannot run '%s': %s", words->data[0], strerror(errno));
	words->count--;
	spec_texts_free(words);
}

static void compile(struct pool *pool, struct process_slot *slot)
{
	const spec_run *run = &pool->runs->data[slot->run];
	char *slash = strrchr(run->test->path, '/');
	spec_texts words = {0};

	HR_PUSH(&words, hr_strdup(pool->options->clang));
	spec_split("-w -g -emit-llvm -c", &words);
	HR_PUSH(&words, hr_strdup(run->level));
	HR_PUSH(&words, spec_format("-I%s", pool->options->include));
	/* Files that the tests share are beside the folders of the chapters. */
	HR_PUSH(&words, spec_format("-I%.*s/..", slash ? (int)(slash - run->test->path) : 1,
				    slash ? run->test->path : "."));
	HR_PUSH(&words, hr_strdup(run->test->path));
	HR_PUSH(&words, hr_strdup("-o"));
	HR_PUSH(&words, hr_strdup(slot->bitcode));
	slot->compiling = true;
	start(slot, &words);
}

static char *replace(const char *word, const char *key, const char *value)
{
	const char *at = strstr(word, key);

	if (!at)
		return hr_strdup(word);
	return spec_format("%.*s%s%s", (int)(at - word), word, value, at + strlen(key));
}

static void add_word(const struct pool *pool, const struct process_slot *slot, const char *word,
		     spec_texts *words)
{
	const spec_run *run = &pool->runs->data[slot->run];
	char *with_file, *with_host;

	if (strcmp(word, "{tool}") == 0) {
		HR_PUSH(words, hr_strdup(pool->options->tool));
	} else if (strcmp(word, "{options}") == 0) {
		spec_split(run->test->options, words);
		spec_split(run->test->needs, words);
		spec_split(run->variant, words);
	} else if (strcmp(word, "{args}") == 0) {
		spec_split(run->test->args, words);
	} else {
		with_file = replace(word, "{file}",
				    run->test->assembly ? run->test->path : slot->bitcode);
		with_host = replace(with_file, "{host}", run->host);
		HR_PUSH(words, replace(with_host, "{schedule}", run->schedule));
		hr_free(with_file);
		hr_free(with_host);
	}
}

static void execute(struct pool *pool, struct process_slot *slot)
{
	spec_texts words = {0}, command = {0};

	spec_split(pool->options->template_, &words);
	for (size_t i = 0; i < words.count; i++)
		add_word(pool, slot, words.data[i], &command);
	spec_texts_free(&words);
	slot->compiling = false;
	start(slot, &command);
}

/* --- slots ------------------------------------------------------------------------------------ */

/* Return true if the template has a place for the options of the test. */
static bool can_run(const spec_options *options, const spec_test *test)
{
	if ((test->schedules && !strstr(options->template_, "{schedule}")) ||
	    (test->hosts && !strstr(options->template_, "{host}")))
		return false;
	/* Options that a correct program needs only observe it. */
	return strstr(options->template_, "{options}") ||
	       (!test->options && (!test->needs || test->positive));
}

/* Start the slot's next run, or that of another unit; the slot is idle if there is none. */
static void go_on(struct pool *pool, struct process_slot *slot)
{
	slot->pid = 0;
	if (interrupted)
		return;
	if (slot->run < slot->end) {
		execute(pool, slot);
		return;
	}
	while (pool->next < pool->units.count) {
		struct process_unit unit = pool->units.data[pool->next++];
		const spec_test *test = pool->runs->data[unit.first].test;

		slot->run = unit.first;
		slot->end = unit.end;
		if (can_run(pool->options, test)) {
			test->assembly ? execute(pool, slot) : compile(pool, slot);
			return;
		}
		for (size_t i = unit.first; i < unit.end; i++) {
			pool->runs->data[i].outcome = SPEC_SKIPPED;
			pool->runs->data[i].message = hr_strdup("the command has no {options}");
		}
	}
}

static char *read_printed(const char *path)
{
	char *text = spec_read_file(path);

	return text ? text : hr_strdup("");
}

/* Return true if the system has prevented the compiler or the implementation from working, so that
 * nothing is known about the test. ERRORS is what it has printed. */
static bool is_prevented(int status, const char *errors)
{
	static const char *const texts[] = {"No space left on device",  "File too large",
					    "annot allocate memory",    "out of memory",
					    "Too many open files",      "Read-only file system",
					    "Resource temporarily una", "[memory-limit]",
					    "[system-limit]",           "[worker-lost]",
					    "loading shared libraries"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (strstr(errors, texts[i]))
			return true;
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

/* The test cannot be run. */
static HR_NORETURN void give_up(const spec_run *run, int status, const char *errors)
{
	const char *end = strchr(errors, '\n');

	tool_temporary_abandon();
	spec_die("cannot run '%s': the %s%s%.*s", run->test->name,
		 WIFEXITED(status) ? spec_format("exit status is %d", WEXITSTATUS(status))
				   : spec_format("process ended by signal %d", WTERMSIG(status)),
		 *errors ? ": " : ", without a message",
		 (int)(end && end - errors < 400 ? end - errors : 400), errors);
}

static void ended(struct pool *pool, struct process_slot *slot, int status)
{
	char *output = read_printed(slot->output), *errors = read_printed(slot->errors);

	/* A compiler that fails says why, unless that cannot be written. */
	if (slot->compiling && !slot->late && status && (!*errors || is_prevented(status, errors)))
		give_up(&pool->runs->data[slot->run], status, errors);
	if (slot->compiling && (slot->late || !WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
		for (; slot->run < slot->end; slot->run++)
			pool->runs->data[slot->run].message =
				spec_format("does not compile: %.400s", errors);
	} else if (!slot->compiling) {
		spec_run *run = &pool->runs->data[slot->run++];

		run->seconds = now() - slot->began;
		spec_judge(pool->options, run, status, slot->late, output, errors);
		if (run->outcome == SPEC_FAILED && !slot->late && is_prevented(status, errors))
			give_up(run, status, errors);
	}
	hr_free(output);
	hr_free(errors);
	go_on(pool, slot);
}

static void reap(struct pool *pool)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		for (unsigned i = 0; i < pool->options->jobs; i++)
			if (pool->slots[i].pid == pid) {
				tool_process_ended(pid);
				ended(pool, &pool->slots[i], status);
				break;
			}
}

static bool busy(struct pool *pool)
{
	bool any = false;

	for (unsigned i = 0; i < pool->options->jobs; i++) {
		struct process_slot *slot = &pool->slots[i];

		if (!slot->pid)
			continue;
		any = true;
		if (interrupted || now() - slot->began > pool->options->seconds) {
			slot->late = true;
			tool_process_kill(slot->pid);
		}
	}
	return any;
}

static void interrupt(int signal)
{
	(void)signal;
	interrupted = 1;
}

static void open_slots(struct pool *pool)
{
	pool->folder = tool_temporary_begin("hpvm-spec");
	if (!pool->folder)
		spec_die("cannot make a folder for temporary files (TMPDIR): %s", strerror(errno));
	pool->slots = hr_alloc_array(pool->options->jobs, sizeof(*pool->slots));
	for (unsigned i = 0; i < pool->options->jobs; i++) {
		pool->slots[i].bitcode = spec_format("%s/%u.bc", pool->folder, i);
		pool->slots[i].output = spec_format("%s/%u.out", pool->folder, i);
		pool->slots[i].errors = spec_format("%s/%u.err", pool->folder, i);
	}
}

static void close_slots(struct pool *pool)
{
	for (unsigned i = 0; i < pool->options->jobs; i++) {
		char *names[] = {pool->slots[i].bitcode, pool->slots[i].output,
				 pool->slots[i].errors};

		for (int k = 0; k < 3; k++)
			hr_free(names[k]);
	}
	tool_temporary_end();
	hr_free(pool->slots);
	HR_VEC_FREE(&pool->units);
}

void spec_perform(const spec_options *options, const spec_tests *tests, spec_runs *runs)
{
	struct timespec moment = {0, 50 * 1000 * 1000};
	struct pool pool = {.options = options, .runs = runs};
	sigset_t child;

	plan(&pool, tests);
	open_slots(&pool);
	/* SIGCHLD is blocked, so that the end of a process between reap() and sigtimedwait() is not
	 * missed. */
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	signal(SIGINT, interrupt);
	for (unsigned i = 0; i < options->jobs; i++)
		go_on(&pool, &pool.slots[i]);
	while (busy(&pool)) {
		sigtimedwait(&child, NULL, &moment);
		reap(&pool);
	}
	close_slots(&pool);
	if (interrupted)
		spec_die("interrupted");
}

void spec_runs_free(spec_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		hr_free(runs->data[i].message);
	HR_VEC_FREE(runs);
}

void spec_run_label(const spec_run *run, char *label, size_t size)
{
	const char *parts[] = {run->level, run->host, run->schedule, run->variant};

	snprintf(label, size, "%s", run->test->name);
	for (int i = 0; i < 4; i++)
		if (*parts[i])
			snprintf(label + strlen(label), size - strlen(label), " %s", parts[i]);
}
