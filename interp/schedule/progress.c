/* interp/schedule/progress.c -- the groups of a kernel whose work-items wait for each other in loops (M8).
 *
 * Groups run one after the other, each in turns (group.c). When all that have begun wait, the next ones begin,
 * and all in flight take turns. So a work-item that waits lets all others run, and a kernel in which
 * none waits for a later group has one group in flight.
 *
 * The plan has room for one instance of each node. What differs between the groups in flight is put there
 * before a group's turn: the group's id, its scope, and the leaf's inputs and instances.
 *
 * Limit:     on a device, a group that waits is resident. No more groups are begun than any device holds.
 *
 * Invariant: a group that has not begun can begin as long as there is room: nothing is reported before.
 * Owns:      what the groups in flight need; its scopes and stacks are used again.
 * Clauses:   M8, N1, N4 (groups begin in the order of the schedule).
 * Not here:  instances within a group (group.c), which loops wait (ir/kernel/poll.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/engine/engine.h"
#include "interp/run/events.h"
#include "interp/schedule/plan.h"
#include "src/base/tick.h"

enum {
	MOST_GROUPS = 8 * 1024,
	MOST_INSTANCES = 512 * 1024,
	MOST_MOVES = 64, /* turns of the groups in flight before others begin as well */
};

typedef struct progress_group {
	int64_t id[3];
	uint64_t index;
	hr_scope *scope;
	plan_group *group;
	uint8_t *inputs; /* of the leaf */
} progress_group;

typedef HR_VEC(progress_group *) progress_groups;

typedef struct progress {
	hr_plan *plan;
	hr_thread *thread;
	plan_node *node, *leaf;
	unsigned child; /* the leaf's number */
	hr_scope *outer;
	hr_walk walk;
	progress_groups running, spare; /* own */
	const progress_group *placed;   /* whose state the plan has */
	uint64_t instances;             /* in flight */
	bool all;                       /* no group is left to begin */
} progress;

/* Return the child of NODE whose instances wait in loops, the last one to run; NULL if there is none, or if other nodes
 * than allocations run before it. */
static plan_node *waiting_leaf(hr_plan *plan, plan_node *node, hr_status *status)
{
	const unsigned count = node->node->child_count;
	plan_node *leaf = count ? node->children[node->node->order[count - 1]] : NULL;

	if (!leaf || leaf->node->internal || !leaf->node->has_barrier)
		return NULL;
	for (unsigned i = 0; i < count; i++)
		if (node->children[i] != leaf && !node->children[i]->node->allocation)
			return NULL;
	if (!leaf->code)
		*status = hr_plan_prepare_leaf(plan, leaf);
	return *status == HR_OK && leaf->code->has_poll ? leaf : NULL;
}

bool hr_progress_needed(hr_plan *plan, plan_node *node)
{
	hr_status status = HR_OK;

	return node->node->parent && !node->node->output_count && !plan->run->options.pin_count &&
	       waiting_leaf(plan, node, &status);
}

/* --- the state of a group --------------------------------------------------------------------- */

/* The plan's checkers are going to watch another group. */
static void leave(progress *self)
{
	child_state *state;

	if (!self->placed || !self->plan->run->observed)
		return;
	state = &self->placed->scope->children[self->child];
	state->check = hr_check_pause(self->plan->run->checker, state->check);
	self->placed = NULL;
}

/* Put the state of GROUP where the plan has it. */
static void place(progress *self, progress_group *group)
{
	hr_plan *plan = self->plan;
	plan_node *leaf = self->leaf;
	const child_state *state = &group->scope->children[self->child];

	if (self->placed == group)
		return;
	leave(self);
	self->placed = group;
	memcpy(self->node->level.id, group->id, sizeof(group->id));
	self->node->scope = group->scope;
	leaf->group = group->group;
	memcpy(leaf->inputs, group->inputs, leaf->node->inputs_bytes);
	memcpy(leaf->level.extent, state->extent, sizeof(state->extent));
	if (plan->run->observed)
		hr_check_return(plan->run->checker, &leaf->level, state->count, leaf->inputs, false,
				state->check);
	plan->checked = leaf;
}

static progress_group *take_spare(progress *self)
{
	progress_group *group;

	if (self->spare.count)
		return self->spare.data[--self->spare.count];
	group = hr_alloc_zero(sizeof(*group));
	group->scope = hr_scope_for(self->node);
	group->inputs = hr_alloc_zero((size_t)self->leaf->node->inputs_bytes + 16);
	return group;
}

static void free_groups(progress *self, progress_groups *list)
{
	for (size_t i = 0; i < list->count; i++) {
		progress_group *group = list->data[i];

		hr_scope_free(group->scope);
		hr_group_free(group->group, self->plan->run->checker);
		hr_free(group->inputs);
		hr_free(group);
	}
	HR_VEC_FREE(list);
}

/* --- one group -------------------------------------------------------------------------------- */

static hr_status end_group(progress *self, size_t at, hr_status status)
{
	hr_plan *plan = self->plan;
	plan_node *node = self->node, *leaf = self->leaf;
	progress_group *group = self->running.data[at];
	child_state *state = &group->scope->children[self->child];

	status = hr_group_end(plan, self->thread, leaf, state, status);
	group->group = leaf->group;
	hr_plan_emit_grid_end(plan, self->thread, leaf, state);
	hr_plan_end_shared(plan, self->thread, node);
	hr_plan_emit_batch(plan, self->thread, node, group->index, 1, false);
	leaf->stats->instances += state->count;
	self->instances -= state->count;
	memmove(&self->running.data[at], &self->running.data[at + 1],
		(--self->running.count - at) * sizeof(*self->running.data));
	HR_PUSH(&self->spare, group);
	self->placed = NULL;
	return status;
}

/* Prepare the group of the walk: its inputs, its shared memory, its leaf. */
static hr_status prepare_group(progress *self, progress_group *group)
{
	hr_plan *plan = self->plan;
	plan_node *node = self->node, *leaf = self->leaf;
	hr_scope *inner = group->scope;
	child_state *state = &inner->children[self->child];

	memcpy(group->id, node->level.id, sizeof(group->id));
	group->index = self->walk.index;
	HR_TRY(hr_plan_look(plan, self->thread, node, self->walk.ran - 1));
	HR_TRY(hr_plan_single_inputs(plan, self->thread, node, self->outer, &node->level,
				     group->index));
	hr_plan_emit_batch(plan, self->thread, node, group->index, 1, true);
	node->scope = inner;
	inner->inputs = inner->launch_inputs = node->inputs;
	HR_TRY(hr_scope_grids(plan, node, inner, self->thread->execution));
	for (unsigned i = 0; i + 1 < node->node->child_count; i++)
		HR_TRY(hr_plan_run_child(plan, self->thread, node, inner, node->node->order[i]));
	HR_TRY(hr_plan_begin_child(plan, self->thread, node, inner, self->child));
	hr_plan_emit_grid_begin(plan, self->thread, leaf, state, false);
	hr_plan_check_grid(plan, leaf, state, &state->check);
	memcpy(group->inputs, leaf->inputs, leaf->node->inputs_bytes);
	leaf->group = group->group;
	return HR_OK;
}

static hr_status begin_group(progress *self)
{
	progress_group *group;
	child_state *state;
	hr_status status;

	if (!hr_walk_next(&self->walk, self->node->level.id)) {
		self->all = true;
		return HR_OK;
	}
	leave(self);
	group = take_spare(self);
	HR_PUSH(&self->running, group);
	HR_TRY(prepare_group(self, group));
	self->placed = group;
	state = &group->scope->children[self->child];
	self->instances += state->count;
	status = hr_group_begin(self->plan, self->thread, self->leaf, group->scope, state);
	group->group = self->leaf->group;
	return status == HR_OK ? HR_OK : end_group(self, self->running.count - 1, status);
}

/* --- all groups ------------------------------------------------------------------------------- */

/* Give each group in flight its turn. Set *BEST to the best that has come of it. */
static hr_status take_turns(progress *self, plan_turn *best)
{
	*best = PLAN_TURN_STUCK;
	for (size_t i = 0; i < self->running.count;) {
		progress_group *group = self->running.data[i];
		plan_turn turn = PLAN_TURN_ENDED;
		hr_status status;

		place(self, group);
		status = hr_group_turn(self->plan, self->thread, self->leaf, group->scope,
				       &group->scope->children[self->child], &turn);
		if (status != HR_OK || turn == PLAN_TURN_ENDED) {
			HR_TRY(end_group(self, i, status));
			turn = PLAN_TURN_MOVED;
		} else {
			i++;
		}
		*best = turn < *best ? turn : *best;
	}
	return HR_OK;
}

/* Begin as many groups as are in flight, so that the number of turns grows with theirs alone. */
static hr_status begin_more(progress *self)
{
	const size_t more = self->running.count + 1;

	for (size_t i = 0; i < more && !self->all && self->running.count < MOST_GROUPS &&
			   (self->instances < MOST_INSTANCES || !self->running.count);
	     i++)
		HR_TRY(begin_group(self));
	return HR_OK;
}

/* No instance in flight will ever leave the state in which it is. */
static hr_status report(progress *self)
{
	plan_waiters list = {.unbegun = self->walk.count - self->walk.ran};

	for (size_t i = 0; i < self->running.count; i++) {
		place(self, self->running.data[i]);
		hr_group_waiters(self->leaf,
				 self->running.data[i]->scope->children[self->child].count, &list);
	}
	place(self, self->running.data[0]);
	return hr_plan_no_progress(self->plan, self->thread, &self->leaf->level, &list);
}

static hr_status run_all(progress *self)
{
	plan_stuck stuck = {.turns = 0};
	unsigned moved = 0;
	plan_turn best;

	while (!self->all || self->running.count) {
		best = PLAN_TURN_STUCK;
		if (self->running.count)
			HR_TRY(take_turns(self, &best));
		if (best == PLAN_TURN_MOVED) {
			(void)hr_stuck_forever(self->plan, &stuck, false, self->instances);
			/* they may meet at barriers or collectives in a loop that waits for the next groups */
			if (++moved % MOST_MOVES == 0)
				HR_TRY(begin_more(self));
			continue;
		}
		if (!self->all) {
			const size_t before = self->running.count;

			HR_TRY(begin_more(self));
			if (self->running.count > before || self->all) {
				(void)hr_stuck_forever(self->plan, &stuck, false, self->instances);
				continue;
			}
		}
		if (hr_stuck_forever(self->plan, &stuck, best == PLAN_TURN_STUCK, self->instances))
			return report(self);
	}
	return HR_OK;
}

hr_status hr_progress_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  const child_state *state)
{
	const bool timed = plan->run->options.stats;
	const uint64_t bytes = hr_thread_bytes(thread), from = timed ? hr_nanoseconds() : 0;
	hr_scope *own = node->scope;
	hr_status status = HR_OK;
	progress self = {.plan = plan,
			 .thread = thread,
			 .node = node,
			 .leaf = waiting_leaf(plan, node, &status),
			 .child = node->node->order[node->node->child_count - 1],
			 .outer = scope};

	HR_TRY(status);
	hr_walk_begin(&self.walk, &plan->order, node->node->number, state->extent, state->count);
	status = run_all(&self);
	free_groups(&self, &self.running);
	free_groups(&self, &self.spare);
	node->scope = own;
	self.leaf->group = NULL;
	if (plan->run->options.width != 1)
		self.leaf->stats->narrow = "its instances wait for others in loops";
	self.leaf->stats->bytes += hr_thread_bytes(thread) - bytes;
	if (timed)
		self.leaf->stats->nanoseconds += hr_nanoseconds() - from;
	return hr_plan_survive(plan, status);
}
