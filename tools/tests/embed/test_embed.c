/* tools/tests/embed/test_embed.c -- hpvm_run.h as an embedding program uses it: every function, its
 * errors, and several contexts at the same time.
 *
 *	test_embed GRAPHS.bc TEST [N]
 *
 * Knows the library by its header alone. Exit status 0: every result was as expected. */
#include <hpvm_run.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: not so: %s (error: %s)\n", __FILE__, __LINE__,     \
				#condition, hpvm_run_error());                                     \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
#define OK(call) CHECK((call) == HPVM_RUN_OK)

static const char *program;
static long repetitions = 1;

typedef struct heard {
	int errors, warnings;
	char id[64], node[64], text[256];
	hpvm_run_status outcome;
} heard;

static void hear(void *data, const hpvm_run_diagnostic *diagnostic)
{
	heard *to = data;

	CHECK(diagnostic->size == sizeof(*diagnostic));
	to->errors += diagnostic->severity == HPVM_RUN_ERROR;
	to->warnings += diagnostic->severity == HPVM_RUN_WARNING;
	snprintf(to->id, sizeof(to->id), "%s", diagnostic->id);
	snprintf(to->node, sizeof(to->node), "%s", diagnostic->node ? diagnostic->node : "");
	snprintf(to->text, sizeof(to->text), "%s", diagnostic->text);
	to->outcome = diagnostic->outcome;
}

static hpvm_run_context *open_loaded(heard *diagnostics, const char *name, const char *value)
{
	hpvm_run_context *context;

	OK(hpvm_run_open(&context));
	if (diagnostics)
		OK(hpvm_run_set_diagnostics(context, hear, diagnostics));
	if (name)
		OK(hpvm_run_set(context, name, value));
	OK(hpvm_run_add_file(context, program));
	OK(hpvm_run_load(context));
	return context;
}

static hpvm_run_launch_handle *new_launch(hpvm_run_context *context, const char *root,
					  int streaming)
{
	hpvm_run_launch_handle *launch;

	CHECK(hpvm_run_find_root(context, root));
	OK(hpvm_run_launch_new(context, hpvm_run_find_root(context, root), streaming, &launch));
	return launch;
}

/* A / B by the graph `divide`. */
static hpvm_run_status divide(hpvm_run_context *context, int a, int b, int *result)
{
	hpvm_run_launch_handle *launch = new_launch(context, "divide", 0);
	hpvm_run_status status;

	OK(hpvm_run_bind_integer(launch, 0, a));
	OK(hpvm_run_bind_integer(launch, 1, b));
	OK(hpvm_run_launch(launch));
	status = hpvm_run_wait(launch);
	if (status == HPVM_RUN_OK)
		OK(hpvm_run_output(launch, 0, result, sizeof(*result)));
	OK(hpvm_run_launch_free(launch));
	return status;
}

/* Y = FACTOR * X by the graph `scale`, with COUNT instances for SIZE elements. */
static hpvm_run_status scale(hpvm_run_context *context, int factor, size_t count, int *x, int *y,
			     size_t size)
{
	hpvm_run_launch_handle *launch = new_launch(context, "scale", 0);
	hpvm_run_status status;
	uint64_t bytes;

	OK(hpvm_run_bind_buffer(launch, 0, x, size * sizeof(*x), HPVM_RUN_IN));
	OK(hpvm_run_bind_buffer(launch, 2, y, size * sizeof(*y), HPVM_RUN_OUT));
	OK(hpvm_run_bind_value(launch, 4, &factor, sizeof(factor)));
	OK(hpvm_run_bind_integer(launch, 5, (int64_t)count));
	OK(hpvm_run_launch(launch));
	status = hpvm_run_wait(launch);
	if (status == HPVM_RUN_OK) {
		OK(hpvm_run_output(launch, 0, &bytes, sizeof(bytes)));
		CHECK(bytes == size * sizeof(*y));
	}
	OK(hpvm_run_launch_free(launch));
	return status;
}

/* --- tests ---------------------------------------------------------------------------------- */

static void test_describe(void)
{
	hpvm_run_context *context = open_loaded(NULL, NULL, NULL);
	const hpvm_run_node *root = hpvm_run_find_root(context, "scale"), *step;
	char text[40], little[3];

	CHECK(hpvm_run_root_count(context) == 4);
	CHECK(!hpvm_run_root(context, 4) && !hpvm_run_find_root(context, "main"));
	CHECK(hpvm_run_node_count(root) == 2 && !hpvm_run_node_at(root, 2));
	CHECK(hpvm_run_node_at(root, 0) == root && !hpvm_run_node_parent(root));
	step = hpvm_run_node_at(root, 1);
	CHECK(hpvm_run_node_parent(step) == root);
	CHECK(strcmp(hpvm_run_node_name(step), "scale_step") == 0);
	CHECK(strcmp(hpvm_run_node_path(step), "scale/scale_step") == 0);
	CHECK(strcmp(hpvm_run_node_target(step), "cpu") == 0);
	CHECK(hpvm_run_node_kind_of(root) == HPVM_RUN_INTERNAL);
	CHECK(hpvm_run_node_kind_of(step) == HPVM_RUN_LEAF);
	CHECK(hpvm_run_node_dims(step) == 1 && hpvm_run_node_dims(root) == 0);
	CHECK(hpvm_run_node_extent(step, 0, text, sizeof(text)) == 5 && strcmp(text, "count") == 0);
	CHECK(hpvm_run_node_extent(step, 0, little, sizeof(little)) == 5 &&
	      strcmp(little, "co") == 0);
	CHECK(hpvm_run_node_extent(step, 0, NULL, 0) == 5);
	CHECK(hpvm_run_node_extent(step, 1, text, sizeof(text)) == 0);
	CHECK(hpvm_run_port_count(root, HPVM_RUN_INPUT) == 6);
	CHECK(hpvm_run_port_count(root, HPVM_RUN_OUTPUT) == 1);
	CHECK(strcmp(hpvm_run_port_name(root, HPVM_RUN_INPUT, 4), "a") == 0);
	CHECK(strcmp(hpvm_run_port_type(root, HPVM_RUN_INPUT, 4), "i32") == 0);
	CHECK(hpvm_run_port_bytes(root, HPVM_RUN_INPUT, 4) == 4);
	CHECK(hpvm_run_port_access(root, HPVM_RUN_INPUT, 0) == HPVM_RUN_IN);
	CHECK(hpvm_run_port_access(root, HPVM_RUN_INPUT, 2) == HPVM_RUN_OUT);
	CHECK(!hpvm_run_port_name(root, HPVM_RUN_INPUT, 6) &&
	      hpvm_run_port_bytes(root, HPVM_RUN_OUTPUT, 1) == 0);
	OK(hpvm_run_close(context));
}

/* The module at PROGRAM, read into memory. */
static char *read_program(size_t *size)
{
	FILE *file = fopen(program, "rb");
	char *bytes = malloc(1 << 20);

	CHECK(file && bytes);
	*size = fread(bytes, 1, 1 << 20, file);
	fclose(file);
	return bytes;
}

static void test_load(void)
{
	hpvm_run_context *context;
	heard diagnostics = {0};
	size_t size;
	char *bytes = read_program(&size);
	int result;

	OK(hpvm_run_open(&context));
	OK(hpvm_run_set_diagnostics(context, hear, &diagnostics));
	CHECK(hpvm_run_load(context) == HPVM_RUN_MISUSE);
	OK(hpvm_run_add_file(context, "/there/is/no/such.bc"));
	CHECK(hpvm_run_load(context) == HPVM_RUN_REJECT && strstr(hpvm_run_error(), "such.bc"));
	CHECK(strcmp(diagnostics.id, "unreadable-file") == 0 &&
	      diagnostics.outcome == HPVM_RUN_REJECT);
	OK(hpvm_run_add_memory(context, "text", "define void @f( {", 17));
	CHECK(hpvm_run_load(context) == HPVM_RUN_REJECT);
	CHECK(strcmp(diagnostics.id, "malformed-file") == 0);
	OK(hpvm_run_add_memory(context, "empty", "", 0));
	CHECK(hpvm_run_load(context) == HPVM_RUN_REJECT && diagnostics.errors == 3);
	CHECK(hpvm_run_root_count(context) == 0);
	OK(hpvm_run_add_memory(context, "graphs", bytes, size));
	memset(bytes, 0, size); /* the library has a copy */
	OK(hpvm_run_load(context));
	CHECK(hpvm_run_add_file(context, program) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_load(context) == HPVM_RUN_MISUSE);
	OK(divide(context, 6, 2, &result));
	CHECK(result == 3);
	OK(hpvm_run_close(context));
	free(bytes);
}

static void test_options(void)
{
	hpvm_run_context *context;
	int result;

	OK(hpvm_run_open(&context));
	CHECK(hpvm_run_set(context, "chekc", "all") == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "did you mean '--check'"));
	CHECK(hpvm_run_set(context, "check", "rase") == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "did you mean 'race'"));
	CHECK(hpvm_run_set(context, "check", NULL) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_set(context, "keep-going", "yes") == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_set(context, "root", "f") == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "hpvm_run_launch_new"));
	CHECK(hpvm_run_set(context, "bisect", NULL) == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "hpvm-diff"));
	CHECK(hpvm_run_set(context, "worker", NULL) == HPVM_RUN_MISUSE);
	OK(hpvm_run_set(context, "--check", "all"));
	OK(hpvm_run_set(context, "W", "error"));
	OK(hpvm_run_set(context, "schedule", "random:7"));
	OK(hpvm_run_set(context, "jobs", "2"));
	OK(hpvm_run_set(context, "sem", "strict"));
	OK(hpvm_run_add_file(context, program));
	OK(hpvm_run_load(context));
	CHECK(hpvm_run_set(context, "sem", "strict") == HPVM_RUN_MISUSE);
	OK(divide(context, 10, 5, &result));
	CHECK(result == 2);
	CHECK(hpvm_run_set(context, "check", "none") == HPVM_RUN_MISUSE);
	OK(hpvm_run_set(context, "width", "1"));
	OK(divide(context, 10, 2, &result));
	CHECK(result == 5);
	OK(hpvm_run_set(context, "trace-level", "node")); /* without a file */
	CHECK(hpvm_run_launch_new(context, hpvm_run_root(context, 0), 0,
				  &(hpvm_run_launch_handle *){NULL}) == HPVM_RUN_MISUSE);
	CHECK(strstr(hpvm_run_error(), "--trace"));
	OK(hpvm_run_close(context));
	context = open_loaded(NULL, "backend-option", "nobody.x=1");
	CHECK(hpvm_run_launch_new(context, hpvm_run_root(context, 0), 0,
				  &(hpvm_run_launch_handle *){NULL}) == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "--backend-option nobody"));
	OK(hpvm_run_close(context));
}

static void test_binding(void)
{
	hpvm_run_context *context = open_loaded(NULL, NULL, NULL);
	hpvm_run_launch_handle *launch = new_launch(context, "scale", 0);
	int x[2] = {1, 2}, y[2], wrong = 0;
	int64_t wide = 3;

	CHECK(hpvm_run_launch(launch) == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "input 0 ('x') of 'scale' has no value"));
	CHECK(hpvm_run_bind_integer(launch, 6, 0) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_integer(launch, 0, 0) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_integer(launch, 4, INT64_C(1) << 40) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_real(launch, 4, 1) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_value(launch, 4, &wide, sizeof(wide)) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_buffer(launch, 4, x, sizeof(x), HPVM_RUN_IN) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_buffer(launch, 0, x, sizeof(x), 0) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_buffer(launch, 0, x, sizeof(x), HPVM_RUN_OUT) == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "reads"));
	CHECK(hpvm_run_bind_buffer(launch, 2, y, sizeof(y), HPVM_RUN_IN) == HPVM_RUN_MISUSE &&
	      strstr(hpvm_run_error(), "writes"));
	CHECK(hpvm_run_wait(launch) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_push(launch) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_output(launch, 0, &wide, sizeof(wide)) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_close(context) == HPVM_RUN_BUSY);
	CHECK(hpvm_run_set(context, "width", "1") == HPVM_RUN_BUSY);
	OK(hpvm_run_bind_buffer(launch, 0, x, sizeof(x), HPVM_RUN_IN));
	OK(hpvm_run_bind_buffer(launch, 2, y, sizeof(y), HPVM_RUN_OUT));
	OK(hpvm_run_bind_integer(launch, 4, -5));
	OK(hpvm_run_bind_integer(launch, 5, 2));
	OK(hpvm_run_launch(launch));
	CHECK(hpvm_run_launch(launch) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_integer(launch, 4, 1) == HPVM_RUN_BUSY);
	OK(hpvm_run_wait(launch));
	CHECK(y[0] == -5 && y[1] == -10);
	CHECK(hpvm_run_output(launch, 1, &wide, sizeof(wide)) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_output(launch, 0, &wrong, sizeof(wrong)) == HPVM_RUN_MISUSE);
	OK(hpvm_run_output(launch, 0, &wide, sizeof(wide)));
	CHECK(wide == sizeof(y));
	OK(hpvm_run_bind_integer(launch, 4, 7)); /* the others stay */
	OK(hpvm_run_launch(launch));
	OK(hpvm_run_launch_free(launch)); /* which waits */
	CHECK(y[0] == 7 && y[1] == 14);
	OK(hpvm_run_launch_free(NULL));
	CHECK(hpvm_run_launch_new(context, hpvm_run_node_at(hpvm_run_root(context, 0), 1), 0,
				  &launch) == HPVM_RUN_MISUSE);
	OK(hpvm_run_close(context));
	OK(hpvm_run_close(NULL));
}

/* A launch of `fault` with KIND. */
static hpvm_run_status run_fault(hpvm_run_context *context, int kind)
{
	hpvm_run_launch_handle *launch = new_launch(context, "fault", 0);
	int memory[4] = {1, 0, 3, 0};
	hpvm_run_status status;

	OK(hpvm_run_bind_integer(launch, 0, kind));
	OK(hpvm_run_bind_buffer(launch, 1, memory, sizeof(memory), HPVM_RUN_IN | HPVM_RUN_OUT));
	OK(hpvm_run_launch(launch));
	status = hpvm_run_wait(launch);
	OK(hpvm_run_launch_free(launch));
	return status;
}

static void test_faults(void)
{
	static const char *const ids[] = {"", "exit-in-node", "exit-in-node", "div-by-zero",
					  "", "bad-access"};
	heard diagnostics = {0};
	hpvm_run_context *context = open_loaded(&diagnostics, "step-limit", "1M");
	int x[2] = {1, 2}, y[2], result;

	for (int round = 0; round < 3; round++) {
		CHECK(divide(context, 1, 0, &result) == HPVM_RUN_TRAP);
		CHECK(strcmp(diagnostics.id, "div-by-zero") == 0);
		CHECK(strcmp(diagnostics.node, "divide/divide_step") == 0);
		CHECK(strcmp(hpvm_run_error(), diagnostics.text) == 0);
		CHECK(scale(context, 1, 3, x, y, 2) == HPVM_RUN_TRAP);
		CHECK(strcmp(diagnostics.id, "out-of-bounds") == 0);
		for (int kind = 1; kind <= 5; kind++) {
			if (kind == 4)
				continue;
			CHECK(run_fault(context, kind) == HPVM_RUN_TRAP);
			CHECK(!*ids[kind] || strcmp(diagnostics.id, ids[kind]) == 0);
		}
		OK(run_fault(context, 0));
		OK(divide(context, 9, 3, &result));
		CHECK(result == 3);
	}
	CHECK(run_fault(context, 4) == HPVM_RUN_LIMIT);
	CHECK(strcmp(diagnostics.id, "step-limit") == 0);
	OK(hpvm_run_close(context));
}

static sigjmp_buf own_fault;
static volatile sig_atomic_t own_faults;

static void on_own_fault(int number)
{
	(void)number;
	own_faults++;
	siglongjmp(own_fault, 1);
}

/* The process keeps its own handlers: for faults of its own, and when no context is left. */
static void test_signals(void)
{
	struct sigaction own = {.sa_handler = on_own_fault, .sa_flags = SA_NODEFER}, now;
	hpvm_run_context *context;
	int result;

	CHECK(sigaction(SIGSEGV, &own, NULL) == 0);
	context = open_loaded(NULL, NULL, NULL);
	for (int i = 1; i <= 3; i++) {
		CHECK(run_fault(context, 5) == HPVM_RUN_TRAP);
		CHECK(own_faults == i - 1);
		if (sigsetjmp(own_fault, 1) == 0)
			*(volatile int *)8 = 1;
		CHECK(own_faults == i);
		OK(divide(context, 8, 4, &result));
		CHECK(result == 2);
	}
	OK(hpvm_run_close(context));
	CHECK(sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_handler == on_own_fault);
}

static void *push_all(void *data)
{
	hpvm_run_launch_handle *launch = data;

	for (int i = 0; i < 1000; i++) {
		OK(hpvm_run_bind_integer(launch, 0, i));
		OK(hpvm_run_push(launch));
	}
	return NULL;
}

static void test_stream(void)
{
	hpvm_run_context *context = open_loaded(NULL, "sem", "stream-capacity=4");
	hpvm_run_launch_handle *launch = new_launch(context, "twice", 1);
	pthread_t pusher;
	int result;

	CHECK(hpvm_run_push(launch) == HPVM_RUN_MISUSE);
	OK(hpvm_run_launch(launch));
	CHECK(hpvm_run_push(launch) == HPVM_RUN_MISUSE); /* no value */
	for (int i = 0; i < 3; i++) {
		OK(hpvm_run_bind_integer(launch, 0, i));
		OK(hpvm_run_push(launch));
	}
	for (int i = 0; i < 3; i++) {
		OK(hpvm_run_pop(launch));
		OK(hpvm_run_output(launch, 0, &result, sizeof(result)));
		CHECK(result == 2 * i);
	}
	CHECK(pthread_create(&pusher, NULL, push_all, launch) == 0);
	for (int i = 0; i < 1000; i++) {
		OK(hpvm_run_pop(launch));
		OK(hpvm_run_output(launch, 0, &result, sizeof(result)));
		CHECK(result == 2 * i);
	}
	pthread_join(pusher, NULL);
	OK(hpvm_run_wait(launch));
	OK(hpvm_run_launch_free(launch));
	OK(hpvm_run_close(context));
}

static hpvm_run_status run_main(hpvm_run_context *context, const char *word, int *status)
{
	char name[] = "graphs", argument[20], *argv[] = {name, argument, NULL};

	snprintf(argument, sizeof(argument), "%s", word);
	*status = -1;
	return hpvm_run_main(context, 2, argv, status);
}

static hpvm_run_context *interrupted;

static void interrupt_it(void *data, const hpvm_run_event *event)
{
	(void)data;
	if (event->kind == HPVM_RUN_BEGIN_GRID)
		hpvm_run_interrupt(interrupted); /* from a callback */
}

static void *interrupt_later(void *data)
{
	usleep(200 * 1000);
	hpvm_run_interrupt(data);
	return NULL;
}

static void test_interrupt(void)
{
	hpvm_run_context *context = open_loaded(NULL, NULL, NULL);
	pthread_t other;
	int result;

	hpvm_run_interrupt(context); /* nothing is under way */
	OK(divide(context, 4, 2, &result));
	CHECK(pthread_create(&other, NULL, interrupt_later, context) == 0);
	CHECK(run_fault(context, 4) == HPVM_RUN_LIMIT); /* an endless loop */
	pthread_join(other, NULL);
	OK(divide(context, 4, 2, &result));
	interrupted = context;
	OK(hpvm_run_set_events(context, interrupt_it, NULL));
	CHECK(run_fault(context, 4) == HPVM_RUN_LIMIT);
	OK(hpvm_run_close(context));
	/* The host code of a program that never looks is interrupted as well. */
	context = open_loaded(NULL, NULL, NULL);
	CHECK(pthread_create(&other, NULL, interrupt_later, context) == 0);
	CHECK(run_main(context, "sleep", &result) == HPVM_RUN_LIMIT);
	pthread_join(other, NULL);
	OK(run_main(context, "quotient", &result));
	CHECK(result == 7);
	OK(hpvm_run_close(context));
}

typedef struct counts {
	atomic_int of[HPVM_RUN_END_GRID + 1], misused;
	hpvm_run_context *context;
} counts;

static void count_event(void *data, const hpvm_run_event *event)
{
	counts *to = data;
	hpvm_run_launch_handle *launch;

	CHECK(event->size == sizeof(*event) && event->node);
	to->of[event->kind]++;
	if (hpvm_run_launch_new(to->context, hpvm_run_root(to->context, 0), 0, &launch) ==
	    HPVM_RUN_MISUSE)
		to->misused++;
}

static void test_events(void)
{
	hpvm_run_context *context = open_loaded(NULL, NULL, NULL);
	uint64_t instances, operations, time;
	counts told = {.context = context};
	int x[5] = {1, 2, 3, 4, 5}, y[5];
	const hpvm_run_node *root = hpvm_run_find_root(context, "scale");

	OK(hpvm_run_set_events(context, count_event, &told));
	OK(scale(context, 2, 5, x, y, 5));
	OK(scale(context, 3, 5, x, y, 5));
	CHECK(told.of[HPVM_RUN_BEGIN_EXECUTION] == 2 && told.of[HPVM_RUN_END_EXECUTION] == 2);
	CHECK(told.of[HPVM_RUN_BEGIN_GRID] == told.of[HPVM_RUN_END_GRID] &&
	      told.of[HPVM_RUN_END_GRID] == 2);
	CHECK(told.misused == 8);
	OK(hpvm_run_stats(context, hpvm_run_node_at(root, 1), &instances, &operations, &time));
	CHECK(instances == 10 && operations > 10);
	CHECK(hpvm_run_stats(context, NULL, NULL, NULL, NULL) == HPVM_RUN_MISUSE);
	OK(hpvm_run_close(context));
}

static void main_with(const char *host)
{
	heard diagnostics = {0};
	hpvm_run_context *context = open_loaded(&diagnostics, "host", host);
	int status, result;

	for (int round = 0; round < 3; round++) {
		OK(run_main(context, "quotient", &status));
		CHECK(status == 7);
		CHECK(run_main(context, "trap", &status) == HPVM_RUN_TRAP && status == -1);
		CHECK(strcmp(diagnostics.id, "div-by-zero") == 0);
		OK(run_main(context, "exit", &status));
		CHECK(status == 9);
		CHECK(run_main(context, "abort", &status) == HPVM_RUN_TRAP);
		CHECK(strcmp(diagnostics.id, "program-died") == 0);
		OK(run_main(context, "thread", &status));
		CHECK(status == 10);
		OK(run_main(context, "thread-exit", &status));
		CHECK(status == 5);
		CHECK(run_main(context, "thread-trap", &status) == HPVM_RUN_TRAP);
		CHECK(strcmp(diagnostics.id, "div-by-zero") == 0);
		CHECK(run_main(context, "uncleaned", &status) == HPVM_RUN_TRAP);
		CHECK(strcmp(diagnostics.id, "runtime-order") == 0);
		OK(divide(context, 8, 2, &result));
		CHECK(result == 4);
	}
	OK(hpvm_run_close(context));
}

/* A thread that the library does not know works for the only run of the process, and for none where
 * there are two. */
static void test_unknown(void)
{
	hpvm_run_context *context = open_loaded(NULL, NULL, NULL),
			 *other = open_loaded(NULL, NULL, NULL);
	char text[200] = "";
	int status, result, ends[2], before = dup(STDERR_FILENO);

	OK(run_main(context, "unknown", &status));
	CHECK(status == 10);
	OK(divide(other, 4, 2, &result)); /* there are two from here on */
	CHECK(pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0);
	OK(run_main(context, "unknown", &status));
	dup2(before, STDERR_FILENO);
	close(ends[1]);
	CHECK(status == 0);
	CHECK(read(ends[0], text, sizeof(text) - 1) > 0 &&
	      strstr(text, "'launch' is called by a thread that belongs to none"));
	close(ends[0]);
	close(before);
	OK(hpvm_run_close(context));
	OK(hpvm_run_close(other));
}

static void test_main(void)
{
	main_with("jit");
	main_with("interp");
}

/* --- several contexts ----------------------------------------------------------------------- */

typedef struct worker {
	pthread_t thread;
	int number;
} worker;

/* Each repetition has a context of its own: odd ones check everything and get a diagnostic. */
static void *work(void *data)
{
	const worker *self = data;
	int x[16], y[16], result;

	for (long i = 0; i < repetitions; i++) {
		heard diagnostics = {0};
		hpvm_run_context *context = open_loaded(
			&diagnostics, self->number ? "check" : "width", self->number ? "all" : "1");

		for (int k = 0; k < 16; k++)
			x[k] = self->number + k + (int)i;
		OK(scale(context, 3, 16, x, y, 16));
		for (int k = 0; k < 16; k++)
			CHECK(y[k] == 3 * x[k]);
		CHECK(diagnostics.errors == 0);
		if (self->number) {
			CHECK(scale(context, 3, 17, x, y, 16) == HPVM_RUN_TRAP);
			CHECK(diagnostics.errors == 1 &&
			      strcmp(diagnostics.id, "out-of-bounds") == 0);
			CHECK(strstr(hpvm_run_error(), "argument"));
		}
		OK(divide(context, 12, 4, &result));
		CHECK(result == 3);
		CHECK(diagnostics.errors == self->number);
		OK(hpvm_run_close(context));
	}
	return NULL;
}

/* One context for all repetitions. */
static void *work_on(void *data)
{
	const worker *self = data;
	heard diagnostics = {0};
	hpvm_run_context *context = open_loaded(&diagnostics, self->number ? "check" : "jobs",
						self->number ? "all" : "2");
	int x[16], y[16];

	for (long i = 0; i < repetitions; i++) {
		for (int k = 0; k < 16; k++)
			x[k] = self->number + k + (int)i;
		OK(scale(context, 5, 16, x, y, 16));
		for (int k = 0; k < 16; k++)
			CHECK(y[k] == 5 * x[k]);
		if (self->number)
			CHECK(scale(context, 3, 17, x, y, 16) == HPVM_RUN_TRAP);
	}
	CHECK(diagnostics.errors == (self->number ? repetitions : 0));
	OK(hpvm_run_close(context));
	return NULL;
}

static void two_threads(void *(*function)(void *))
{
	worker workers[2];

	for (int i = 0; i < 2; i++) {
		workers[i].number = i;
		CHECK(pthread_create(&workers[i].thread, NULL, function, &workers[i]) == 0);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(workers[i].thread, NULL);
}

static void test_contexts(void)
{
	two_threads(work);
}

static void test_launches(void)
{
	two_threads(work_on);
}

static hpvm_run_context *shared;

static void *work_shared(void *data)
{
	const worker *self = data;
	int x[16], y[16], result;

	for (long i = 0; i < repetitions; i++) {
		for (int k = 0; k < 16; k++)
			x[k] = self->number + k + (int)i;
		OK(scale(shared, 5, 16, x, y, 16));
		for (int k = 0; k < 16; k++)
			CHECK(y[k] == 5 * x[k]);
		CHECK(divide(shared, 1, 0, &result) == HPVM_RUN_TRAP);
	}
	return NULL;
}

/* One context for two threads. */
static void test_shared(void)
{
	shared = open_loaded(NULL, NULL, NULL);
	two_threads(work_shared);
	OK(hpvm_run_close(shared));
}

/* Programs with host code in two contexts. */
static void *work_main(void *data)
{
	const worker *self = data;
	hpvm_run_context *context = open_loaded(NULL, "host", self->number ? "interp" : "jit");
	int status;

	for (long i = 0; i < repetitions; i++) {
		OK(run_main(context, "quotient", &status));
		CHECK(status == 7);
		OK(run_main(context, "thread", &status));
		CHECK(status == 10);
		CHECK(run_main(context, "trap", &status) == HPVM_RUN_TRAP);
	}
	OK(hpvm_run_close(context));
	return NULL;
}

static void test_mains(void)
{
	two_threads(work_main);
}

/* A context may be closed by another thread than those that launched. */
static void *close_it(void *data)
{
	OK(hpvm_run_close(data));
	return NULL;
}

static void test_handover(void)
{
	hpvm_run_context *first = open_loaded(NULL, NULL, NULL),
			 *second = open_loaded(NULL, NULL, NULL);
	pthread_t closer;
	int result;

	for (int i = 0; i < 10; i++) {
		OK(divide(first, 6, 2, &result));
		OK(divide(second, 8, 2, &result));
		CHECK(result == 4);
		CHECK(pthread_create(&closer, NULL, close_it, first) == 0);
		pthread_join(closer, NULL);
		OK(divide(second, 9, 3, &result));
		CHECK(result == 3);
		first = open_loaded(NULL, NULL, NULL);
	}
	OK(hpvm_run_close(first));
	OK(hpvm_run_close(second));
}

/* --- memory --------------------------------------------------------------------------------- */

/* Kilobytes of memory that the process has. */
static long resident(void)
{
	long size, pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	CHECK(file && fscanf(file, "%ld %ld", &size, &pages) == 2);
	fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* After as many repetitions to begin with, memory grows by less than a hundredth of what contexts
 * that are not freed take. */
static void test_growth(void)
{
	long before = 0, after;
	int result;

	for (long i = 0; i < 2 * repetitions; i++) {
		hpvm_run_context *context = open_loaded(NULL, "check", "all");

		OK(divide(context, 6, 3, &result));
		CHECK(divide(context, 6, 0, &result) == HPVM_RUN_TRAP);
		OK(hpvm_run_close(context));
		if (i == repetitions - 1)
			before = resident();
	}
	after = resident();
	printf("%ld repetitions: from %ld to %ld KiB\n", repetitions, before, after);
	CHECK(after - before < 4 * repetitions + 2048);
}

/* --- kernels of other languages --------------------------------------------------------------- */

static void count_kernel(void *data, const hpvm_run_kernel *kernel)
{
	int *count = data;

	++*count;
	CHECK(kernel->size == sizeof(*kernel));
	CHECK(strcmp(kernel->name, "sum") == 0 && kernel->argument_count == 3);
	CHECK(kernel->arguments[0].kind == HPVM_RUN_ARGUMENT_BUFFER);
	CHECK(strcmp(kernel->arguments[1].name, "out") == 0);
	CHECK(kernel->arguments[2].kind == HPVM_RUN_ARGUMENT_LOCAL);
	CHECK(!kernel->need_count && !kernel->required[0] && !kernel->warp);
}

/* The sums of GROUPS groups of 4 numbers, from FIRST on. */
static hpvm_run_status sum(hpvm_run_context *context, const hpvm_run_node *root, int *in, int *out,
			   size_t groups)
{
	hpvm_run_launch_handle *launch;
	hpvm_run_status status;

	OK(hpvm_run_launch_new(context, root, 0, &launch));
	OK(hpvm_run_bind_buffer(launch, 0, in, 4 * groups * sizeof(*in), HPVM_RUN_IN));
	OK(hpvm_run_bind_buffer(launch, 1, out, groups * sizeof(*out), HPVM_RUN_OUT));
	CHECK(hpvm_run_launch(launch) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_bind_integer(launch, 2, 0) == HPVM_RUN_MISUSE);
	OK(hpvm_run_bind_integer(launch, 2, 4 * sizeof(*in)));
	OK(hpvm_run_launch(launch));
	status = hpvm_run_wait(launch);
	OK(hpvm_run_launch_free(launch));
	return status;
}

static void test_kernels(void)
{
	hpvm_run_range range = {.dims = 1, .groups = {2}, .block = {4}};
	int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[2] = {0}, kernels = 0;
	hpvm_run_context *context;
	uint64_t instances;
	heard reports = {0};
	size_t two, one;

	OK(hpvm_run_open(&context));
	OK(hpvm_run_set_diagnostics(context, hear, &reports));
	CHECK(hpvm_run_set(context, "kernel", "sum") == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_list_kernels(context, count_kernel, &kernels) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_add_file(context, "sum.cl") == HPVM_RUN_MISUSE);
	OK(hpvm_run_add_file(context, program));
	OK(hpvm_run_list_kernels(context, count_kernel, &kernels));
	CHECK(kernels == 1);
	/* wrong ranges and names */
	range.dims = 4;
	CHECK(hpvm_run_add_kernel(context, "sum", &range, &two) == HPVM_RUN_MISUSE);
	range.dims = 2;
	CHECK(hpvm_run_add_kernel(context, "sum", &range, &two) == HPVM_RUN_MISUSE);
	range.dims = 1;
	OK(hpvm_run_add_kernel(context, "summ", &range, &two));
	CHECK(hpvm_run_load(context) == HPVM_RUN_REJECT);
	CHECK(strcmp(reports.id, "no-such-kernel") == 0);
	CHECK(hpvm_run_load(context) == HPVM_RUN_MISUSE);
	OK(hpvm_run_add_file(context, program));
	range.block[0] = 0;
	OK(hpvm_run_add_kernel(context, "sum", &range, &two));
	CHECK(hpvm_run_load(context) == HPVM_RUN_REJECT && strstr(hpvm_run_error(), "block"));
	/* two ranges of one kernel */
	OK(hpvm_run_add_file(context, program));
	range.block[0] = 4;
	OK(hpvm_run_add_kernel(context, "sum", &range, &two));
	range = (hpvm_run_range){.dims = 1, .items = {4}, .block = {4}};
	OK(hpvm_run_add_kernel(context, "sum", &range, &one));
	OK(hpvm_run_load(context));
	CHECK(hpvm_run_add_kernel(context, "sum", &range, &one) == HPVM_RUN_MISUSE);
	CHECK(hpvm_run_root_count(context) == 2 && !hpvm_run_kernel_root(context, 2));
	OK(sum(context, hpvm_run_kernel_root(context, two), in, out, 2));
	CHECK(out[0] == 10 && out[1] == 26);
	OK(sum(context, hpvm_run_kernel_root(context, one), in + 4, out, 1));
	CHECK(out[0] == 26);
	OK(hpvm_run_stats(context, hpvm_run_kernel_root(context, two), &instances, NULL, NULL));
	CHECK(instances == 1);
	CHECK(sum(context, hpvm_run_kernel_root(context, two), in, out, 1) == HPVM_RUN_TRAP);
	CHECK(strcmp(reports.id, "out-of-bounds") == 0);
	OK(hpvm_run_close(context));
}

/* --- which ---------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*function)(void);
} tests[] = {
	{"describe", test_describe}, {"load", test_load},	    {"options", test_options},
	{"binding", test_binding},   {"signals", test_signals},	    {"faults", test_faults},
	{"stream", test_stream},     {"interrupt", test_interrupt}, {"events", test_events},
	{"main", test_main},	     {"unknown", test_unknown},	    {"contexts", test_contexts},
	{"launches", test_launches}, {"shared", test_shared},	    {"mains", test_mains},
	{"handover", test_handover}, {"growth", test_growth},	    {"kernels", test_kernels},
};

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	program = argv[1];
	repetitions = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (strcmp(argv[2], tests[i].name) == 0) {
			tests[i].function();
			return 0;
		}
	return 2;
}
