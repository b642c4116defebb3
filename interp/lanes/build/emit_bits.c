/* interp/lanes/build/emit_bits.c -- conditions that are stored as one bit for each lane: 64 bytes
 * instead of an array, and one operation for all lanes.
 *
 * These are webs defined by comparisons, or by `and`, `or`, `xor` of such webs (or of one such web
 * and a uniform 0 or 1), and read only by those operations, by jumps, and
 * as flags of poison. Lanes may be packed
 * (interp/lanes/handlers/pack.c moves arrays, not bits), and lanes iterate in loops, so all
 * definitions and uses of the web must be in one block, or outside of all loops.
 *
 * Owns:      nothing. */
#include "interp/lanes/build/lane_emit.h"

enum { MOST_ROUNDS = 64 }; /* longer chains of conditions use bytes */

uint32_t lane_bits_handler(uint16_t op, bool with_one)
{
	switch (op) {
	case HR_OP_and_i8: return with_one ? LANE_X_bits_and_one : LANE_X_bits_and;
	case HR_OP_or_i8: return with_one ? LANE_X_bits_or_one : LANE_X_bits_or;
	default: return with_one ? LANE_X_bits_xor_one : LANE_X_bits_xor;
	}
}

/* Return true if WEB is the one-byte constant VALUE. */
static bool is_byte(const lane_web *web, uint8_t value)
{
	return web->constant && web->size == 1 && web->value[0] == value;
}

lane_logic lane_logic_of(lane_emitter *e, const lane_inst *inst)
{
	switch (inst->op) {
	case HR_OP_and_i8:
	case HR_OP_or_i8:
	case HR_OP_xor_i8: return (lane_logic){inst->op, {0, 1}};
	case HR_OP_select_i8: /* `a ? b : false` and `a ? true : c` */
		if (is_byte(lane_use_at(e, inst, 2), 0))
			return (lane_logic){HR_OP_and_i8, {0, 1}};
		if (is_byte(lane_use_at(e, inst, 1), 1))
			return (lane_logic){HR_OP_or_i8, {0, 2}};
		return (lane_logic){0};
	default: return (lane_logic){0};
	}
}

static bool is_logic(lane_emitter *e, const lane_inst *inst)
{
	return lane_logic_of(e, inst).op != 0;
}

uint16_t lane_jump_of(uint16_t op)
{
	switch (op) {
#define OF(pred, t)                                                                                \
	case HR_OP_##pred##_##t: return HR_OP_j##pred##_##t;
#define OF_INTS(pred)   OF(pred, i8) OF(pred, i16) OF(pred, i32) OF(pred, i64)
#define OF_FLOATS(pred) OF(pred, f32) OF(pred, f64)
		/* clang-format off */
		OF_INTS(eq) OF_INTS(ne) OF_INTS(ugt) OF_INTS(uge) OF_INTS(ult) OF_INTS(ule)
		OF_INTS(sgt) OF_INTS(sge) OF_INTS(slt) OF_INTS(sle)
		OF_FLOATS(foeq) OF_FLOATS(fogt) OF_FLOATS(foge) OF_FLOATS(folt) OF_FLOATS(fole) OF_FLOATS(fone)
		OF_FLOATS(fueq) OF_FLOATS(fugt) OF_FLOATS(fuge) OF_FLOATS(fult) OF_FLOATS(fule) OF_FLOATS(fune)
		/* clang-format on */
#undef OF_FLOATS
#undef OF_INTS
#undef OF
							default : return 0;
	}
}

static uint32_t web_number(const lane_emitter *e, const lane_inst *inst, unsigned site)
{
	return e->w->sites.data[inst->sites + site].web;
}

/* Return, by web, the block of its only definition, or LANE_NONE. */
static uint32_t *find_definitions(lane_emitter *e)
{
	hr_lane_code *w = e->w;
	uint32_t *block_of = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));

	memset(block_of, 0xff, (w->webs.count + 1) * sizeof(uint32_t));
	for (uint32_t p = 0; p < w->order_count; p++) {
		const uint32_t number = w->order[p];
		const lane_block *block = &w->blocks.data[number];

		for (uint32_t i = block->first; i < block->first + block->count; i++) {
			const lane_inst *inst = &w->insts.data[i];
			const uint32_t web =
				inst->def_count == 1 ? web_number(e, inst, 0) : LANE_NONE;
			const lane_web *it = web == LANE_NONE ? NULL : &w->webs.data[web];

			if (it && it->class == LANE_VARYING && it->size == 1 && !it->constant &&
			    e->definitions[web] == 1 && !e->fixed_webs[web] && !e->fixed[i] &&
			    !lane_in(w->waiting_webs[number], web) &&
			    (lane_lowering_of(e, inst) == LANE_LOWER_COMPARE ||
			     ((is_logic(e, inst) || lane_jump_of(inst->op)) &&
			      lane_lowering_of(e, inst) == LANE_LOWER_VECTOR)))
				block_of[web] = number;
		}
	}
	return block_of;
}

/* Return true if INST of BLOCK can read bits that the block FROM defines. */
static bool takes_bits(lane_emitter *e, const lane_block *block, const lane_inst *inst,
		       uint32_t from)
{
	const lane_block *source = &e->w->blocks.data[from];

	if (source != block && (source->loop != LANE_NONE || block->loop != LANE_NONE))
		return false;
	if (inst->op == HR_OP_poison_source)
		return inst->use_count == 1;
	return inst->op == HR_OP_jnz ? block->divergent
				     : is_logic(e, inst) && lane_web_at(e, inst, 0)->bits;
}

/* Count the uses of webs as bits in USES. A use that precedes the definition in the order of blocks
 * reads an older value, and does not count. */
static void count_uses(lane_emitter *e, const lane_block *block, const uint32_t *block_of,
		       uint32_t *uses, uint64_t *made)
{
	hr_lane_code *w = e->w;

	for (uint32_t i = block->first; i < block->first + block->count; i++) {
		const lane_inst *inst = &w->insts.data[i];

		for (unsigned u = 0; u < inst->use_count; u++) {
			const uint32_t web = web_number(e, inst, inst->def_count + u);

			if (w->webs.data[web].bits && lane_in(made, web) &&
			    takes_bits(e, block, inst, block_of[web]))
				uses[web]++;
		}
		for (unsigned d = 0; d < inst->def_count; d++)
			lane_add(made, web_number(e, inst, d));
	}
}

/* Return the set of uniform webs that are 0 or 1. */
static uint64_t *find_truths(lane_emitter *e)
{
	hr_lane_code *w = e->w;
	uint64_t *truths = hr_arena_array(&w->arena, w->webs.count / 64 + 1, sizeof(uint64_t));

	for (size_t i = 0; i < w->insts.count; i++) {
		const lane_inst *inst = &w->insts.data[i];
		const uint32_t web = inst->def_count == 1 ? web_number(e, inst, 0) : LANE_NONE;
		bool truth = web != LANE_NONE && e->definitions[web] == 1 &&
			     w->webs.data[web].size == 1 && w->webs.data[web].class == LANE_UNIFORM;

		if (!truth || (!is_logic(e, inst) && !lane_jump_of(inst->op)))
			continue;
		for (unsigned k = 0; k < 2 && is_logic(e, inst); k++)
			truth &= lane_in(truths,
					 web_number(e, inst, 1 + lane_logic_of(e, inst).use[k]));
		if (truth)
			lane_add(truths, web);
	}
	for (size_t i = 0; i < w->webs.count; i++)
		if (w->webs.data[i].constant && w->webs.data[i].size == 1 &&
		    w->webs.data[i].value[0] <= 1)
			lane_add(truths, (uint32_t)i);
	return truths;
}

/* Operands of an operation on bits must be bits as well, or be in TRUTHS; drop webs with other
 * operands. */
static bool drop_mixed(lane_emitter *e, const uint32_t *block_of, const uint64_t *truths)
{
	hr_lane_code *w = e->w;
	bool dropped = false;

	for (size_t i = 0; i < w->insts.count; i++) {
		const lane_inst *inst = &w->insts.data[i];
		lane_web *web = inst->def_count == 1 ? lane_web_at(e, inst, 0) : NULL;
		lane_logic logic;

		if (!web || !web->bits || block_of[web - w->webs.data] == LANE_NONE ||
		    !is_logic(e, inst))
			continue;
		logic = lane_logic_of(e, inst);
		for (unsigned k = 0; k < 2; k++)
			if (!lane_use_at(e, inst, logic.use[k])->bits &&
			    !lane_in(truths, web_number(e, inst, 1 + logic.use[k])))
				web->bits = false;
		dropped |= !web->bits;
	}
	return dropped;
}

/* USES and MADE are buffers. */
static bool drop_read_otherwise(lane_emitter *e, const uint32_t *block_of, uint32_t *uses,
				uint64_t *made)
{
	hr_lane_code *w = e->w;
	bool dropped = false;

	memset(uses, 0, w->webs.count * sizeof(*uses));
	memset(made, 0, (w->webs.count / 64 + 1) * sizeof(*made));
	for (uint32_t p = 0; p < w->order_count; p++)
		count_uses(e, &w->blocks.data[w->order[p]], block_of, uses, made);
	for (size_t i = 0; i < w->webs.count; i++) {
		lane_web *web = &w->webs.data[i];

		if (web->bits && uses[i] != e->uses[i]) {
			web->bits = false;
			dropped = true;
		}
	}
	return dropped;
}

void lane_find_bits(lane_emitter *e)
{
	hr_lane_code *w = e->w;
	const uint32_t *block_of = find_definitions(e);
	const uint64_t *truths = find_truths(e);
	uint32_t *uses = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	uint64_t *made = hr_arena_array(&w->arena, w->webs.count / 64 + 1, sizeof(uint64_t));
	bool dropped = true;

	for (size_t i = 0; i < w->webs.count; i++)
		w->webs.data[i].bits = block_of[i] != LANE_NONE;
	for (unsigned round = 0; dropped && round < MOST_ROUNDS; round++) {
		dropped = drop_mixed(e, block_of, truths);
		dropped |= drop_read_otherwise(e, block_of, uses, made);
	}
	for (size_t i = 0; i < w->webs.count && dropped; i++)
		w->webs.data[i].bits = false;
}
