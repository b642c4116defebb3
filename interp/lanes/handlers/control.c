/* interp/lanes/handlers/control.c -- control flow of the lanes of a batch; compiled once for each
 * instruction set.
 *
 * Active lanes are a mask. At a divergent jump they split: each part waits at the position of its
 * target (interp/lanes/build/flow.c), and the batch continues at the first position where lanes
 * wait. So lanes that took different paths meet again as soon as the order of blocks allows.
 *
 * Clauses:   M3 within the batch, E5 (outputs are written when an instance completes). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/lanes/handlers/lane_set.h"
#include "interp/lanes/run/lane_masks.h"
#include "interp/lanes/run/lane_warp.h"

HANDLER(goto_)
{
	return lane_count_steps(batch, pc[2], batch->version->words.data + pc[1]);
}

static inline const uint32_t *go(hr_batch *batch, const uint32_t *pc)
{
	uint32_t position = pc[1];

	batch->left -= (int64_t)pc[2] * batch->active;
	if (!batch->other_pc && position < batch->lowest) {
		lane_come_to(batch, position);
		return batch->left < 0 ? hr_lane_pause(batch, lane_code_at(batch, position))
				       : lane_code_at(batch, position);
	}
	lane_wait_at(batch, position, batch->mask);
	if (batch->other_pc) {
		const uint32_t *other = batch->other_pc;

		batch->other_pc = NULL;
		lane_set_mask(batch, batch->other);
		return other;
	}
	return lane_count_steps(batch, 0, lane_next(batch));
}

HANDLER(go)
{
	return go(batch, pc);
}

/* Packing pays off at once if it halves the number of groups, unless there are only a few. */
enum { LEAST_GROUPS = 4 };
/* Otherwise it pays off when the cost of the unneeded strips since the loop began equals the cost
 * of packing. The unit is one operation on a strip; moving a strip of an array costs 11, computing
 * the places of a strip 43. */
enum { MOVING_COST = 11, PLACES_COST = 43 };

static inline bool pays(hr_batch *batch, const lane_packing *packing)
{
	const unsigned groups = batch->end_group - batch->first_group;
	const unsigned strips = lane_count(batch) / LANE_STRIP;
	const unsigned needed = (batch->active + LANE_STRIP - 1) / LANE_STRIP;

	if (groups >= LEAST_GROUPS && batch->active * 2 <= groups * LANE_GROUP)
		return true;
	if (strips <= needed)
		return false;
	if (batch->wasteful != packing)
		batch->wasted = 0;
	batch->wasteful = packing;
	batch->wasted += (uint64_t)(strips - needed) * packing->instructions;
	return batch->wasted >= (uint64_t)strips * (packing->count * MOVING_COST + PLACES_COST);
}

HANDLER(go_packing)
{
	const lane_packing *packing = &batch->version->packings.data[pc[3]];
	const uint32_t *next = go(batch, pc);

	if (next && next == lane_code_at(batch, packing->head) && batch->packs &&
	    (!batch->packing || batch->packing == packing) && pays(batch, packing)) {
		batch->wasted = 0;
		batch->lane_code->ops->pack(batch, packing);
	}
	return next;
}

/* The lanes of both parts go to the targets of A and B, which are `go` operations; the target of A
 * must not be behind that of B. */
static inline const uint32_t *part(hr_batch *batch, lane_mask to_a, const uint32_t *a,
				   lane_mask to_b, const uint32_t *b)
{
	const unsigned all = batch->active;
	const uint32_t position = a[1];

	lane_group_wait_at(batch, b[1], to_b);
	lane_run(batch, to_a);
	batch->left -= (int64_t)a[2] * batch->active + (int64_t)b[2] * (all - batch->active);
	if (position >= batch->lowest) {
		lane_group_wait_at(batch, position, to_a);
		return lane_count_steps(batch, 0, lane_next(batch));
	}
	lane_come_to(batch, position);
	return lane_count_steps(batch, 0, lane_code_at(batch, position));
}

/* Lanes for which CONDITION holds go to the first of WORDS, the others to the second; the third is
 * the number of steps. */
static inline const uint32_t *split(hr_batch *batch, const uint64_t condition[HR_LANE_WORDS],
				    const uint32_t words[3])
{
	const uint32_t *const code = batch->version->words.data;
	const uint32_t *const a = code + words[0], *const b = code + words[1];
	const lane_mask mask = lane_mask_at(batch->mask), yes = lane_mask_of_words(condition);
	const lane_mask first = lane_and(mask, yes), other = lane_and_not(mask, yes);

	batch->left -= (int64_t)words[2] * batch->active;
	if (!lane_words_of(other))
		return a;
	if (!lane_words_of(first))
		return b;
	if (*a == LANE_X_go && *b == LANE_X_go)
		return a[1] < b[1] ? part(batch, first, a, other, b)
				   : part(batch, other, b, first, a);
	lane_put_mask(batch->other, other);
	batch->other_pc = b;
	lane_run(batch, first);
	return a;
}

HANDLER(split)
{
	return split(batch, batch->condition, pc + 1);
}

HANDLER(split_bits)
{
	return split(batch, (const uint64_t *)(const void *)(batch->frame + pc[1]), pc + 2);
}

/* --- begin, return, barrier ----------------------------------------------------------------- */

static void set_param(hr_batch *batch, const lane_param *param)
{
	const uint8_t *from = batch->inputs + param->offset;
	lane_affine value = {0};

	if (param->class == LANE_UNIFORM) {
		memcpy(batch->frame + param->place, from, param->size);
	} else if (param->class == LANE_AFFINE) {
		memcpy(&value.base, from, param->size < 8 ? param->size : 8);
		put_affine_at(batch, param->place, value);
	}
	for (unsigned lane = 0; lane < batch->lane_code->lanes && param->array; lane++)
		memcpy(batch->frame + param->array + (size_t)lane * param->size, from, param->size);
}

HANDLER(entry)
{
	const lane_version *version = batch->version;

	for (size_t p = 0; p < version->params.count; p++) {
		const lane_param *param = &version->params.data[p];
		const uint8_t *from = batch->inputs + param->offset;
		uint8_t *to = batch->frame + param->place;

		if (!param->by_batch)
			continue;
		if (param->class != LANE_VARYING)
			set_param(batch, param);
		for (unsigned lane = 0; lane < batch->valid && param->class == LANE_VARYING; lane++)
			memcpy(to + (size_t)lane * param->size, from + lane * batch->input_stride,
			       param->size);
	}
	return pc + 2;
}

/* Runs once for all batches of a grid. */
HANDLER(entry_uniform)
{
	const lane_version *version = batch->version;

	for (size_t p = 0; p < version->params.count; p++)
		if (!version->params.data[p].by_batch)
			set_param(batch, &version->params.data[p]);
	return pc + 2;
}

HANDLER(stop)
{
	(void)batch, (void)pc;
	return NULL;
}

static void put_value(uint8_t *to, const uint8_t *value, uint32_t bytes)
{
	switch (bytes) {
	case 4: memcpy(to, value, 4); break;
	case 8: memcpy(to, value, 8); break;
	default:
		for (uint32_t i = 0; i < bytes; i++)
			to[i] = value[i];
	}
}

static void write_outputs(const hr_batch *batch, const lane_inst *inst)
{
	const hr_code *code = batch->lane_code->code;
	const hr_return *values = &code->returns[inst->pc[1]];
	const lane_site *uses = &batch->lane_code->sites.data[inst->sites];

	for (unsigned u = 0; u < inst->use_count; u++) {
		bool varies = batch->version->webs.data[uses[u].web].class != LANE_UNIFORM;
		uint8_t *to = batch->outputs + values->scalars[u].offset, value[16] = {0};
		uint32_t bytes = values->scalars[u].con == HR_C_F80
					 ? 10
					 : hr_con_size(values->scalars[u].con);

		hr_lane_fetch(batch, uses[u].web, 0, value);
		FOR_LANES_IN_MASK(batch, lane) {
			if (varies)
				hr_lane_fetch(batch, uses[u].web, (unsigned)lane, value);
			put_value(to + lane * batch->output_stride, value, bytes);
		}
	}
}

HANDLER(return_)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	const uint32_t *next;

	if (inst->use_count)
		write_outputs(batch, inst);
	lane_join_mask(batch->completed, batch->mask);
	if (batch->lane_code->code->has_barrier)
		FOR_LANES_IN_MASK(batch, lane)
			batch->ended[lane] = inst;
	batch->left -= (int64_t)pc[2] * batch->active;
	next = lane_next(batch);
	return next ? lane_count_steps(batch, 0, next) : hr_lane_warps_settle(batch);
}

/* All instances of the group wait at the barrier: continue. */
static const uint32_t *all_have_met(hr_batch *batch)
{
	const lane_inst *inst = batch->parked_inst;
	const hr_code *code = batch->lane_code->areas.data[inst->area].code;

	if (batch->observed)
		hr_check_barrier(batch->thread->run->checker, code,
				 (uint32_t)(inst->pc - code->words));
	lane_set_mask(batch, batch->parked);
	memset(batch->parked, 0, sizeof(batch->parked));
	batch->initialised_count = 0;
	return lane_code_at(batch, batch->parked_at);
}

/* M3: lanes that reach another barrier than those that already wait, or after others have
 * completed, are detected by the code that runs the batches of the group. */
HANDLER(barrier)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	const uint32_t *next;

	batch->at = pc;
	batch->left -= (int64_t)pc[3] * batch->active;
	if (!lane_is_empty(batch->parked) && batch->parked_inst != inst) {
		batch->other_inst = inst;
		lane_copy_mask(batch->other, batch->mask);
		return NULL;
	}
	batch->parked_inst = inst;
	batch->parked_at = pc[2];
	lane_join_mask(batch->parked, batch->mask);
	next = lane_next(batch);
	if (!next && batch->warps)
		next = hr_lane_warps_settle(batch);
	if (!next && batch->is_group && lane_is_empty(batch->completed) &&
	    !hr_lane_warps_wait(batch->warps))
		next = all_have_met(batch);
	return next ? lane_count_steps(batch, 0, next) : NULL;
}

/* --- other ends ------------------------------------------------------------------------------- */

static uint32_t switch_case(const hr_batch *batch, const lane_inst *inst, unsigned lane)
{
	const hr_code *code = batch->lane_code->areas.data[inst->area].code;
	const hr_switch *sw = &code->switches[inst->pc[2]];
	unsigned __int128 value = 0;
	uint32_t low = 0, high = sw->count;

	hr_lane_fetch(batch, batch->lane_code->sites.data[inst->sites].web, lane,
		      (uint8_t *)&value);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sw->values[middle] == value)
			return middle;
		if (sw->values[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return sw->count;
}

HANDLER(switch_uniform)
{
	uint32_t which = switch_case(batch, lane_inst_at(batch, pc[1]), 0);

	return lane_count_steps(batch, pc[2], batch->version->words.data + pc[3 + which]);
}

/* Continues with the lanes that take the same target as the first one; the others execute this
 * operation again. */
HANDLER(switch_varying)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	uint32_t which = switch_case(batch, inst, lane_first(batch));
	uint64_t same[HR_LANE_WORDS] = {0};

	FOR_LANES_IN_MASK(batch, lane)
		if (switch_case(batch, inst, (unsigned)lane) == which)
			lane_add(same, (uint32_t)lane);
	for (unsigned i = 0; i < HR_LANE_WORDS; i++)
		batch->other[i] = batch->mask[i] & ~same[i];
	if (!lane_is_empty(batch->other))
		batch->other_pc = pc;
	lane_set_mask(batch, same);
	batch->left -= (int64_t)pc[2] * batch->active;
	return batch->version->words.data + pc[3 + which];
}

HANDLER(trapped)
{
	batch->at = pc;
	return hr_lane_trap(batch, LANE_NONE, (hr_trap)lane_inst_at(batch, pc[1])->pc[1] + 1);
}

HANDLER(trap_if_uniform)
{
	batch->at = pc;
	if (batch->frame[pc[2]])
		return hr_lane_trap(batch, LANE_NONE,
				    (hr_trap)lane_inst_at(batch, pc[1])->pc[2] + 1);
	return pc + 3;
}

HANDLER(trap_if_varying)
{
	const uint8_t *flags = batch->frame + pc[2];
	const unsigned first = batch->first_group * LANE_GROUP, end = batch->end_group * LANE_GROUP;
	uint8_t any = 0;

	for (unsigned lane = first; lane < end; lane += LANE_GROUP)
		LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) any |= flags[lane + i];
	if (!any)
		return pc + 3;
	batch->at = pc;
	FOR_LANES_IN_MASK(batch, lane)
		if (flags[lane])
			return hr_lane_trap(batch, (uint32_t)lane,
					    (hr_trap)lane_inst_at(batch, pc[1])->pc[2] + 1);
	return pc + 3;
}
