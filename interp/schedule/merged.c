/* interp/schedule/merged.c -- tiles with instances of several groups: of a leaf that is the only
 * child of an internal node, whose instances are the groups.
 *
 * A tile has columns along dimension D of the leaf's grid, all of them, and rows along dimension D of
 * the grid of groups, so that its ids in the whole are consecutive. It has one id of each other
 * dimension. Groups are small, so tiles of one group are shorter than a batch, or run along the
 * wrong dimension.
 *
 * Some groups run at a time: as many as a tile has rows, with all ids of the dimensions after D. They
 * are consecutive in reference order, the instances of their tiles are not. That cannot be seen
 * (bands.c).
 *
 * Owns:      nothing.
 * Clauses:   N1, N2.
 * Not here:  which dimension (interp/lanes/build/column.c), groups with barriers (batches.c). */
#include <string.h>

#include "interp/run/run.h"
#include "interp/schedule/schedule_batches.h"
#include "src/base/tick.h"

enum { LEAST_COLUMNS = 8 };

typedef struct merged_run {
	hr_disordered order; /* first, because its functions know this one */
	plan_node *groups;
	unsigned column;
	uint64_t items;              /* in a group */
	uint64_t first, group_count; /* groups that run at a time */
	unsigned rows, most_rows;
	int64_t outer[3],
		inner[3]; /* extents of what tiles have one id of: of groups and the leaf */
	uint64_t inner_count;
} merged_run;

/* --- choosing --------------------------------------------------------------------------------- */

/* Return true if nothing but the ids differs between the groups, and only the leaf runs in them. */
static bool is_plain(const plan_node *node)
{
	const plan_node *leaf = node->children[0];

	return node->node->child_count == 1 && !leaf->node->internal && !leaf->node->allocation &&
	       !node->node->output_count && !leaf->node->output_count && !node->single.count &&
	       !leaf->single.count && !leaf->shared.count;
}

static bool is_allowed(const hr_plan *plan, const plan_node *leaf)
{
	const hr_run *run = plan->run;

	return !run->offload && !run->split && !run->events && !plan->unchecked &&
	       !plan->reporter && !run->options.pin_count && run->options.width != 1 &&
	       hr_order_is_hidden(plan, leaf);
}

/* Make the lane code for merged tiles if the leaf has run in batches and gains by it. */
static void make(hr_plan *plan, plan_node *leaf)
{
	const plan_batched *batched = leaf->batched;
	const hr_tile_shape shape = {.lanes = batched->shape.lanes,
				     .column = batched->column,
				     .row = HR_ROWS_OF_PARENT + batched->column};

	if (hr_lane_alone(batched->code, true) || !hr_lane_may_merge(batched->code)) {
		leaf->merged = hr_alloc_zero(sizeof(*leaf->merged)); /* without code */
		leaf->merged->shape = shape;
	} else {
		leaf->merged = hr_batches_make(plan, leaf, &shape);
	}
}

bool hr_merged_may_run(hr_plan *plan, plan_node *node, const child_state *state, uint64_t first)
{
	plan_node *leaf = node->children[0];
	unsigned column;
	int64_t id[3];

	if (!is_plain(node) || !leaf->batched || !leaf->batched->code || !is_allowed(plan, leaf))
		return false;
	column = leaf->batched->column;
	if (leaf->level.extent[column] < LEAST_COLUMNS || state->extent[column] < 2 ||
	    2 * (uint64_t)leaf->level.extent[column] > leaf->batched->shape.lanes)
		return false;
	hr_instance_id(state->extent, first, id);
	for (unsigned d = column + 1; d < 3; d++)
		if (id[d])
			return false;
	/* a later grid of the leaf may have other extents */
	if (leaf->merged && (leaf->merged->shape.column != column ||
			     leaf->merged->shape.lanes != leaf->batched->shape.lanes)) {
		hr_plan_batched_free(leaf->merged);
		leaf->merged = NULL;
	}
	if (!leaf->merged)
		make(plan, leaf);
	return leaf->merged->code;
}

/* --- ids -------------------------------------------------------------------------------------- */

static uint64_t product(const int64_t extent[3])
{
	return (uint64_t)extent[0] * (uint64_t)extent[1] * (uint64_t)extent[2];
}

/* Return the number of the tile that contains an instance. */
static uint64_t tile_of(const merged_run *self, const int64_t outer[3], const int64_t inner[3])
{
	int64_t group[3] = {0}, item[3];

	for (unsigned d = self->column + 1; d < 3; d++)
		group[d] = outer[d];
	memcpy(item, inner, sizeof(item));
	item[self->column] = 0;
	return hr_instance_index(self->outer, group) * self->inner_count +
	       hr_instance_index(self->inner, item);
}

static uint64_t stand(const hr_disordered *order, uint64_t index, hr_level *level, hr_level *outer)
{
	const merged_run *self = (const merged_run *)(const void *)order;

	hr_instance_id(outer->extent, index / self->items, outer->id);
	hr_instance_id(level->extent, index % self->items, level->id);
	return tile_of(self, outer->id, level->id);
}

static uint64_t index_of(const hr_disordered *order)
{
	const merged_run *self = (const merged_run *)(const void *)order;
	const hr_level *outer = &self->groups->level, *level = &order->node->level;

	return hr_instance_index(outer->extent, outer->id) * self->items +
	       hr_instance_index(level->extent, level->id);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Set the groups that run next, from FIRST on. */
static void choose(merged_run *self, uint64_t first)
{
	const hr_level *outer = &self->groups->level;
	const plan_node *leaf = self->order.node;
	const unsigned column = self->column;
	const uint64_t most = leaf->merged->shape.lanes / (uint64_t)leaf->level.extent[column];
	uint64_t left;
	int64_t id[3];

	hr_instance_id(outer->extent, first, id);
	left = (uint64_t)(outer->extent[column] - id[column]);
	self->first = first;
	self->rows = (unsigned)(left < most ? left : most);
	self->group_count = self->rows * product(self->outer);
	self->most_rows = self->most_rows < self->rows ? self->rows : self->most_rows;
}

static hr_status run_tile(merged_run *self)
{
	hr_disordered *order = &self->order;
	plan_node *leaf = order->node;
	hr_level *outer = &self->groups->level;
	const unsigned columns = (unsigned)leaf->level.extent[self->column];
	const uint64_t group = order->tile / self->inner_count;
	hr_tile tile = {.rows = self->rows,
			.columns = columns,
			.count = self->rows * columns,
			.dimension = {self->column, HR_ROWS_OF_PARENT + self->column},
			.outer = outer};
	bool at_barrier;
	int64_t id[3];

	hr_instance_id(outer->extent, self->first, outer->id);
	hr_instance_id(self->outer, group, id);
	for (unsigned d = self->column + 1; d < 3; d++)
		outer->id[d] = id[d];
	hr_instance_id(self->inner, order->tile % self->inner_count, tile.id);
	tile.first = hr_instance_index(leaf->level.extent, tile.id);
	HR_TRY(hr_plan_look(order->plan, order->thread, self->groups,
			    self->first + self->rows * group));
	if (order->tile % self->inner_count == 0)
		hr_batch_renew(order->batch, false);
	hr_batch_begin(order->batch, &leaf->level, &tile, leaf->inputs, 0, leaf->merged->outputs,
		       leaf->image_bytes);
	return hr_batch_run(order->thread, order->batch, &at_barrier);
}

/* Run the groups that have been chosen. */
static hr_status run_groups(merged_run *self)
{
	hr_disordered *order = &self->order;
	const uint64_t tiles = product(self->outer) * self->inner_count;
	const uint64_t end = (self->first + self->group_count) * self->items;

	for (order->tile = 0; order->tile < tiles; order->tile++) {
		HR_TRY(run_tile(self));
		if (order->state == HR_DISORDERED_ONE_BY_ONE)
			return hr_disordered_run(order, order->reached, end,
						 order->node->merged->outputs);
	}
	return HR_OK;
}

static hr_status run_all(merged_run *self, uint64_t first, uint64_t count)
{
	hr_disordered *order = &self->order;
	hr_status status = HR_OK;

	for (uint64_t next = first; next < count && status == HR_OK; next += self->group_count) {
		choose(self, next);
		hr_disordered_begin(order, next * self->items);
		status = hr_plan_survive(order->plan, run_groups(self));
		order->thread->turn = NULL;
	}
	return status;
}

static void set_stats(const merged_run *self, uint64_t groups)
{
	static const char *const names[] = {"x", "y", "z"};
	const plan_node *leaf = self->order.node;
	const plan_batched *batched = leaf->batched;

	leaf->stats->instances += groups * self->items;
	leaf->stats->width = self->most_rows * (unsigned)leaf->level.extent[self->column];
	if (self->order.plan->run->pool)
		leaf->stats->alone = "its batches have instances of several groups";
	if (self->column != batched->innermost)
		leaf->stats->along = names[self->column];
}

/* Place the leaf's inputs, which are those of all groups. */
static hr_status prepare(hr_plan *plan, hr_thread *thread, plan_node *node)
{
	plan_node *leaf = node->children[0];
	hr_scope *scope = node->scope;

	scope->inputs = scope->launch_inputs = node->inputs;
	HR_TRY(hr_scope_grids(plan, node, scope, thread->execution));
	HR_TRY(hr_plan_begin_child(plan, thread, node, scope, 0));
	hr_plan_check_grid(plan, leaf, &scope->children[0], &scope->children[0].check);
	if (!leaf->merged->batches.count) {
		hr_batch *batch = hr_batch_new(leaf->merged->code);

		if (!batch)
			return hr_report_level(plan->run, &leaf->node->where, &node->level,
					       thread->execution, HR_D_memory_limit,
					       "the batch of a leaf",
					       hr_batch_bytes(leaf->merged->code));
		HR_PUSH(&leaf->merged->batches, batch);
	}
	hr_batches_reserve_bytes(&leaf->merged->outputs, &leaf->merged->outputs_bytes,
				 (size_t)leaf->merged->shape.lanes * leaf->image_bytes + 16);
	return HR_OK;
}

hr_status hr_merged_run(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			uint64_t first)
{
	plan_node *leaf = node->children[0];
	const unsigned column = leaf->merged->shape.column;
	const uint64_t bytes = hr_thread_bytes(thread);
	const uint64_t from = plan->run->options.stats ? hr_nanoseconds() : 0;
	merged_run self = {.order = {.plan = plan,
				     .thread = thread,
				     .node = leaf,
				     .stand = stand,
				     .index_of = index_of},
			   .groups = node,
			   .column = column};
	hr_status status;

	HR_TRY(prepare(plan, thread, node));
	self.order.batch = leaf->merged->batches.data[0];
	self.items = product(leaf->level.extent);
	memcpy(self.inner, leaf->level.extent, sizeof(self.inner));
	self.inner[column] = 1;
	self.inner_count = product(self.inner);
	for (unsigned d = 0; d < 3; d++)
		self.outer[d] = d > column ? node->level.extent[d] : 1;
	status = run_all(&self, first, state->count);
	set_stats(&self, state->count - first);
	leaf->stats->bytes += hr_thread_bytes(thread) - bytes;
	if (plan->run->options.stats)
		leaf->stats->nanoseconds += hr_nanoseconds() - from;
	return status;
}
