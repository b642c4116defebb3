/* interp/schedule/pool_batches.c -- the batches of one leaf, on several threads.
 *
 * A task is a few consecutive tiles. Every member of the thread pool has a copy of what a batch
 * changes: the level, the image of inputs, the batch itself. The lane code is shared.
 *
 * Invariant: outputs are recorded in reference order (E3), when it is the task's turn.
 * Owns:      the members' copies.
 * Clauses:   N1, E1-E5 for leaves.
 * Not here:  threads (interp/run/thread_pool.c), which batches may run concurrently
 *            (interp/lanes/build/alone.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/run/thread_pool.h"
#include "interp/schedule/schedule_batches.h"

enum { TASKS_EACH = 8, MOST_TILES = 32 };

typedef struct pool_member {
	/* a copy of the leaf's node with its own level, inputs and wide; owns those */
	plan_node node;
	plan_batched batched; /* borrows the code */
} pool_member;

struct plan_pool {
	unsigned count;
	pool_member *members;
};

typedef struct tiles_job {
	hr_plan *plan;
	plan_node *node;
	hr_scope *scope;
	child_state *state;
	uint64_t tiles, each; /* all tiles, and those of a task */
} tiles_job;

void hr_plan_pool_free(plan_pool *pool)
{
	if (!pool)
		return;
	for (unsigned i = 0; i < pool->count; i++) {
		hr_batches_free(&pool->members[i].batched);
		hr_free(pool->members[i].node.inputs);
	}
	hr_free(pool->members);
	hr_free(pool);
}

/* --- choosing --------------------------------------------------------------------------------- */

/* Return the number of parts that threads can run: bands or tiles. */
static uint64_t task_count(const plan_node *node, const child_state *state)
{
	const hr_tile_shape *shape = &node->batched->shape;

	return shape->width ? hr_band_count(state->extent, shape)
			    : hr_tile_count(state->extent, node->node->dims, shape->lanes);
}

static const char *why_alone(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	const hr_options *options = &plan->run->options;
	plan_batched *batched = node->batched;

	if (options->step_limit)
		return "operations are limited (--step-limit)";
	if (plan->run->speculation.on ||
	    (plan->run->observed && (options->checks & HR_CHECK_ACCESSES) != HR_CHECK_BOUNDS))
		return "accesses are checked for more than bounds";
	if (node->code->has_barrier)
		return "its instances meet at barriers";
	if (!batched->asked)
		batched->alone = hr_lane_alone(batched->code, plan->run->observed);
	batched->asked = true;
	if (batched->alone)
		return batched->alone;
	if (task_count(node, state) > 1)
		return NULL;
	return batched->shape.width ? "it has few instances along this dimension"
				    : "it has few instances";
}

bool hr_batches_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
			  const child_state *state)
{
	if (!plan->run->pool || thread->place)
		return false;
	node->stats->alone = why_alone(plan, node, state);
	return !node->stats->alone;
}

/* --- members ---------------------------------------------------------------------------------- */

static plan_pool *make_pool(unsigned count)
{
	plan_pool *pool = hr_alloc_zero(sizeof(*pool));

	pool->count = count;
	pool->members = hr_alloc_array(count, sizeof(*pool->members));
	return pool;
}

static hr_status prepare_member(const tiles_job *job, hr_thread *thread, pool_member *member)
{
	const plan_node *node = job->node;
	uint8_t *inputs = member->node.inputs;

	if (!inputs)
		inputs = hr_alloc_zero((size_t)node->node->inputs_bytes + 16);
	memcpy(inputs, node->inputs, node->node->inputs_bytes);
	member->node = *node;
	member->node.inputs = inputs;
	member->node.batched = &member->batched;
	member->batched.code = node->batched->code;
	member->batched.shape = node->batched->shape;
	HR_TRY(hr_batches_reserve(job->plan, thread, &member->node, 1));
	hr_batch_close_checks(member->batched.batches.data[0]);
	hr_batch_renew(member->batched.batches.data[0], false);
	hr_batches_reserve_bytes(
		&member->batched.outputs, &member->batched.outputs_bytes,
		(size_t)job->each * node->batched->shape.lanes * node->image_bytes + 16);
	return HR_OK;
}

/* Show the checkers the inputs of an instance. Those that they use are the same for all
 * instances. */
static hr_status show_inputs(const tiles_job *job, hr_thread *thread)
{
	plan_node *node = job->node;

	if (!node->single.count || !job->plan->run->observed)
		return HR_OK;
	memset(node->level.id, 0, sizeof(node->level.id));
	HR_TRY(hr_plan_single_inputs(job->plan, thread, node, job->scope, &node->level, 0));
	hr_check_inputs(job->plan->run->checker, node->inputs);
	return HR_OK;
}

/* --- tasks ------------------------------------------------------------------------------------ */

static hr_tile tile_at(const tiles_job *job, uint64_t number)
{
	const hr_level *level = &job->node->level;
	unsigned lanes = job->node->batched->shape.lanes;

	return hr_tile_at(level->extent, level->dims,
			  hr_tile_first(level->extent, level->dims, lanes, number), lanes);
}

static uint8_t *outputs_of(const tiles_job *job, const pool_member *self, uint64_t number)
{
	return self->batched.outputs +
	       number % job->each * job->node->batched->shape.lanes * job->node->image_bytes;
}

/* Return true if the outputs of tiles before END are used. */
static bool is_noted(const tiles_job *job, uint64_t end)
{
	return job->node->node->output_count &&
	       (job->node->compared.count || end == job->tiles ||
		job->plan->edge_value == HR_SEM_edge_value_schedule);
}

static hr_status run_tile(const tiles_job *job, pool_member *self, hr_thread *thread,
			  uint64_t number)
{
	hr_batch *batch = self->batched.batches.data[0];
	hr_tile tile = tile_at(job, number);
	bool at_barrier;
	hr_status status;

	HR_TRY(hr_batches_begin_tile(job->plan, thread, &self->node, job->scope, job->state, &tile,
				     batch, outputs_of(job, self, number)));
	hr_plan_emit_batch(job->plan, thread, job->node, tile.first, tile.count, true);
	status = hr_batch_run(thread, batch, &at_barrier);
	hr_plan_emit_batch(job->plan, thread, job->node, tile.first, tile.count, false);
	return status;
}

static hr_status run_task(void *data, unsigned member, hr_thread *thread, uint64_t task)
{
	const tiles_job *job = data;
	pool_member *self = &job->node->batched->pool->members[member];
	uint64_t begin = task * job->each, end = begin + job->each;

	end = end < job->tiles ? end : job->tiles;
	for (uint64_t number = begin; number < end; number++) {
		if (member == 0)
			HR_TRY(hr_plan_look(job->plan, thread, job->node,
					    tile_at(job, number).first));
		HR_TRY(run_tile(job, self, thread, number));
	}
	if (!is_noted(job, end))
		return HR_OK;
	if (!hr_pool_wait_turn(thread))
		return HR_TRAP;
	for (uint64_t number = begin; number < end; number++) {
		hr_tile tile = tile_at(job, number);

		HR_TRY(hr_batches_note_tile(job->plan, thread, job->node, job->state, &tile,
					    outputs_of(job, self, number)));
	}
	return HR_OK;
}

static hr_status run_band(void *data, unsigned member, hr_thread *thread, uint64_t task)
{
	const tiles_job *job = data;
	const hr_tile_shape *shape = &job->node->batched->shape;

	if (member == 0)
		HR_TRY(hr_plan_look(job->plan, thread, job->node,
				    hr_band_at(job->state->extent, shape, task).first));
	return hr_bands_run_one(job->plan, thread, &job->node->batched->pool->members[member].node,
				job->scope, job->state, task);
}

hr_status hr_batches_share_tiles(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				 child_state *state)
{
	const bool bands = node->batched->shape.width > 0;
	unsigned size = hr_pool_size(plan->run->pool);
	tiles_job job = {.plan = plan, .node = node, .scope = scope, .state = state};
	uint64_t tasks;

	if (!node->batched->pool)
		node->batched->pool = make_pool(size);
	job.tiles = task_count(node, state);
	job.each = bands ? 1 : job.tiles / (size * TASKS_EACH) + 1;
	job.each = job.each < MOST_TILES ? job.each : MOST_TILES;
	tasks = (job.tiles + job.each - 1) / job.each;
	HR_TRY(hr_plan_look(plan, thread, node, 0));
	HR_TRY(show_inputs(&job, thread));
	for (unsigned i = 0; i < size; i++)
		HR_TRY(prepare_member(&job, thread, &node->batched->pool->members[i]));
	node->stats->threads = tasks < size ? (unsigned)tasks : size;
	return hr_plan_survive(plan, hr_pool_run(plan->run->pool, thread, tasks,
						 bands ? run_band : run_task, &job));
}
