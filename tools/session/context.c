/* tools/session/context.c -- contexts of libhpvm-run: options, the program, errors, and calls into
 * runs.
 *
 * Launches of a context share one run, which is made by the first launch and freed when an option
 * changes or the context is closed. hpvm_run_main() has a run for each call.
 * Invariant: a run is freed only when no call into it is under way and no thread of its program
 *            exists.
 * Owns:      everything in the context.
 * Not here:  launches (launches.c), what a program looks like (describe.c), callbacks and traces
 *            (observe.c). */
#include "config.h"

#include <fenv.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "interp/host/host.h"
#include "interp/host/launch.h"
#include "interp/memory/device_heap.h"
#include "interp/run/process.h"
#include "interp/run/thread.h"
#include "ir/pass/pass.h"
#include "src/base/environment.h"
#include "tools/session/kernel_options.h"
#include "tools/session/run_context.h"
#include "tools/session/suppressions.h"

_Static_assert((int)HPVM_RUN_OK == (int)HR_OK && (int)HPVM_RUN_REJECT == (int)HR_REJECT &&
		       (int)HPVM_RUN_TRAP == (int)HR_TRAP && (int)HPVM_RUN_LIMIT == (int)HR_LIMIT &&
		       (int)HPVM_RUN_UNSUPPORTED == (int)HR_UNSUPPORTED,
	       "outcomes have the same numbers");

/* --- errors ----------------------------------------------------------------------------------- */

/* Of one thread. Not thread-local arrays, for which a process that loads the library later may have
 * no room. */
typedef struct errors {
	char last[CONTEXT_ERROR]; /* of the last call that failed */
	char call[CONTEXT_ERROR]; /* the first one of the call that is under way */
} errors;

/* The context that this thread carries out a call of, and its errors; NULL: none yet. */
static __thread const hpvm_run_context *calling;
static __thread errors *own_errors;
static pthread_key_t errors_key;
static pthread_once_t errors_once = PTHREAD_ONCE_INIT;

static void make_errors_key(void)
{
	pthread_key_create(&errors_key, hr_free);
}

static errors *errors_here(void)
{
	if (!own_errors) {
		own_errors = hr_alloc_zero(sizeof(*own_errors));
		pthread_once(&errors_once, make_errors_key);
		pthread_setspecific(errors_key, own_errors);
	}
	return own_errors;
}

const char *hpvm_run_version(void)
{
	return PACKAGE_VERSION;
}

const char *hpvm_run_status_text(hpvm_run_status status)
{
	switch (status) {
	case HPVM_RUN_MISUSE: return "wrong use of the interface";
	case HPVM_RUN_BUSY: return "in use";
	default:
		return (unsigned)status < HPVM_RUN_MISUSE ? hr_status_text((hr_status)status)
							  : "no such status";
	}
}

const char *hpvm_run_error(void)
{
	return own_errors ? own_errors->last : "";
}

hpvm_run_status context_fail(hpvm_run_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(errors_here()->last, CONTEXT_ERROR, format, args);
	va_end(args);
	return status;
}

void context_begin_errors(hpvm_run_context *context)
{
	calling = context;
	errors_here()->call[0] = '\0';
}

void context_note_error(hpvm_run_context *context, const char *message)
{
	if (calling == context) {
		if (!own_errors->call[0])
			snprintf(own_errors->call, CONTEXT_ERROR, "%s", message);
		return;
	}
	pthread_mutex_lock(&context->lock);
	if (!context->error[0])
		snprintf(context->error, sizeof(context->error), "%s", message);
	pthread_mutex_unlock(&context->lock);
}

hpvm_run_status context_result(hpvm_run_context *context, hr_status status)
{
	char others[CONTEXT_ERROR];
	const char *text = errors_here()->call;

	calling = NULL;
	if (status == HR_OK)
		return HPVM_RUN_OK;
	pthread_mutex_lock(&context->lock);
	memcpy(others, context->error, sizeof(others));
	context->error[0] = '\0';
	pthread_mutex_unlock(&context->lock);
	if (!*text)
		text = *others ? others : hr_status_text(status);
	return context_fail((hpvm_run_status)status, "%s", text);
}

/* --- opening and closing ---------------------------------------------------------------------- */

hpvm_run_status hpvm_run_open(hpvm_run_context **out)
{
	hpvm_run_context *context = hr_alloc_zero(sizeof(*context));

	context->diags = hr_diags_new(NULL);
	tool_options_init(context->diags, &context->options);
	hr_arena_init(&context->texts);
	pthread_mutex_init(&context->lock, NULL);
	pthread_mutex_init(&context->making, NULL);
	pthread_mutex_init(&context->tracking, NULL);
	context_listen(context);
	*out = context;
	return HPVM_RUN_OK;
}

static void forget_sources(hpvm_run_context *context)
{
	for (size_t i = 0; i < context->sources.count; i++)
		hr_free((char *)(uintptr_t)context->sources.data[i].bytes);
	context->sources.count = 0;
}

/* Threads that are about to end are given a moment. */
static bool has_threads(const hr_run *run)
{
	const struct timespec moment = {0, 1000 * 1000};

	for (int i = 0; __atomic_load_n(&run->program_threads, __ATOMIC_ACQUIRE); i++) {
		if (i == 100)
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

static void free_left(hpvm_run_context *context)
{
	size_t kept = 0;

	for (size_t i = 0; i < context->left.count; i++) {
		hr_run *run = context->left.data[i];

		if (has_threads(run))
			context->left.data[kept++] = run;
		else
			hr_run_free(run);
	}
	context->left.count = kept;
}

hpvm_run_status hpvm_run_close(hpvm_run_context *context)
{
	if (!context)
		return HPVM_RUN_OK;
	if (context->launches)
		return context_fail(HPVM_RUN_BUSY, "%zu launches have not been freed",
				    context->launches);
	if (atomic_load(&context->active))
		return context_fail(HPVM_RUN_BUSY, "a call is under way");
	free_left(context);
	if (context->left.count)
		return context_fail(HPVM_RUN_BUSY, "threads of the program have not ended");
	context_drop_run(context);
	HR_VEC_FREE(&context->left);
	hr_program_free(context->program);
	forget_sources(context);
	HR_VEC_FREE(&context->sources);
	HR_VEC_FREE(&context->kernels);
	HR_VEC_FREE(&context->buffers);
	HR_VEC_FREE(&context->inputs);
	hr_diags_free(context->diags);
	tool_options_free(&context->options);
	hr_arena_free(&context->texts);
	pthread_mutex_destroy(&context->lock);
	pthread_mutex_destroy(&context->making);
	pthread_mutex_destroy(&context->tracking);
	hr_free(context);
	hr_crash_remove();
	return HPVM_RUN_OK;
}

/* --- options ---------------------------------------------------------------------------------- */

/* Options of hpvm-run that a context does not have, and why. */
static const struct {
	tool_option option;
	const char *why;
} refused[] = {
	{OPT_root, "hpvm_run_launch_new() names the root"},
	{OPT_args, "hpvm_run_bind_value() and hpvm_run_bind_buffer() give arguments"},
	{OPT_kernel, "hpvm_run_add_kernel() names the kernel"},
	{OPT_grid, "hpvm_run_add_kernel() gives the range"},
	{OPT_global, "hpvm_run_add_kernel() gives the range"},
	{OPT_block, "hpvm_run_add_kernel() gives the range"},
	{OPT_offset, "hpvm_run_add_kernel() gives the range"},
	{OPT_shared, "hpvm_run_add_kernel() gives the range"},
	{OPT_warp, "hpvm_run_add_kernel() gives the range"},
	{OPT_cl_std, "modules are compiled before"},
	{OPT_list_kernels, "hpvm_run_list_kernels() lists them"},
	{OPT_output, "it is for what the command prints"},
	{OPT_print_graph, "hpvm_run_root() and hpvm_run_node_at() describe graphs"},
	{OPT_print_code, "it is what the command does instead of running"},
	{OPT_emit, "it is what the command does instead of running"},
	{OPT_emit_arch, "it is what the command does instead of running"},
	{OPT_explain, "it is what the command does instead of running"},
	{OPT_list_diagnostics, "it is what the command does instead of running"},
	{OPT_list_backends, "it is what the command does instead of running"},
	{OPT_help, "it is what the command does instead of running"},
	{OPT_version, "hpvm_run_version() gives it"},
	{OPT_stats, "hpvm_run_stats() gives them"},
	{OPT_save, "it is for files that the command writes"},
	{OPT_save_to, "it is for files that the command writes"},
	{OPT_save_bounds, "it is for files that the command writes"},
	{OPT_watch, "hpvm_run_set_events() tells what happens"},
	{OPT_progress, "hpvm_run_set_events() tells what happens"},
	{OPT_diagnostics, "hpvm_run_set_diagnostics() gives them"},
	{OPT_diagnostics_output, "hpvm_run_set_diagnostics() gives them"},
	{OPT_color, "hpvm_run_set_diagnostics() gives them"},
	{OPT_sandbox, "it is around a process, which is not the context's"},
	{OPT_time_limit, "it ends a process; hpvm_run_interrupt() ends a run"},
	{OPT_worker, "backends run in the process of the context"},
	{OPT_backend_time_limit, "backends run in the process of the context"},
};

static bool is_refused(tool_option option, const char **why)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (refused[i].option == option) {
			*why = refused[i].why;
			return true;
		}
	return false;
}

/* "" unless it is too late for OPTION. */
static const char *too_late(const hpvm_run_context *context, tool_option option)
{
	if (context->program &&
	    (option == OPT_sem || option == OPT_passes || option == OPT_suppressions))
		return "the program has been loaded";
	if (context->ran && option == OPT_check)
		return "the program has run";
	return "";
}

hpvm_run_status hpvm_run_set(hpvm_run_context *context, const char *name, const char *value)
{
	const char *why = "";
	char text[CONTEXT_ERROR] = "";
	tool_option option;
	bool done;

	if (context->launches)
		return context_fail(HPVM_RUN_BUSY,
				    "options cannot change while there are launches");
	tool_capture(text, sizeof(text));
	option = tool_options_find(&context->options, name);
	tool_capture(NULL, 0);
	if (option == OPT_none)
		return context_fail(HPVM_RUN_MISUSE, "%s", text);
	if (is_refused(option, &why))
		return context_fail(HPVM_RUN_MISUSE, "a context has no option '%s': %s",
				    tool_option_name(option), why);
	why = too_late(context, option);
	if (*why)
		return context_fail(HPVM_RUN_MISUSE, "it is too late for '%s': %s",
				    tool_option_name(option), why);
	context_drop_run(context);
	tool_capture(text, sizeof(text));
	done = tool_options_set(&context->options, option,
				value ? hr_arena_strdup(&context->texts, value) : NULL);
	tool_capture(NULL, 0);
	return done ? HPVM_RUN_OK : context_fail(HPVM_RUN_MISUSE, "%s", text);
}

/* --- the program ------------------------------------------------------------------------------ */

static hpvm_run_status add_source(hpvm_run_context *context, hr_module_source source)
{
	if (context->program)
		return context_fail(HPVM_RUN_MISUSE, "the program has been loaded");
	source.name = hr_arena_strdup(&context->texts, source.name);
	HR_PUSH(&context->sources, source);
	return HPVM_RUN_OK;
}

hpvm_run_status hpvm_run_add_file(hpvm_run_context *context, const char *path)
{
	if (tool_is_kernel_source(path))
		return context_fail(HPVM_RUN_MISUSE,
				    "'%s' is source: compile it as docs/kernels.md shows", path);
	return add_source(context, (hr_module_source){.name = path});
}

hpvm_run_status hpvm_run_add_memory(hpvm_run_context *context, const char *name, const void *bytes,
				    size_t size)
{
	char *copy;

	if (context->program)
		return context_fail(HPVM_RUN_MISUSE, "the program has been loaded");
	copy = hr_alloc(size + 1);
	if (size)
		memcpy(copy, bytes, size);
	copy[size] = '\0';
	return add_source(context, (hr_module_source){.name = name, .bytes = copy, .size = size});
}

hr_status context_read(hpvm_run_context *context, hr_kernel_launch *kernels, size_t count,
		       hr_program **program)
{
	const hr_load_kernels load = {kernels, count};

	return hr_program_load_here(context->sources.data, context->sources.count,
				    &context->options.sem, context->diags, count ? &load : NULL,
				    program);
}

/* Note what is wrong with a launch, which the command says of its options. */
static void note_wrong(hpvm_run_context *context)
{
	for (size_t i = 0; i < context->kernels.count; i++) {
		const char *wrong = context->kernels.data[i].wrong;

		if (*wrong)
			context_note_error(context, wrong + strspn(wrong, "-"));
	}
}

static hr_status load(hpvm_run_context *context)
{
	const tool_options *options = &context->options;
	hr_program *program;
	hr_status status;

	if (options->given.suppressions)
		HR_TRY(tool_suppressions_read(options->given.suppressions, context->diags));
	status = context_read(context, context->kernels.data, context->kernels.count, &program);
	if (status != HR_OK) {
		note_wrong(context);
		return status;
	}
	if (options->given.passes) {
		status = hr_passes_run(program, options->given.passes);
		if (status != HR_OK) {
			hr_program_free(program);
			return status;
		}
	}
	context->program = program;
	return HR_OK;
}

hpvm_run_status hpvm_run_load(hpvm_run_context *context)
{
	hr_status status;

	if (context->program)
		return context_fail(HPVM_RUN_MISUSE, "the program has been loaded");
	if (!context->sources.count)
		return context_fail(HPVM_RUN_MISUSE, "there is no module to load");
	context_begin_errors(context);
	status = load(context);
	forget_sources(context);
	if (status != HR_OK)
		context->kernels.count = 0;
	return context_result(context, status);
}

/* --- calls into a run ------------------------------------------------------------------------- */

bool context_is_inside(const hpvm_run_context *context)
{
	const hr_thread *thread = hr_thread_peek();

	return calling == context ||
	       (thread && thread->run == atomic_load(&context->run) && thread->level);
}

hr_status context_call(hpvm_run_context *context, hr_run *run, bool runtime, context_act *act,
		       void *data, int *exit_status)
{
	hr_run *outer_run = hr_run_enter(run);
	hr_thread *outer = hr_thread_switch(run);
	const char *entry = runtime ? hr_process_enter(run, "a function of hpvm_run.h") : NULL;
	hr_refuge refuge;
	hr_status status;
	fenv_t rounding;

	fegetenv(&rounding);
	if (atomic_fetch_add(&context->active, 1) == 0 &&
	    __atomic_load_n(&run->interrupted, __ATOMIC_RELAXED)) {
		__atomic_store_n(&run->interrupt_said, HR_UNSAID, __ATOMIC_RELAXED);
		__atomic_store_n(&run->interrupted, 0, __ATOMIC_RELAXED);
	}
	hr_crash_install(run);
	hr_refuge_begin(&refuge, run);
	if (sigsetjmp(refuge.to, 0) == 0) {
		status = act(data);
	} else {
		status = refuge.status;
		hr_thread_reset(run);
		if (exit_status)
			*exit_status = refuge.program_status;
	}
	hr_refuge_end(&refuge);
	fesetenv(&rounding);
	atomic_fetch_sub(&context->active, 1);
	if (runtime)
		hr_process_leave(run, entry);
	hr_thread_return(outer);
	hr_run_leave(outer_run);
	return status;
}

void hpvm_run_interrupt(hpvm_run_context *context)
{
	hr_run *runs[2];

	atomic_fetch_add(&context->interrupting, 1);
	runs[0] = atomic_load(&context->run);
	runs[1] = atomic_load(&context->main_run);
	for (int i = 0; i < 2 && atomic_load(&context->active); i++)
		if (runs[i])
			__atomic_store_n(&runs[i]->interrupted, 1, __ATOMIC_RELAXED);
	atomic_fetch_sub(&context->interrupting, 1);
}

/* Who interrupts may have read SLOT before. */
static void clear_run(hpvm_run_context *context, hr_run *_Atomic *slot)
{
	atomic_store(slot, NULL);
	while (atomic_load(&context->interrupting))
		sched_yield();
}

/* --- the run of launches ---------------------------------------------------------------------- */

typedef struct preparation {
	hpvm_run_context *context;
	hr_run *run;
} preparation;

hr_status context_offload_status(const hpvm_run_context *context)
{
	return context->dispatch ? hr_dispatch_status(context->dispatch) : HR_OK;
}

static hr_status observe_and_offload(hpvm_run_context *context, hr_run *run)
{
	const hr_backend_policy *policy = &context->options.backends;

	HR_TRY(context_observe(context, run));
	if (policy->backend || policy->choice_count) {
		HR_TRY(hr_dispatch_new(run, policy, &context->dispatch));
		run->offload = hr_dispatch_offload(context->dispatch);
	}
	return HR_OK;
}

static hr_status prepare(void *data)
{
	preparation *of = data;
	hpvm_run_context *context = of->context;

	hr_heap_limit(of->run, context->options.heap_limit);
	HR_TRY(observe_and_offload(context, of->run));
	HR_TRY(context_offload_status(context));
	HR_TRY(hr_host_open_libraries(of->run));
	return hr_init(of->run);
}

/* A run with the options of the context; NULL if there can be none. */
static hpvm_run_status new_run(hpvm_run_context *context, hr_run **out)
{
	char text[CONTEXT_ERROR] = "";
	hr_options options;
	hr_status status;
	bool fits;

	if (!context->program)
		return context_fail(HPVM_RUN_MISUSE, "no program has been loaded");
	tool_capture(text, sizeof(text));
	fits = tool_options_settle(&context->options) &&
	       tool_recording_knows(context->program, &context->options);
	tool_capture(NULL, 0);
	if (!fits)
		return context_fail(HPVM_RUN_MISUSE, "%s", text);
	context->ran = true;
	options = context->options.run;
	options.embedded = true;
	context_begin_errors(context);
	status = hr_run_new(context->program, &options, context->diags, out);
	return context_result(context, status);
}

hpvm_run_status context_need_run(hpvm_run_context *context, hr_run **out)
{
	hr_run *run = atomic_load(&context->run);
	preparation data;
	hpvm_run_status result;
	hr_status status;

	if (!run) {
		result = new_run(context, &run);
		if (result != HPVM_RUN_OK)
			return result;
		atomic_store(&context->run, run);
		data = (preparation){context, run};
		context_begin_errors(context);
		status = context_call(context, run, true, prepare, &data, NULL);
		if (status != HR_OK) {
			result = context_result(context, status);
			context_drop_run(context);
			return result;
		}
		(void)context_result(context, HR_OK);
	}
	*out = run;
	return HPVM_RUN_OK;
}

static hr_status end_run(void *data)
{
	hr_run *run = data;

	hr_run_say(run);
	return HR_OK;
}

static void free_run(hpvm_run_context *context, hr_run *run)
{
	hr_dispatch_free(context->dispatch);
	context->dispatch = NULL;
	run->offload = NULL;
	hr_run_free(run);
}

void context_drop_run(hpvm_run_context *context)
{
	hr_run *run = atomic_load(&context->run);

	if (!run)
		return;
	(void)context_call(context, run, true, end_run, run, NULL);
	clear_run(context, &context->run);
	context_observe_end(context, run, false);
	free_run(context, run);
}

/* --- programs with host code ------------------------------------------------------------------ */

typedef struct main_call {
	preparation prepared;
	int argc;
	char **argv;
	int exit_status;
} main_call;

static hr_status run_main(void *data)
{
	main_call *call = data;
	hpvm_run_context *context = call->prepared.context;
	hr_run *run = call->prepared.run;
	bool compiled = context->options.given.host == TOOL_HOST_JIT;

	HR_TRY(observe_and_offload(context, run));
	if (compiled)
		return hr_host_jit_main(run, call->argc, call->argv, hr_environment(),
					&call->exit_status);
	return hr_host_interp_main(run, call->argc, call->argv, hr_environment(),
				   &call->exit_status);
}

/* A program that gives up by itself says so with its status: what it left undone is no news. */
static hr_status finish_main(void *data)
{
	const main_call *call = data;
	hr_run *run = call->prepared.run;
	hr_status status = HR_OK;

	if (call->exit_status == 0 || __atomic_load_n(&run->interrupted, __ATOMIC_RELAXED))
		status = hr_run_finish(run);
	(void)hr_run_note(run, context_offload_status(call->prepared.context));
	hr_run_say(run);
	return status == HR_OK ? run->status : status;
}

static void end_main(hpvm_run_context *context, hr_run *run)
{
	bool left = has_threads(run);

	clear_run(context, &context->main_run);
	context_observe_end(context, run, left);
	if (left) {
		HR_PUSH(&context->left, run);
		context->dispatch = NULL; /* the threads may use it */
		return;
	}
	free_run(context, run);
}

hpvm_run_status hpvm_run_main(hpvm_run_context *context, int argc, char **argv, int *exit_status)
{
	main_call call = {.argc = argc, .argv = argv};
	hpvm_run_status result;
	hr_status status;
	hr_run *run;

	if (context->launches || context_is_inside(context))
		return context_fail(HPVM_RUN_BUSY, "main() cannot run while there are launches");
	context_drop_run(context); /* one trace, one dispatcher */
	result = new_run(context, &run);
	if (result != HPVM_RUN_OK)
		return result;
	call.prepared = (preparation){context, run};
	atomic_store(&context->main_run, run);
	context_begin_errors(context);
	/* An interrupt stays in force from one call to the next. */
	atomic_fetch_add(&context->active, 1);
	status = context_call(context, run, false, run_main, &call, &call.exit_status);
	if (status == HR_OK)
		status = context_call(context, run, true, finish_main, &call, NULL);
	atomic_fetch_sub(&context->active, 1);
	result = context_result(context, status);
	end_main(context, run);
	if (result == HPVM_RUN_OK)
		*exit_status = call.exit_status;
	return result;
}
