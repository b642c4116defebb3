/* interp/schedule/emit_events.c -- events that the schedule emits to the recorder of the run
 * (interp/run/events.h).
 *
 * Not here:  streams (interp/stream/stream.c), tracked memory (interp/memory/memory.c). */
#include <string.h>

#include "interp/memory/content.h"
#include "interp/memory/memory.h"
#include "interp/run/events.h"
#include "interp/run/notes.h"
#include "interp/run/offload.h"
#include "interp/schedule/plan.h"

enum { MEMBERS_TEXT = 240 };

/* --- values whose events always have the same form -------------------------------------------- */

struct plan_events {
	hr_event_value *inputs, *outputs; /* NULL if each value has its own event; own */
	size_t input_count, bind_count, output_count;
	hr_event_grid grid; /* the last grid */
};

void hr_plan_events_free(plan_events *event_cache)
{
	if (!event_cache)
		return;
	hr_free(event_cache->inputs);
	hr_free(event_cache->outputs);
	hr_free(event_cache);
}

static bool have_pointers(const hr_copies *copies, const hr_port *ports)
{
	for (size_t i = 0; i < copies->count; i++)
		if (ports[copies->data[i].to_port].type->kind == HR_T_PTR)
			return true;
	return false;
}

static bool may_lack(const hr_copies *copies)
{
	for (size_t i = 0; i < copies->count; i++)
		if (copies->data[i].may_lack)
			return true;
	return false;
}

static hr_event_value event_value(hr_event_kind kind, const hr_node *node, const hr_node *from,
				  const hr_copy *copy, const hr_port *ports)
{
	return (hr_event_value){.kind = kind,
				.node = node,
				.from = from,
				.from_port = copy->port,
				.port = copy->to_port,
				.type = ports[copy->to_port].type,
				.at = copy->to};
}

static void emit_inputs_at_once(plan_events *event_cache, const plan_node *node,
				const plan_node *parent)
{
	const hr_port *ports = node->node->inputs;
	size_t count = 0;

	if (node->single.count || have_pointers(&node->binds, ports) ||
	    have_pointers(&node->shared, ports))
		return;
	event_cache->inputs = hr_alloc_array(node->binds.count + node->shared.count + 1,
					     sizeof(*event_cache->inputs));
	for (size_t i = 0; i < node->binds.count; i++)
		event_cache->inputs[count++] = event_value(HR_EVENT_BIND, node->node, parent->node,
							   &node->binds.data[i], ports);
	for (size_t i = 0; i < node->shared.count; i++) {
		const hr_copy *copy = &node->shared.data[i];

		event_cache->inputs[count++] =
			event_value(HR_EVENT_EDGE, node->node, parent->children[copy->source]->node,
				    copy, ports);
	}
	event_cache->bind_count = node->binds.count;
	event_cache->input_count = count;
}

static void emit_outputs_at_once(plan_events *event_cache, const plan_node *node)
{
	const hr_port *ports = node->node->outputs;

	if (!node->results.count || may_lack(&node->results) ||
	    have_pointers(&node->results, ports))
		return;
	event_cache->outputs = hr_alloc_array(node->results.count, sizeof(*event_cache->outputs));
	for (; event_cache->output_count < node->results.count; event_cache->output_count++) {
		const hr_copy *copy = &node->results.data[event_cache->output_count];

		event_cache->outputs[event_cache->output_count] = event_value(
			HR_EVENT_BIND_OUT, node->children[copy->source]->node, NULL, copy, ports);
	}
}

/* Return the prepared events of NODE. PARENT is NULL for a root. */
static plan_events *events_of(plan_node *node, const plan_node *parent)
{
	plan_events *event_cache = node->event_cache;

	if (event_cache)
		return event_cache;
	node->event_cache = event_cache = hr_alloc_zero(sizeof(*event_cache));
	if (parent)
		emit_inputs_at_once(event_cache, node, parent);
	emit_outputs_at_once(event_cache, node);
	event_cache->grid.node = node->node;
	event_cache->grid.of = (hr_event_values){node->level.parent, 0, node->inputs,
						 event_cache->inputs, event_cache->input_count};
	return event_cache;
}

bool hr_plan_emits_at_once(plan_node *node, const plan_node *parent)
{
	return events_of(node, parent)->inputs != NULL;
}

/* Return true if the bind events of this instance would repeat those of the first: all instances of
 * the parent pass the same values, unless they get different ones themselves. */
static bool binds_are_known(const plan_node *parent)
{
	const int64_t *id = parent->level.id;

	return (id[0] || id[1] || id[2]) && !parent->single.count;
}

/* --- grids and batches ------------------------------------------------------------------------ */

void hr_plan_make_grid_begin(const hr_plan *plan, hr_thread *thread, plan_node *node,
			     const child_state *state, bool waits)
{
	const hr_events *events = plan->run->events;
	plan_events *event_cache = node->event_cache;
	hr_event_grid *grid = &event_cache->grid;

	grid->of.execution = thread->execution;
	grid->count = state->count;
	grid->waits = waits;
	if (event_cache->bind_count) {
		size_t known = binds_are_known(&plan->nodes[node->node->parent->number])
				       ? event_cache->bind_count
				       : 0;

		grid->of.data = event_cache->inputs + known;
		grid->of.count = event_cache->input_count - known;
	}
	if (!waits || !hr_notes_begin_grid(events->notes, thread, grid))
		events->begin_grid(events->data, thread, grid);
}

void hr_plan_make_grid_end(const hr_plan *plan, hr_thread *thread, plan_node *node,
			   const child_state *state)
{
	const hr_events *events = plan->run->events;
	hr_event_grid *grid = &node->event_cache->grid;
	const char *by = node->stats->runner;

	if (!by && hr_notes_end_grid(events->notes, thread, grid))
		return;
	grid->of.execution = thread->execution;
	grid->count = state->count;
	events->end_grid(events->data, thread, grid, by);
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

/* --- values ----------------------------------------------------------------------------------- */

/* The values of a node's inputs or outputs. */
typedef struct port_values {
	const hr_port *ports;
	unsigned count;
	const uint8_t *image;
} port_values;

/* Set CONTENT to the memory that the pointer in PORT points to. Return false if that memory is
 * unknown. */
static bool look(const hr_plan *plan, hr_thread *thread, const port_values *values, unsigned port,
		 hr_event_content *content, uint8_t *copy)
{
	size_t room = plan->run->events->keeps, bytes;
	void *address;

	if (!hr_content_find(plan->run, values->ports, values->count, port, values->image, &address,
			     &bytes))
		return false;
	content->bytes = bytes;
	content->whole = copy;
	content->kept = !copy ? 0 : bytes < room ? bytes : room;
	return hr_content_read(thread, address, bytes, &content->hash, copy, room);
}

/* Emit EVENT, which describes one of VALUES, with the contents of a pointer if requested. */
static void emit_value(const hr_plan *plan, hr_thread *thread, const port_values *values,
		       hr_event *event)
{
	const hr_events *events = plan->run->events;
	hr_event_content content;
	uint8_t *copy;

	if (!(event->kind == HR_EVENT_EDGE ? events->hashes : events->hashes_of_binds) ||
	    !event->value || values->ports[event->port].type->kind != HR_T_PTR) {
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
		/* Initialise every field, which is faster than clearing the structure first. */
		hr_event event = {
			.kind = binds ? HR_EVENT_BIND : HR_EVENT_EDGE,
			.node = node->node,
			.execution = thread->execution,
			.parent = node->level.parent,
			.from = binds ? parent->node : parent->children[copy->source]->node,
			.from_port = copy->port,
			.count = single ? scope->children[node->node->index].count : 1,
			.value = single ? NULL : node->inputs + copy->to,
			.port = copy->to_port,
			.bytes = copy->bytes,
			.first = 0,
			.content = NULL,
			.by = NULL,
			.more = NULL,
		};
		emit_value(plan, thread, &values, &event);
	}
}

/* Emit all values that the outputs of PARENT have received in one event. Return false if that is
 * not possible. */
static bool emit_outputs(const hr_plan *plan, hr_thread *thread, plan_node *parent,
			 uint64_t execution, const uint8_t *outputs)
{
	const plan_events *event_cache = events_of(
		parent, parent->node->parent ? &plan->nodes[parent->node->parent->number] : NULL);
	const hr_events *events = plan->run->events;
	const hr_event_values values = {&parent->level, execution, outputs, event_cache->outputs,
					event_cache->output_count};

	if (!event_cache->outputs)
		return false;
	for (size_t i = 0; i < event_cache->output_count; i++)
		if (!outputs[parent->node->outputs_bytes + event_cache->outputs[i].port])
			return false; /* the output has no value */
	if (!hr_notes_output(events->notes, thread, &values))
		events->values(events->data, thread, &values);
	return true;
}

void hr_plan_make_output_events(const hr_plan *plan, hr_thread *thread, plan_node *parent,
				uint64_t execution, const uint8_t *outputs)
{
	port_values values;

	if (emit_outputs(plan, thread, parent, execution, outputs))
		return;
	values = (port_values){parent->node->outputs, parent->node->output_count, outputs};
	for (size_t i = 0; i < parent->results.count; i++) {
		const hr_copy *copy = &parent->results.data[i];
		const plan_node *source = parent->children[copy->source];
		unsigned port = copy->to_port;
		hr_event event = {
			.kind = HR_EVENT_BIND_OUT,
			.node = source->node,
			.execution = execution,
			.parent = source->level.parent,
			.from_port = copy->port,
			.port = port,
			.count = 1,
			.value = outputs + copy->to,
			.bytes = copy->bytes,
			.first = 0,
			.from = NULL,
			.content = NULL,
			.by = NULL,
			.more = NULL,
		};

		if (outputs[parent->node->outputs_bytes + port]) /* the output has a value */
			emit_value(plan, thread, &values, &event);
	}
}

void hr_plan_make_execution_event(const hr_plan *plan, hr_thread *thread, uint64_t execution,
				  bool begins)
{
	hr_event event = {
		.kind = begins ? HR_EVENT_BEGIN_EXECUTION : HR_EVENT_END_EXECUTION,
		.node = plan->graph->root,
		.execution = execution,
	};

	hr_events_note(plan->run, thread, &event);
}

/* --- units ------------------------------------------------------------------------------------ */

/* Write the paths of NODE's leaves below NODE to TEXT, as far as they fit. */
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

void hr_emit_event_unit(const hr_offload_grid *grid, const hr_node *node, hr_event_kind kind,
			const char *by, const char *word, const char *text)
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
		.first = hr_instance_index(extent, begin),
		.count =
			(uint64_t)((end[0] - begin[0]) * (end[1] - begin[1]) * (end[2] - begin[2])),
		.by = by,
		.more = &more,
	};

	if (node->internal && kind == HR_EVENT_BEGIN_UNIT) {
		name_members(node, strlen(node->path) + 1, members);
		more.text = members;
	}
	hr_events_note(grid->run, grid->thread, &event);
}
