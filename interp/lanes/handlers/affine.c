/* interp/lanes/handlers/affine.c -- arithmetic on affine values, and the ids that they come from;
 * compiled once for each instruction set.
 *
 * If a value that was assumed to be affine is not, the batch switches to the second version of the
 * code.
 *
 * Clauses:   N3. */
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/lanes/handlers/lane_set.h"
#include "interp/memory/image.h"

/* --- affine values ---------------------------------------------------------------------------- */

/* Words of an affine operation: d op size (place class) x 2 immediate, in two words. */
static lane_affine source(const hr_batch *batch, const uint32_t *pc, unsigned k)
{
	lane_affine value = {0};
	uint32_t place = pc[4 + 2 * k];

	if (pc[5 + 2 * k] == LANE_AFFINE)
		memcpy(&value, batch->frame + place, sizeof(value));
	else if (pc[3] == 4)
		memcpy(&value.base, batch->frame + place, 4);
	else
		memcpy(&value.base, batch->frame + place, 8);
	return value;
}

static lane_affine sum(lane_affine a, lane_affine b, uint64_t factor)
{
	a.base += b.base * factor;
	a.stride[0] += b.stride[0] * factor;
	a.stride[1] += b.stride[1] * factor;
	return a;
}

/* Operations without a special handler below. */
static lane_affine affine_value(const hr_batch *batch, const uint32_t *pc)
{
	lane_affine a = source(batch, pc, 0), b = source(batch, pc, 1), zero = {0};
	uint64_t immediate = pc[8] | (uint64_t)pc[9] << 32;

	switch (pc[2]) {
	case HR_OP_shlz_i32:
	case HR_OP_shl_i32: return b.base < 32 ? sum(zero, a, UINT64_C(1) << b.base) : zero;
	case HR_OP_shlz_i64:
	case HR_OP_shl_i64: return b.base < 64 ? sum(zero, a, UINT64_C(1) << b.base) : zero;
	case HR_OP_alloca:
		a.base = (uint64_t)(uintptr_t)batch->memory + immediate;
		a.stride[0] = batch->memory_stride;
		a.stride[1] = batch->memory_stride * batch->columns;
		return a;
	default: /* moves, trunc */ return a;
	}
}

HANDLER(affine)
{
	put_affine_at(batch, pc[1], affine_value(batch, pc));
	return pc + 10;
}

HANDLER(affine_add)
{
	put_affine_at(batch, pc[1], sum(affine_at(batch, pc[2]), affine_at(batch, pc[3]), 1));
	return pc + 4;
}

HANDLER(affine_sub)
{
	put_affine_at(batch, pc[1],
		      sum(affine_at(batch, pc[2]), affine_at(batch, pc[3]), UINT64_MAX));
	return pc + 4;
}

HANDLER(affine_step)
{
	put_affine_at(batch, pc[1],
		      sum(affine_at(batch, pc[2]), affine_at(batch, pc[3]),
			  pc[4] | (uint64_t)pc[5] << 32));
	return pc + 6;
}

HANDLER(affine_offset)
{
	lane_affine a = affine_at(batch, pc[2]);

	a.base += pc[3] | (uint64_t)pc[4] << 32;
	put_affine_at(batch, pc[1], a);
	return pc + 5;
}

HANDLER(affine_muladd)
{
	put_affine_at(batch, pc[1],
		      sum(affine_at(batch, pc[4]), affine_at(batch, pc[2]), ONE(I64, 3)));
	return pc + 5;
}

/* Extend the 32-bit values of all lanes to 64 bits. Return false if a value wraps. */
static bool extend(const hr_batch *batch, lane_affine *a, bool is_signed)
{
	int64_t base = is_signed ? (int32_t)a->base : (int64_t)(uint32_t)a->base;
	int64_t right = (int32_t)a->stride[0], down = (int32_t)a->stride[1];
	int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
	int64_t corners[4] = {base, base + right * (batch->columns - 1),
			      base + down * (batch->rows - 1),
			      base + right * (batch->columns - 1) + down * (batch->rows - 1)};

	for (unsigned i = 0; i < 4; i++)
		if (corners[i] < least || corners[i] > most)
			return false;
	*a = (lane_affine){.base = (uint64_t)base, .stride = {(uint64_t)right, (uint64_t)down}};
	return true;
}

/* Return true if the values of A in all lanes are below the lowest bit that B has in any lane. */
static bool lies_below(const hr_batch *batch, const lane_affine *a, const lane_affine *b)
{
	uint64_t bits = b->base | b->stride[0] | b->stride[1];
	uint64_t limit = bits ? bits & -bits : 0, far = UINT64_C(1) << 32;
	uint64_t right = (batch->columns - 1) * a->stride[0],
		 down = (batch->rows - 1) * a->stride[1];

	return limit && a->stride[0] < far && a->stride[1] < far && a->base < limit &&
	       a->base + right + down < limit;
}

/* Return true if no lane has a common bit: then `or` is a sum. */
static bool disjoint(const hr_batch *batch, lane_affine a, lane_affine b, unsigned size)
{
	uint64_t common = 0;

	if (lies_below(batch, &a, &b) || lies_below(batch, &b, &a))
		return true;
	for (unsigned lane = 0; lane < batch->valid; lane++)
		common |= lane_of_number(batch, &a, lane) & lane_of_number(batch, &b, lane);
	return (size == 4 ? (uint32_t)common : common) == 0;
}

/* Copy WEB as bits to the frame of the other version. */
static void move_bits(const hr_batch *batch, uint32_t web, uint8_t *frame)
{
	uint64_t bits[HR_LANE_WORDS] = {0};
	uint8_t value[16];

	for (unsigned lane = 0; lane < batch->lanes; lane++) {
		hr_lane_fetch(batch, web, lane, value);
		bits[lane / 64] |= (uint64_t)(value[0] != 0) << lane % 64;
	}
	memcpy(frame + batch->lane_code->versions[1].webs.data[web].place, bits, sizeof(bits));
}

/* Continue in the other version, in which the result of INST is varying: all values are copied to
 * its frame. */
static const uint32_t *give_up_affine(hr_batch *batch, uint32_t inst)
{
	const hr_lane_code *lane_code = batch->lane_code;
	const lane_version *from = &lane_code->versions[0], *to = &lane_code->versions[1];
	uint8_t *frame = batch->frame + batch->frame_offset;

	for (uint32_t web = 0; web < from->webs.count; web++) {
		const lane_web *a = &from->webs.data[web], *b = &to->webs.data[web];
		const bool array = !b->shared || lane_in(to->alive[inst], web);

		if (b->class == LANE_VARYING && b->bits) {
			move_bits(batch, web, frame);
			continue;
		}
		if (b->class == LANE_VARYING) {
			for (unsigned lane = 0; array && lane < batch->lanes; lane++)
				hr_lane_fetch(batch, web, lane,
					      frame + b->place + (size_t)lane * b->size);
			continue;
		}
		memcpy(frame + b->place, batch->frame + a->place, LANE_PLACE);
		if (b->needs_array)
			for (unsigned lane = 0; array && lane < batch->lanes; lane++)
				hr_lane_fetch(batch, web, lane,
					      frame + b->array + (size_t)lane * b->size);
	}
	/* slots may still point to memory that an earlier batch read in place */
	hr_lane_place_slots(frame, to);
	for (size_t i = 0; i < to->compared.count; i++) /* the arrays may have been overwritten */
		((lane_compared *)(void *)(frame + to->compared.data[i]))->result = LANE_NOTHING;
	batch->frame = frame;
	batch->version = to;
	return to->words.data + to->inst_word[inst];
}

HANDLER(affine_guarded)
{
	lane_affine a = affine_at(batch, pc[4]), b;
	bool holds;

	switch (pc[2]) {
	case HR_OP_sext_i32_i64:
	case HR_OP_zext_i32_i64: holds = extend(batch, &a, pc[2] == HR_OP_sext_i32_i64); break;
	default:
		b = affine_at(batch, pc[6]);
		holds = disjoint(batch, a, b, pc[3]);
		a = sum(a, b, 1);
	}
	if (!holds)
		return give_up_affine(batch, pc[10]);
	put_affine_at(batch, pc[1], a);
	return pc + 11;
}

/* --- queries (N3) ----------------------------------------------------------------------------- */

static lane_affine own_id(const hr_batch *batch, uint32_t dimension)
{
	return (lane_affine){
		.base = (uint64_t)(dimension < HR_ROWS_OF_PARENT
					   ? batch->id[dimension]
					   : batch->outer_id[dimension - HR_ROWS_OF_PARENT]),
		.stride = {dimension == batch->dimension[0],
			   dimension == batch->dimension[1] && batch->rows > 1},
	};
}

/* Run the handler of width 1 for a dimension that the node does not have. */
static const uint32_t *ask(hr_batch *batch, const lane_inst *inst, uint32_t place,
			   const uint32_t *go_on)
{
	uint8_t *frame = lane_scalar_frame(batch, inst);
	const lane_site *site = &batch->lane_code->sites.data[inst->sites];
	lane_affine value = {0};
	hr_trap trap;

	hr_lane_stand_at(batch, LANE_NONE);
	hr_lane_place_sources(batch, inst, lane_first(batch));
	trap = hr_rare_ops[inst->op].handler(batch->thread, frame, inst->pc);
	if (trap)
		return hr_lane_trap(batch, LANE_NONE, trap);
	memcpy(&value.base, batch->scalar + site->scalar, 8);
	put_affine_at(batch, place, value);
	return go_on;
}

HANDLER(id)
{
	batch->at = pc;
	if (pc[3] < HR_ROWS_OF_PARENT && pc[3] >= batch->level->dims)
		return ask(batch, lane_inst_at(batch, pc[1]), pc[2], pc + 4);
	put_affine_at(batch, pc[2], own_id(batch, pc[3]));
	return pc + 4;
}

HANDLER(id_of)
{
	uint64_t handle;

	batch->at = pc;
	memcpy(&handle, batch->frame + pc[3], sizeof(handle));
	if (handle != (uint64_t)(uintptr_t)batch->level || pc[4] >= batch->level->dims)
		return ask(batch, lane_inst_at(batch, pc[1]), pc[2], pc + 5);
	put_affine_at(batch, pc[2], own_id(batch, pc[4]));
	return pc + 5;
}
