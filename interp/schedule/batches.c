/* interp/schedule/batches.c -- run the instances of a leaf in batches.
 *
 * Tiles are cut from the grid in reference order and run in sequence. If instances meet at
 * barriers, every tile has its own batch, and each batch runs to the barrier before any continues.
 *
 * Invariant: outputs are recorded in reference order (E3), whatever order lanes completed in.
 * Owns:      lane code and batches of a leaf.
 * Clauses:   N1, E1-E5 for leaves, M3.
 * Not here:  width 1 (schedule.c, group.c), running a batch (interp/lanes/lanes.h). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/memory/device_copies.h"
#include "interp/run/thread_pool.h"
#include "interp/schedule/schedule_batches.h"

/* The thresholds, unless the user chooses (docs/design-notes.md has the measurements). A node gets
 * lane code when it has run enough instances for the cost of making it. */
enum {
	LEAST_INSTANCES = 8,
	FEW_INSTANCES = 16,
	MANY_INSTANCES = 256,
	FEWER_LANES = 256,
	NEAR_BYTES = 320 * 1024, /* part of a second-level cache */
};

void hr_batches_free(plan_batched *batched)
{
	for (size_t i = 0; i < batched->batches.count; i++)
		hr_batch_free(batched->batches.data[i]);
	HR_VEC_FREE(&batched->batches);
	hr_free(batched->inputs);
	hr_free(batched->outputs);
}

void hr_plan_batched_free(plan_batched *batched)
{
	if (!batched)
		return;
	hr_plan_pool_free(batched->pool);
	hr_batches_free(batched);
	HR_VEC_FREE(&batched->tiles);
	hr_lane_code_free(batched->code);
	hr_free(batched->varying);
	hr_free(batched);
}

/* Return true if the range of an accessible object differs between instances. One access check
 * stands for all lanes, so the object must be the same for all. */
static bool ranges_differ(const plan_node *node, const bool *varying)
{
	const hr_port *inputs = node->node->inputs;

	for (unsigned i = 0; i < node->node->input_count; i++)
		if (inputs[i].type->kind == HR_T_PTR &&
		    (varying[i] || (i + 1 < node->node->input_count && varying[i + 1])))
			return true;
	return false;
}

plan_batched *hr_batches_make(hr_plan *plan, plan_node *node, const hr_tile_shape *shape)
{
	plan_batched *made = hr_alloc_zero(sizeof(*made));

	made->varying = hr_plan_varying(plan, node);
	made->shape = *shape;
	if (ranges_differ(node, made->varying)) {
		made->why = "its pointers differ between instances";
		return made;
	}
	made->code = hr_lane_code_new(plan->run, node->code, made->varying, shape, &made->why);
	return made;
}

/* Find the dimension that tiles of the leaf should run along: not the innermost one, if neighbouring
 * instances along another access neighbouring memory and the order of instances cannot be seen. */
static void find_column(plan_batched *batched, const int64_t extent[3], unsigned innermost)
{
	batched->column = batched->innermost = innermost;
	if (batched->code && !hr_lane_alone(batched->code, true))
		batched->column = hr_lane_best_column(batched->code, extent, innermost);
}

/* Make lane code for the most lanes, as long as their arrays stay in a near cache. */
static plan_batched *make_best(hr_plan *plan, plan_node *node, const child_state *state)
{
	hr_tile_shape shape = hr_tile_shape_of(state->extent, node->node->dims, HR_LANE_MAX);
	plan_batched *made = hr_batches_make(plan, node, &shape);

	if (!made->code || (uint64_t)hr_lane_bytes(made->code) * HR_LANE_MAX <= NEAR_BYTES)
		return made;
	hr_plan_batched_free(made);
	shape = hr_tile_shape_of(state->extent, node->node->dims, FEWER_LANES);
	return hr_batches_make(plan, node, &shape);
}

static bool is_worth_it(plan_node *node, const child_state *state)
{
	if (node->batched)
		return state->count >= FEW_INSTANCES;
	node->met += state->count < MANY_INSTANCES ? state->count : MANY_INSTANCES;
	return state->count >= FEW_INSTANCES && node->met >= MANY_INSTANCES;
}

bool hr_plan_batched_settled(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	return node->batched || plan->run->options.width || node->met >= MANY_INSTANCES ||
	       state->count < FEW_INSTANCES;
}

static bool is_order_batched(const hr_plan *plan)
{
	return plan->order.schedule == HR_SCHEDULE_REFERENCE ||
	       (plan->order.schedule == HR_SCHEDULE_REVERSE && plan->run->speculation.on);
}

/* Return why a check that only speculative runs do in batches (interp/orders/speculative.c)
 * prevents batches, or NULL. */
static const char *why_unchecked(const hr_plan *plan)
{
	const unsigned checks = plan->run->options.checks & HR_CHECK_REPEATED;

	if (!checks || plan->run->speculation.on)
		return NULL;
	return plan->untried ? plan->untried
	       : checks & HR_CHECK_UNINIT
		       ? "uninitialised values are checked while other threads run"
	       : checks == HR_CHECK_ORDER
		       ? "orders of instances are compared while other threads run"
		       : "accesses are checked while others run";
}

/* Return why a leaf without lane code runs one instance at a time, or NULL. */
static const char *why_narrow(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	const char *why = why_unchecked(plan);

	if (why)
		return why;
	if (!is_order_batched(plan))
		return "the order of instances is not reference";
	if (plan->run->options.keep_going && !plan->run->speculation.on)
		return "instances continue after errors (--keep-going)";
	if (plan->run->program->syncs_warps && plan->run->options.checks & HR_CHECK_RACE)
		return "barriers of warps are checked for races";
	if (node->code->frame_bytes > plan->stack_bytes)
		return "its variables exceed the stack";
	return state->count < LEAST_INSTANCES ? "it has few instances" : NULL;
}

/* Return why a speculative run may not use batches, or NULL. It compares orders only as far as
 * races would show, and checks only operations that have a lane form. */
static const char *why_untried(const hr_plan *plan, plan_batched *batched)
{
	if (!plan->run->speculation.on || !batched->code)
		return batched->why;
	if (!batched->tried)
		batched->untried = hr_lane_alone(batched->code, true);
	batched->tried = true;
	if (!batched->untried && plan->run->options.checks & HR_CHECK_UNINIT)
		return hr_lane_undefined(batched->code);
	return batched->untried;
}

/* Return how wide bands along COLUMN are: enough bands for all threads. */
static unsigned band_width(const hr_plan *plan, const child_state *state, unsigned column,
			   unsigned lanes)
{
	enum { LEAST_WIDTH = 64, EACH = 4 };
	const uint64_t all = (uint64_t)state->extent[column];
	const uint64_t threads = plan->run->pool ? hr_pool_size(plan->run->pool) : 1;
	uint64_t width =
		threads > 1 ? (all / (threads * EACH) / LEAST_WIDTH + 1) * LEAST_WIDTH : all;

	width = width < lanes ? width : lanes;
	return (unsigned)(width < all ? width : all);
}

/* Return the shape of the leaf's tiles. COLUMN is the dimension that they should run along. */
static hr_tile_shape shape_for(const hr_plan *plan, const plan_node *node, const child_state *state,
			       unsigned column, unsigned lanes)
{
	const hr_tile_shape shape = hr_tile_shape_of(state->extent, node->node->dims, lanes);

	if (column >= shape.column || !hr_bands_may_run(plan, node, state) ||
	    state->extent[column] < FEW_INSTANCES)
		return shape;
	return hr_band_shape_of(column, band_width(plan, state, column, lanes), lanes);
}

static bool is_same_shape(const hr_tile_shape *a, const hr_tile_shape *b)
{
	return a->column == b->column && a->row == b->row && a->width == b->width;
}

static void make_for(hr_plan *plan, plan_node *node, const child_state *state)
{
	unsigned lanes = plan->run->options.width, column, innermost;
	hr_tile_shape shape = hr_tile_shape_of(state->extent, node->node->dims, lanes);

	innermost = shape.column;
	if (!node->batched) {
		node->batched =
			lanes ? hr_batches_make(plan, node, &shape) : make_best(plan, node, state);
		find_column(node->batched, state->extent, innermost);
	} else if (node->batched->innermost != innermost) {
		find_column(node->batched, state->extent,
			    innermost); /* grids have different dimensions */
	}
	column = node->batched->column;
	shape = shape_for(plan, node, state, column, node->batched->shape.lanes);
	if (is_same_shape(&node->batched->shape, &shape))
		return;
	hr_plan_batched_free(node->batched);
	node->batched = hr_batches_make(plan, node, &shape);
	node->batched->column = column;
	node->batched->innermost = innermost;
}

/* Return the most lanes of a tile: the lanes of a warp are in one tile, if that can be. */
static unsigned most_lanes(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	const hr_tile_shape *shape = &node->batched->shape;
	const unsigned warp = plan->run->program->warp;
	const uint64_t columns = (uint64_t)state->extent[shape->column];
	uint64_t rows;

	if (!node->code->has_warp || state->count <= shape->lanes || shape->lanes < warp)
		return shape->lanes;
	if (columns > shape->lanes)
		return shape->lanes / warp * warp;
	for (rows = shape->lanes / columns; rows > 1 && rows * columns % warp != 0;)
		rows--;
	return (unsigned)(rows * columns);
}

/* Return true if a warp of the leaf lies in two tiles. */
static bool cuts_warps(const hr_plan *plan, const plan_node *node, const child_state *state)
{
	const unsigned dims = node->node->dims, warp = plan->run->program->warp;
	unsigned lanes;
	uint64_t count;

	if (!node->code->has_warp || !node->batched->code)
		return false;
	lanes = most_lanes(plan, node, state);
	count = hr_tile_count(state->extent, dims, lanes);
	for (uint64_t i = 0; i < count; i++)
		if (hr_tile_first(state->extent, dims, lanes, i) % warp)
			return true;
	return false;
}

bool hr_plan_batched(hr_plan *plan, plan_node *node, const child_state *state)
{
	static const char *const names[] = {"x", "y", "z"};
	const hr_options *options = &plan->run->options;
	hr_node_stats *stats = node->stats;

	if (options->width == 1 || (!options->width && !is_worth_it(node, state)))
		return false;
	stats->narrow = why_narrow(plan, node, state);
	if (!stats->narrow) {
		make_for(plan, node, state);
		stats->narrow = why_untried(plan, node->batched);
		if (!stats->narrow && cuts_warps(plan, node, state))
			stats->narrow = "a warp would lie in two batches";
	}
	stats->width = stats->narrow ? 1 : node->batched->shape.lanes;
	stats->along = NULL;
	if (stats->narrow)
		return false;
	stats->set = hr_lane_set(node->batched->code);
	if (node->batched->shape.width) {
		stats->width = node->batched->shape.width;
		stats->along = names[node->batched->shape.column];
	}
	return true;
}

/* --- one tile --------------------------------------------------------------------------------- */

void hr_batches_reserve_bytes(uint8_t **buffer, size_t *room, size_t bytes)
{
	if (bytes <= *room)
		return;
	hr_free(*buffer);
	*buffer = hr_alloc_zero(bytes);
	*room = bytes;
}

static hr_status place_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      const hr_tile *tile)
{
	plan_batched *batched = node->batched;
	size_t stride = (size_t)node->node->inputs_bytes + 16;

	hr_batches_reserve_bytes(&batched->inputs, &batched->inputs_bytes, stride * tile->count);
	for (unsigned i = 0; i < tile->count; i++) {
		hr_instance_id(node->level.extent, tile->first + i, node->level.id);
		HR_TRY(hr_plan_single_inputs(plan, thread, node, scope, &node->level,
					     tile->first + i));
		memcpy(batched->inputs + i * stride, node->inputs, node->node->inputs_bytes);
	}
	if (plan->run->split)
		hr_split_leaf(plan->run, node->node, node->inputs);
	if (plan->run->observed && !thread->place)
		hr_check_inputs(plan->run->checker, node->inputs);
	return HR_OK;
}

hr_status hr_batches_begin_tile(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				child_state *state, const hr_tile *tile, hr_batch *batch,
				uint8_t *outputs)
{
	const uint8_t *inputs = node->inputs;
	size_t stride = 0;

	if (node->keep_each)
		outputs = state->each + tile->first * node->image_bytes;
	if (node->node->output_count)
		memset(outputs, 0, tile->count * node->image_bytes);
	if (node->single.count) {
		HR_TRY(place_inputs(plan, thread, node, scope, tile));
		inputs = node->batched->inputs;
		stride = (size_t)node->node->inputs_bytes + 16;
	}
	hr_batch_begin(batch, &node->level, tile, inputs, stride, outputs, node->image_bytes);
	return HR_OK;
}

hr_status hr_batches_note_tile(hr_plan *plan, hr_thread *thread, plan_node *node,
			       child_state *state, const hr_tile *tile, uint8_t *outputs)
{
	if (node->keep_each)
		outputs = state->each + tile->first * node->image_bytes;
	return hr_plan_note_many(plan, thread, node, state, outputs, tile->first, tile->count);
}

/* Return the tile that runs as number RAN of COUNT. */
static hr_tile nth_tile(const hr_plan *plan, const plan_node *node, unsigned lanes, uint64_t ran,
			uint64_t count)
{
	const int64_t *extent = node->level.extent;
	unsigned dims = node->level.dims;
	uint64_t number = plan->order.schedule == HR_SCHEDULE_REVERSE ? count - 1 - ran : ran;

	return hr_tile_at(extent, dims, hr_tile_first(extent, dims, lanes, number), lanes);
}

static hr_status run_tiles(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   child_state *state, unsigned lanes)
{
	plan_batched *batched = node->batched;
	hr_batch *batch = batched->batches.data[0];
	const int64_t *extent = node->level.extent;
	unsigned dims = node->level.dims;
	uint64_t done = 0;
	hr_tile tile;

	hr_batches_reserve_bytes(&batched->outputs, &batched->outputs_bytes,
				 (size_t)lanes * node->image_bytes + 16);
	hr_batch_renew(batch, false);
	for (uint64_t ran = 0, count = hr_tile_count(extent, dims, lanes); ran < count; ran++) {
		bool at_barrier;

		if (ran == 0 || plan->order.schedule == HR_SCHEDULE_REVERSE)
			tile = nth_tile(plan, node, lanes, ran, count);
		else
			hr_tile_next(extent, dims, lanes, &tile);
		HR_TRY(hr_plan_look(plan, thread, node, done));
		HR_TRY(hr_batches_begin_tile(plan, thread, node, scope, state, &tile, batch,
					     batched->outputs));
		hr_plan_emit_batch(plan, thread, node, tile.first, tile.count, true);
		HR_TRY(hr_plan_survive(plan, hr_batch_run(thread, batch, &at_barrier)));
		hr_plan_emit_batch(plan, thread, node, tile.first, tile.count, false);
		HR_TRY(hr_batches_note_tile(plan, thread, node, state, &tile, batched->outputs));
		done += tile.count;
	}
	return HR_OK;
}

/* --- groups that meet at barriers ------------------------------------------------------------- */

static plan_standing standing(const plan_node *node, const hr_standing *at)
{
	plan_standing found = {.code = at->code, .word = at->word, .waits = at->barrier};

	hr_instance_id(node->level.extent, at->index, found.id);
	return found;
}

static hr_status diverged(hr_plan *plan, hr_thread *thread, const plan_node *node,
			  const child_state *state, const hr_standing *first,
			  const hr_standing *other)
{
	plan_standing waiting = standing(node, first), odd = standing(node, other);
	plan_tally tally = {.count = state->count};

	for (size_t i = 0; i < node->batched->tiles.count; i++)
		tally.waiting += hr_batch_waiting(node->batched->batches.data[i]);
	tally.completed = tally.count - tally.waiting;
	return hr_plan_diverged(plan, thread, &node->level, &waiting, &odd, &tally);
}

/* W2: return HR_OK if no lane waits at a collective of its warp. */
static hr_status check_warps(hr_plan *plan, hr_thread *thread, plan_node *node)
{
	const plan_batched *batched = node->batched;
	hr_warp_standing found;

	for (size_t i = 0; i < batched->tiles.count; i++) {
		plan_standing at[2];

		if (!hr_batch_collects(batched->batches.data[i], &found))
			continue;
		for (unsigned k = 0; k < 2; k++) {
			at[k] = standing(node, &found.at[k]);
			at[k].how = found.at[k].collects  ? PLAN_AT_WARP
				    : found.at[k].barrier ? PLAN_AT_BARRIER
							  : PLAN_ENDED;
		}
		return hr_plan_warp_diverged(
			plan, thread, &node->level, &at[0], &at[1],
			&(plan_warp_pair){.what = found.what,
					  .lanes = {found.lanes[0], found.lanes[1]},
					  .mask = found.mask});
	}
	return HR_OK;
}

/* Return HR_OK if all instances wait at one barrier, where *AT is, or all have completed; *WAITING is
 * then false. */
static hr_status check_round(hr_plan *plan, hr_thread *thread, plan_node *node,
			     const child_state *state, bool *waiting, hr_standing *at)
{
	plan_batched *batched = node->batched;
	hr_standing first = {.barrier = false}, other;

	for (size_t i = 0; i < batched->tiles.count && !first.barrier; i++)
		if (!hr_batch_standing(batched->batches.data[i], NULL, &first))
			first.barrier = false;
	*waiting = first.barrier;
	*at = first;
	if (!first.barrier)
		return HR_OK;
	for (size_t i = 0; i < batched->tiles.count; i++)
		if (hr_batch_standing(batched->batches.data[i], &first, &other))
			return diverged(plan, thread, node, state, &first, &other);
	return HR_OK;
}

static hr_status run_group(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   child_state *state)
{
	plan_batched *batched = node->batched;
	bool waiting = true, at_barrier;
	hr_standing at;

	hr_batches_reserve_bytes(&batched->outputs, &batched->outputs_bytes,
				 state->count * node->image_bytes + 16);
	for (size_t i = 0; i < batched->tiles.count; i++) {
		hr_batch_renew(batched->batches.data[i], batched->tiles.count == 1);
		HR_TRY(hr_batches_begin_tile(plan, thread, node, scope, state,
					     &batched->tiles.data[i], batched->batches.data[i],
					     batched->outputs + batched->tiles.data[i].first *
									node->image_bytes));
	}
	while (waiting) {
		for (size_t i = 0; i < batched->tiles.count; i++) {
			HR_TRY(hr_plan_look(plan, thread, node, batched->tiles.data[i].first));
			HR_TRY(hr_plan_survive(
				plan, hr_batch_run(thread, batched->batches.data[i], &at_barrier)));
		}
		if (node->code->has_warp)
			HR_TRY(hr_plan_survive(plan, check_warps(plan, thread, node)));
		HR_TRY(hr_plan_survive(plan,
				       check_round(plan, thread, node, state, &waiting, &at)));
		if (plan->run->status != HR_OK)
			break;
		if (waiting && plan->run->observed)
			hr_check_barrier(plan->run->checker, at.code, at.word);
	}
	for (size_t i = 0; i < batched->tiles.count; i++)
		HR_TRY(hr_batches_note_tile(plan, thread, node, state, &batched->tiles.data[i],
					    batched->outputs + batched->tiles.data[i].first *
								       node->image_bytes));
	return HR_OK;
}

hr_status hr_batches_reserve(hr_plan *plan, hr_thread *thread, plan_node *node, size_t count)
{
	plan_batched *batched = node->batched;

	while (batched->batches.count < count) {
		hr_batch *batch = hr_batch_new(batched->code);

		if (!batch)
			return hr_report_level(plan->run, &node->node->where, node->level.parent,
					       thread->execution, HR_D_memory_limit,
					       "the batches of instances that meet at barriers",
					       count * hr_batch_bytes(batched->code));
		HR_PUSH(&batched->batches, batch);
	}
	return HR_OK;
}

hr_status hr_plan_run_batched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state)
{
	plan_batched *batched = node->batched;
	unsigned lanes = batched->shape.lanes;
	uint64_t count;

	if (hr_batches_may_share(plan, thread, node, state))
		return hr_batches_share_tiles(plan, thread, node, scope, state);
	if (batched->shape.width)
		return hr_bands_run(plan, thread, node, scope, state);
	if (!node->code->has_barrier) {
		HR_TRY(hr_batches_reserve(plan, thread, node, 1));
		return run_tiles(plan, thread, node, scope, state, lanes);
	}
	batched->tiles.count = 0;
	lanes = most_lanes(plan, node, state);
	count = hr_tile_count(node->level.extent, node->level.dims, lanes);
	for (uint64_t i = 0; i < count; i++)
		HR_PUSH(&batched->tiles, nth_tile(plan, node, lanes, i, count));
	HR_TRY(hr_batches_reserve(plan, thread, node, batched->tiles.count));
	return run_group(plan, thread, node, scope, state);
}
