/* interp/schedule/bands.c -- run the instances of a leaf by bands (interp/lanes/lanes.h): in tiles
 * whose lanes lie along a dimension that is not the innermost one.
 *
 * Bands run in reference order, the instances of a band do not. That cannot be seen, except by which
 * instance fails first. So before an instance reports anything, those of its band that come before
 * it and are in no tile that has begun are run one by one; one of them may report first. After a
 * report that is no failure, the rest of the band runs one by one, too.
 *
 * Owns:      nothing.
 * Clauses:   N1.
 * Not here:  which leaves gain by it (interp/lanes/build/column.c), tiles in reference order
 *            (batches.c). */
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/memory/memory.h"
#include "interp/run/thread_pool.h"
#include "interp/schedule/schedule_batches.h"

typedef struct band_run {
	hr_disordered order; /* first, because its functions know this one */
	const hr_tile_shape *shape;
	hr_band band;
	uint64_t end; /* index behind the last instance of the grid */
} band_run;

/* Return true if no two instances can have different values of an output that is compared. */
static bool is_never_different(const plan_node *node)
{
	for (size_t i = 0; i < node->compared.count; i++)
		if (!node->node->outputs[node->compared.data[i].port].pass_through)
			return false;
	return true;
}

bool hr_order_is_hidden(const hr_plan *plan, const plan_node *node)
{
	const hr_options *options = &plan->run->options;

	return plan->order.schedule == HR_SCHEDULE_REFERENCE && !plan->run->speculation.on &&
	       !options->keep_going && !options->step_limit && !node->code->has_barrier &&
	       !node->single.count && !node->keep_each && is_never_different(node) &&
	       plan->edge_value != HR_SEM_edge_value_schedule &&
	       !hr_events_want(plan->run, HR_EVENTS_INSTANCE) &&
	       !(plan->run->observed && (options->checks & HR_CHECK_ACCESSES) != HR_CHECK_BOUNDS);
}

bool hr_bands_may_run(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	return state->count >= HR_LANE_MAX && hr_order_is_hidden(plan, node);
}

/* --- one by one ------------------------------------------------------------------------------- */

static hr_status run_instance(hr_disordered *self, hr_activation *activation, const hr_level *level,
			      uint8_t *outputs)
{
	bool at_barrier = false;

	memset(outputs, 0, self->node->image_bytes);
	hr_activation_begin(activation, level, self->node->inputs, outputs);
	return hr_activation_run(self->thread, activation, &at_barrier);
}

hr_status hr_disordered_run(hr_disordered *self, uint64_t first, uint64_t end, uint8_t *outputs)
{
	const plan_node *node = self->node;
	const size_t bytes = self->plan->stack_bytes;
	uint8_t *stack = hr_pages_map(bytes, false);
	hr_level level = node->level, outer = *level.parent;
	hr_activation activation;
	hr_status status = HR_OK;

	if (!stack)
		return hr_report_level(self->plan->run, &node->node->where, node->level.parent,
				       self->thread->execution, HR_D_memory_limit,
				       "the stack of an instance", bytes);
	hr_activation_init(&activation, node->code, stack, bytes);
	level.parent = &outer;
	for (uint64_t index = first; index < end && status == HR_OK; index++)
		if (self->stand(self, index, &level, &outer) > self->tile)
			status = run_instance(self, &activation, &level, outputs);
	hr_pages_unmap(stack, bytes);
	return status;
}

/* Run the instances before the reporting one, whose index is INDEX. A fault may be the cause of the
 * report, and the checkers may be in the middle of an access, of this instance or of another. */
static hr_status run_before(hr_disordered *self, uint64_t index)
{
	hr_thread *thread = self->thread;
	hr_level *level = &self->node->level;
	const hr_thread kept = *thread;
	const hr_level reporting = *level;
	const bool locked = hr_pool_is_locked(thread);
	const uint64_t bytes = hr_thread_bytes(thread);
	uint8_t *outputs = hr_alloc_zero(self->node->image_bytes + 16);
	/* the running instance of the parent, which is not constant */
	hr_level *parent = (hr_level *)(uintptr_t)level->parent;
	int64_t outer[3] = {0};
	hr_status status;

	if (parent)
		memcpy(outer, parent->id, sizeof(outer));
	if (locked)
		hr_pool_unlock(thread);
	thread->reporting = false;
	status = hr_disordered_run(self, self->reached, index, outputs);
	self->reached = index;
	/* The batch keeps its own account of what is left. */
	thread->granted = kept.granted + hr_thread_bytes(thread) - bytes;
	thread->left = kept.left;
	thread->reporting = kept.reporting;
	thread->fault = kept.fault;
	thread->fault_address = kept.fault_address;
	thread->fault_why = kept.fault_why;
	thread->native_trap = kept.native_trap;
	if (locked)
		hr_pool_lock(thread);
	hr_batch_show_again(self->batch);
	memcpy(level->id, reporting.id, sizeof(level->id));
	if (parent) /* a merged tile has instances of several parents */
		memcpy(parent->id, outer, sizeof(outer));
	hr_free(outputs);
	return status;
}

static bool take_turn(hr_turn *turn, hr_thread *thread)
{
	hr_disordered *self = (hr_disordered *)(void *)turn;
	uint64_t index;

	if (self->state == HR_DISORDERED_BEFORE || self->failed ||
	    thread->level != &self->node->level || self->plan->run->interrupted)
		return !self->failed;
	index = self->index_of(self);
	if (index > self->reached) {
		self->state = HR_DISORDERED_BEFORE;
		self->failed = run_before(self, index) != HR_OK;
	}
	self->state = HR_DISORDERED_ONE_BY_ONE;
	return !self->failed;
}

void hr_disordered_begin(hr_disordered *self, uint64_t first)
{
	self->turn.take = take_turn;
	self->state = HR_DISORDERED_IN_TILES;
	self->reached = first;
	self->thread->turn = &self->turn;
}

/* --- tiles ------------------------------------------------------------------------------------ */

static uint64_t stand(const hr_disordered *order, uint64_t index, hr_level *level, hr_level *outer)
{
	const band_run *self = (const band_run *)(const void *)order;

	(void)outer;
	hr_instance_id(level->extent, index, level->id);
	return hr_band_tile_of(level->extent, self->shape, level->id);
}

static uint64_t index_of(const hr_disordered *order)
{
	return hr_instance_index(order->node->level.extent, order->node->level.id);
}

static hr_status run_tile(band_run *self, hr_scope *scope, child_state *state, uint8_t *outputs)
{
	hr_disordered *order = &self->order;
	plan_node *node = order->node;
	const hr_tile tile =
		hr_band_tile(node->level.extent, self->shape, &self->band, order->tile);
	const uint64_t done = self->band.first + order->tile * self->band.width;
	bool at_barrier;

	if (!order->thread->place)
		HR_TRY(hr_plan_look(order->plan, order->thread, node, done));
	HR_TRY(hr_batches_begin_tile(order->plan, order->thread, node, scope, state, &tile,
				     order->batch, outputs));
	return hr_batch_run(order->thread, order->batch, &at_barrier);
}

static hr_status run_tiles(band_run *self, hr_scope *scope, child_state *state, uint8_t *outputs)
{
	hr_disordered *order = &self->order;

	for (order->tile = 0; order->tile < self->band.tiles; order->tile++) {
		HR_TRY(run_tile(self, scope, state, outputs));
		if (order->state == HR_DISORDERED_ONE_BY_ONE)
			return hr_disordered_run(order, order->reached,
						 self->band.first + self->band.count, outputs);
	}
	return HR_OK;
}

/* Record the outputs of the last instance of the grid, which ran last: they lie at OUTPUTS. Those of
 * the first instance that are compared are the same. */
static hr_status note_last(band_run *self, child_state *state, const uint8_t *outputs)
{
	hr_plan *plan = self->order.plan;
	hr_thread *thread = self->order.thread;
	plan_node *node = self->order.node;

	if (!hr_pool_wait_turn(thread))
		return HR_TRAP;
	memset(node->level.id, 0, sizeof(node->level.id));
	HR_TRY(hr_plan_note_outputs(plan, thread, node, state, &node->level, outputs, 0, 0));
	hr_instance_id(node->level.extent, self->end - 1, node->level.id);
	return hr_plan_note_outputs(plan, thread, node, state, &node->level, outputs, self->end - 1,
				    self->end - 1);
}

/* Return the outputs of the last instance that has run. */
static const uint8_t *last_outputs(const band_run *self, const uint8_t *outputs)
{
	const hr_disordered *order = &self->order;
	const bool alone =
		order->state == HR_DISORDERED_ONE_BY_ONE && order->tile + 1 < self->band.tiles;

	return outputs + (alone ? 0 : (size_t)(self->band.width - 1) * order->node->image_bytes);
}

hr_status hr_bands_run_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   child_state *state, uint64_t number)
{
	const hr_tile_shape *shape = &node->batched->shape;
	uint8_t *outputs = node->batched->outputs;
	band_run self = {
		.order = {.plan = plan,
			  .thread = thread,
			  .node = node,
			  .batch = node->batched->batches.data[0],
			  .stand = stand,
			  .index_of = index_of},
		.shape = shape,
		.band = hr_band_at(node->level.extent, shape, number),
		.end = state->count,
	};
	hr_status status;

	hr_disordered_begin(&self.order, self.band.first);
	status = run_tiles(&self, scope, state, outputs);
	thread->turn = NULL;
	HR_TRY(status);
	if (!node->node->output_count || self.band.first + self.band.count < self.end)
		return HR_OK;
	return note_last(&self, state, last_outputs(&self, outputs));
}

hr_status hr_bands_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
		       child_state *state)
{
	plan_batched *batched = node->batched;
	const uint64_t count = hr_band_count(node->level.extent, &batched->shape);

	HR_TRY(hr_batches_reserve(plan, thread, node, 1));
	hr_batches_reserve_bytes(&batched->outputs, &batched->outputs_bytes,
				 (size_t)batched->shape.lanes * node->image_bytes + 16);
	hr_batch_renew(batched->batches.data[0], false);
	for (uint64_t number = 0; number < count; number++)
		HR_TRY(hr_plan_survive(plan,
				       hr_bands_run_one(plan, thread, node, scope, state, number)));
	return HR_OK;
}
