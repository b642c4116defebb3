/* interp/schedule/group.c -- instances that meet at barriers.
 *
 * All instances of a leaf within one instance of its parent form a group. Each has its own stack
 * area and runs, in the order of the schedule, until it stops at a barrier or completes. When all
 * have stopped at the same barrier the next round begins. Rounds count the dynamic occurrences: in
 * round n an instance stops at its n-th barrier.
 *
 * An instance that reads the same again and again in a loop that waits for others stops there as well, and
 * goes on when the others have run (M8). A *turn* runs each such instance once more, or passes the barrier where all
 * wait.
 *
 * Stack areas are one mapping. A leaf that calls nothing needs only its frame, and frames are
 * adjacent. Otherwise each area has the whole stack limit, as a leaf without barriers has;
 * untouched pages cost nothing. Frames then start at different offsets in their pages, since
 * otherwise all would compete for the same cache lines. If that much address space is not
 * available, areas are halved.
 *
 * Invariant: when a turn ends, no instance is running: each waits, has completed, or has trapped.
 * Owns:      the group's mapping and tables, reused by later grids.
 * Clauses:   M3, M8, E5 (inputs are placed when an instance begins; each instance has its own output
 *            image).
 * Not here:  leaves without barriers (schedule.c), collectives of warps (warp.c), instances that wait for those of
 *            other groups (progress.c). */
#include <stdio.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/engine/engine.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/memory.h"
#include "interp/schedule/plan.h"
#include "src/arith/warp.h"
#include "src/base/mix.h"

enum {
	PAGE = 4096,
	COLOURS = 64 * 1024,
	SMALL_ROOM = 256,       /* beyond the frame of a leaf without calls */
	LEAST_ROOM = 16 * 1024, /* for calls; a smaller area is useless */
};

typedef enum member_state {
	MEMBER_WAITS,
	MEMBER_COMPLETED,
	MEMBER_TRAPPED,
	MEMBER_POLLS, /* stopped in a loop that waits for others */
	/* of leaves with collectives of warps: */
	MEMBER_COLLECTS, /* waits at one */
	MEMBER_GOES,     /* has not begun, or can go on */
} member_state;

typedef struct group_member {
	hr_activation activation;
	hr_level level;
	member_state state;
	uint64_t index; /* in reference order */
	/* of one that polls: a hash of all that decides what it does next but memory that others can change */
	uint64_t print;
} group_member;

struct plan_group {
	group_member *members; /* in the order of the schedule; mapped, owns */
	uint8_t *outputs;      /* an image for each member; mapped, owns */
	/* of leaves with collectives of warps: by index, the member's place in members; owns */
	uint32_t *place;
	uint64_t count;   /* capacity in members */
	uint64_t started; /* members whose activation is initialised */
	uint64_t running; /* of leaves with collectives: members of the running grid */
	uint8_t *stacks;  /* mapped; owns */
	size_t stacks_bytes, area, colour, members_bytes, outputs_bytes;
};

static void unmap_stacks(plan_group *group, hr_checker *checker)
{
	hr_check_unmapped(checker, group->stacks, group->stacks_bytes);
	hr_pages_unmap(group->stacks, group->stacks_bytes);
}

void hr_group_free(plan_group *group, hr_checker *checker)
{
	if (!group)
		return;
	unmap_stacks(group, checker);
	hr_pages_unmap(group->members, group->members_bytes);
	hr_pages_unmap(group->outputs, group->outputs_bytes);
	hr_free(group->place);
	hr_free(group);
}

/* --- room ------------------------------------------------------------------------------------- */

static size_t round_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) / to * to;
}

static bool map_stacks(plan_group *group, const hr_code *code, size_t limit, uint64_t count)
{
	size_t align = code->frame_align > 64 ? code->frame_align : 64;
	size_t frame = round_up((size_t)code->frame_bytes + SMALL_ROOM, align) + align;
	bool calls = code->call_count || code->dynamic_stack;

	if (code->frame_bytes > limit) { /* the frame overflows: provide no more than the limit */
		calls = false;
		frame = limit < 64 ? 64 : limit / 64 * 64;
	}
	group->colour = calls ? round_up(frame, 64) : 0;
	for (size_t room = limit;; room /= 2) {
		group->area = calls ? round_up(frame + room, PAGE) + COLOURS : frame;
		if (!__builtin_mul_overflow(count, group->area, &group->stacks_bytes)) {
			group->stacks = hr_pages_map(group->stacks_bytes, false);
			if (group->stacks)
				return true;
		}
		if (!calls || room < 2 * LEAST_ROOM)
			return false;
	}
}

static hr_status reserve(hr_plan *plan, plan_node *node, uint64_t count, uint64_t execution)
{
	plan_group *group = node->group;
	size_t limit = plan->run->options.stack_limit;

	if (!group)
		group = node->group = hr_alloc_zero(sizeof(*group));
	if (count <= group->count)
		return HR_OK;
	unmap_stacks(group, plan->run->checker);
	hr_pages_unmap(group->members, group->members_bytes);
	hr_pages_unmap(group->outputs, group->outputs_bytes);
	hr_free(group->place);
	*group = (plan_group){0};
	if (!__builtin_mul_overflow(count, sizeof(group_member), &group->members_bytes))
		group->members = hr_pages_map(group->members_bytes, true);
	if (!__builtin_mul_overflow(count, node->image_bytes + 16, &group->outputs_bytes))
		group->outputs = hr_pages_map(group->outputs_bytes, true);
	if (group->members && group->outputs &&
	    map_stacks(group, node->code, limit ? limit : HR_DEFAULT_STACK, count)) {
		hr_check_mapped(plan->run->checker, group->stacks, group->stacks_bytes);
		group->count = count;
		return HR_OK;
	}
	return hr_report_level(plan->run, &node->node->where, node->level.parent, execution,
			       HR_D_memory_limit, "the stacks of instances that meet at barriers",
			       group->stacks_bytes);
}

static void start(plan_group *group, const hr_code *code, uint64_t i)
{
	size_t skip = group->colour ? i * group->colour % COLOURS / 64 * 64 : 0;

	hr_activation_init(&group->members[i].activation, code,
			   group->stacks + i * group->area + skip, group->area - skip);
}

/* --- divergence ------------------------------------------------------------------------------- */

/* Return the position of SELF. The program counter is after a barrier that the instance waits at,
 * but at a return. */
static plan_standing standing(const group_member *self)
{
	const hr_code *code = hr_frame_of(self->activation.frame)->code;
	uint32_t word = (uint32_t)(self->activation.pc - code->words);
	plan_standing at = {.code = code, .waits = self->state == MEMBER_WAITS};

	memcpy(at.id, self->level.id, sizeof(at.id));
	at.how = at.waits                         ? PLAN_AT_BARRIER
		 : self->state == MEMBER_COLLECTS ? PLAN_AT_WARP
		 : self->state == MEMBER_POLLS    ? PLAN_AT_POLL
						  : PLAN_ENDED;
	at.word = word - (at.how == PLAN_AT_BARRIER ? 1
			  : at.how == PLAN_AT_WARP  ? HR_WARP_WORDS
			  : at.how == PLAN_AT_POLL  ? HR_POLL_WORDS
						    : 0);
	return at;
}

static hr_status diverged(hr_plan *plan, hr_thread *thread, const plan_node *node,
			  const group_member *waiting, const group_member *other, uint64_t count)
{
	plan_standing first = standing(waiting), second = standing(other);
	plan_tally tally = {.count = count};

	for (uint64_t i = 0; i < count; i++) {
		tally.waiting += node->group->members[i].state == MEMBER_WAITS;
		tally.completed += node->group->members[i].state == MEMBER_COMPLETED;
	}
	return hr_plan_diverged(plan, thread, &waiting->level, &first, &second, &tally);
}

/* Return HR_OK if all running instances wait at one barrier (K5: of a kernel that counts ended
 * work-items as arrived, all that have not ended). Set *WAITING to their number and *AT to the place of
 * the first. The reported pair is the first waiting instance in the order of the schedule and the first that
 * disagrees with it. */
static hr_status check_round(hr_plan *plan, hr_thread *thread, const plan_node *node,
			     uint64_t count, uint64_t *waiting, plan_standing *at)
{
	const group_member *members = node->group->members, *first = NULL;

	*waiting = 0;
	for (uint64_t i = 0; i < count; i++) {
		if (members[i].state != MEMBER_WAITS)
			continue;
		first = first ? first : &members[i];
		++*waiting;
	}
	if (!first)
		return HR_OK;
	*at = standing(first);
	for (uint64_t i = 0; i < count; i++) {
		const group_member *other = &members[i];

		if ((other->state == MEMBER_COMPLETED && !plan->run->program->ended_arrive) ||
		    (other->state == MEMBER_WAITS && other->activation.pc != first->activation.pc))
			return diverged(plan, thread, node, first, other, count);
	}
	return HR_OK;
}

/* --- warps ------------------------------------------------------------------------------------ */

/* The number of the group's instances is COUNT; that of warps' lanes is the program's. */
typedef struct warp {
	plan_lane lanes[HR_WARP_MOST];
	uint64_t first; /* index of lane 0 */
	unsigned count;
} warp;

static warp warp_at(const plan_node *node, uint64_t first, uint64_t count, unsigned lanes)
{
	static const plan_lane_state states[] = {
		[MEMBER_WAITS] = PLAN_LANE_WAITS,       [MEMBER_COMPLETED] = PLAN_LANE_ENDED,
		[MEMBER_TRAPPED] = PLAN_LANE_ABSENT,    [MEMBER_POLLS] = PLAN_LANE_GOES,
		[MEMBER_COLLECTS] = PLAN_LANE_COLLECTS, [MEMBER_GOES] = PLAN_LANE_GOES};
	const plan_group *group = node->group;
	warp at = {.first = first};

	at.count = count - first < lanes ? (unsigned)(count - first) : lanes;
	for (unsigned i = 0; i < at.count; i++) {
		group_member *member = &group->members[group->place[first + i]];

		at.lanes[i] = (plan_lane){&member->activation, &member->level, first + i,
					  states[member->state]};
	}
	return at;
}

/* Take over which lanes go on. */
static void go_on(const plan_node *node, const warp *at)
{
	for (unsigned i = 0; i < at->count; i++)
		if (at->lanes[i].state == PLAN_LANE_GOES) {
			member_state *state =
				&node->group->members[node->group->place[at->first + i]].state;

			*state = *state == MEMBER_POLLS ? MEMBER_POLLS : MEMBER_GOES;
		}
}

/* Member I has stopped at a collective. */
static void arrive(hr_plan *plan, hr_thread *thread, const plan_node *node, uint64_t i)
{
	const unsigned lanes = plan->run->program->warp;
	const uint64_t index = node->group->members[i].index;
	warp at = warp_at(node, index / lanes * lanes, node->group->running, lanes);

	hr_warp_arrive(plan, thread, at.lanes, at.count, (unsigned)(index % lanes));
	go_on(node, &at);
}

/* No member can go on, also of those that poll with STUCK: complete the collectives without a mask. Return true if
 * members go on. */
static bool settle_warps(hr_plan *plan, hr_thread *thread, const plan_node *node, bool stuck)
{
	const unsigned lanes = plan->run->program->warp;
	bool any = false;

	for (uint64_t first = 0; first < node->group->running; first += lanes) {
		warp at = warp_at(node, first, node->group->running, lanes);

		for (unsigned i = 0; i < at.count && stuck; i++)
			if (node->group->members[node->group->place[first + i]].state ==
			    MEMBER_POLLS)
				at.lanes[i].state = PLAN_LANE_WAITS;
		if (!hr_warp_settle(plan, thread, at.lanes, at.count))
			continue;
		go_on(node, &at);
		any = true;
	}
	return any;
}

static hr_status check_warps(hr_plan *plan, hr_thread *thread, const plan_node *node)
{
	const unsigned lanes = plan->run->program->warp;

	for (uint64_t first = 0; first < node->group->running; first += lanes) {
		warp at = warp_at(node, first, node->group->running, lanes);

		HR_TRY(hr_warp_check(plan, thread, at.lanes, at.count));
	}
	return HR_OK;
}

/* The members of a new grid, COUNT of them, in the order of its schedule. */
static void begin_warps(hr_plan *plan, plan_node *node, const child_state *state)
{
	plan_group *group = node->group;
	hr_walk walk;
	int64_t id[3];

	group->running = state->count;
	if (!group->place)
		group->place = hr_alloc_array(group->count, sizeof(uint32_t));
	hr_walk_begin(&walk, &plan->order, node->node->number, state->extent, state->count);
	while (hr_walk_next(&walk, id)) {
		group->place[walk.index] = (uint32_t)(walk.ran - 1);
		group->members[walk.ran - 1].state = MEMBER_GOES;
	}
}

/* --- rounds ----------------------------------------------------------------------------------- */

static hr_status run_member(hr_plan *plan, hr_thread *thread, plan_node *node, uint64_t i)
{
	group_member *self = &node->group->members[i];
	bool at_barrier = false;
	hr_status status;

	/* a loop may have a barrier or a collective in it, too */
	if (self->activation.at_poll)
		self->activation.poll.same = self->activation.poll.count = 0;
	status = hr_activation_run(thread, &self->activation, &at_barrier);
	if (status == HR_OK) {
		self->state = !at_barrier                ? MEMBER_COMPLETED
			      : self->activation.at_warp ? MEMBER_COLLECTS
			      : self->activation.at_poll ? MEMBER_POLLS
							 : MEMBER_WAITS;
		if (self->state == MEMBER_COLLECTS)
			arrive(plan, thread, node, i);
		return HR_OK;
	}
	self->state = MEMBER_TRAPPED;
	node->group->started = 0;
	memset(self->activation.outputs, 0, node->image_bytes);
	return hr_plan_survive(plan, status);
}

/* Resume instance I. If instances have different inputs, its inputs are shown to the checkers. */
static hr_status resume_member(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			       uint64_t i)
{
	const group_member *self = &node->group->members[i];

	if (node->single.count && plan->run->observed) {
		HR_TRY(hr_plan_single_inputs(plan, thread, node, scope, &self->level, self->index));
		hr_check_inputs(plan->run->checker, node->inputs);
	}
	return run_member(plan, thread, node, i);
}

static hr_status first_round(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     const child_state *state)
{
	plan_group *group = node->group;
	hr_walk walk;
	int64_t id[3];

	hr_walk_begin(&walk, &plan->order, node->node->number, state->extent, state->count);
	while (hr_walk_next(&walk, id)) {
		uint64_t i = walk.ran - 1;
		group_member *self = &group->members[i];
		uint8_t *outputs = group->outputs + i * node->image_bytes;

		self->index = walk.index;
		self->level = node->level;
		memcpy(self->level.id, id, sizeof(id));
		memset(outputs, 0, node->image_bytes);
		HR_TRY(hr_plan_look(plan, thread, node, i));
		if (node->single.count)
			HR_TRY(hr_plan_single_inputs(plan, thread, node, scope, &self->level,
						     walk.index));
		if (node->single.count && plan->run->observed)
			hr_check_inputs(plan->run->checker, node->inputs);
		if (node->single.count && plan->run->split)
			hr_split_leaf(plan->run, node->node, node->inputs);
		if (plan->run->options.schedules > 1)
			hr_activation_clear(&self->activation);
		hr_activation_begin(&self->activation, &self->level, node->inputs, outputs);
		HR_TRY(run_member(plan, thread, node, i));
	}
	return HR_OK;
}

/* Return true if a member waits in a loop for others. */
static bool any_polls(const plan_group *group, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (group->members[i].state == MEMBER_POLLS)
			return true;
	return false;
}

/* Run members until each waits or has completed. Set *ANY to true if one has run. */
static hr_status run_warps(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   const child_state *state, bool *any)
{
	bool more = true;

	while (more) {
		more = false;
		for (uint64_t i = 0; i < state->count; i++) {
			if (node->group->members[i].state != MEMBER_GOES)
				continue;
			more = *any = true;
			HR_TRY(hr_plan_look(plan, thread, node, i));
			HR_TRY(resume_member(plan, thread, node, scope, i));
		}
		more = more || settle_warps(plan, thread, node, false);
	}
	return HR_OK;
}

/* Return a hash of the instance's position, its registers and its variables. */
static uint64_t print_of(const hr_activation *activation)
{
	const size_t words = (size_t)(activation->top - activation->base) / sizeof(uint64_t);
	uint64_t hash = hr_mix(hr_map_key(activation->pc) ^ hr_mix(activation->poll.address)) ^
			activation->poll.value;

	for (size_t i = 0; i < words; i++) {
		uint64_t word;

		memcpy(&word, activation->base + i * sizeof(word), sizeof(word));
		hash = (hash ^ word) * HR_MIX_STEP;
		hash ^= hash >> 29;
	}
	return hash;
}

/* Run the members that poll once more. Set *ANY to true if one does anything else then, and *SAME to false if
 * one is not in the state in which it was. */
static hr_status run_polls(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   const child_state *state, bool *any, bool *same)
{
	for (uint64_t i = 0; i < state->count; i++) {
		group_member *self = &node->group->members[i];
		uint64_t print;

		if (self->state != MEMBER_POLLS)
			continue;
		HR_TRY(hr_plan_look(plan, thread, node, i));
		HR_TRY(resume_member(plan, thread, node, scope, i));
		if (self->state != MEMBER_POLLS) {
			*any = true;
			continue;
		}
		print = print_of(&self->activation);
		*same &= print == self->print;
		self->print = print;
	}
	return HR_OK;
}

static hr_status resume_all(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			    const child_state *state)
{
	for (uint64_t i = 0; i < state->count; i++) {
		if (node->group->members[i].state != MEMBER_WAITS)
			continue;
		HR_TRY(hr_plan_look(plan, thread, node, i));
		HR_TRY(resume_member(plan, thread, node, scope, i));
	}
	return HR_OK;
}

hr_status hr_group_turn(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			const child_state *state, plan_turn *turn)
{
	bool any = false, same = true;
	plan_standing at;
	uint64_t waiting;

	HR_TRY(run_polls(plan, thread, node, scope, state, &any, &same));
	if (node->code->has_warp)
		HR_TRY(run_warps(plan, thread, node, scope, state, &any));
	*turn = any ? PLAN_TURN_MOVED : same ? PLAN_TURN_STUCK : PLAN_TURN_POLLED;
	if (any_polls(node->group, state->count)) {
		if (*turn == PLAN_TURN_STUCK && node->code->has_warp &&
		    settle_warps(plan, thread, node, true))
			*turn = PLAN_TURN_MOVED;
		return HR_OK;
	}
	if (node->code->has_warp)
		HR_TRY(check_warps(plan, thread, node));
	HR_TRY(check_round(plan, thread, node, state->count, &waiting, &at));
	*turn = waiting ? PLAN_TURN_MOVED : PLAN_TURN_ENDED;
	if (!waiting)
		return HR_OK;
	if (plan->run->observed)
		hr_check_barrier(plan->run->checker, at.code, at.word);
	return resume_all(plan, thread, node, scope, state);
}

/* Return true if WAITER waits where one of LIST does, for the same. */
static bool is_listed(const plan_waiters *list, const plan_waiter *waiter)
{
	for (unsigned i = 0; i < list->count; i++) {
		const plan_waiter *other = &list->list[i];

		if (other->at.code == waiter->at.code && other->at.word == waiter->at.word &&
		    other->address == waiter->address)
			return true;
	}
	return false;
}

void hr_group_waiters(const plan_node *node, uint64_t count, plan_waiters *list)
{
	for (uint64_t i = 0; i < count; i++) {
		const group_member *self = &node->group->members[i];
		plan_waiter waiter;

		if (self->state == MEMBER_COMPLETED || self->state == MEMBER_TRAPPED)
			continue;
		waiter = (plan_waiter){.at = standing(self)};
		memcpy(waiter.group, self->level.parent->id, sizeof(waiter.group));
		list->polling += self->state == MEMBER_POLLS;
		list->others += self->state != MEMBER_POLLS;
		if (self->state == MEMBER_POLLS) {
			waiter.address = self->activation.poll.address;
			waiter.value = self->activation.poll.value;
		}
		if (list->count < PLAN_WAITERS && !is_listed(list, &waiter))
			list->list[list->count++] = waiter;
	}
}

hr_status hr_group_no_progress(hr_plan *plan, hr_thread *thread, const plan_node *node,
			       const child_state *state)
{
	plan_waiters list = {.count = 0};

	hr_group_waiters(node, state->count, &list);
	return hr_plan_no_progress(plan, thread, &node->level, &list);
}

static hr_status note_all(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state)
{
	plan_group *group = node->group;

	if (!node->node->output_count)
		return HR_OK;
	for (uint64_t i = 0; i < state->count; i++) {
		const group_member *self = &group->members[i];
		uint8_t *outputs = self->activation.outputs;

		if (self->state == MEMBER_WAITS || self->state == MEMBER_POLLS ||
		    self->state == MEMBER_COLLECTS) /* abandoned after a divergence */
			memset(outputs, 0, node->image_bytes);
		if (node->keep_each)
			memcpy(state->each + self->index * node->image_bytes, outputs,
			       node->image_bytes);
		HR_TRY(hr_plan_note_outputs(plan, thread, node, state, &self->level, outputs,
					    self->index, i));
	}
	return HR_OK;
}

hr_status hr_group_begin(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			 const child_state *state)
{
	plan_group *group;

	HR_TRY(reserve(plan, node, state->count, thread->execution));
	group = node->group;
	for (; group->started < state->count; group->started++)
		start(group, node->code, group->started);
	if (node->code->has_warp)
		begin_warps(plan, node, state);
	return first_round(plan, thread, node, scope, state);
}

hr_status hr_group_end(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
		       hr_status status)
{
	if (status != HR_OK && node->group)
		node->group->started = 0; /* frames in use cannot be reused */
	HR_TRY(hr_plan_survive(plan, status));
	return note_all(plan, thread, node, state);
}

hr_status hr_group_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
		       child_state *state)
{
	hr_status status = hr_group_begin(plan, thread, node, scope, state);
	plan_turn turn = PLAN_TURN_MOVED;
	plan_stuck stuck = {.turns = 0};

	while (status == HR_OK && turn != PLAN_TURN_ENDED) {
		status = hr_group_turn(plan, thread, node, scope, state, &turn);
		if (status == HR_OK &&
		    hr_stuck_forever(plan, &stuck, turn == PLAN_TURN_STUCK, state->count))
			status = hr_group_no_progress(plan, thread, node, state);
	}
	return hr_group_end(plan, thread, node, state, status);
}
