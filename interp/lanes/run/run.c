/* interp/lanes/run/run.c -- a batch: creates it, begins it, and runs it to its end or a barrier.
 *
 * Invariant: every lane of the tile is in exactly one of these states: active, waiting, parked at a
 *            barrier, completed.
 * Owns:      the batch's mapping.
 * Clauses:   M3. */
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/lanes/run/lane_masks.h"
#include "interp/lanes/run/lane_warp.h"
#include "interp/memory/memory.h"

static size_t round_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) & ~(to - 1);
}

static size_t aligned(size_t bytes)
{
	return round_up(bytes, 64);
}

static void place_constants(hr_batch *batch, uint8_t *frame, const lane_version *version)
{
	for (size_t i = 0; i < version->constants.count; i++) {
		const lane_constant *c = &version->constants.data[i];

		for (unsigned lane = 0; lane < (c->array ? batch->lane_code->lanes : 1); lane++)
			memcpy(frame + c->place + (size_t)lane * c->size, c->value, c->size);
	}
}

void hr_lane_place_slots(uint8_t *frame, const lane_version *version)
{
	for (size_t i = 0; i < version->webs.count; i++) {
		const lane_web *web = &version->webs.data[i];
		lane_slot slot = {.at = frame +
					(web->class == LANE_VARYING ? web->place : web->array)};

		if (web->slot)
			memcpy(frame + web->slot, &slot, sizeof(slot));
	}
}

static void init_scalar_frames(hr_batch *batch)
{
	const hr_lane_code *lane_code = batch->lane_code;

	for (size_t i = 0; i < lane_code->areas.count; i++) {
		const lane_area *area = &lane_code->areas.data[i];
		uint8_t *frame = batch->scalar + area->scalar;

		*hr_frame_of(frame) = (hr_frame){.code = area->code};
		if (area->parent != LANE_NONE) {
			hr_frame_of(frame)->call = area->call;
			hr_frame_of(frame)->caller =
				batch->scalar + lane_code->areas.data[area->parent].scalar;
		}
		memcpy(frame, area->code->constants, area->code->constant_bytes);
	}
}

size_t hr_batch_bytes(const hr_lane_code *lane_code)
{
	return lane_code->versions[0].frame_bytes + lane_code->versions[1].frame_bytes +
	       lane_code->scalar_bytes + (size_t)lane_code->lane_bytes * lane_code->lanes;
}

hr_batch *hr_batch_new(const hr_lane_code *lane_code)
{
	size_t first = aligned(lane_code->versions[0].frame_bytes);
	size_t second = aligned(lane_code->versions[1].frame_bytes);
	size_t scalar = aligned(lane_code->scalar_bytes + 64), checks, own, waiting, set, memory;
	size_t seen = aligned(lane_code->checks.count * sizeof(lane_seen));
	size_t prefetch = aligned(lane_code->checks.count * sizeof(lane_prefetch *));
	/* the stride is not a power of two, because all lanes would compete for the same cache
	 * sets */
	size_t stride = lane_code->lane_bytes
				? round_up(lane_code->lane_bytes, lane_code->lane_align) +
					  lane_code->lane_align
				: 0;
	hr_batch *batch = hr_alloc_zero(sizeof(*batch));
	uint8_t *at;

	checks = aligned(lane_code->checks.count * sizeof(*batch->checks));
	own = aligned(lane_code->checks.count *
		      (sizeof(*batch->own_checks) + sizeof(*batch->own_check)));
	waiting = aligned((size_t)lane_code->order_count * HR_LANE_WORDS * sizeof(uint64_t));
	set = aligned((lane_code->order_count / 64 + 1) * sizeof(uint64_t));
	memory = aligned(stride * lane_code->lanes);
	batch->mapped_bytes = HR_PAGES_GUARD + first + second + scalar + checks + own + seen +
			      prefetch + waiting + set + memory + lane_code->lane_align;
	batch->mapped = hr_pages_map(batch->mapped_bytes, true);
	if (!batch->mapped) {
		hr_free(batch);
		return NULL;
	}
	batch->lane_code = lane_code;
	batch->warps = hr_lane_warps_new(lane_code);
	batch->handlers = lane_code->ops->handlers;
	at = batch->mapped + HR_PAGES_GUARD;
	batch->frame_offset = first;
	place_constants(batch, at, &lane_code->versions[0]);
	place_constants(batch, at + first, &lane_code->versions[1]);
	hr_lane_place_slots(at, &lane_code->versions[0]);
	hr_lane_place_slots(at + first, &lane_code->versions[1]);
	at += first + second;
	batch->scalar = at;
	batch->checks = (lane_check_at *)(void *)(at += scalar);
	batch->own_checks = (hr_access_check *)(void *)(at += checks);
	batch->own_check =
		(hr_access_check **)(void *)(batch->own_checks + lane_code->checks.count);
	batch->seen = (lane_seen *)(void *)(at += own);
	batch->prefetch = (lane_prefetch **)(void *)(at += seen);
	batch->waiting = (uint64_t *)(void *)(at += prefetch);
	batch->waiting_set = (uint64_t *)(void *)(at += waiting);
	at += set;
	batch->memory = at + (-(uintptr_t)at & (lane_code->lane_align - 1));
	batch->memory_stride = stride;
	/* all of the mapping, because no object of the program lies close to variables */
	hr_check_mapped(lane_code->run->checker, batch->mapped,
			batch->mapped_bytes + HR_PAGES_GUARD);
	init_scalar_frames(batch);
	return batch;
}

void hr_batch_free(hr_batch *batch)
{
	if (!batch)
		return;
	hr_check_unmapped(batch->lane_code->run->checker, batch->mapped,
			  batch->mapped_bytes + HR_PAGES_GUARD);
	for (size_t i = 0; i < batch->lane_code->checks.count; i++)
		hr_free(batch->prefetch[i]);
	hr_pages_unmap(batch->mapped, batch->mapped_bytes);
	hr_free(batch->warps);
	hr_free(batch);
}

lane_prefetch *hr_lane_prefetch_new(const hr_lane_code *lane_code)
{
	const size_t head = aligned(sizeof(lane_prefetch)),
		     from = lane_code->lanes * sizeof(uint64_t);
	uint8_t *room = hr_alloc_zero(head + aligned(from) + (size_t)lane_code->lanes * LANE_AHEAD);
	lane_prefetch *prefetch = (lane_prefetch *)(void *)room;

	prefetch->from = (uint64_t *)(void *)(room + head);
	prefetch->values = room + head + aligned(from);
	return prefetch;
}

/* Without checkers, one access check passes every access. */
static void place_checks(hr_batch *batch)
{
	static hr_access_check all = {.span = UINT64_MAX, .defined = true};
	static hr_access_check *const open = &all;
	const hr_lane_code *lane_code = batch->lane_code;

	batch->observed = batch->thread->run->observed;
	batch->packs = !batch->observed ||
		       !(batch->thread->run->options.checks & ~(unsigned)HR_CHECK_BOUNDS);
	for (size_t i = 0; i < lane_code->checks.count; i++) {
		const lane_check *check = &lane_code->checks.data[i];
		const lane_area *area = &lane_code->areas.data[check->area];
		uint8_t *frame = batch->scalar + area->scalar;

		batch->checks[i].check = &open;
		batch->own_checks[i].span = 0;
		batch->own_check[i] = &batch->own_checks[i];
		if (batch->observed && batch->thread->place)
			batch->checks[i].check = &batch->own_check[i];
		else if (batch->observed)
			batch->checks[i].check =
				&hr_access_checks_of(batch->thread, frame)[check->word];
		batch->checks[i].variables = (uint64_t)(uintptr_t)(batch->memory + area->slots) -
					     area->code->register_bytes;
	}
	batch->checked = true;
}

void hr_batch_close_checks(hr_batch *batch)
{
	batch->checked = false;
}

void hr_batch_renew(hr_batch *batch, bool is_group)
{
	batch->fresh = true;
	batch->is_group = is_group;
}

/* Lanes behind those of the tile are numbered too, because runs of lanes extend to whole groups. */
static void number_lanes(hr_batch *batch, unsigned rows, unsigned columns)
{
	unsigned row = 0, column = 0;

	if (batch->rows == rows && batch->columns == columns)
		return;
	batch->rows = rows;
	batch->columns = columns;
	for (unsigned lane = 0; lane < batch->lane_code->lanes; lane++) {
		batch->row_of[lane] = (uint16_t)row;
		batch->column_of[lane] = (uint16_t)column;
		if (++column == columns) {
			column = 0;
			row++;
		}
	}
}

void hr_batch_begin(hr_batch *batch, hr_level *level, const hr_tile *tile, const uint8_t *inputs,
		    size_t input_stride, uint8_t *outputs, size_t output_stride)
{
	batch->frame = batch->mapped + HR_PAGES_GUARD;
	batch->version = &batch->lane_code->versions[0];
	batch->tile.first = tile->first;
	/* read word by word, as they were written */
	batch->tile.rows = (unsigned)lane_alone(tile->rows);
	batch->tile.columns = (unsigned)lane_alone(tile->columns);
	batch->tile.count = (unsigned)lane_alone(tile->count);
	for (unsigned i = 0; i < 3; i++)
		batch->tile.id[i] = batch->id[i] = (int64_t)lane_alone((uint64_t)tile->id[i]);
	batch->tile.outer = tile->outer;
	for (unsigned i = 0; i < 3 && tile->outer; i++)
		batch->outer_id[i] = (int64_t)lane_alone((uint64_t)tile->outer->id[i]);
	batch->valid = batch->tile.count;
	batch->lanes = (batch->valid + LANE_GROUP - 1) / LANE_GROUP * LANE_GROUP;
	batch->level = level;
	batch->inputs = inputs;
	batch->input_stride = input_stride;
	batch->outputs = outputs;
	batch->output_stride = output_stride;
	number_lanes(batch, batch->tile.rows, batch->tile.columns);
	memcpy(batch->dimension, tile->dimension, sizeof(batch->dimension));
	memset(batch->parked, 0, sizeof(batch->parked));
	memset(batch->completed, 0, sizeof(batch->completed));
	if (batch->warps)
		hr_lane_warps_begin(batch->warps);
	batch->parked_inst = batch->other_inst = NULL;
	batch->other_pc = NULL;
	batch->lowest = LANE_NONE;
	batch->fault_lane = batch->shown = LANE_NONE;
	batch->packing = NULL;
	batch->begins = true;
}

/* Activate all instances; none waits. */
static const uint32_t *begin_lanes(hr_batch *batch)
{
	const unsigned count = batch->tile.count;

	memset(batch->mask, 0, sizeof(batch->mask));
	memset(batch->mask, 0xFF, count / 64 * sizeof(uint64_t));
	if (count % 64)
		batch->mask[count / 64] = (UINT64_C(1) << count % 64) - 1;
	batch->active = count;
	lane_set_window(batch, 0, batch->lanes / LANE_GROUP);
	batch->full = count == batch->lanes;
	batch->begins = false;
	return lane_code_at(batch, 0);
}

const uint32_t *hr_lane_pause(hr_batch *batch, const uint32_t *go_on)
{
	hr_trap trap = hr_engine_pause(batch->thread, &batch->left);

	if (!trap)
		return go_on;
	batch->status = hr_engine_trap(batch->thread, trap);
	return NULL;
}

static void clear_waiting(hr_batch *batch)
{
	memset(batch->waiting_set, 0, (batch->lane_code->order_count / 64 + 1) * sizeof(uint64_t));
	memset(batch->waiting, 0,
	       (size_t)batch->lane_code->order_count * HR_LANE_WORDS * sizeof(uint64_t));
	batch->lowest = LANE_NONE;
}

__attribute__((no_sanitize("address"), no_sanitize("undefined"))) static void
loop(hr_batch *batch, const uint32_t *pc)
{
	lane_handler *const *handlers = batch->handlers;

	while (pc)
		pc = handlers[*pc](batch, pc);
}

/* Compute the values that are the same for all batches of the grid. */
static void run_prologue(hr_batch *batch)
{
	const unsigned first = batch->first_group, end = batch->end_group;

	lane_set_window(batch, 0, batch->lane_code->lanes / LANE_GROUP);
	loop(batch, batch->version->words.data + batch->version->prologue);
	lane_set_window(batch, first, end);
	batch->fresh = false;
}

static hr_status run_guarded(hr_batch *batch)
{
	hr_thread *thread = batch->thread;
	const uint32_t *pc;
	sigjmp_buf recover;

	if (sigsetjmp(recover, 0) != 0)
		return hr_lane_report_fault(batch);
	thread->recover = &recover;
	pc = batch->begins ? begin_lanes(batch) : lane_next(batch);
	if (batch->fresh)
		run_prologue(batch);
	if (batch->status == HR_OK)
		loop(batch, pc);
	return batch->status;
}

hr_status hr_batch_run(hr_thread *thread, hr_batch *batch, bool *at_barrier)
{
	sigjmp_buf *recover = thread->recover;
	const hr_level *level = thread->level;
	const hr_code *code = thread->code;
	const uint32_t *pc = thread->pc;
	bool checking = thread->checking;
	struct hr_shadow *shadow = thread->shadow;
	hr_status status;

	if (batch->begins)
		batch->initialised_count = 0;
	if (!lane_is_empty(batch->parked)) {
		batch->initialised_count = 0;
		lane_wait_at(batch, batch->parked_at, batch->parked);
		memset(batch->parked, 0, sizeof(batch->parked));
	}
	thread->level = batch->level;
	/* several batches share the level, so set the ids of this one */
	for (unsigned i = 0; i < 3; i++)
		batch->level->id[i] = (int64_t)lane_alone((uint64_t)batch->id[i]);
	for (unsigned i = 0; i < 3 && batch->tile.outer; i++)
		batch->tile.outer->id[i] = (int64_t)lane_alone((uint64_t)batch->outer_id[i]);
	batch->thread = thread;
	if (!batch->checked || batch->observed != thread->run->observed)
		place_checks(batch);
	thread->checking = batch->observed; /* for functions that are called */
	thread->shadow = NULL;
	if (batch->observed)
		hr_check_batch(thread);
	batch->shadow = thread->shadow;
	batch->left = thread->left;
	batch->status = HR_OK;
	batch->at = NULL;
	batch->run++;
	batch->changes++;
	batch->wasted = 0;
	status = run_guarded(batch);
	thread->left = batch->left;
	__atomic_store_n(&thread->steps, (thread->granted - (uint64_t)batch->left) / HR_STEP_BYTES,
			 __ATOMIC_RELAXED);
	thread->recover = recover;
	thread->level = level;
	thread->code = code;
	thread->pc = pc;
	thread->checking = checking;
	thread->shadow = shadow;
	if (status != HR_OK)
		clear_waiting(batch);
	*at_barrier = status == HR_OK && !lane_is_empty(batch->parked);
	return status;
}

static bool first_of(const uint64_t mask[HR_LANE_WORDS], unsigned *lane)
{
	for (unsigned i = 0; i < HR_LANE_WORDS; i++)
		if (mask[i]) {
			*lane = i * 64 + (unsigned)__builtin_ctzll(mask[i]);
			return true;
		}
	return false;
}

static hr_standing standing(const hr_batch *batch, unsigned lane, const lane_inst *inst,
			    bool barrier)
{
	const hr_code *code = batch->lane_code->areas.data[inst->area].code;

	return (hr_standing){.index = batch->tile.first + lane,
			     .code = code,
			     .word = (uint32_t)(inst->pc - code->words),
			     .barrier = barrier};
}

hr_standing hr_lane_standing(const hr_batch *batch, unsigned lane)
{
	const lane_inst *inst = hr_lane_parked_at(batch, lane);
	hr_standing at;

	if (inst) {
		at = standing(batch, lane, inst, false);
		at.collects = true;
		return at;
	}
	if (lane_in(batch->parked, lane))
		return standing(batch, lane, batch->parked_inst, true);
	return standing(batch, lane, batch->ended[lane], false);
}

bool hr_batch_standing(const hr_batch *batch, const hr_standing *at, hr_standing *found)
{
	const lane_inst *inst = batch->parked_inst;
	unsigned lane, best = HR_LANE_MAX;

	if (!lane_is_empty(batch->parked) && first_of(batch->parked, &lane)) {
		hr_standing parked = standing(batch, lane, inst, true);

		if (!at || parked.code != at->code || parked.word != at->word) {
			best = lane;
			*found = parked;
		}
	}
	if (!at)
		return best < HR_LANE_MAX;
	if (batch->other_inst && first_of(batch->other, &lane) && lane < best) {
		best = lane;
		*found = standing(batch, lane, batch->other_inst, true);
	}
	if (!batch->lane_code->run->program->ended_arrive && first_of(batch->completed, &lane) &&
	    lane < best) {
		best = lane;
		*found = standing(batch, lane, batch->ended[lane], false);
	}
	return best < HR_LANE_MAX;
}

unsigned hr_batch_waiting(const hr_batch *batch)
{
	unsigned waiting = 0;

	for (unsigned i = 0; i < HR_LANE_WORDS; i++)
		waiting += (unsigned)__builtin_popcountll(
			batch->parked[i] | (batch->other_inst ? batch->other[i] : 0));
	return waiting;
}
