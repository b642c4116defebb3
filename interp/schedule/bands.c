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

typedef enum band_state {
	BAND_IN_TILES,
	BAND_BEFORE, /* instances before one that reports run */
	BAND_ONE_BY_ONE,
} band_state;

typedef struct band_run {
	hr_turn turn; /* first, because the thread knows this one */
	hr_plan *plan;
	hr_thread *thread;
	plan_node *node;
	const hr_tile_shape *shape;
	hr_band band;
	uint64_t tile; /* the number of the running tile */
	band_state state;
	bool failed;
	uint64_t reached; /* all instances before this index have run, or are in the running tile */
	uint64_t end;     /* index behind the last instance of the grid */
} band_run;

/* Return true if no two instances can have different values of an output that is compared. */
static bool is_never_different(const plan_node *node)
{
	for (size_t i = 0; i < node->compared.count; i++)
		if (!node->node->outputs[node->compared.data[i].port].pass_through)
			return false;
	return true;
}

bool hr_bands_may_run(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	const hr_options *options = &plan->run->options;

	return plan->order.schedule == HR_SCHEDULE_REFERENCE && !plan->run->speculation.on &&
	       !options->keep_going && !options->step_limit && !node->code->has_barrier &&
	       !node->single.count && !node->keep_each && is_never_different(node) &&
	       plan->edge_value != HR_SEM_edge_value_schedule &&
	       !hr_events_want(plan->run, HR_EVENTS_INSTANCE) &&
	       !(plan->run->observed && (options->checks & HR_CHECK_ACCESSES) != HR_CHECK_BOUNDS) &&
	       state->count >= HR_LANE_MAX;
}

/* --- one by one ------------------------------------------------------------------------------- */

static hr_status run_index(band_run *self, hr_activation *activation, hr_level *level,
			   uint64_t index, uint8_t *outputs)
{
	bool at_barrier = false;

	hr_instance_id(level->extent, index, level->id);
	memset(outputs, 0, self->node->image_bytes);
	hr_activation_begin(activation, level, self->node->inputs, outputs);
	return hr_activation_run(self->thread, activation, &at_barrier);
}

/* Run the instances of the band from FIRST to END that do not belong to a tile that has begun. */
static hr_status run_between(band_run *self, uint64_t first, uint64_t end, uint8_t *outputs)
{
	const plan_node *node = self->node;
	const size_t bytes = self->plan->stack_bytes;
	uint8_t *stack = hr_pages_map(bytes, false);
	hr_level level = node->level;
	hr_activation activation;
	hr_status status = HR_OK;

	if (!stack)
		return hr_report_level(self->plan->run, &node->node->where, node->level.parent,
				       self->thread->execution, HR_D_memory_limit,
				       "the stack of an instance", bytes);
	hr_activation_init(&activation, node->code, stack, bytes);
	for (uint64_t index = first; index < end && status == HR_OK; index++) {
		int64_t id[3];

		hr_instance_id(level.extent, index, id);
		if (hr_band_tile_of(level.extent, self->shape, id) > self->tile)
			status = run_index(self, &activation, &level, index, outputs);
	}
	hr_pages_unmap(stack, bytes);
	return status;
}

/* Run the instances before the reporting one, whose index is INDEX. A fault may be the cause of the
 * report, and the checkers may be in the middle of an access, of this instance or of another. */
static hr_status run_before(band_run *self, uint64_t index)
{
	hr_thread *thread = self->thread;
	hr_level *level = &self->node->level;
	const hr_thread kept = *thread;
	const hr_level reporting = *level;
	const bool locked = hr_pool_is_locked(thread);
	const uint64_t bytes = hr_thread_bytes(thread);
	uint8_t *outputs = hr_alloc_zero(self->node->image_bytes + 16);
	hr_status status;

	if (locked)
		hr_pool_unlock(thread);
	thread->reporting = false;
	status = run_between(self, self->reached, index, outputs);
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
	hr_batch_show_again(self->node->batched->batches.data[0]);
	memcpy(level->id, reporting.id, sizeof(level->id));
	hr_free(outputs);
	return status;
}

static bool take_turn(hr_turn *turn, hr_thread *thread)
{
	band_run *self = (band_run *)(void *)turn;
	uint64_t index;

	if (self->state == BAND_BEFORE || self->failed || thread->level != &self->node->level ||
	    self->plan->run->interrupted)
		return !self->failed;
	index = hr_instance_index(thread->level->extent, thread->level->id);
	if (index > self->reached) {
		self->state = BAND_BEFORE;
		self->failed = run_before(self, index) != HR_OK;
	}
	self->state = BAND_ONE_BY_ONE;
	return !self->failed;
}

/* --- tiles ------------------------------------------------------------------------------------ */

static hr_status run_tile(band_run *self, hr_scope *scope, child_state *state, uint8_t *outputs)
{
	plan_node *node = self->node;
	hr_batch *batch = node->batched->batches.data[0];
	const hr_tile tile = hr_band_tile(node->level.extent, self->shape, &self->band, self->tile);
	const uint64_t done = self->band.first + self->tile * self->band.width;
	bool at_barrier;

	if (!self->thread->place)
		HR_TRY(hr_plan_look(self->plan, self->thread, node, done));
	HR_TRY(hr_batches_begin_tile(self->plan, self->thread, node, scope, state, &tile, batch,
				     outputs));
	return hr_batch_run(self->thread, batch, &at_barrier);
}

static hr_status run_tiles(band_run *self, hr_scope *scope, child_state *state, uint8_t *outputs)
{
	for (self->tile = 0; self->tile < self->band.tiles; self->tile++) {
		HR_TRY(run_tile(self, scope, state, outputs));
		if (self->state == BAND_ONE_BY_ONE)
			return run_between(self, self->reached, self->band.first + self->band.count,
					   outputs);
	}
	return HR_OK;
}

/* Record the outputs of the last instance of the grid, which ran last: they lie at OUTPUTS. Those of
 * the first instance that are compared are the same. */
static hr_status note_last(band_run *self, child_state *state, const uint8_t *outputs)
{
	plan_node *node = self->node;

	if (!hr_pool_wait_turn(self->thread))
		return HR_TRAP;
	memset(node->level.id, 0, sizeof(node->level.id));
	HR_TRY(hr_plan_note_outputs(self->plan, self->thread, node, state, &node->level, outputs, 0,
				    0));
	hr_instance_id(node->level.extent, self->end - 1, node->level.id);
	return hr_plan_note_outputs(self->plan, self->thread, node, state, &node->level, outputs,
				    self->end - 1, self->end - 1);
}

/* Return the outputs of the last instance that has run. */
static const uint8_t *last_outputs(const band_run *self, const uint8_t *outputs)
{
	const bool alone = self->state == BAND_ONE_BY_ONE && self->tile + 1 < self->band.tiles;

	return outputs + (alone ? 0 : (size_t)(self->band.width - 1) * self->node->image_bytes);
}

hr_status hr_bands_run_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   child_state *state, uint64_t number)
{
	const hr_tile_shape *shape = &node->batched->shape;
	uint8_t *outputs = node->batched->outputs;
	band_run self = {
		.turn = {take_turn},
		.plan = plan,
		.thread = thread,
		.node = node,
		.shape = shape,
		.band = hr_band_at(node->level.extent, shape, number),
		.end = state->count,
	};
	hr_status status;

	self.reached = self.band.first;
	thread->turn = &self.turn;
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
