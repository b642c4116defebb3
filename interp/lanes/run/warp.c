/* interp/lanes/run/warp.c -- the lanes of a batch at collectives of their warps.
 *
 * A warp is consecutive lanes of the tile, which begins with a whole warp. Usually all lanes that a warp's
 * collective waits for are active, and go on at once. Otherwise lanes are parked, with their operands, until
 * the others have come.
 *
 * Invariant: a parked lane is neither active, nor waiting at a position, nor at a barrier.
 * Owns:      the parked lanes.
 * Clauses:   W1, W2, W4.
 * Not here:  what is computed (src/arith/warp.c), width 1 (interp/schedule/warp.c). */
#include <string.h>

#include "interp/lanes/run/lane_masks.h"
#include "interp/lanes/run/lane_warp.h"
#include "interp/run/run.h"

struct lane_warps {
	unsigned width; /* lanes of a warp */
	uint64_t parked[HR_LANE_WORDS];
	/* by lane: the collective that it stands at, and the position behind that */
	const lane_inst *at[HR_LANE_MAX];
	uint32_t position[HR_LANE_MAX];
	uint64_t mask[HR_LANE_MAX], value[HR_LANE_MAX], operand[HR_LANE_MAX];
	uint64_t more[HR_WARP_MORE][HR_LANE_MAX];
	/* of the last collective */
	uint64_t result[HR_LANE_MAX], second[HR_LANE_MAX];
	uint8_t missed[HR_LANE_MAX];
};

lane_warps *hr_lane_warps_new(const hr_lane_code *lane_code)
{
	lane_warps *made;

	if (!lane_code->code->has_warp)
		return NULL;
	made = hr_alloc_zero(sizeof(*made));
	made->width = lane_code->run->program->warp;
	return made;
}

void hr_lane_warps_begin(lane_warps *warps)
{
	memset(warps->parked, 0, sizeof(warps->parked));
}

bool hr_lane_warps_wait(const lane_warps *warps)
{
	return warps && !lane_is_empty(warps->parked);
}

/* --- masks ------------------------------------------------------------------------------------ */

/* Return the bits of MASK for the WIDTH lanes from FIRST on. */
static uint64_t part_of(const uint64_t mask[HR_LANE_WORDS], unsigned first, unsigned width)
{
	const unsigned word = first / 64, bit = first % 64;
	uint64_t bits = mask[word] >> bit;

	if (bit && word + 1 < HR_LANE_WORDS)
		bits |= mask[word + 1] << (64 - bit);
	return bits & hr_warp_first(width);
}

static void set_part(uint64_t mask[HR_LANE_WORDS], unsigned first, uint64_t bits, bool set)
{
	const unsigned word = first / 64, bit = first % 64;
	const uint64_t above = bit ? bits >> (64 - bit) : 0;

	mask[word] = set ? mask[word] | bits << bit : mask[word] & ~(bits << bit);
	if (above)
		mask[word + 1] = set ? mask[word + 1] | above : mask[word + 1] & ~above;
}

/* Return the lanes that the warp from lane FIRST on has. */
static uint64_t present(const hr_batch *batch, unsigned first)
{
	const unsigned left = batch->valid - first;

	return hr_warp_first(left < batch->warps->width ? left : batch->warps->width);
}

/* --- operands --------------------------------------------------------------------------------- */

/* Copy the value of use U in each active lane to TO. */
static void fetch_all(const hr_batch *batch, const lane_inst *inst, unsigned u, uint64_t *to)
{
	const uint32_t number = batch->lane_code->sites.data[inst->sites + inst->def_count + u].web;
	const lane_web *web = &batch->version->webs.data[number];
	const unsigned first = batch->first_group * LANE_GROUP;
	const unsigned end = batch->end_group * LANE_GROUP;
	uint64_t one = 0;

	if (web->class == LANE_VARYING && batch->full) {
		memcpy(to + first, batch->frame + web->place + first * sizeof(*to),
		       (end - first) * sizeof(*to));
		return;
	}
	if (web->class == LANE_UNIFORM) {
		hr_lane_fetch(batch, number, 0, (uint8_t *)&one);
		FOR_LANES_IN_MASK(batch, lane)
			to[lane] = one;
		return;
	}
	FOR_LANES_IN_MASK(batch, lane)
		hr_lane_fetch(batch, number, (unsigned)lane, (uint8_t *)&to[lane]);
}

static bool is_uniform(const hr_batch *batch, const lane_inst *inst, unsigned u)
{
	const lane_site *site = &batch->lane_code->sites.data[inst->sites + inst->def_count + u];

	return batch->version->webs.data[site->web].class == LANE_UNIFORM;
}

static void save_operands(hr_batch *batch, const lane_inst *inst, uint32_t position)
{
	lane_warps *warps = batch->warps;

	fetch_all(batch, inst, 0, warps->mask);
	fetch_all(batch, inst, 1, warps->value);
	fetch_all(batch, inst, 2, warps->operand);
	FOR_LANES_IN_MASK(batch, lane) {
		warps->at[lane] = inst;
		warps->position[lane] = position;
	}
}

/* --- completing ------------------------------------------------------------------------------- */

/* Compute the collective INST for MEMBERS of the warp from lane FIRST on. */
static void complete(const hr_batch *batch, const lane_inst *inst, unsigned first, uint64_t members)
{
	lane_warps *warps = batch->warps;
	const uint32_t what = (uint32_t)inst->immediate[0];
	const bool multiplies = hr_warp_kind_of(what) == HR_WARP_PRODUCT;
	hr_warp_lanes lanes;

	if (hr_warp_kind_of(what) == HR_WARP_SYNC)
		return;
	for (unsigned i = 0; i < warps->width && members >> i; i++) {
		if (!(members >> i & 1))
			continue;
		lanes.value[i] = warps->value[first + i];
		lanes.operand[i] = warps->operand[first + i];
		for (unsigned k = 0; k < HR_WARP_MORE && multiplies; k++)
			lanes.more[k][i] = warps->more[k][first + i];
	}
	hr_warp_compute(what, members, &lanes);
	for (unsigned i = 0; i < warps->width && members >> i; i++) {
		if (!(members >> i & 1))
			continue;
		warps->result[first + i] = lanes.result[i];
		if (multiplies)
			warps->second[first + i] = lanes.second[i];
		warps->missed[first + i] = lanes.missed >> i & 1;
	}
}

/* Return the lanes of the warp that are parked at the collective of lane I, with its mask or at one
 * without masks. */
static uint64_t who_is_at(const hr_batch *batch, unsigned first, unsigned i)
{
	const lane_warps *warps = batch->warps;
	const lane_inst *inst = warps->at[first + i];
	const uint64_t all = present(batch, first);
	uint64_t parked = part_of(warps->parked, first, warps->width), found = 0;

	for (; parked; parked &= parked - 1) {
		const unsigned k = (unsigned)__builtin_ctzll(parked);

		if (warps->at[first + k] == inst &&
		    (inst->immediate[0] & HR_WARP_WHO_COMES ||
		     !((warps->mask[first + k] ^ warps->mask[first + i]) & all)))
			found |= UINT64_C(1) << k;
	}
	return found;
}

/* MEMBERS go on. */
static void release(hr_batch *batch, unsigned first, uint64_t members)
{
	lane_warps *warps = batch->warps;
	uint64_t go[HR_LANE_WORDS] = {0};
	const unsigned leader = (unsigned)__builtin_ctzll(members);

	set_part(warps->parked, first, members, false);
	set_part(go, first, members, true);
	lane_wait_at(batch, warps->position[first + leader], go);
}

/* Complete the collectives of the warp from lane FIRST on whose lanes have all come. */
static void meet(hr_batch *batch, unsigned first)
{
	const lane_warps *warps = batch->warps;
	uint64_t left = part_of(warps->parked, first, warps->width);

	while (left) {
		const unsigned i = (unsigned)__builtin_ctzll(left);
		const lane_inst *inst = warps->at[first + i];
		const uint64_t named = warps->mask[first + i] & present(batch, first);
		const uint64_t here = who_is_at(batch, first, i);

		left &= ~(here | UINT64_C(1) << i);
		if (inst->immediate[0] & HR_WARP_WHO_COMES || !(named >> i & 1) || named & ~here)
			continue;
		complete(batch, inst, first, named);
		release(batch, first, named);
	}
}

/* Return the lane of the warp from FIRST on that stands at the first collective without a mask in the text, or the
 * width of a warp if there is none. */
static unsigned first_in_text(const lane_warps *warps, unsigned first)
{
	unsigned found = warps->width;
	uint32_t place = UINT32_MAX;

	for (uint64_t left = part_of(warps->parked, first, warps->width); left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(left);
		const uint32_t what = (uint32_t)warps->at[first + i]->immediate[0];

		if (what & HR_WARP_WHO_COMES && hr_warp_place(what) < place) {
			found = i;
			place = hr_warp_place(what);
		}
	}
	return found;
}

const uint32_t *hr_lane_warps_settle(hr_batch *batch)
{
	const lane_warps *warps = batch->warps;
	const uint32_t *next;

	if (!hr_lane_warps_wait(warps))
		return NULL;
	for (unsigned first = 0; first < batch->valid; first += warps->width) {
		const unsigned i = first_in_text(warps, first);
		uint64_t members;

		if (i == warps->width)
			continue;
		members = who_is_at(batch, first, i);
		complete(batch, warps->at[first + i], first, members);
		release(batch, first, members);
	}
	next = lane_next(batch);
	return next ? lane_count_steps(batch, 0, next) : NULL;
}

/* --- all at once ------------------------------------------------------------------------------ */

/* Return the values of use U of the lanes of the window, at the index of each lane, perhaps in ROOM. */
static const uint64_t *view(const hr_batch *batch, const lane_inst *inst, unsigned u,
			    uint64_t *room)
{
	const uint32_t number = batch->lane_code->sites.data[inst->sites + inst->def_count + u].web;
	const lane_web *web = &batch->version->webs.data[number];

	if (web->class == LANE_VARYING)
		return (const uint64_t *)(const void *)(batch->frame + web->place);
	fetch_all(batch, inst, u, room);
	return room;
}

/* A shuffle in which all lanes of the warp from FIRST on take part, COUNT lanes. */
static void shuffle_whole(lane_warps *warps, const uint64_t *value, const uint64_t *from,
			  unsigned first, unsigned count)
{
	uint64_t *result = warps->result + first;
	uint8_t *missed = warps->missed + first;

	value += first;
	from += first;
	for (unsigned i = 0; i < count; i++) {
		const bool misses = from[i] >= count;

		missed[i] = misses;
		result[i] = misses ? HR_WARP_MISSED : value[from[i]];
	}
}

/* Return true if each active lane waits for all lanes of its warp, and these are active. */
static bool all_are_active(const hr_batch *batch, const lane_inst *inst)
{
	const unsigned width = batch->warps->width;
	const unsigned limit = batch->end_group * LANE_GROUP;
	const unsigned end = limit < batch->valid ? limit : batch->valid;
	uint64_t mask = ~UINT64_C(0);

	if (!(inst->immediate[0] & HR_WARP_WHO_COMES)) {
		if (!is_uniform(batch, inst, 0))
			return false;
		hr_lane_fetch(batch,
			      batch->lane_code->sites.data[inst->sites + inst->def_count].web, 0,
			      (uint8_t *)&mask);
	}
	for (unsigned first = batch->first_group * LANE_GROUP / width * width; first < end;
	     first += width) {
		const uint64_t active = part_of(batch->mask, first, width);
		const uint64_t all = present(batch, first);

		if (active && (active != all || all & ~mask))
			return false;
	}
	return true;
}

/* Complete the collective INST of all active lanes. */
static void complete_all(hr_batch *batch, const lane_inst *inst, uint32_t position)
{
	lane_warps *warps = batch->warps;
	const unsigned width = warps->width,
		       begin = batch->first_group * LANE_GROUP / width * width;
	const unsigned limit = batch->end_group * LANE_GROUP;
	const unsigned end = limit < batch->valid ? limit : batch->valid;
	const hr_warp_kind kind = hr_warp_kind_of((uint32_t)inst->immediate[0]);
	const uint64_t *value = warps->value, *from = warps->operand;
	const bool shuffles = kind == HR_WARP_SHUFFLE;

	if (shuffles) {
		value = view(batch, inst, 1, warps->value);
		from = view(batch, inst, 2, warps->operand);
	} else if (kind != HR_WARP_SYNC) {
		save_operands(batch, inst, position);
	}
	for (unsigned first = begin; first < end; first += width) {
		const uint64_t members = part_of(batch->mask, first, width);

		if (members && shuffles)
			shuffle_whole(warps, value, from, first,
				      (unsigned)__builtin_popcountll(members));
		else if (members)
			complete(batch, inst, first, members);
	}
}

/* --- handlers --------------------------------------------------------------------------------- */

/* site position steps */
const uint32_t *hr_lane_warp(hr_batch *batch, const uint32_t *pc)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);
	lane_warps *warps = batch->warps;
	const uint32_t position = pc[2];
	const uint32_t *next;

	batch->at = pc;
	batch->left -= (int64_t)pc[3] * batch->active;
	if (hr_warp_kind_of((uint32_t)inst->immediate[0]) == HR_WARP_ACTIVE)
		hr_speculation_order_matters(batch->thread->run);
	if (lane_is_empty(warps->parked) && all_are_active(batch, inst)) {
		complete_all(batch, inst, position);
		if (position < batch->lowest)
			return lane_count_steps(batch, 0, lane_code_at(batch, position));
		lane_wait_at(batch, position, batch->mask);
		return lane_count_steps(batch, 0, lane_next(batch));
	}
	save_operands(batch, inst, position);
	lane_join_mask(warps->parked, batch->mask);
	for (unsigned first = 0; first < batch->valid; first += warps->width)
		if (part_of(batch->mask, first, warps->width))
			meet(batch, first);
	next = lane_next(batch);
	return next ? lane_count_steps(batch, 0, next) : hr_lane_warps_settle(batch);
}

/* site: further operands of the collective that follows */
const uint32_t *hr_lane_warp_more(hr_batch *batch, const uint32_t *pc)
{
	const lane_inst *inst = lane_inst_at(batch, pc[1]);

	for (unsigned k = 0; k < HR_WARP_MORE; k++)
		fetch_all(batch, inst, k, batch->warps->more[k]);
	return pc + 2;
}

/* Put what the lanes of the window got FROM their last collective to the array at PLACE. */
static void take(const hr_batch *batch, uint32_t place, const uint64_t *from)
{
	const unsigned first = batch->first_group * LANE_GROUP;
	const unsigned end = batch->end_group * LANE_GROUP;

	memcpy(batch->frame + place + first * sizeof(*from), from + first,
	       (end - first) * sizeof(*from));
}

/* site d: the results of the lanes' last collective */
const uint32_t *hr_lane_warp_result(hr_batch *batch, const uint32_t *pc)
{
	take(batch, pc[2], batch->warps->result);
	return pc + 3;
}

/* site d: their second results */
const uint32_t *hr_lane_warp_second(hr_batch *batch, const uint32_t *pc)
{
	take(batch, pc[2], batch->warps->second);
	return pc + 3;
}

/* site d: which of them are of no lane */
const uint32_t *hr_lane_warp_missed(hr_batch *batch, const uint32_t *pc)
{
	const unsigned first = batch->first_group * LANE_GROUP;

	memcpy(batch->frame + pc[2] + first, batch->warps->missed + first,
	       batch->end_group * LANE_GROUP - first);
	return pc + 3;
}

/* --- lanes that do not meet ------------------------------------------------------------------- */

bool hr_batch_collects(const hr_batch *batch, hr_warp_standing *found)
{
	const lane_warps *warps = batch->warps;

	for (unsigned first = 0; hr_lane_warps_wait(warps) && first < batch->valid;
	     first += warps->width) {
		uint64_t parked = part_of(warps->parked, first, warps->width), missing;
		unsigned i;

		if (!parked)
			continue;
		i = (unsigned)__builtin_ctzll(parked);
		missing = warps->mask[first + i] & present(batch, first) &
			  ~who_is_at(batch, first, i);
		*found = (hr_warp_standing){.what = (uint32_t)warps->at[first + i]->immediate[0],
					    .mask = warps->mask[first + i],
					    .lanes = {i, i}};
		if (missing && found->mask >> i & 1)
			found->lanes[1] = (unsigned)__builtin_ctzll(missing);
		for (unsigned k = 0; k < 2; k++)
			found->at[k] = hr_lane_standing(batch, first + found->lanes[k]);
		return true;
	}
	return false;
}

const lane_inst *hr_lane_parked_at(const hr_batch *batch, unsigned lane)
{
	return batch->warps && lane_in(batch->warps->parked, lane) ? batch->warps->at[lane] : NULL;
}
