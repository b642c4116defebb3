/* interp/schedule/watch.c -- grids that the engine runs while a backend observes them.
 *
 * The observer gets a grid before it runs (with the inputs of all instances) and after it has run
 * (with the outputs of all). It may run the grid again in other orders to learn which instances
 * determine a result; for an internal node also so that the leaves below are observed.
 *
 * Invariant: the execution continues with the results of the first run.
 * Owns:      images of inputs and outputs during one grid.
 * Clauses:   N1, N4 for grids that run again.
 * Not here:  who observes, and why (interp/run/offload.h). */
#include <string.h>

#include "interp/memory/memory.h"
#include "interp/run/offload.h"
#include "interp/schedule/plan.h"

typedef struct hr_watched {
	hr_plan *plan;
	plan_node *node;
	hr_scope *scope; /* see hr_plan_run_watched() */
	child_state *state;
	bool chain;
	plan_watching inside;
} hr_watched;

static bool is_root(const hr_watched *self)
{
	return !self->node->node->parent;
}

static hr_status no_memory(hr_plan *plan, const plan_node *node, const hr_thread *thread,
			   const char *what, size_t bytes)
{
	return hr_report_level(plan->run, &node->node->where, node->level.parent, thread->execution,
			       HR_D_memory_limit, what, bytes);
}

/* Copy the inputs of every instance to *IMAGES, if they differ. */
static hr_status place_all(hr_watched *self, hr_thread *thread, uint8_t **images, size_t *bytes)
{
	plan_node *node = self->node;

	*images = NULL;
	if (!node->single.count)
		return HR_OK;
	if (__builtin_mul_overflow(self->state->count, (size_t)hr_inputs_stride(node->node),
				   bytes) ||
	    !(*images = hr_pages_map(*bytes, true)))
		return no_memory(self->plan, node, thread, "the inputs of all instances", *bytes);
	return hr_plan_place_inputs(self->plan, thread, node, self->scope, 0, self->state->count,
				    *images);
}

static hr_status run_inside(const hr_watched *self, hr_thread *thread, child_state *state,
			    plan_watching watching)
{
	plan_watching was = self->plan->watching;
	hr_status status;

	self->plan->watching = watching;
	status = hr_plan_run_parts(self->plan, thread, self->node, self->scope, state);
	self->plan->watching = was;
	return status;
}

/* Return the outputs of every instance if they are kept; those of a root are in its scratch
 * image. */
static uint8_t *outputs_of(const hr_watched *self)
{
	return self->chain             ? NULL
	       : self->node->keep_each ? self->state->each
	       : is_root(self)         ? self->node->scratch
				       : NULL;
}

static hr_status run_both(hr_watched *self, hr_offload_grid *grid, void *unit)
{
	const hr_offload *offload = self->plan->run->offload;
	hr_status status;

	HR_TRY(offload->before(offload->data, unit, grid));
	status = self->node->node->internal
			 ? run_inside(self, grid->thread, self->state, self->inside)
			 : hr_plan_run_engine(self->plan, grid->thread, self->node, self->scope,
					      self->state);
	grid->outputs = outputs_of(self);
	return offload->after(offload->data, unit, grid, status);
}

hr_status hr_plan_run_watched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state, bool chain)
{
	hr_watched self = {plan, node, scope, state, chain, PLAN_WATCHES_NOTHING};
	hr_offload_grid grid = {.run = plan->run,
				.thread = thread,
				.level = chain ? &node->children[0]->level : &node->level,
				.inputs = node->inputs,
				.watched = &self};
	size_t bytes = 0;
	uint8_t *images;
	hr_status status;
	bool wanted;
	void *unit = hr_plan_watched_unit(node, chain, &wanted);

	if (wanted && !node->keep_each && !is_root(&self)) {
		node->keep_each = true;
		HR_TRY(hr_plan_reserve_each(plan, node, state, thread->execution));
	}
	memcpy(grid.end, grid.level->extent, sizeof(grid.end));
	status = place_all(&self, thread, &images, &bytes);
	if (images)
		grid.inputs = images;
	if (status == HR_OK)
		status = run_both(&self, &grid, unit);
	hr_pages_unmap(images, bytes);
	return status;
}

/* --- running again ---------------------------------------------------------------------------- */

static hr_status run_again(const hr_watched *self, hr_thread *thread, child_state *state,
			   plan_watching watching)
{
	plan_node *node = self->node;
	hr_plan *plan = self->plan;
	size_t compared = node->compared.count;
	hr_status status;

	node->compared.count = 0; /* differences between instances have been reported */
	if (node->node->internal) {
		status = run_inside(self, thread, state, watching);
	} else {
		hr_plan_check_grid(plan, node, state, &state->check);
		status = hr_plan_run_narrow(plan, thread, node, self->scope, state);
	}
	node->compared.count = compared;
	return status;
}

static hr_status run_from(const hr_offload_grid *grid, uint8_t *each, uint8_t *outputs,
			  plan_watching watching)
{
	const hr_watched *self = grid->watched;
	size_t image = self->node->image_bytes;
	child_state state = *self->state;
	uint8_t *first = hr_alloc_zero(2 * image + 32);
	hr_status status;

	state.value = first + image + 16;
	state.each = each;
	memcpy(first, self->node->scratch, image);
	status = run_again(self, grid->thread, &state, watching);
	if (outputs && self->node->keep_each)
		memcpy(outputs, each, state.count * image);
	else if (outputs && is_root(self))
		memcpy(outputs, self->node->scratch, image);
	memcpy(self->node->scratch, first, image);
	hr_free(first);
	return status;
}

static hr_status again(const hr_offload_grid *grid, hr_order how, uint8_t *outputs,
		       plan_watching watching)
{
	const hr_watched *self = grid->watched;
	hr_thread *thread = grid->thread;
	const uint64_t steps = thread->steps, granted = thread->granted;
	const int64_t left = thread->left;
	hr_order order = self->plan->order;
	size_t bytes = self->state->count * self->node->image_bytes;
	uint8_t *each = hr_pages_map(bytes, true);
	hr_status status;

	if (!each)
		return no_memory(self->plan, self->node, thread, "the outputs of all instances",
				 bytes);
	self->plan->order = how;
	status = run_from(grid, each, outputs, watching);
	self->plan->order = order;
	hr_pages_unmap(each, bytes);
	__atomic_store_n(&thread->steps, steps, __ATOMIC_RELAXED);
	thread->granted = granted;
	thread->left = left;
	return status;
}

hr_status hr_watched_again(const hr_offload_grid *grid, hr_schedule schedule, uint64_t seed,
			   uint8_t *outputs)
{
	return again(grid, (hr_order){schedule, seed}, outputs, PLAN_WATCHES_NOTHING);
}

hr_status hr_watched_leaves(const hr_offload_grid *grid)
{
	return again(grid, (hr_order){HR_SCHEDULE_REFERENCE, 0}, NULL, PLAN_WATCHES_LEAVES);
}

hr_status hr_watched_lower_again(const hr_offload_grid *grid)
{
	hr_plan *plan = grid->watched->plan;
	const hr_program *program = plan->run->program;

	for (uint32_t i = 0; i < program->function_count; i++) {
		program->functions[i]->code = NULL;
		program->functions[i]->returns_poison = HR_RETURNS_UNKNOWN;
	}
	plan->on_stack = NULL;
	for (unsigned i = 0; i < plan->graph->node_count; i++) {
		plan_node *node = &plan->nodes[i];

		node->group = NULL; /* its frames have the layout of the old code */
		if (node->code)
			HR_TRY(hr_plan_prepare_leaf(plan, node));
	}
	return HR_OK;
}

void hr_watched_apart(const hr_offload_grid *grid)
{
	grid->watched->inside = PLAN_WATCHES_LEAVES;
}
