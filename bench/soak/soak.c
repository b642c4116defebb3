/* bench/soak/soak.c -- one process that uses libhpvm-run for a long time: items of streams,
 * launches, module loads.
 *
 *	soak GRAPHS.bc KIND COUNT     KIND: a name of `kinds` below
 *
 * Knows the library by its header alone; the graphs are those of tools/tests/embed/graphs.c.
 * TMPDIR is a folder that this process alone uses, BACKENDS the one of backend-cpu.so. Exit status 0: all results are right and nothing
 * has grown (sample.h). Not here: workers (workers.c). */
#define _GNU_SOURCE 1
#include <hpvm_run.h>
#include <pthread.h>
#include <stdint.h>

#include "sample.h"

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: not so: %s (error: %s)\n", __FILE__, __LINE__,     \
				#condition, hpvm_run_error());                                     \
			exit(2);                                                                   \
		}                                                                                  \
	} while (0)
#define OK(call) CHECK((call) == HPVM_RUN_OK)

enum { AHEAD = 8, ELEMENTS = 32 };

/* An option, and its value; NULL ends a list. */
typedef struct setting {
	const char *name, *value;
} setting;

static const char *program; /* GRAPHS.bc */
static char trace[4096];

static const setting none[] = {{0}};
static const setting checks[] = {{"check", "all"}, {0}};
static const setting orders[] = {{"check", "all"}, {"schedule", "random:7"}, {0}};
static const setting narrow[] = {{"width", "1"}, {"j", "2"}, {0}};
static setting cpu[] = {{"backend-path", NULL}, {"backend", "cpu"}, {0}};
static const setting interpreted[] = {{"host", "interp"}, {0}};
static const setting traced[] = {{"trace", trace}, {0}};

static void hear(void *data, const hpvm_run_diagnostic *diagnostic)
{
	*(int *)data += diagnostic->severity == HPVM_RUN_ERROR;
}

static void notice(void *data, const hpvm_run_event *event)
{
	__atomic_fetch_add((long *)data, event->count, __ATOMIC_RELAXED);
}

static hpvm_run_context *open_loaded(const setting *settings)
{
	hpvm_run_context *context;

	OK(hpvm_run_open(&context));
	for (; settings->name; settings++)
		OK(hpvm_run_set(context, settings->name, settings->value));
	OK(hpvm_run_add_file(context, program));
	OK(hpvm_run_load(context));
	return context;
}

static hpvm_run_launch_handle *new_launch(hpvm_run_context *context, const char *root,
					  int streaming)
{
	hpvm_run_launch_handle *launch;

	OK(hpvm_run_launch_new(context, hpvm_run_find_root(context, root), streaming, &launch));
	return launch;
}

/* --- what is done once -------------------------------------------------------------------------- */

static void divide(hpvm_run_context *context, int a, int b)
{
	hpvm_run_launch_handle *launch = new_launch(context, "divide", 0);
	hpvm_run_status status;
	int result = 0;

	OK(hpvm_run_bind_integer(launch, 0, a));
	OK(hpvm_run_bind_integer(launch, 1, b));
	OK(hpvm_run_launch(launch));
	status = hpvm_run_wait(launch);
	CHECK(status == (b ? HPVM_RUN_OK : HPVM_RUN_TRAP));
	if (b) {
		OK(hpvm_run_output(launch, 0, &result, sizeof(result)));
		CHECK(result == a / b);
	}
	OK(hpvm_run_launch_free(launch));
}

/* Buffers of a size and place that change with NUMBER. One instance too many traps, with checks. */
static void scale(hpvm_run_context *context, long number, int more)
{
	size_t count = (size_t)(1 + number % ELEMENTS), bytes = count * sizeof(int);
	hpvm_run_launch_handle *launch = new_launch(context, "scale", 0);
	int *x = malloc(bytes + 64 * (size_t)(number % 7)), *y = malloc(bytes);

	for (size_t i = 0; i < count; i++)
		x[i] = (int)i;
	OK(hpvm_run_bind_buffer(launch, 0, x, bytes, HPVM_RUN_IN));
	OK(hpvm_run_bind_buffer(launch, 2, y, bytes, HPVM_RUN_OUT));
	OK(hpvm_run_bind_integer(launch, 4, 3));
	OK(hpvm_run_bind_integer(launch, 5, (int64_t)count + more));
	OK(hpvm_run_launch(launch));
	CHECK(hpvm_run_wait(launch) == (more ? HPVM_RUN_TRAP : HPVM_RUN_OK));
	for (size_t i = 0; i < count && !more; i++)
		CHECK(y[i] == 3 * (int)i);
	OK(hpvm_run_launch_free(launch));
	free(x);
	free(y);
}

static void push(hpvm_run_launch_handle *launch, long item)
{
	const int value = (int)(item & 0xffff);

	OK(hpvm_run_bind_value(launch, 0, &value, sizeof(value)));
	OK(hpvm_run_push(launch));
}

static void pop(hpvm_run_launch_handle *launch, long item)
{
	int value;

	OK(hpvm_run_pop(launch));
	OK(hpvm_run_output(launch, 0, &value, sizeof(value)));
	CHECK(value == 2 * (int)(item & 0xffff));
}

static void few_items(hpvm_run_context *context)
{
	hpvm_run_launch_handle *launch = new_launch(context, "twice", 1);

	OK(hpvm_run_launch(launch));
	push(launch, 1);
	push(launch, 2);
	pop(launch, 1);
	pop(launch, 2);
	OK(hpvm_run_wait(launch));
	OK(hpvm_run_launch_free(launch));
}

static void run_main(hpvm_run_context *context, const char *what, hpvm_run_status wanted,
		     int wanted_exit)
{
	char name[] = "graphs", word[16];
	char *arguments[] = {name, word, NULL};
	int status = -1;

	snprintf(word, sizeof(word), "%s", what);
	CHECK(hpvm_run_main(context, 2, arguments, &status) == wanted);
	CHECK(wanted != HPVM_RUN_OK || status == wanted_exit);
}

/* --- streams ------------------------------------------------------------------------------------ */

/* COUNT items, AHEAD of them in flight. */
static void stream(const setting *settings, long count)
{
	hpvm_run_context *context = open_loaded(settings);
	hpvm_run_launch_handle *launch = new_launch(context, "twice", 1);

	OK(hpvm_run_launch(launch));
	soak_begin(count);
	for (long i = 0; i < count + AHEAD; i++) {
		if (i < count)
			push(launch, i);
		if (i >= AHEAD)
			pop(launch, i - AHEAD);
		soak_step(i + 1 - AHEAD);
	}
	OK(hpvm_run_wait(launch));
	OK(hpvm_run_launch_free(launch));
	OK(hpvm_run_close(context));
}

typedef struct pushing {
	hpvm_run_launch_handle *launch;
	long count;
} pushing;

static void *push_all(void *data)
{
	const pushing *self = data;

	for (long i = 0; i < self->count; i++)
		push(self->launch, i);
	return NULL;
}

/* One thread pushes, the other one pops. */
static void stream_threads(const setting *settings, long count)
{
	hpvm_run_context *context = open_loaded(settings);
	pushing other = {new_launch(context, "twice", 1), count};
	pthread_t thread;

	OK(hpvm_run_launch(other.launch));
	CHECK(pthread_create(&thread, NULL, push_all, &other) == 0);
	soak_begin(count);
	for (long i = 0; i < count; i++) {
		pop(other.launch, i);
		if (i < count - AHEAD)
			soak_step(i + 1);
	}
	pthread_join(thread, NULL);
	soak_step(count);
	OK(hpvm_run_wait(other.launch));
	OK(hpvm_run_launch_free(other.launch));
	OK(hpvm_run_close(context));
}

/* --- launches ----------------------------------------------------------------------------------- */

static void do_launch(hpvm_run_context *context, long i)
{
	if (i % 2)
		divide(context, (int)i, 3);
	else
		scale(context, i, 0);
}

static void do_trap(hpvm_run_context *context, long i)
{
	if (i % 2)
		divide(context, (int)i, 0);
	else
		scale(context, i, 1);
}

static void do_stream(hpvm_run_context *context, long i)
{
	(void)i;
	few_items(context);
}

/* An option ends the run of the context; the next launch begins another one. */
static void do_option(hpvm_run_context *context, long i)
{
	OK(hpvm_run_set(context, "width", i % 2 ? "8" : "16"));
	do_launch(context, i);
}

static void do_again(hpvm_run_context *context, long i)
{
	hpvm_run_launch_handle *launch = new_launch(context, "divide", 0);

	for (int k = 0; k < 3; k++) {
		OK(hpvm_run_bind_integer(launch, 0, i % 1000));
		OK(hpvm_run_bind_integer(launch, 1, k + 1));
		OK(hpvm_run_launch(launch));
		OK(hpvm_run_wait(launch));
	}
	OK(hpvm_run_launch_free(launch));
}

typedef void deed(hpvm_run_context *context, long i);

static void launches(const setting *settings, deed *act, long count)
{
	hpvm_run_context *context = open_loaded(settings);
	int errors = 0;
	long instances = 0;

	OK(hpvm_run_set_diagnostics(context, hear, &errors));
	OK(hpvm_run_set_events(context, notice, &instances));
	soak_begin(count);
	for (long i = 0; i < count; i++) {
		act(context, i);
		soak_step(i + 1);
	}
	CHECK((errors > 0) == (act == do_trap));
	OK(hpvm_run_close(context));
}

/* --- loads -------------------------------------------------------------------------------------- */

static void do_main(hpvm_run_context *context, long i)
{
	switch (i % 4) {
	case 0: run_main(context, "quotient", HPVM_RUN_OK, 7); break;
	case 1: run_main(context, "trap", HPVM_RUN_TRAP, 0); break;
	case 2: run_main(context, "exit", HPVM_RUN_OK, 9); break;
	default: run_main(context, "thread", HPVM_RUN_OK, 10); break;
	}
}

/* What comes before a module that can be loaded. */
static void do_refused(hpvm_run_context *context, long i)
{
	hpvm_run_context *other;

	OK(hpvm_run_open(&other));
	OK(hpvm_run_add_memory(other, "none.ll", "define void @f( {", 17));
	CHECK(hpvm_run_load(other) == HPVM_RUN_REJECT);
	OK(hpvm_run_close(other));
	divide(context, (int)i, 5);
}

static void loads(const setting *settings, deed *act, long count)
{
	soak_begin(count);
	for (long i = 0; i < count; i++) {
		hpvm_run_context *context = open_loaded(settings);

		act(context, i);
		OK(hpvm_run_close(context));
		if (settings == traced)
			unlink(trace);
		soak_step(i + 1);
	}
}

/* --- which -------------------------------------------------------------------------------------- */

static const struct kind {
	const char *name;
	void (*run)(const setting *settings, deed *act, long count);
	void (*stream)(const setting *settings, long count);
	const setting *settings;
	deed *act;
} kinds[] = {
	{"stream", NULL, stream, none, NULL},
	{"stream-checks", NULL, stream, checks, NULL},
	{"stream-cpu", NULL, stream, cpu, NULL},
	{"stream-threads", NULL, stream_threads, none, NULL},
	{"launch", launches, NULL, none, do_launch},
	{"launch-checks", launches, NULL, checks, do_launch},
	{"launch-orders", launches, NULL, orders, do_launch},
	{"launch-narrow", launches, NULL, narrow, do_launch},
	{"launch-cpu", launches, NULL, cpu, do_launch},
	{"launch-trap", launches, NULL, checks, do_trap},
	{"launch-stream", launches, NULL, checks, do_stream},
	{"launch-option", launches, NULL, none, do_option},
	{"launch-again", launches, NULL, none, do_again},
	{"load", loads, NULL, none, do_launch},
	{"load-checks", loads, NULL, checks, do_launch},
	{"load-trap", loads, NULL, checks, do_trap},
	{"load-stream", loads, NULL, none, do_stream},
	{"load-cpu", loads, NULL, cpu, do_launch},
	{"load-main", loads, NULL, none, do_main},
	{"load-interpreted", loads, NULL, interpreted, do_main},
	{"load-refused", loads, NULL, none, do_refused},
	{"load-trace", loads, NULL, traced, do_launch},
};

int main(int argc, char **argv)
{
	const char *folder = getenv("TMPDIR");

	if (argc == 2 && strcmp(argv[1], "--list") == 0) {
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			puts(kinds[i].name);
		return 0;
	}
	if (argc != 4)
		return 2;
	program = argv[1];
	cpu[0].value = getenv("BACKENDS");
	snprintf(trace, sizeof(trace), "%s/trace.hrt", folder ? folder : "/tmp");
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(argv[2], kinds[i].name) == 0) {
			long count = strtol(argv[3], NULL, 10);

			if (kinds[i].run)
				kinds[i].run(kinds[i].settings, kinds[i].act, count);
			else
				kinds[i].stream(kinds[i].settings, count);
			return soak_end(0);
		}
	fprintf(stderr, "no kind %s\n", argv[2]);
	return 2;
}
