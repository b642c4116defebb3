/* interp/schedule_watch.c -- grids of a leaf that the engine runs while somebody looks on.
 *
 * Who watches sees a grid before it runs (with the inputs of all instances) and when it has run (with the
 * outputs of all), and may let it run again in other orders to learn what decides a result.
 * Invariant: what the execution goes on with is that of the first run.
 * Owns:      images of inputs and outputs for the time of one grid.
 * Clauses:   N1, N4 for grids that run again.
 * Not here:  who watches, and what for (offload.h). */
#include "offload.h"

#include <string.h>

#include "plan.h"

typedef struct hr_watched {
	hr_plan *plan;
	plan_node *node;
	hr_scope *scope;
	child_state *state;
} hr_watched;

static hr_status no_memory(hr_plan *plan, const plan_node *node, const hr_thread *thread,
			   const char *what, size_t bytes)
{
	return hr_report_level(plan->run, &node->node->where, node->level.parent, thread->execution,
			       HR_D_memory_limit, what, bytes);
}

/* Inputs of every instance, where they differ. */
static hr_status place_all(hr_watched *self, hr_thread *thread, uint8_t **images, size_t *bytes)
{
	plan_node *node = self->node;

	*images = NULL;
	if (!node->single.count)
		return HR_OK;
	if (__builtin_mul_overflow(self->state->count, (size_t)hr_inputs_stride(node->node), bytes) ||
	    !(*images = hr_pages_map(*bytes, true)))
		return no_memory(self->plan, node, thread, "inputs of all instances", *bytes);
	return hr_plan_place_inputs(self->plan, thread, node, self->scope, 0, self->state->count,
				    *images);
}

static hr_status run_both(hr_watched *self, hr_offload_grid *grid, void *unit)
{
	const hr_offload *offload = self->plan->run->offload;
	hr_status status;

	HR_TRY(offload->before(offload->data, unit, grid));
	status = hr_plan_run_engine(self->plan, grid->thread, self->node, self->scope, self->state);
	grid->outputs = self->node->keep_each ? self->state->each : NULL;
	return offload->after(offload->data, unit, grid, status);
}

hr_status hr_plan_run_watched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state)
{
	hr_watched self = {plan, node, scope, state};
	hr_offload_grid grid = {.run = plan->run,
				.thread = thread,
				.level = &node->level,
				.inputs = node->inputs,
				.watched = &self};
	size_t bytes = 0;
	uint8_t *images;
	hr_status status;
	bool wanted;
	void *unit = hr_plan_watched_unit(node, &wanted);

	if (wanted && !node->keep_each) {
		node->keep_each = true;
		HR_TRY(hr_plan_reserve_each(plan, node, state, thread->execution));
	}
	memcpy(grid.end, state->extent, sizeof(grid.end));
	status = place_all(&self, thread, &images, &bytes);
	if (images)
		grid.inputs = images;
	if (status == HR_OK)
		status = run_both(&self, &grid, unit);
	hr_pages_unmap(images, bytes);
	return status;
}

/* --- again -------------------------------------------------------------------------------------- */

static hr_status run_again(const hr_watched *self, hr_thread *thread, child_state *state)
{
	plan_node *node = self->node;
	hr_plan *plan = self->plan;
	size_t compared = node->compared.count;
	hr_status status;

	node->compared.count = 0; /* what differs between instances has been said */
	hr_plan_check_grid(plan, node, state, &state->check);
	status = hr_plan_run_narrow(plan, thread, node, self->scope, state);
	node->compared.count = compared;
	return status;
}

hr_status hr_watched_again(const hr_offload_grid *grid, hr_schedule schedule, uint64_t seed,
			   uint8_t *outputs)
{
	const hr_watched *self = grid->watched;
	hr_thread *thread = grid->thread;
	const hr_thread was = *thread;
	hr_order order = self->plan->order;
	child_state state = *self->state;
	size_t image = self->node->image_bytes, bytes = self->state->count * image;
	hr_status status;

	state.value = hr_alloc_zero(image + 16);
	state.each = hr_pages_map(bytes, true);
	if (!state.each) {
		hr_free(state.value);
		return no_memory(self->plan, self->node, thread, "outputs of all instances", bytes);
	}
	self->plan->order = (hr_order){schedule, seed};
	status = run_again(self, thread, &state);
	self->plan->order = order;
	if (outputs && self->node->keep_each)
		memcpy(outputs, state.each, bytes);
	hr_pages_unmap(state.each, bytes);
	hr_free(state.value);
	thread->steps = was.steps;
	thread->granted = was.granted;
	thread->left = was.left;
	return status;
}
