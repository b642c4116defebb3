/* tools/fuzz/program.c -- programs in fuzz targets: load, print, lower and run, as hpvm-run does it.
 *
 * The program is in the sandbox, without the walls that the kernel builds: what it may touch, the interpreter checks, so
 * that this process comes to no harm.
 * Invariant: no more operations than STEPS run, and no file is opened.
 * Owns:      the context of each program, which is closed before the functions return.
 * Not here:  mutation (module.c). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interp/args/direct.h"
#include "interp/check/sandbox.h"
#include "ir/graph/print.h"
#include "ir/graph/print_c.h"
#include "ir/lower/lower.h"
#include "src/base/alloc.h"
#include "src/base/hash.h"
#include "tools/fuzz/fuzz.h"
#include "tools/session/run_context.h"

#define STEPS "30000"
enum { BUFFER = 256, MOST_ROOTS = 8, MOST_OUTPUT = 1 << 20, MOST_INPUTS = 32 };

/* --- options ------------------------------------------------------------------------------------ */

static void set(hpvm_run_context *context, const char *name, const char *value)
{
	if (hpvm_run_set(context, name, value) != HPVM_RUN_OK)
		hr_bug("the option %s: %s", name, hpvm_run_error());
}

/* The program prints on standard output, which nobody reads. */
static void begin_output(void)
{
	static bool begun;

	if (!begun && !freopen("/dev/null", "w", stdout))
		hr_bug("standard output cannot be discarded");
	begun = true;
}

/* NUMBER says how, so that an input is always treated in the same way. */
static hpvm_run_context *open_context(uint64_t number)
{
	static const char *const checks[] = {"bounds", "all", "bounds,race,uninit", "all"};
	static const char *const widths[] = {"auto", "1", "8", "64"};
	/* SARIF explains all diagnostics, which takes long. */
	const hr_diag_form form = number % 32 == 0  ? HR_DIAG_SARIF
				  : number % 2 == 0 ? HR_DIAG_JSON
						    : HR_DIAG_TEXT;
	hpvm_run_context *context;

	begin_output();
	(void)hpvm_run_open(&context);
	hr_diags_hide_sources(context->diags);
	if (!hr_diags_set_file(context->diags, form, "/dev/null"))
		hr_bug("/dev/null cannot be opened");
	set(context, "check", checks[number / 4 % 4]);
	set(context, "width", widths[number / 16 % 4]);
	set(context, "step-limit", STEPS);
	set(context, "stack-limit", "1M");
	if (number / 64 % 8 == 0)
		set(context, "schedule", "random:7");
	set(context, "host", "interp");
	context->options.run.sandbox.on = true;
	context->options.run.sandbox.output = MOST_OUTPUT;
	return context;
}

static void close_context(hpvm_run_context *context)
{
	if (hpvm_run_close(context) != HPVM_RUN_OK)
		hr_bug("a context is not closed: %s", hpvm_run_error());
}

/* --- what hpvm-run prints ------------------------------------------------------------------------- */

static void print_graph(const hr_program *program, const hr_graph *graph, uint64_t number)
{
	FILE *nowhere = fuzz_nowhere();

	switch (number % 4) {
	case 0: hr_graph_print_text_with(graph, NULL, NULL, nowhere); break;
	case 1: hr_graph_print_dot_with(graph, NULL, NULL, nowhere); break;
	case 2: hr_graph_print_yaml_with(graph, NULL, NULL, nowhere); break;
	default: hr_print_header((const hr_node *const[]){graph->root}, 1, nowhere);
	}
	(void)program;
}

static void print_program(hr_program *program, uint64_t number)
{
	for (uint32_t i = 0; i < program->graph_count; i++)
		print_graph(program, program->graphs[i], number + i);
	for (uint32_t i = 0; i < program->function_count; i++) {
		hr_function *function = program->functions[i];
		const hr_code *code;

		if (function->defined && !function->internal_node &&
		    hr_lower(program, function, &code) == HR_OK)
			hr_code_print(code, fuzz_nowhere());
	}
}

/* --- running ------------------------------------------------------------------------------------ */

/* Return false if an input has no value that could be bound. */
static bool bind(hpvm_run_context *context, hpvm_run_launch_handle *launch,
		 const hpvm_run_node *root, unsigned input, uint8_t *buffer)
{
	const size_t bytes = hpvm_run_port_bytes(root, HPVM_RUN_INPUT, input);
	static uint8_t value[4096];

	if (!strcmp(hpvm_run_port_type(root, HPVM_RUN_INPUT, input), "ptr")) {
		hr_sandbox_grant(atomic_load(&context->run)->checker, buffer, BUFFER, true);
		return hpvm_run_bind_buffer(launch, input, buffer, BUFFER, 0) == HPVM_RUN_OK;
	}
	if (bytes > sizeof(value))
		return false;
	memset(value, 0, bytes);
	if (bytes)
		value[0] = (uint8_t)(input + 3);
	return hpvm_run_bind_value(launch, input, value, bytes) == HPVM_RUN_OK;
}

static bool bind_all(hpvm_run_context *context, hpvm_run_launch_handle *launch,
		     const hpvm_run_node *root, uint8_t (*buffers)[BUFFER])
{
	for (unsigned i = 0; i < hpvm_run_port_count(root, HPVM_RUN_INPUT); i++)
		if (!bind(context, launch, root, i, buffers[i % MOST_INPUTS]))
			return false;
	return true;
}

static void flow(hpvm_run_context *context, hpvm_run_launch_handle *launch,
		 const hpvm_run_node *root, uint8_t (*buffers)[BUFFER])
{
	if (hpvm_run_launch(launch) != HPVM_RUN_OK)
		return;
	for (int i = 0; i < 3; i++)
		if (!bind_all(context, launch, root, buffers) ||
		    hpvm_run_push(launch) != HPVM_RUN_OK || hpvm_run_pop(launch) != HPVM_RUN_OK)
			return;
}

static void launch_root(hpvm_run_context *context, const hpvm_run_node *root, bool streaming)
{
	static uint8_t buffers[MOST_INPUTS][BUFFER] __attribute__((aligned(64)));
	hpvm_run_launch_handle *launch;

	if (hpvm_run_port_count(root, HPVM_RUN_INPUT) > MOST_INPUTS ||
	    hpvm_run_launch_new(context, root, streaming, &launch) != HPVM_RUN_OK)
		return;
	for (int i = 0; i < MOST_INPUTS; i++)
		memset(buffers[i], i, BUFFER);
	if (streaming)
		flow(context, launch, root, buffers);
	else if (bind_all(context, launch, root, buffers) && hpvm_run_launch(launch) == HPVM_RUN_OK)
		(void)hpvm_run_wait(launch);
	(void)hpvm_run_launch_free(launch);
}

static void run_program(hpvm_run_context *context, uint64_t number)
{
	char name[] = "program", *arguments[] = {name, NULL};
	const hr_function *start = hr_program_function(context->program, "main");
	int exit_status;

	if (start && start->defined) {
		(void)hpvm_run_main(context, 1, arguments, &exit_status);
		return;
	}
	for (size_t i = 0; i < hpvm_run_root_count(context) && i < MOST_ROOTS; i++)
		launch_root(context, hpvm_run_root(context, i), number / 512 % 2);
}

/* --- entry points --------------------------------------------------------------------------------- */

static void load_and_run(const char *name, const uint8_t *bytes, size_t size)
{
	const uint64_t number = hr_hash(HR_HASH_FIRST, bytes, size);
	hpvm_run_context *context = open_context(number);

	if (hpvm_run_add_memory(context, name, bytes, size) == HPVM_RUN_OK &&
	    hpvm_run_load(context) == HPVM_RUN_OK) {
		print_program(context->program, number);
		run_program(context, number);
	}
	close_context(context);
}

void fuzz_program(const char *name, const uint8_t *bytes, size_t size)
{
	jmp_buf end;

	if (setjmp(end))
		return;
	fuzz_memory_ends(&end);
	load_and_run(name, bytes, size);
	fuzz_memory_ends(NULL);
}

typedef struct direct_launch {
	hr_run *run;
	const char *root, *path;
} direct_launch;

static hr_status launch_directly(void *data)
{
	const direct_launch *launch = data;

	return hr_launch_direct(launch->run, launch->root, launch->path);
}

static void load_and_launch(const char *module, const char *root, const char *path, uint64_t number)
{
	hpvm_run_context *context = open_context(number);
	hr_run *run = NULL;

	if (hpvm_run_add_memory(context, "module", module, strlen(module)) != HPVM_RUN_OK ||
	    hpvm_run_load(context) != HPVM_RUN_OK)
		hr_bug("the module of the target is wrong: %s", hpvm_run_error());
	if (context_need_run(context, &run) == HPVM_RUN_OK) {
		direct_launch launch = {run, root, path};

		(void)context_call(context, run, true, launch_directly, &launch, NULL);
	}
	close_context(context);
}

void fuzz_launch(const char *module, const char *root, const char *path, uint64_t number)
{
	jmp_buf end;

	if (setjmp(end))
		return;
	fuzz_memory_ends(&end);
	load_and_launch(module, root, path, number);
	fuzz_memory_ends(NULL);
}
