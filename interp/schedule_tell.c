/* interp/schedule_tell.c -- what the schedule tells whoever records the run (events.h).
 *
 * Not here: streams (stream.c), tracked memory (memory.c). */
#include <string.h>

#include "content.h"
#include "events.h"
#include "memory.h"
#include "offload.h"
#include "plan.h"

enum { MEMBERS_TEXT = 240 };

void hr_plan_make_grid_event(const hr_plan *plan, hr_thread *thread, const plan_node *node,
		       const child_state *state, bool begins)
{
	const hr_events *events = plan->run->events;
	const hr_told_grid grid = {node->node, node->level.parent, thread->execution, state->count,
				   begins};

	events->grid(events->data, thread, &grid, begins ? NULL : node->stats->runner);
}

void hr_plan_make_batch_event(const hr_plan *plan, hr_thread *thread, const plan_node *node,
			uint64_t first, uint64_t count, bool begins)
{
	hr_event event = {
		.kind = begins ? HR_EVENT_BEGIN_BATCH : HR_EVENT_END_BATCH,
		.node = node->node,
		.execution = thread->execution,
		.parent = node->level.parent,
		.first = first,
		.count = count,
	};

	hr_events_note(plan->run, thread, &event);
}

/* All instances of the parent give the same values, unless it gets different ones itself. */
static bool binds_are_known(const plan_node *parent)
{
	const int64_t *id = parent->level.id;

	return (id[0] || id[1] || id[2]) && !parent->single.count;
}

/* Values of a node's inputs, or outputs. */
typedef struct port_values {
	const hr_port *ports;
	unsigned count;
	const uint8_t *image;
} port_values;

/* What the pointer in PORT leads to; false: nobody asks, or nobody knows. */
static bool look(const hr_plan *plan, hr_thread *thread, const port_values *values, unsigned port,
		 hr_event_content *content, uint8_t *copy)
{
	const hr_port *next = &values->ports[port + 1];
	size_t room = plan->run->events->keeps, bytes;
	void *address, *base;
	uint64_t size;

	memcpy(&address, values->image + values->ports[port].offset, sizeof(address));
	if (!address || !hr_tracked(plan->run->tracker, address, &base, &bytes))
		return false;
	bytes -= (size_t)((uint8_t *)address - (uint8_t *)base);
	if (port + 1 < values->count && next->type->kind == HR_T_INT && next->type->store_size == sizeof(size)) {
		memcpy(&size, values->image + next->offset, sizeof(size));
		bytes = size && size < bytes ? size : bytes;
	}
	content->bytes = bytes;
	content->whole = copy;
	content->kept = !copy ? 0 : bytes < room ? bytes : room;
	return hr_content_read(thread, address, bytes, &content->hash, copy, room);
}

/* EVENT is of one of VALUES, if it has a value. */
static void tell_value(const hr_plan *plan, hr_thread *thread, const port_values *values, hr_event *event)
{
	const hr_events *events = plan->run->events;
	hr_event_content content;
	uint8_t *copy;

	if (!(event->kind == HR_EVENT_EDGE ? events->hashes : events->hashes_of_binds) || !event->value ||
	    values->ports[event->port].type->kind != HR_T_PTR) {
		hr_events_note(plan->run, thread, event);
		return;
	}
	copy = events->keeps ? hr_alloc(events->keeps) : NULL;
	if (look(plan, thread, values, event->port, &content, copy))
		event->content = &content;
	hr_events_note(plan->run, thread, event);
	hr_free(copy);
}

void hr_plan_make_edge_events(const hr_plan *plan, hr_thread *thread, const plan_node *parent,
			      const plan_node *node, const hr_scope *scope, const hr_copies *copies)
{
	const port_values values = {node->node->inputs, node->node->input_count, node->inputs};
	bool binds = copies == &node->binds, single = copies == &node->single;

	if (binds && binds_are_known(parent))
		return;
	for (size_t i = 0; i < copies->count; i++) {
		const hr_copy *copy = &copies->data[i];
		unsigned port = 0;
		hr_event event;

		while (node->node->inputs[port].offset != copy->to)
			port++;
		event = (hr_event){ /* all of it, so that nothing is cleared before, which would take longer */
			.kind = binds ? HR_EVENT_BIND : HR_EVENT_EDGE,
			.node = node->node,
			.execution = thread->execution,
			.parent = node->level.parent,
			.from = binds ? parent->node : parent->children[copy->source]->node,
			.from_port = copy->port,
			.count = single ? scope->children[node->node->index].count : 1,
			.value = single ? NULL : node->inputs + copy->to,
			.port = port,
			.bytes = copy->bytes,
			.first = 0,
			.content = NULL,
			.by = NULL,
			.more = NULL,
		};
		tell_value(plan, thread, &values, &event);
	}
}

void hr_plan_make_output_events(const hr_plan *plan, hr_thread *thread, const plan_node *parent, const hr_scope *scope,
				uint64_t execution, const uint8_t *outputs)
{
	const port_values values = {parent->node->outputs, parent->node->output_count, outputs};

	for (size_t i = 0; i < parent->results.count; i++) {
		const hr_copy *copy = &parent->results.data[i];
		const plan_node *source = parent->children[copy->source];
		unsigned port = parent->node->output_binds[i].port;
		hr_event event = {
			.kind = HR_EVENT_BIND_OUT,
			.node = source->node,
			.execution = execution,
			.parent = source->level.parent,
			.from_port = copy->port,
			.port = port,
			.count = scope->children[copy->source].count,
			.value = outputs + copy->to,
			.bytes = copy->bytes,
		};

		if (outputs[parent->node->outputs_bytes + port]) /* it has a value */
			tell_value(plan, thread, &values, &event);
	}
}

void hr_plan_make_execution_event(const hr_plan *plan, hr_thread *thread, uint64_t execution, bool begins)
{
	hr_event event = {
		.kind = begins ? HR_EVENT_BEGIN_EXECUTION : HR_EVENT_END_EXECUTION,
		.node = plan->graph->root,
		.execution = execution,
	};

	hr_events_note(plan->run, thread, &event);
}

/* --- units ---------------------------------------------------------------------------------------- */

/* The paths of NODE's leaves, from below NODE on, as far as there is room. */
static void name_members(const hr_node *node, size_t above, char text[MEMBERS_TEXT])
{
	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];
		size_t used = strlen(text), length = strlen(child->path + above);

		if (child->internal) {
			name_members(child, above, text);
		} else if (used + length + 8 < MEMBERS_TEXT) {
			strcat(text, used ? ", " : "");
			strcat(text, child->path + above);
		} else if (used && text[used - 1] != '.') {
			strcat(text, " ...");
			return;
		}
	}
}

void hr_tell_unit(const hr_offload_grid *grid, const hr_node *node, hr_event_kind kind, const char *by,
		  const char *word, const char *text)
{
	const hr_level *level = grid->level;
	const int64_t *extent = level->extent, *begin = grid->begin, *end = grid->end;
	char members[MEMBERS_TEXT] = "";
	hr_event_more more = {.word = word, .text = text};
	hr_event event = {
		.kind = kind,
		.node = node,
		.execution = grid->thread->execution,
		.parent = node == level->node ? level->parent
			  : level->parent     ? level->parent->parent
					      : NULL,
		.first = (uint64_t)((begin[0] * extent[1] + begin[1]) * extent[2] + begin[2]),
		.count = (uint64_t)((end[0] - begin[0]) * (end[1] - begin[1]) * (end[2] - begin[2])),
		.by = by,
		.more = &more,
	};

	if (node->internal && kind == HR_EVENT_BEGIN_UNIT) {
		name_members(node, strlen(node->path) + 1, members);
		more.text = members;
	}
	hr_events_note(grid->run, grid->thread, &event);
}
