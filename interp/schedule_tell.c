/* interp/schedule_tell.c -- what the schedule tells whoever records the run (events.h).
 *
 * Not here: streams (stream.c), tracked memory (memory.c). */
#include "events.h"
#include "plan.h"

void hr_plan_make_grid_event(const hr_plan *plan, const hr_thread *thread, const plan_node *node,
		       const child_state *state, bool begins)
{
	hr_event event = {
		.kind = begins ? HR_EVENT_BEGIN_GRID : HR_EVENT_END_GRID,
		.node = node->node,
		.execution = thread->execution,
		.parent = node->level.parent,
		.count = state->count,
		.by = begins ? NULL : node->stats->runner,
	};

	hr_events_note(plan->run, thread, &event);
}

void hr_plan_make_batch_event(const hr_plan *plan, const hr_thread *thread, const plan_node *node,
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

void hr_plan_tell_edges(const hr_plan *plan, const hr_thread *thread, const plan_node *parent,
		       const plan_node *node, const hr_scope *scope, const hr_copies *copies)
{
	for (size_t i = 0; i < copies->count; i++) {
		const hr_copy *copy = &copies->data[i];
		unsigned port = 0;
		hr_event event = {
			.kind = HR_EVENT_EDGE,
			.node = node->node,
			.execution = thread->execution,
			.parent = node->level.parent,
			.from = parent->children[copy->source]->node,
			.from_port = copy->port,
			.count = copies == &node->shared ? 1 : scope->children[node->node->index].count,
			.value = copies == &node->shared ? node->inputs + copy->to : NULL,
			.bytes = copy->bytes,
		};

		while (node->node->inputs[port].offset != copy->to)
			port++;
		event.port = port;
		hr_events_note(plan->run, thread, &event);
	}
}

void hr_plan_make_execution_event(const hr_plan *plan, const hr_thread *thread, uint64_t execution, bool begins)
{
	hr_event event = {
		.kind = begins ? HR_EVENT_BEGIN_EXECUTION : HR_EVENT_END_EXECUTION,
		.node = plan->graph->root,
		.execution = execution,
	};

	hr_events_note(plan->run, thread, &event);
}
