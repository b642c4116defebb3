/* tools/session/recording.c -- hpvm-run --trace.
 *
 * Owns:      the recorder, until the process ends: host code may leave threads behind that emit
 *            events.
 * Not here:  recording itself (traces/). */
#include "tools/session/recording.h"

#include <string.h>

#include "interp/orders/orders.h"
#include "interp/run/value_text.h"
#include "ir/program/near_names.h"
#include "src/diag/render.h"

static hr_recorder *recorder;
static hr_record_plan plan;

bool tool_recording_knows(const hr_program *program, const tool_options *options)
{
	const char *begins = options->record.node;
	char near[HR_NEAR_TEXT];

	for (uint32_t g = 0; begins && g < program->graph_count; g++)
		for (unsigned n = 0; n < program->graphs[g]->node_count; n++)
			if (strncmp(program->graphs[g]->nodes[n]->path, begins, strlen(begins)) ==
			    0)
				return true;
	if (!begins)
		return true;
	if (!*hr_program_near_node(program, begins, near) && program->graph_count)
		snprintf(near, sizeof(near), "; the root is %s",
			 program->graphs[0]->nodes[0]->path);
	return tool_wrong("--trace-node: unknown node '%s'%s", begins, near);
}

int tool_recording_begin(const hr_program *program, const tool_options *options)
{
	const hr_order order = {options->run.schedule, options->run.seed};
	static char name[32]; /* lives as long as the plan */
	const char **words;

	plan = options->record;
	if (!plan.path)
		return 0;
	if (order.schedule != HR_SCHEDULE_REFERENCE)
		plan.order = hr_order_name(&order, name);
	plan.program_count = (size_t)options->given.argument_count + 1;
	words = hr_alloc_array(plan.program_count, sizeof(*words));
	words[0] = options->files.data[0];
	for (int i = 0; i < options->given.argument_count; i++)
		words[i + 1] = options->given.arguments[i];
	plan.program = words;
	if (options->run.checks & (HR_CHECK_ORDER | HR_CHECK_UNINIT))
		plan.orders = options->run.checks & HR_CHECK_ORDER ? options->run.schedules : 1;
	return hr_record_new(program, &plan, &recorder);
}

/* Add the detail KEY of a diagnostic, unless VALUE is unknown. */
static void add(hr_event_detail *details, unsigned *count, const char *key, const char *value)
{
	if (value && *value)
		details[(*count)++] = (hr_event_detail){.key = key, .value = value};
}

/* Record a diagnostic. Its message may contain addresses, so traces without wall time omit it. */
static void heard(void *data, const hr_diag_record *record)
{
	hr_run *run = data;
	const hr_where *where = record->where;
	char instance[HR_VALUE_TEXT] = "", execution[24] = "", line[24] = "";
	hr_event_detail details[HR_EVENT_DETAILS];
	hr_event_more more = {.text = hr_diag_name(record->id), .details = details};
	hr_event event = {.kind = HR_EVENT_DIAGNOSTIC, .more = &more};

	if (where->has_instance)
		hr_index_text(where->dims, where->instance, instance);
	if (where->has_execution)
		snprintf(execution, sizeof(execution), "%llu",
			 (unsigned long long)where->execution);
	if (where->line)
		snprintf(line, sizeof(line), "%u", where->line);
	add(details, &more.count, "severity",
	    record->severity == HR_SEV_ERROR ? "error" : "warning");
	if (plan.clock == HR_TRACE_WALL)
		add(details, &more.count, "message", record->message);
	add(details, &more.count, "node", where->node);
	add(details, &more.count, "instance", instance + (*instance == ' '));
	add(details, &more.count, "execution", execution);
	add(details, &more.count, "file", where->file);
	add(details, &more.count, "line", line);
	add(details, &more.count, "function", where->function);
	hr_events_note(run, NULL, &event);
}

void tool_recording_join(hr_run *run, hr_diags *diags)
{
	if (!recorder)
		return;
	run->events = hr_record_events(recorder, run);
	hr_diags_listen(diags, heard, run);
}

void tool_recording_end(hr_diags *diags)
{
	hr_recorder *ended = recorder;
	int error;

	recorder = NULL;
	if (!ended)
		return;
	hr_diags_listen_no_more(diags, heard);
	error = hr_record_close(ended);
	if (error)
		(void)hr_report(diags, HR_D_trace_lost, NULL, strerror(error));
}
