/* interp/schedule_depth.c -- the schedule `depth-first`: what has become possible comes first.
 *
 * As soon as an instance has completed, the instances that its one-to-one edges made possible run, the
 * first child in topological order first, and what these make possible before anything else. So
 * instance i of a sink comes right after instance i of its source (E2), before instance i + 1 of it.
 * A child with an all-to-all edge waits for all instances, as E3 says, and so does a leaf with barriers,
 * whose instances run together.
 *
 * Invariant: each child's instances run in reference order: i of it can run when i of all its sources
 *            has, and theirs do so in that order.
 * Owns:      nothing; how far each child is lies in the scope.
 * Clauses:   N4 (this order), E2, E3.
 * Not here:  an instance (schedule.c). */
#include "checker.h"
#include "plan.h"

typedef struct depth {
	hr_plan *plan;
	hr_thread *thread;
	plan_node *parent;
	hr_scope *scope;
} depth;

static bool is_single(const depth *self, const hr_edge *edge)
{
	return !edge->all_to_all && self->parent->children[edge->source]->node->dims &&
	       self->parent->children[edge->sink]->node->dims;
}

/* How many instances of CHILD may have run by now. */
static uint64_t possible(const depth *self, unsigned child)
{
	const hr_node *node = self->parent->node;
	const child_state *state = &self->scope->children[child];
	const plan_node *sink = self->parent->children[child];
	uint64_t limit = state->count;

	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		const child_state *source = &self->scope->children[edge->source];

		if (edge->sink != child || source->ended)
			continue;
		if (!is_single(self, edge))
			return 0;
		if (source->ran < limit)
			limit = source->ran;
	}
	if (!sink->node->internal && sink->code->has_barrier && limit < state->count)
		return 0;
	return limit;
}

static bool has_sources_ended(const depth *self, unsigned child)
{
	const hr_node *node = self->parent->node;

	for (unsigned i = 0; i < node->edge_count; i++)
		if (node->edges[i].sink == child &&
		    !self->scope->children[node->edges[i].source].ended)
			return false;
	return true;
}

static hr_status advance(const depth *self, unsigned child);

/* The sinks of CHILD, as far as they can get. SINGLE: only those that one instance more may help. */
static hr_status follow(const depth *self, unsigned child, bool single)
{
	const hr_node *node = self->parent->node;

	for (unsigned o = 0; o < node->child_count; o++) {
		bool follows = false;

		for (unsigned i = 0; i < node->edge_count && !follows; i++)
			follows = node->edges[i].source == child &&
				  node->edges[i].sink == node->order[o] &&
				  (!single || is_single(self, &node->edges[i]));
		if (follows)
			HR_TRY(advance(self, node->order[o]));
	}
	return HR_OK;
}

static void place(const child_state *state, int64_t id[3])
{
	uint64_t y = (uint64_t)state->extent[1], z = (uint64_t)state->extent[2];

	id[2] = (int64_t)(state->ran % z);
	id[1] = (int64_t)(state->ran / z % y);
	id[0] = (int64_t)(state->ran / z / y);
}

static hr_status run_next(const depth *self, plan_node *node, child_state *state)
{
	hr_plan *plan = self->plan;

	if (!node->node->internal && state->ran == 0)
		hr_plan_check_grid(plan, node, state, &state->check);
	else if (!node->node->internal && plan->checked != node && plan->run->observed)
		hr_check_return(plan->run->checker, &node->level, state->count, node->inputs,
				node->single.count > 0, state->check);
	plan->checked = node;
	place(state, node->level.id);
	HR_TRY(hr_plan_run_one(plan, self->thread, node, self->scope, state, state->ran,
			       state->ran));
	state->ran++;
	return HR_OK;
}

static hr_status advance(const depth *self, unsigned child)
{
	plan_node *node = self->parent->children[child];
	child_state *state = &self->scope->children[child];
	bool together = !node->node->internal && node->code->has_barrier && state->count > 1;

	if (state->ended)
		return HR_OK;
	if (!state->begun && possible(self, child)) {
		state->begun = true;
		HR_TRY(hr_plan_begin_child(self->plan, self->thread, self->parent, self->scope,
					   child));
		if (together) {
			HR_TRY(hr_plan_run_all(self->plan, self->thread, node, self->scope, state));
			state->ran = state->count;
		}
	}
	while (state->ran < possible(self, child)) {
		HR_TRY(run_next(self, node, state));
		HR_TRY(follow(self, child, true));
	}
	if (state->ran < state->count || !has_sources_ended(self, child))
		return HR_OK;
	state->ended = true;
	return follow(self, child, false);
}

hr_status hr_depth_first(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope)
{
	const depth self = {plan, thread, parent, scope};

	for (unsigned i = 0; i < scope->child_count; i++) {
		scope->children[i].ran = 0;
		scope->children[i].begun = scope->children[i].ended = false;
	}
	for (unsigned i = 0; i < scope->child_count; i++) {
		HR_TRY(advance(&self, parent->node->order[i]));
		if (!scope->children[parent->node->order[i]].ended)
			hr_bug("child %u of '%s' does not end", parent->node->order[i],
			       parent->node->path);
	}
	return HR_OK;
}
