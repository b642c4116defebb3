/* interp/args/sequence.c -- runs a list of launches.
 *
 * All errors in the file are reported before anything runs. A launch begins when the one before it has
 * ended, so that nothing in two launches races.
 *
 * Owns:      nothing.
 * Clauses:   H1, H2, M7 (every buffer is tracked).
 * Not here:  reading the file (sequence_read.c), one launch (part.c). */
#include "interp/args/sequence.h"

#include <stdlib.h>
#include <string.h>

#include "interp/args/sequence_private.h"
#include "interp/check/checker.h"
#include "interp/host/host.h"
#include "interp/host/launch.h"
#include "interp/memory/memory.h"

/* --- reading what needs the program ----------------------------------------------------------- */

static hr_status read_root(hr_sequence *sequence, launch_step *s)
{
	const hr_yaml *name = hr_yaml_get(s->at, "root");
	hr_direct *direct = &sequence->direct;

	if (s->kind == STEP_ROOT && name->kind != HR_YAML_SCALAR)
		return hr_direct_bad(direct, name, "the name of a root is expected");
	HR_TRY(hr_direct_root(direct->run,
			      s->kind == STEP_ROOT ? name->text
						   : sequence->launches.data[s->launch].root,
			      &s->root));
	s->text = hr_arena_printf(&direct->arena, "launched in line %u of %s", s->at->line,
				  direct->file);
	return hr_part_read(direct, s->root, s->at, NULL,
			    hr_arena_printf(&direct->arena, "launch in line %u, ", s->at->line),
			    &s->part);
}

static hr_status read_rest(hr_sequence *sequence)
{
	HR_TRY(hr_sequence_read_buffers(sequence));
	for (size_t i = 0; i < sequence->steps.count; i++) {
		launch_step *s = &sequence->steps.data[i];

		HR_TRY(s->kind == STEP_KERNEL || s->kind == STEP_ROOT
			       ? read_root(sequence, s)
			       : hr_sequence_read_step(sequence, s));
	}
	return HR_OK;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Return the memory of PLACE, which the host has from now on. */
static hr_status request(hr_run *run, const step_place *place, uint8_t **memory)
{
	const hr_npy *array = &place->buffer->elements.array;

	*memory = array->data + place->at;
	return array->count && !place->buffer->variable
		       ? hr_request(run, array->data, array->count * array->bytes)
		       : HR_OK;
}

static hr_status launch(hr_sequence *sequence, launch_step *s, hr_status *checked)
{
	const hr_arguments *arguments = &s->part.arguments;
	hr_direct *direct = &sequence->direct;
	uint8_t *packed = arguments->packed;
	hr_launched *graph;
	hr_status status;

	HR_TRY(hr_part_track(direct, arguments));
	hr_diags_set_launch(direct->diags, s->text);
	HR_TRY(hr_launch_function(direct->run, false, s->root, packed, &graph));
	HR_TRY(hr_wait(direct->run, graph));
	hr_diags_set_launch(direct->diags, NULL);
	HR_TRY(hr_part_untrack(direct, arguments));
	status = hr_part_check_outputs(direct, s->root, &s->part, packed + arguments->inputs_bytes);
	*checked = *checked == HR_OK ? status : *checked;
	status = hr_part_check_buffers(direct, arguments);
	*checked = *checked == HR_OK ? status : *checked;
	return HR_OK;
}

static hr_status copy(hr_run *run, const launch_step *s)
{
	uint8_t *from, *to;

	HR_TRY(request(run, &s->from, &from));
	HR_TRY(request(run, &s->to, &to));
	hr_buffer_open(s->to.buffer, true);
	memmove(to, from, s->to.bytes);
	hr_buffer_open(s->to.buffer, false);
	hr_check_host_copies(run->checker, to, from, s->to.bytes);
	return HR_OK;
}

static hr_status fill(hr_run *run, const launch_step *s)
{
	const unsigned bytes = s->value.array.bytes;
	uint8_t *to;

	HR_TRY(request(run, &s->to, &to));
	hr_buffer_open(s->to.buffer, true);
	for (uint64_t i = 0; i < s->to.bytes; i += bytes)
		memcpy(to + i, s->value.array.data, bytes);
	hr_buffer_open(s->to.buffer, false);
	hr_check_host_sets(run->checker, to, s->to.bytes);
	return HR_OK;
}

static hr_status check(hr_sequence *sequence, const launch_step *s, hr_status *checked)
{
	uint8_t *memory;
	hr_status status;

	HR_TRY(request(sequence->direct.run, &s->to, &memory));
	status = hr_check_do(&sequence->direct, &s->check, &s->checked);
	*checked = *checked == HR_OK ? status : *checked;
	return HR_OK;
}

static hr_status run_steps(hr_sequence *sequence, size_t first, size_t count, hr_status *checked)
{
	hr_run *run = sequence->direct.run;

	for (size_t i = first; i < first + count; i++) {
		launch_step *s = &sequence->steps.data[i];

		switch (s->kind) {
		case STEP_KERNEL:
		case STEP_ROOT: HR_TRY(launch(sequence, s, checked)); break;
		case STEP_COPY: HR_TRY(copy(run, s)); break;
		case STEP_FILL: HR_TRY(fill(run, s)); break;
		case STEP_CHECK: HR_TRY(check(sequence, s, checked)); break;
		case STEP_REPEAT:
			for (uint64_t n = 0; n < s->times; n++)
				HR_TRY(run_steps(sequence, i + 1, s->body, checked));
			i += s->body;
			break;
		}
	}
	return HR_OK;
}

/* --- the whole -------------------------------------------------------------------------------- */

static hr_status for_each_buffer(hr_sequence *sequence, bool track)
{
	hr_direct *direct = &sequence->direct;

	for (size_t i = 0; i < direct->buffers.count; i++) {
		const hr_named_buffer *buffer = &direct->buffers.data[i];

		if (!buffer->elements.array.count || buffer->variable)
			continue;
		HR_TRY(track ? hr_buffer_track(direct, &buffer->elements, buffer->check.what,
					       buffer->at->line)
			     : hr_buffer_untrack(direct, &buffer->elements));
	}
	return HR_OK;
}

static hr_status run_all(hr_sequence *sequence)
{
	hr_run *run = sequence->direct.run;
	hr_status checked = HR_OK, status;

	HR_TRY(hr_init(run));
	HR_TRY(for_each_buffer(sequence, true));
	HR_TRY(run_steps(sequence, 0, sequence->steps.count, &checked));
	HR_TRY(for_each_buffer(sequence, false));
	status = hr_buffers_check(&sequence->direct);
	checked = checked == HR_OK ? status : checked;
	status = hr_cleanup(run);
	return hr_run_note(run, checked != HR_OK ? checked : status);
}

hr_status hr_sequence_run(hr_sequence *sequence, hr_run *run)
{
	sequence->direct.run = run;
	HR_TRY(read_rest(sequence));
	HR_TRY(hr_host_open_libraries(run));
	(void)hr_run_enter(run);
	hr_host_begin(run);
	return run_all(sequence);
}

void hr_sequence_free(hr_sequence *sequence)
{
	if (!sequence)
		return;
	hr_direct_free(&sequence->direct);
	HR_VEC_FREE(&sequence->steps);
	HR_VEC_FREE(&sequence->launches);
	HR_VEC_FREE(&sequence->places);
	hr_free(sequence);
}
