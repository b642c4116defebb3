/* interp/lanes/build/emit.c -- emits lane code block by block: offsets of webs, operations, ends of
 * blocks.
 *
 * A jump goes directly to the code of another block if no lanes can wait (class.c) and nothing has
 * to be copied. Otherwise it goes to a *stub* behind the block that contains the copies and a `go`.
 *
 * Owns:      nothing; words belong to the version. */
#include "interp/lanes/build/lane_emit.h"

enum { SCRATCH_VALUES = 64 };

/* --- offsets ---------------------------------------------------------------------------------- */

uint32_t lane_room(lane_emitter *e, uint64_t bytes, uint64_t align)
{
	uint64_t place = (e->end + align - 1) / align * align;

	e->end = (uint32_t)(place + bytes);
	return (uint32_t)place;
}

static void mark_arrays(lane_emitter *e)
{
	hr_lane_code *w = e->w;

	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++) {
			const lane_inst *inst = &w->insts.data[block->first + i];
			lane_lowering how = lane_lowering_of(e, inst);

			for (unsigned u = 0; u < inst->use_count; u++)
				if (lane_wants_array(e, inst, how, u))
					lane_use_at(e, inst, u)->needs_array = true;
		}
	}
}

/* ARRAYS: the offsets of the shared arrays; 0 if not allocated yet. */
static uint32_t room_of_array(lane_emitter *e, lane_web *web, uint32_t *arrays)
{
	uint32_t number = e->array_of[web - e->w->webs.data], place;

	web->shared = number != LANE_NONE;
	if (web->shared && arrays[number])
		return arrays[number];
	/* the distance is not a power of two, because all arrays would compete for the same cache
	 * sets */
	place = lane_room(e, (uint64_t)e->w->lanes * web->size + 64, 64);
	if (web->shared)
		arrays[number] = place;
	if (!web->constant)
		e->v->lane_bytes += web->size;
	return place;
}

static void place_webs(lane_emitter *e)
{
	hr_lane_code *w = e->w;
	uint64_t lanes = w->lanes;
	uint32_t *arrays = hr_arena_array(&w->arena, e->array_count + 1, sizeof(uint32_t));
	unsigned values = 2;

	e->value = lane_room(e, SCRATCH_VALUES * LANE_PLACE, LANE_PLACE);
	e->zero = lane_room(e, LANE_PLACE, LANE_PLACE);
	for (size_t i = 0; i < w->webs.count; i++)
		if (w->webs.data[i].class != LANE_VARYING)
			w->webs.data[i].place = lane_room(e, LANE_PLACE, LANE_PLACE);
	for (size_t i = 0; i < w->insts.count; i++)
		if (w->insts.data[i].def_count > values && w->insts.data[i].op != LANE_OP_ENTRY)
			values = w->insts.data[i].def_count;
	e->scratch = lane_room(e, lanes * 16 * values, 64);
	e->gather = lane_room(e, lanes * 8, 64);
	for (size_t i = 0; i < w->webs.count; i++) {
		lane_web *web = &w->webs.data[i];

		web->slot = 0;
		if (web->bits) {
			web->place = lane_room(e, HR_LANE_WORDS * sizeof(uint64_t), 64);
			web->shared = false;
			continue;
		}
		if (web->class == LANE_VARYING)
			web->place = room_of_array(e, web, arrays);
		else if (web->needs_array)
			web->array = room_of_array(e, web, arrays);
		if (web->class == LANE_VARYING || web->needs_array)
			web->slot = lane_room(e, sizeof(lane_slot), sizeof(uint8_t *));
		if (!web->constant)
			continue;
		HR_PUSH(&e->v->constants,
			(lane_constant){web->place, web->size, web->value, false});
		if (web->needs_array)
			HR_PUSH(&e->v->constants,
				(lane_constant){web->array, web->size, web->value, true});
	}
}

/* --- the ends of blocks ----------------------------------------------------------------------- */

static void word_of_block(lane_emitter *e, uint32_t block)
{
	HR_PUSH(&e->patches,
		(lane_patch){(uint32_t)e->v->words.count, e->w->blocks.data[block].position});
	lane_word(e, 0);
}

static bool somebody_waits(const lane_emitter *e)
{
	const uint64_t *waiting = e->w->waiting[e->block];

	for (uint32_t i = 0; i < (e->w->order_count + 63) / 64; i++)
		if (waiting[i])
			return true;
	return false;
}

static void emit_copies(lane_emitter *e, const lane_block *block, uint32_t s)
{
	const lane_exit *exit = &block->exits[s];

	for (uint32_t i = 0; i < exit->count; i++)
		lane_emit_move(e, &e->w->insts.data[exit->inst + i],
			       e->w->loops.data[exit->loop].divergent);
}

/* Return the packing of a loop that contains BLOCK, if SUCC is its header or outside of it; else
 * LANE_NONE. */
static uint32_t packing_at(const lane_emitter *e, const lane_block *block, uint32_t succ)
{
	for (uint32_t l = block->loop; l != LANE_NONE; l = e->w->loops.data[l].parent) {
		const lane_loop *loop = &e->w->loops.data[l];

		if (e->packing_of[l] != LANE_NONE &&
		    (succ == loop->header || !lane_in(loop->blocks, succ)))
			return e->packing_of[l];
	}
	return LANE_NONE;
}

/* Return true if the edge to SUCC leaves a loop whose lanes may be packed. */
static bool leaves_packing(const lane_emitter *e, uint32_t succ)
{
	uint32_t loop = e->w->blocks.data[e->block].loop;

	for (; loop != LANE_NONE; loop = e->w->loops.data[loop].parent)
		if (e->packing_of[loop] != LANE_NONE &&
		    !lane_in(e->w->loops.data[loop].blocks, succ))
			return true;
	return false;
}

static bool must_go(const lane_emitter *e, uint32_t succ, bool split)
{
	return split || somebody_waits(e) || leaves_packing(e, succ);
}

/* Emit the copies of the edge, then the jump to successor S. */
static void emit_edge(lane_emitter *e, const lane_block *block, uint32_t s, bool split,
		      uint64_t steps)
{
	uint32_t packing = packing_at(e, block, block->succ[s]);

	emit_copies(e, block, s);
	if (must_go(e, block->succ[s], split)) {
		lane_word(e, packing == LANE_NONE ? LANE_X_go : LANE_X_go_packing);
		lane_word(e, e->w->blocks.data[block->succ[s]].position);
		lane_word(e, steps);
		if (packing != LANE_NONE)
			lane_word(e, packing);
	} else {
		lane_word(e, LANE_X_goto_);
		word_of_block(e, block->succ[s]);
		lane_word(e, steps);
	}
}

/* Set the words at AT, one for each successor, to the address of the edge's code. */
static void emit_edges(lane_emitter *e, const lane_block *block, uint32_t at, bool split)
{
	for (uint32_t s = 0; s < block->succ_count; s++) {
		bool direct = !must_go(e, block->succ[s], split);
		size_t before = e->v->words.count;

		if (direct) {
			/* nothing to copy and no stub */
			emit_copies(e, block, s);
			if (e->v->words.count == before) {
				HR_PUSH(&e->patches,
					(lane_patch){at + s,
						     e->w->blocks.data[block->succ[s]].position});
				continue;
			}
			e->v->words.count = before;
		}
		e->v->words.data[at + s] = (uint32_t)e->v->words.count;
		emit_edge(e, block, s, split, 0);
	}
}

static void emit_jump(lane_emitter *e, const lane_block *block, const lane_inst *inst)
{
	bool is_split = false;
	unsigned form = 0;
	uint32_t at;

	for (unsigned u = 0; u < inst->use_count; u++) {
		const lane_web *web = lane_use_at(e, inst, u);

		form |= (unsigned)(web->class == LANE_VARYING || web->needs_array) << u;
	}
	if (!block->divergent)
		form = 0;
	if (block->divergent && lane_compares_affine(e, inst)) {
		lane_compare_words(e, LANE_X_affine_bits, inst, e->gather, 0);
		lane_word(e, LANE_X_split_bits);
		lane_word(e, e->gather);
		is_split = true;
	} else if (inst->op == HR_OP_jnz && lane_use_at(e, inst, 0)->bits) {
		lane_word(e, LANE_X_split_bits);
		lane_word(e, lane_use_at(e, inst, 0)->place);
		is_split = true;
	} else {
		lane_word(e, (uint32_t)inst->op * LANE_FORMS + form);
		for (unsigned u = 0; u < inst->use_count; u++) {
			const lane_web *web = lane_use_at(e, inst, u);

			lane_word(e, !(form >> u & 1)        ? web->place
				     : inst->op == HR_OP_jnz ? lane_array_of(web)
							     : web->slot);
		}
	}
	if (block->divergent && !is_split)
		lane_word(e, LANE_X_split);
	at = (uint32_t)e->v->words.count;
	lane_word(e, 0);
	lane_word(e, 0);
	lane_word(e, block->steps);
	emit_edges(e, block, at, block->divergent);
}

static void emit_switch(lane_emitter *e, const lane_block *block)
{
	uint32_t at;

	lane_word(e, block->divergent ? LANE_X_switch_varying : LANE_X_switch_uniform);
	lane_word(e, e->inst);
	lane_word(e, block->steps);
	at = (uint32_t)e->v->words.count;
	for (uint32_t s = 0; s < block->succ_count; s++)
		lane_word(e, 0);
	emit_edges(e, block, at, block->divergent);
}

static void emit_trap_if(lane_emitter *e, const lane_inst *inst)
{
	const lane_web *web = lane_use_at(e, inst, 0);

	lane_word(e, web->class == LANE_UNIFORM ? LANE_X_trap_if_uniform : LANE_X_trap_if_varying);
	lane_word(e, e->inst);
	lane_word(e, web->class == LANE_UNIFORM ? web->place : lane_array_of(web));
}

static void emit_poison_flag(lane_emitter *e, const lane_inst *inst)
{
	const lane_web *web = lane_use_at(e, inst, 0);

	lane_emit_site(e, web->class == LANE_UNIFORM ? LANE_X_poison_flag_uniform
			  : web->bits                ? LANE_X_poison_flag_bits
						     : LANE_X_poison_flag);
	lane_word(e, web->place);
}

static void emit_poison_source(lane_emitter *e, const lane_inst *inst)
{
	uint32_t places[2], form = 0;

	if (inst->use_count == 1) {
		emit_poison_flag(e, inst);
		return;
	}
	if (lane_poison_kind(e->w, inst) == HR_POISON_OBJECT) {
		lane_emit_site(e, LANE_X_lanes);
		return;
	}
	if (lane_lowering_of(e, inst) != LANE_LOWER_VECTOR) {
		lane_emit_site(e, LANE_X_poison_source);
		return;
	}
	for (unsigned u = 0; u < 2; u++) {
		const lane_web *web = lane_use_at(e, inst, u);
		const bool array = web->class == LANE_VARYING || web->needs_array;

		places[u] = array ? web->slot : web->place;
		form |= (unsigned)array << u;
	}
	lane_emit_site(e, LANE_X_poison_arrays);
	lane_word(e, form);
	lane_word(e, places[0]);
	lane_word(e, places[1]);
}

/* An operation done lane by lane finds its operands through its site. */
static void emit_lanes(lane_emitter *e, const lane_inst *inst, uint32_t op)
{
	lane_emit_site(e, op);
	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t web = e->w->sites.data[inst->sites + d].web;

		if (lane_in(e->w->waiting_webs[e->block], web))
			e->v->masked[e->inst] |= UINT64_C(1) << d;
	}
	for (unsigned d = 0; d < inst->def_count; d++)
		lane_settle(e, inst, d, LANE_VARYING);
}

/* If an address does not pass its access check, the handler falls back to the lane-by-lane path. */
static void emit_atomic(lane_emitter *e, const lane_inst *inst)
{
	const lane_web *a = lane_use_at(e, inst, 0), *b = lane_use_at(e, inst, 1);
	bool array = b->class == LANE_VARYING || b->needs_array;
	uint32_t at = a->place, to = lane_target(e, inst, 0, LANE_VARYING);

	if (to != lane_web_at(e, inst, 0)->place)
		e->v->masked[e->inst] |= 1;
	if (a->class != LANE_VARYING) {
		at = e->gather;
		lane_emit_address(e, at, a, NULL, 1, 0);
	}
	lane_emit_site(e, LANE_X_atomic);
	lane_word(e, to);
	lane_word(e, lane_check_of(e, inst));
	lane_word(e, inst->op);
	lane_word(e, array ? lane_array_of(b) : b->place);
	lane_word(e, array);
	lane_word(e, at);
	lane_word(e, lane_access_size(inst));
	lane_word(e, !e->uses[e->w->sites.data[inst->sites].web]);
	lane_settle(e, inst, 0, LANE_VARYING);
}

static void emit_other(lane_emitter *e, const lane_block *block, const lane_inst *inst)
{
	bool by_batch = false;

	switch (inst->op) {
	case LANE_OP_ENTRY:
		for (unsigned d = 0; d < inst->def_count; d++) {
			const lane_web *web = lane_web_at(e, inst, d);
			const bool changes = web->class == LANE_VARYING ||
					     e->definitions[web - e->w->webs.data] > 1;

			HR_PUSH(&e->v->params,
				(lane_param){web->place, web->size, e->w->code->params[d].offset,
					     web->class, changes,
					     web->needs_array ? web->array : 0});
			by_batch |= changes;
		}
		if (by_batch)
			lane_emit_site(e, LANE_X_entry);
		break;
	case LANE_OP_CALL: emit_lanes(e, inst, LANE_X_call); break;
	case LANE_OP_SLOT_LOAD:
		lane_word(e, LANE_X_slot_load);
		lane_word(e, lane_web_at(e, inst, 0)->size);
		lane_word(e, lane_target(e, inst, 0, LANE_VARYING));
		lane_word(e, inst->immediate[0]);
		lane_settle(e, inst, 0, LANE_VARYING);
		break;
	case LANE_OP_FRAME: lane_emit_site(e, LANE_X_frame); break;
	case LANE_OP_SLOT_STORE: lane_emit_site(e, LANE_X_slot_store); break;
	case HR_OP_jmp: emit_edge(e, block, 0, false, block->steps); break;
	case HR_OP_jnz: emit_jump(e, block, inst); break;
	case HR_OP_switch: emit_switch(e, block); break;
	case HR_OP_hpvm_return:
	case HR_OP_ret:
		lane_emit_site(e, LANE_X_return_);
		lane_word(e, block->steps);
		break;
	case HR_OP_hpvm_barrier:
		lane_emit_site(e, LANE_X_barrier);
		lane_word(e, e->w->blocks.data[block->succ[0]].position);
		lane_word(e, block->steps);
		break;
	case HR_OP_hpvm_warp:
		lane_emit_site(e, LANE_X_warp);
		lane_word(e, e->w->blocks.data[block->succ[0]].position);
		lane_word(e, block->steps);
		break;
	case HR_OP_trap: lane_emit_site(e, LANE_X_trapped); break;
	default: emit_trap_if(e, inst);
	}
}

/* Emit what a collective of a warp has before and after it. */
static bool emit_warp(lane_emitter *e, const lane_inst *inst)
{
	switch (inst->op) {
	case HR_OP_hpvm_warp_more: lane_emit_site(e, LANE_X_warp_more); return true;
	case HR_OP_hpvm_warp_second: lane_emit_site(e, LANE_X_warp_second); break;
	case HR_OP_hpvm_warp_result: lane_emit_site(e, LANE_X_warp_result); break;
	case HR_OP_hpvm_warp_missed: lane_emit_site(e, LANE_X_warp_missed); break;
	default: return false;
	}
	lane_word(e, lane_target(e, inst, 0, LANE_VARYING));
	lane_settle(e, inst, 0, LANE_VARYING);
	return true;
}

static void emit_inst(lane_emitter *e, const lane_block *block, const lane_inst *inst)
{
	lane_lowering how = lane_lowering_of(e, inst);

	if (inst->op < HR_OP_COUNT && hr_op_infos[inst->op].shape == HR_SHAPE_JUMP) {
		emit_jump(e, block, inst);
		return;
	}
	if (inst->op == HR_OP_poison_source) {
		emit_poison_source(e, inst);
		return;
	}
	switch (how) {
	case LANE_LOWER_UNIFORM: lane_emit_uniform(e, inst); break;
	case LANE_LOWER_AFFINE: lane_emit_affine(e, inst); break;
	case LANE_LOWER_VECTOR:
	case LANE_LOWER_ARRAY: lane_emit_vector(e, inst); break;
	case LANE_LOWER_MEMORY: lane_emit_memory(e, inst); break;
	case LANE_LOWER_COMPARE: lane_emit_compare(e, inst); break;
	case LANE_LOWER_ADDRESS: {
		bool indexed = inst->op == HR_OP_leax;

		lane_emit_address(e, lane_target(e, inst, 0, LANE_VARYING), lane_use_at(e, inst, 0),
				  indexed ? lane_use_at(e, inst, 1) : NULL,
				  indexed ? inst->immediate[0] : 1,
				  indexed ? 0 : inst->immediate[0]);
		lane_settle(e, inst, 0, LANE_VARYING);
		break;
	}
	case LANE_LOWER_MOVE: lane_emit_move(e, inst, false); break;
	case LANE_LOWER_LANES:
		if (emit_warp(e, inst))
			break;
		if (inst->op < HR_OP_COUNT && lane_has_atomic(inst->op)) {
			emit_atomic(e, inst);
			break;
		}
		emit_lanes(e, inst,
			   inst->op == HR_OP_memcpy || inst->op == HR_OP_memmove ||
					   inst->op == HR_OP_memset
				   ? LANE_X_block
				   : LANE_X_lanes);
		break;
	case LANE_LOWER_OTHER: emit_other(e, block, inst);
	}
}

/* --- the whole code --------------------------------------------------------------------------- */

static void emit_prologue(lane_emitter *e)
{
	hr_lane_code *w = e->w;

	e->v->prologue = (uint32_t)e->v->words.count;
	e->inst = w->blocks.data[w->order[0]].first;
	lane_emit_site(e, LANE_X_entry_uniform);
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		e->block = w->order[p];
		for (e->inst = block->first; e->inst < block->first + block->count; e->inst++) {
			const lane_inst *inst = &w->insts.data[e->inst];

			if (!e->fixed[e->inst])
				continue;
			if (inst->op == LANE_OP_MOVE)
				lane_emit_move(e, inst, false);
			else
				lane_emit_uniform(e, inst);
		}
	}
	lane_emit_site(e, LANE_X_stop);
}

bool lane_emit(hr_lane_code *w, unsigned version)
{
	lane_emitter e = {.w = w, .v = &w->versions[version], .checked = version == 0};

	mark_arrays(&e);
	lane_count_sites(&e);
	lane_find_fixed(&e);
	lane_find_bits(&e);
	lane_find_shared(&e);
	place_webs(&e);
	lane_find_views(&e);
	lane_find_packings(&e);
	e.v->block_word = hr_arena_array(&w->arena, w->order_count + 1, sizeof(uint32_t));
	e.v->inst_word = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint32_t));
	e.v->masked = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint64_t));
	e.v->scratch = e.scratch;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		e.block = w->order[p];
		e.v->block_word[p] = (uint32_t)e.v->words.count;
		for (uint32_t i = 0; i < block->count; i++) {
			e.inst = block->first + i;
			e.v->inst_word[e.inst] = (uint32_t)e.v->words.count;
			if (!e.fixed[e.inst])
				emit_inst(&e, block, &w->insts.data[e.inst]);
		}
	}
	emit_prologue(&e);
	for (size_t i = 0; i < e.patches.count; i++)
		e.v->words.data[e.patches.data[i].word] =
			e.v->block_word[e.patches.data[i].position];
	for (size_t i = 0; i < w->webs.count; i++)
		HR_PUSH(&e.v->webs, w->webs.data[i]);
	e.v->frame_bytes = (e.end + 63) / 64 * 64;
	HR_VEC_FREE(&e.patches);
	return true;
}
