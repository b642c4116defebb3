/* interp/schedule/overlap.c -- which stage of a stream runs next, while several executions are in
 * flight.
 *
 * A stage is one child of the root, for one execution. The schedules overlap executions in
 * different ways:
 *   reference    after each push every child that can run does so once, the last one first;
 *   reverse      the first child that can run: each runs for all executions in flight before the
 *                next child does;
 *   depth-first  nothing overlaps;
 *   random:SEED  any stage that can run; the seed determines the most executions in flight.
 *
 * Invariant: a child runs execution k after k - 1, and after the sources of its edges ran k (S3,
 *            E1).
 * Owns:      nothing.
 * Clauses:   S1, S3, N4.
 * Not here:  pushes and pops (interp/stream/stream.c), the order of instances within a stage
 *            (grid.c). */
#include "interp/schedule/overlap.h"

#include "interp/schedule/plan.h"
#include "src/base/mix.h"

static uint64_t draw(hr_overlap *self, uint64_t below)
{
	return hr_mix(self->seed + HR_MIX_STEP * ++self->drawn) % below;
}

void hr_overlap_begin(hr_overlap *self, const hr_node *root, hr_schedule schedule, uint64_t seed)
{
	*self = (hr_overlap){
		.root = root, .schedule = schedule, .seed = seed, .most = HR_OVERLAP_MOST};
	if (schedule != HR_SCHEDULE_RANDOM)
		return;
	self->most = 1 + draw(self, HR_OVERLAP_MOST);
	self->eager = draw(self, 2);
}

unsigned hr_overlap_steps(hr_overlap *self)
{
	return self->eager ? (unsigned)draw(self, 2 * (uint64_t)self->root->child_count + 1) : 0;
}

static bool is_ready(const hr_overlap *self, const uint64_t *done, uint64_t pushed, unsigned child)
{
	const hr_node *root = self->root;

	if (done[child] >= pushed)
		return false;
	for (unsigned i = 0; i < root->edge_count; i++)
		if (root->edges[i].sink == child && done[root->edges[i].source] <= done[child])
			return false;
	return true;
}

static uint64_t oldest(const hr_overlap *self, const uint64_t *done)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < self->root->child_count; i++)
		least = done[i] < least ? done[i] : least;
	return least;
}

static unsigned next_of_sweep(hr_overlap *self, const uint64_t *done, uint64_t pushed)
{
	while (oldest(self, done) < pushed) {
		if (!self->at) {
			self->at = self->root->child_count;
			self->pushed += self->pushed < pushed;
		}
		while (self->at)
			if (is_ready(self, done, self->pushed, self->root->order[--self->at]))
				return self->root->order[self->at];
	}
	return self->root->child_count;
}

static unsigned first_ready(const hr_overlap *self, const uint64_t *done, uint64_t pushed)
{
	for (unsigned i = 0; i < self->root->child_count; i++)
		if (is_ready(self, done, pushed, self->root->order[i]))
			return self->root->order[i];
	return self->root->child_count;
}

static unsigned any_ready(hr_overlap *self, const uint64_t *done, uint64_t pushed)
{
	unsigned count = self->root->child_count, ready = 0, nth;

	for (unsigned i = 0; i < count; i++)
		ready += is_ready(self, done, pushed, i);
	if (!ready)
		return count;
	nth = (unsigned)draw(self, ready);
	for (unsigned i = 0; i < count; i++)
		if (is_ready(self, done, pushed, i) && !nth--)
			return i;
	return count;
}

unsigned hr_overlap_next(hr_overlap *self, const uint64_t *done, uint64_t pushed)
{
	uint64_t first = oldest(self, done);

	if (self->schedule == HR_SCHEDULE_REFERENCE)
		return next_of_sweep(self, done, pushed);
	if (pushed - first > self->most)
		pushed = first + self->most;
	return self->schedule == HR_SCHEDULE_RANDOM ? any_ready(self, done, pushed)
						    : first_ready(self, done, pushed);
}

/* --- several executions ----------------------------------------------------------------------- */

static const hr_execution *nth_of(const hr_execution *first, uint64_t n)
{
	while (n--)
		first = first->next;
	return first;
}

static hr_status run_in_turn(hr_plan *plan, hr_thread *thread, const hr_execution *first,
			     uint8_t *outputs, size_t stride)
{
	for (const hr_execution *at = first; at; at = at->next, outputs += stride) {
		hr_execution one = *at;

		one.outputs = outputs;
		HR_TRY(hr_plan_run(plan, thread, &one));
	}
	return HR_OK;
}

static hr_status run_stages(hr_plan *plan, hr_thread *thread, const hr_execution *first,
			    uint64_t count, uint64_t *done)
{
	const hr_node *root = plan->graph->root;
	hr_overlap overlap;

	hr_overlap_begin(&overlap, root, plan->order.schedule, plan->order.seed);
	for (;;) {
		unsigned child = hr_overlap_next(&overlap, done, count);
		const hr_execution *at;

		if (child == root->child_count)
			return HR_OK;
		at = nth_of(first, done[child]);
		HR_TRY(hr_plan_survive(plan, hr_scope_run_child(plan, thread, at->scope, child,
								at->number, at->objects)));
		done[child]++;
	}
}

hr_status hr_overlap_run(hr_plan *plan, hr_thread *thread, const hr_execution *first,
			 uint8_t *outputs, size_t stride)
{
	uint64_t count = 0, *done;
	hr_status status;

	if (plan->order.schedule == HR_SCHEDULE_DEPTH_FIRST)
		return run_in_turn(plan, thread, first, outputs, stride);
	for (const hr_execution *at = first; at; at = at->next)
		count++;
	done = hr_alloc_array(plan->graph->root->child_count, sizeof(*done));
	status = run_stages(plan, thread, first, count, done);
	hr_free(done);
	for (const hr_execution *at = first; at && status == HR_OK;
	     at = at->next, outputs += stride)
		status = hr_scope_outputs(plan, at->scope, at->number, outputs);
	return status;
}
