/* tools/session/recording.c -- the trace of a run (--trace).
 *
 * Owns:     the recorder: in a command until the process ends, for host code may leave threads
 *           behind that tell it something.
 * Not here: what is recorded and how (traces/). */
#include "tools/session/recording.h"

#include <string.h>

#include "interp/orders/orders.h"
#include "interp/run/value_text.h"
#include "ir/program/near_names.h"
#include "src/diag/render.h"

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

int tool_recording_begin(tool_recording *recording, const hr_program *program,
			 const tool_options *options)
{
	const hr_order order = {options->run.schedule, options->run.seed};
	hr_record_plan *plan = &recording->plan;
	const char **words;

	*plan = options->record;
	if (!plan->path)
		return 0;
	if (order.schedule != HR_SCHEDULE_REFERENCE)
		plan->order = hr_order_name(&order, recording->order);
	plan->program_count = (size_t)options->given.argument_count + 1;
	words = hr_alloc_array(plan->program_count, sizeof(*words));
	words[0] = options->files.count ? options->files.data[0] : "";
	for (int i = 0; i < options->given.argument_count; i++)
		words[i + 1] = options->given.arguments[i];
	plan->program = words;
	if (options->run.checks & HR_CHECK_REPEATED)
		plan->orders = options->run.checks & HR_CHECK_ORDER ? options->run.schedules : 1;
	return hr_record_new(program, plan, &recording->recorder);
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
	const tool_recording *recording = data;
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
	if (recording->plan.clock == HR_TRACE_WALL)
		add(details, &more.count, "message", record->message);
	add(details, &more.count, "node", where->node);
	add(details, &more.count, "instance", instance + (*instance == ' '));
	add(details, &more.count, "execution", execution);
	add(details, &more.count, "file", where->file);
	add(details, &more.count, "line", line);
	add(details, &more.count, "function", where->function);
	hr_events_note(recording->run, NULL, &event);
}

void tool_recording_join(tool_recording *recording, hr_run *run, hr_diags *diags)
{
	if (!recording->recorder)
		return;
	recording->run = run;
	run->events = hr_record_events(recording->recorder, run);
	hr_diags_listen(diags, heard, recording);
}

void tool_recording_end(tool_recording *recording, hr_diags *diags)
{
	hr_recorder *ended = recording->recorder;
	int error;

	recording->recorder = NULL;
	if (!ended)
		return;
	recording->ended = ended;
	hr_diags_listen_no_more(diags, heard);
	error = hr_record_close(ended);
	if (error)
		(void)hr_report(diags, HR_D_trace_lost, NULL, strerror(error));
}

void tool_recording_free(tool_recording *recording)
{
	if (recording->ended)
		hr_record_free(recording->ended);
	hr_free((void *)(uintptr_t)recording->plan.program);
	*recording = (tool_recording){0};
}
