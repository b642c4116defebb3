/* tools/recording.c -- hpvm-run --trace.
 *
 * Owns:     the recorder, until the process ends: host code may leave threads behind that tell it something.
 * Not here: what is recorded and how (traces/). */
#include "recording.h"

#include <string.h>

static hr_recorder *recorder;
static hr_record_plan plan;

int tool_recording_begin(const hr_program *program, const tool_options *options)
{
	const char **words;

	plan = options->record;
	if (!plan.path)
		return 0;
	plan.program_count = (size_t)options->program_arg_count + 1;
	words = hr_alloc_array(plan.program_count, sizeof(*words));
	words[0] = options->files.data[0];
	for (int i = 0; i < options->program_arg_count; i++)
		words[i + 1] = options->program_args[i];
	plan.program = words;
	return hr_record_new(program, &plan, &recorder);
}

static void heard(void *data, hr_diag_id id)
{
	hr_record_diagnostic(data, hr_diag_name(id));
}

void tool_recording_join(hr_run *run, hr_diags *diags)
{
	if (!recorder)
		return;
	run->events = hr_record_events(recorder, run);
	hr_diags_set_listener(diags, heard, recorder);
}

void tool_recording_end(hr_diags *diags)
{
	hr_recorder *ended = recorder;
	int error;

	recorder = NULL;
	if (!ended)
		return;
	hr_diags_set_listener(diags, NULL, NULL);
	error = hr_record_close(ended);
	if (error)
		(void)hr_report(diags, HR_D_trace_lost, NULL, strerror(error));
}
