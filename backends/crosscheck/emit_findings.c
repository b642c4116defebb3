/* backends/crosscheck/emit_findings.c -- emits the events of cross-checks: verdicts, failures,
 * differences.
 *
 * Owns:     nothing.
 * Not here: events of units and workers (backends/dispatch/emit_events.c). */
#include "backends/crosscheck/emit_findings.h"

#include <stdio.h>
#include <string.h>

#include "backends/crosscheck/compare.h"
#include "interp/memory/content.h"
#include "interp/run/events.h"
#include "interp/run/value_text.h"

enum { NUMBER = 24, PORT_TEXT = 96, MOST_PORTS = 10 };

typedef struct findings {
	hr_event_detail details[HR_EVENT_DETAILS];
	unsigned count;
} findings;

static void add(findings *all, const char *key, const char *value)
{
	if (value && *value && all->count < HR_EVENT_DETAILS)
		all->details[all->count++] = (hr_event_detail){.key = key, .value = value};
}

static void add_number(findings *all, const char *key, uint64_t number, char text[NUMBER])
{
	snprintf(text, NUMBER, "%llu", (unsigned long long)number);
	add(all, key, text);
}

void hr_emit_event_verdict(hr_run *run, const hr_crosscheck_row *row)
{
	char numbers[6][NUMBER], ulps[32];
	findings all = {0};
	hr_event_more more = {.word = hr_verdict_word(row->verdict), .details = all.details};
	hr_event event = {
		.kind = HR_EVENT_VERDICT, .node = row->leaf, .by = row->backend, .more = &more};

	if (!run->events)
		return;
	add(&all, "why", row->why);
	add_number(&all, "grids", row->grids, numbers[0]);
	add_number(&all, "instances", row->instances, numbers[1]);
	add_number(&all, "bytes compared", row->bytes, numbers[2]);
	add_number(&all, "mismatches", row->mismatches, numbers[3]);
	if (row->left_out)
		add_number(&all, "grids left out", row->left_out, numbers[4]);
	if (row->mismatches)
		add(&all, "largest difference", hr_ulps_text(row->worst_ulps, ulps));
	add(&all, "first", row->first);
	add(&all, "file", row->file);
	if (row->line)
		add_number(&all, "line", row->line, numbers[5]);
	add(&all, "case", row->replay);
	more.count = all.count;
	hr_events_note(run, NULL, &event);
}

/* Emit the difference, if events are recorded. */
static void note_difference(const hr_offload_grid *grid, const char *backend, const findings *all)
{
	hr_event_more more = {.details = all->details, .count = all->count};
	hr_event event = {.kind = HR_EVENT_DIFFERENCE,
			  .node = grid->level->node,
			  .execution = grid->thread->execution,
			  .parent = grid->level->parent,
			  .by = backend,
			  .more = &more};

	hr_events_note(grid->run, grid->thread, &event);
}

void hr_emit_event_failure(const hr_offload_grid *grid, const char *backend, const char *word,
			   const char *text)
{
	findings all = {0};

	if (!grid->run->events)
		return;
	add(&all, "what", word);
	add(&all, "why", text);
	note_difference(grid, backend, &all);
}

/* The values of the first inputs of the instance. */
typedef struct event_inputs {
	char keys[MOST_PORTS][PORT_TEXT], values[MOST_PORTS][HR_VALUE_TEXT];
	hr_event_content contents[MOST_PORTS];
} event_inputs;

/* Return the contents, before the grid, of the memory that a pointer points to. Return NULL if they
 * are not known or not wanted. */
static const hr_event_content *content_before(const hr_offload_grid *grid,
					      const hr_event_difference *what, const hr_node *leaf,
					      unsigned port, const uint8_t *image,
					      hr_event_content *content)
{
	void *address;
	size_t bytes;

	if (!grid->run->events->hashes ||
	    !hr_content_find(grid->run, leaf->inputs, leaf->input_count, port, image, &address,
			     &bytes))
		return NULL;
	for (size_t i = 0; i < what->range_count; i++) {
		const hr_worker_range *range = &what->ranges[i];
		size_t offset = (size_t)((uintptr_t)address - (uintptr_t)range->memory);

		if (offset >= range->bytes || bytes > range->bytes - offset)
			continue;
		*content = (hr_event_content){
			.bytes = bytes,
			.hash = hr_content_hash((const uint8_t *)range->before + offset, bytes)};
		return content;
	}
	return NULL;
}

/* Add a detail to the event for each input. */
static void add_inputs(findings *all, const hr_offload_grid *grid, const hr_event_difference *what,
		       const hr_node *leaf, const uint8_t *image, event_inputs *inputs)
{
	unsigned count = leaf->input_count < MOST_PORTS ? leaf->input_count : MOST_PORTS;

	for (unsigned i = 0; i < count; i++) {
		const hr_port *port = &leaf->inputs[i];
		char *key = inputs->keys[i];
		void *address;

		snprintf(key, PORT_TEXT, "input %u%s%.60s%s", i, *port->name ? " '" : "",
			 port->name, *port->name ? "'" : "");
		if (port->type->kind != HR_T_PTR) {
			add(all, key,
			    hr_value_text(port->type, image + port->offset, inputs->values[i]));
		} else if (all->count < HR_EVENT_DETAILS) {
			memcpy(&address, image + port->offset, sizeof(address));
			all->details[all->count++] = (hr_event_detail){
				.key = key,
				.address = address,
				.content = content_before(grid, what, leaf, i, image,
							  &inputs->contents[i])};
		}
	}
}

void hr_emit_event_difference(const hr_offload_grid *grid, const hr_node *leaf, const bool *varies,
			      const hr_event_difference *what)
{
	char numbers[4][NUMBER], instance[HR_VALUE_TEXT] = "";
	event_inputs inputs;
	const uint8_t *image = grid->inputs;
	findings all = {0};

	if (!grid->run->events)
		return;
	if (what->level && what->level->node == leaf)
		hr_index_text(what->level->dims, what->level->id, instance);
	add(&all, "what", "differs");
	add(&all, "place", what->place);
	add(&all, "expected", what->expected);
	add(&all, "got", what->got);
	add(&all, "apart", what->ulps);
	add_number(&all, "element", what->element, numbers[0]);
	add_number(&all, "mismatches", what->mismatches, numbers[1]);
	add_number(&all, "elements", what->elements, numbers[2]);
	add(&all, "instance", instance + (*instance == ' '));
	if (what->where) {
		add(&all, "file", what->where->file);
		if (what->where->line)
			add_number(&all, "line", what->where->line, numbers[3]);
	}
	for (unsigned i = 0; i < leaf->input_count; i++)
		if (varies[i]) {
			image = grid->inputs + what->instance * hr_inputs_stride(leaf);
			break;
		}
	add_inputs(&all, grid, what, leaf, image, &inputs);
	note_difference(grid, what->backend, &all);
}
