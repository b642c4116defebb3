/* tools/session/observe.c -- the part of hpvm_run.h that tells what happens: diagnostics, events,
 * statistics; and traces.
 *
 * Callbacks run on threads that run graphs. A fault in one is not the program's, so the engine
 * does not catch it.
 * Owns:      nothing; the recorder is the context's.
 * Not here:  what is told (src/diag, interp/run/events.h, traces/). */
#include <string.h>

#include "interp/host/launch.h"
#include "interp/run/thread.h"
#include "src/diag/render.h"
#include "tools/session/run_context.h"

/* --- around a callback ------------------------------------------------------------------------ */

static sigjmp_buf *leave_engine(hr_thread *thread)
{
	sigjmp_buf *recover = thread ? thread->recover : NULL;

	if (thread)
		thread->recover = NULL;
	return recover;
}

static void return_to_engine(hr_thread *thread, sigjmp_buf *recover)
{
	if (thread)
		thread->recover = recover;
}

/* --- diagnostics ------------------------------------------------------------------------------ */

static hpvm_run_diagnostic diagnostic_of(const hr_diag_record *record)
{
	const hr_where *where = record->where;
	hpvm_run_diagnostic out = {
		.size = sizeof(out),
		.id = hr_diag_name(record->id),
		.clause = hr_diag_record_clause(record),
		.severity = record->severity == HR_SEV_ERROR ? HPVM_RUN_ERROR : HPVM_RUN_WARNING,
		.outcome = (hpvm_run_status)record->outcome,
		.text = record->message,
		.node = where->node,
		.dims = where->has_instance ? where->dims : 0,
		.has_execution = where->has_execution,
		.execution = where->execution,
		.file = where->file,
		.line = where->line,
		.column = where->column,
		.function = where->function,
		.instruction = where->instruction,
		.count = where->facts.count,
		.value = where->facts.value,
		.object = where->facts.object,
		.origin = where->facts.origin,
		.fix = where->facts.fix,
		.kernel = where->kernel,
	};
	const hr_ancestor *group = where->ancestors;

	for (unsigned i = 0; i < out.dims; i++)
		out.instance[i] = where->instance[hr_instance_element(where->kind, out.dims, i)];
	out.has_group = where->kernel && where->ancestor_count && hr_instance_is_group(group->kind);
	for (unsigned i = 0; out.has_group && i < group->dims; i++)
		out.group[i] = group->instance[hr_instance_element(group->kind, group->dims, i)];
	return out;
}

static void heard(void *data, const hr_diag_record *record)
{
	hpvm_run_context *context = data;
	hr_thread *thread = hr_thread_peek();
	sigjmp_buf *recover;

	if (record->severity == HR_SEV_ERROR)
		context_note_error(context, record->message);
	if (!context->on_diagnostic)
		return;
	const hpvm_run_diagnostic diagnostic = diagnostic_of(record);

	recover = leave_engine(thread);
	context->on_diagnostic(context->diagnostic_data, &diagnostic);
	return_to_engine(thread, recover);
}

void context_listen(hpvm_run_context *context)
{
	hr_diags_listen(context->diags, heard, context);
}

hpvm_run_status hpvm_run_set_diagnostics(hpvm_run_context *context,
					 hpvm_run_on_diagnostic *callback, void *data)
{
	context->on_diagnostic = callback;
	context->diagnostic_data = data;
	return HPVM_RUN_OK;
}

/* --- events ----------------------------------------------------------------------------------- */

static void emit(const hpvm_run_context *context, hr_thread *thread, hpvm_run_event_kind kind,
		 const hr_node *node, uint64_t execution, uint64_t count, const char *backend)
{
	const hpvm_run_event event = {sizeof(event), kind,  context_handle(node),
				      execution,     count, backend};
	sigjmp_buf *recover = leave_engine(thread);

	context->on_event(context->event_data, &event);
	return_to_engine(thread, recover);
}

static void begin_grid(void *data, hr_thread *thread, const hr_event_grid *grid)
{
	const hpvm_run_context *context = data;

	emit(context, thread, HPVM_RUN_BEGIN_GRID, grid->node, grid->of.execution, grid->count,
	     NULL);
	if (context->recorded_levels & HR_EVENTS_NODE)
		context->recorded->begin_grid(context->recorded->data, thread, grid);
}

static void end_grid(void *data, hr_thread *thread, const hr_event_grid *grid, const char *by)
{
	const hpvm_run_context *context = data;

	emit(context, thread, HPVM_RUN_END_GRID, grid->node, grid->of.execution, grid->count, by);
	if (context->recorded_levels & HR_EVENTS_NODE)
		context->recorded->end_grid(context->recorded->data, thread, grid, by);
}

static void values(void *data, hr_thread *thread, const hr_event_values *reported)
{
	const hpvm_run_context *context = data;

	if (context->recorded_levels & HR_EVENTS_NODE)
		context->recorded->values(context->recorded->data, thread, reported);
}

static void flow(void *data, hr_thread *thread, hr_event_kind kind, const hr_node *root,
		 uint64_t execution, uint64_t count)
{
	const hpvm_run_context *context = data;
	hpvm_run_event_kind reported = kind == HR_EVENT_PUSH  ? HPVM_RUN_BEGIN_EXECUTION
				       : kind == HR_EVENT_POP ? HPVM_RUN_POP
							      : HPVM_RUN_END_EXECUTION;

	emit(context, thread, reported, root, execution, kind == HR_EVENT_END_EXECUTION ? 1 : count,
	     NULL);
	if (context->recorded)
		context->recorded->flow(context->recorded->data, thread, kind, root, execution,
					count);
}

static void died(void *data)
{
	const hpvm_run_context *context = data;

	if (context->recorded)
		context->recorded->died(context->recorded->data);
}

/* Whether the recorder has asked for events of this kind. */
static bool is_recorded(const hpvm_run_context *context, hr_event_kind kind)
{
	unsigned level = hr_events_level(kind);

	return context->recorded && (!level || context->recorded_levels & level);
}

static void note(void *data, hr_thread *thread, const hr_event *event)
{
	const hpvm_run_context *context = data;

	if (event->kind == HR_EVENT_BEGIN_EXECUTION)
		emit(context, thread, HPVM_RUN_BEGIN_EXECUTION, event->node, event->execution, 1,
		     NULL);
	else if (event->kind == HR_EVENT_END_EXECUTION)
		emit(context, thread, HPVM_RUN_END_EXECUTION, event->node, event->execution, 1,
		     NULL);
	if (is_recorded(context, event->kind))
		context->recorded->note(context->recorded->data, thread, event);
}

static void join_events(hpvm_run_context *context, hr_run *run)
{
	const hr_events *recorded = run->events;

	context->recorded = recorded;
	context->recorded_levels = recorded ? recorded->levels : 0;
	context->events = (hr_events){.data = context,
				      .levels = context->recorded_levels | HR_EVENTS_NODE,
				      .hashes = recorded && recorded->hashes,
				      .hashes_of_binds = recorded && recorded->hashes_of_binds,
				      .keeps = recorded ? recorded->keeps : 0,
				      .note = note,
				      .values = values,
				      .begin_grid = begin_grid,
				      .end_grid = end_grid,
				      .flow = flow,
				      .died = died};
	run->events = &context->events;
}

hr_status context_observe(hpvm_run_context *context, hr_run *run)
{
	int error = tool_recording_begin(&context->recording, context->program, &context->options);

	if (error)
		return hr_report(context->diags, HR_D_trace_lost, NULL, strerror(error)) == HR_OK
			       ? HR_OK
			       : HR_REJECT;
	tool_recording_join(&context->recording, run, context->diags);
	if (context->on_event)
		join_events(context, run);
	return HR_OK;
}

void context_observe_end(hpvm_run_context *context, hr_run *run, bool left)
{
	tool_recording_end(&context->recording, context->diags);
	if (left) {
		context->recording = (tool_recording){0};
		return;
	}
	run->events = NULL;
	tool_recording_free(&context->recording);
	context->recorded = NULL;
	context->recorded_levels = 0;
}

hpvm_run_status hpvm_run_set_events(hpvm_run_context *context, hpvm_run_on_event *callback,
				    void *data)
{
	if (context->launches)
		return context_fail(
			HPVM_RUN_BUSY,
			"the callback of events cannot change while there are launches");
	context_drop_run(context);
	context->on_event = callback;
	context->event_data = data;
	return HPVM_RUN_OK;
}

/* --- statistics ------------------------------------------------------------------------------- */

static bool is_of_program(const hpvm_run_context *context, const hr_node *node)
{
	for (size_t g = 0; node && g < hpvm_run_root_count(context); g++)
		for (unsigned n = 0; n < context->program->graphs[g]->node_count; n++)
			if (context->program->graphs[g]->nodes[n] == node)
				return true;
	return false;
}

hpvm_run_status hpvm_run_stats(hpvm_run_context *context, const hpvm_run_node *node,
			       uint64_t *instances, uint64_t *operations, uint64_t *nanoseconds)
{
	const hr_run *run = atomic_load(&context->run);
	hr_node_stats stats = {0};

	if (!is_of_program(context, context_node(node)))
		return context_fail(HPVM_RUN_MISUSE, "the node is not of the program");
	if (run)
		hr_stats_of(run, context_node(node), &stats);
	if (instances)
		*instances = stats.instances;
	if (operations)
		*operations = stats.bytes / HR_STEP_BYTES;
	if (nanoseconds)
		*nanoseconds = stats.nanoseconds;
	return HPVM_RUN_OK;
}
