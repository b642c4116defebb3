/* interp/lanes/build/emit.c -- emits lane code block by block: offsets of webs, operations, ends of
 * blocks.
 *
 * A jump goes directly to the code of another block if no lanes can wait (class.c) and nothing has
 * to be copied. Otherwise it goes to a *stub* behind the block that contains the copies and a `go`.
 *
 * Owns:      nothing; words belong to the version. */
#include "interp/lanes/build/wide_emit.h"

enum { SCRATCH_VALUES = 64 };

/* --- offsets ---------------------------------------------------------------------------------- */

uint32_t wide_room(wide_emitter *e, uint64_t bytes, uint64_t align)
{
	uint64_t place = (e->end + align - 1) / align * align;

	e->end = (uint32_t)(place + bytes);
	return (uint32_t)place;
}

static void mark_arrays(wide_emitter *e)
{
	hr_wide *w = e->w;

	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++) {
			const wide_inst *inst = &w->insts.data[block->first + i];
			wide_way how = wide_way_of(e, inst);

			for (unsigned u = 0; u < inst->use_count; u++)
				if (wide_wants_array(e, inst, how, u))
					wide_use_at(e, inst, u)->needs_array = true;
		}
	}
}

/* ARRAYS: the offsets of the shared arrays; 0 if not allocated yet. */
static uint32_t room_of_array(wide_emitter *e, wide_web *web, uint32_t *arrays)
{
	uint32_t number = e->array_of[web - e->w->webs.data], place;

	web->shared = number != WIDE_NONE;
	if (web->shared && arrays[number])
		return arrays[number];
	/* the distance is not a power of two, because all arrays would compete for the same cache
	 * sets */
	place = wide_room(e, (uint64_t)e->w->lanes * web->size + 64, 64);
	if (web->shared)
		arrays[number] = place;
	if (!web->constant)
		e->v->lane_bytes += web->size;
	return place;
}

static void place_webs(wide_emitter *e)
{
	hr_wide *w = e->w;
	uint64_t lanes = w->lanes;
	uint32_t *arrays = hr_arena_array(&w->arena, e->array_count + 1, sizeof(uint32_t));
	unsigned values = 2;

	e->value = wide_room(e, SCRATCH_VALUES * WIDE_PLACE, WIDE_PLACE);
	e->zero = wide_room(e, WIDE_PLACE, WIDE_PLACE);
	for (size_t i = 0; i < w->webs.count; i++)
		if (w->webs.data[i].class != WIDE_VARYING)
			w->webs.data[i].place = wide_room(e, WIDE_PLACE, WIDE_PLACE);
	for (size_t i = 0; i < w->insts.count; i++)
		if (w->insts.data[i].def_count > values && w->insts.data[i].op != WIDE_OP_ENTRY)
			values = w->insts.data[i].def_count;
	e->scratch = wide_room(e, lanes * 16 * values, 64);
	e->gather = wide_room(e, lanes * 8, 64);
	for (size_t i = 0; i < w->webs.count; i++) {
		wide_web *web = &w->webs.data[i];

		web->slot = 0;
		if (web->bits) {
			web->place = wide_room(e, HR_WIDE_WORDS * sizeof(uint64_t), 64);
			web->shared = false;
			continue;
		}
		if (web->class == WIDE_VARYING)
			web->place = room_of_array(e, web, arrays);
		else if (web->needs_array)
			web->array = room_of_array(e, web, arrays);
		if (web->class == WIDE_VARYING || web->needs_array)
			web->slot = wide_room(e, sizeof(wide_slot), sizeof(uint8_t *));
		if (!web->constant)
			continue;
		HR_PUSH(&e->v->constants,
			(wide_constant){web->place, web->size, web->value, false});
		if (web->needs_array)
			HR_PUSH(&e->v->constants,
				(wide_constant){web->array, web->size, web->value, true});
	}
}

/* --- the ends of blocks ----------------------------------------------------------------------- */

static void word_of_block(wide_emitter *e, uint32_t block)
{
	HR_PUSH(&e->patches,
		(wide_patch){(uint32_t)e->v->words.count, e->w->blocks.data[block].position});
	wide_word(e, 0);
}

static bool somebody_waits(const wide_emitter *e)
{
	const uint64_t *waiting = e->w->waiting[e->block];

	for (uint32_t i = 0; i < (e->w->order_count + 63) / 64; i++)
		if (waiting[i])
			return true;
	return false;
}

static void emit_copies(wide_emitter *e, const wide_block *block, uint32_t s)
{
	const wide_exit *exit = &block->exits[s];

	for (uint32_t i = 0; i < exit->count; i++)
		wide_emit_move(e, &e->w->insts.data[exit->inst + i],
			       e->w->loops.data[exit->loop].divergent);
}

/* Return the packing of a loop that contains BLOCK, if SUCC is its header or outside of it; else
 * WIDE_NONE. */
static uint32_t packing_at(const wide_emitter *e, const wide_block *block, uint32_t succ)
{
	for (uint32_t l = block->loop; l != WIDE_NONE; l = e->w->loops.data[l].parent) {
		const wide_loop *loop = &e->w->loops.data[l];

		if (e->packing_of[l] != WIDE_NONE &&
		    (succ == loop->header || !wide_in(loop->blocks, succ)))
			return e->packing_of[l];
	}
	return WIDE_NONE;
}

/* Return true if the edge to SUCC leaves a loop whose lanes may be packed. */
static bool leaves_packing(const wide_emitter *e, uint32_t succ)
{
	uint32_t loop = e->w->blocks.data[e->block].loop;

	for (; loop != WIDE_NONE; loop = e->w->loops.data[loop].parent)
		if (e->packing_of[loop] != WIDE_NONE &&
		    !wide_in(e->w->loops.data[loop].blocks, succ))
			return true;
	return false;
}

static bool must_go(const wide_emitter *e, uint32_t succ, bool split)
{
	return split || somebody_waits(e) || leaves_packing(e, succ);
}

/* Emit the copies of the edge, then the jump to successor S. */
static void emit_edge(wide_emitter *e, const wide_block *block, uint32_t s, bool split,
		      uint64_t steps)
{
	uint32_t packing = packing_at(e, block, block->succ[s]);

	emit_copies(e, block, s);
	if (must_go(e, block->succ[s], split)) {
		wide_word(e, packing == WIDE_NONE ? WIDE_X_go : WIDE_X_go_packing);
		wide_word(e, e->w->blocks.data[block->succ[s]].position);
		wide_word(e, steps);
		if (packing != WIDE_NONE)
			wide_word(e, packing);
	} else {
		wide_word(e, WIDE_X_goto_);
		word_of_block(e, block->succ[s]);
		wide_word(e, steps);
	}
}

/* Set the words at AT, one for each successor, to the address of the edge's code. */
static void emit_edges(wide_emitter *e, const wide_block *block, uint32_t at, bool split)
{
	for (uint32_t s = 0; s < block->succ_count; s++) {
		bool direct = !must_go(e, block->succ[s], split);
		size_t before = e->v->words.count;

		if (direct) {
			/* nothing to copy and no stub */
			emit_copies(e, block, s);
			if (e->v->words.count == before) {
				HR_PUSH(&e->patches,
					(wide_patch){at + s,
						     e->w->blocks.data[block->succ[s]].position});
				continue;
			}
			e->v->words.count = before;
		}
		e->v->words.data[at + s] = (uint32_t)e->v->words.count;
		emit_edge(e, block, s, split, 0);
	}
}

static void emit_jump(wide_emitter *e, const wide_block *block, const wide_inst *inst)
{
	bool is_split = false;
	unsigned form = 0;
	uint32_t at;

	for (unsigned u = 0; u < inst->use_count; u++) {
		const wide_web *web = wide_use_at(e, inst, u);

		form |= (unsigned)(web->class == WIDE_VARYING || web->needs_array) << u;
	}
	if (!block->divergent)
		form = 0;
	if (block->divergent && wide_compares_affine(e, inst)) {
		wide_compare_words(e, WIDE_X_affine_bits, inst, e->gather, 0);
		wide_word(e, WIDE_X_split_bits);
		wide_word(e, e->gather);
		is_split = true;
	} else if (inst->op == HR_OP_jnz && wide_use_at(e, inst, 0)->bits) {
		wide_word(e, WIDE_X_split_bits);
		wide_word(e, wide_use_at(e, inst, 0)->place);
		is_split = true;
	} else {
		wide_word(e, (uint32_t)inst->op * WIDE_FORMS + form);
		for (unsigned u = 0; u < inst->use_count; u++) {
			const wide_web *web = wide_use_at(e, inst, u);

			wide_word(e, !(form >> u & 1)	     ? web->place
				     : inst->op == HR_OP_jnz ? wide_array_of(web)
							     : web->slot);
		}
	}
	if (block->divergent && !is_split)
		wide_word(e, WIDE_X_split);
	at = (uint32_t)e->v->words.count;
	wide_word(e, 0);
	wide_word(e, 0);
	wide_word(e, block->steps);
	emit_edges(e, block, at, block->divergent);
}

static void emit_switch(wide_emitter *e, const wide_block *block)
{
	uint32_t at;

	wide_word(e, block->divergent ? WIDE_X_switch_varying : WIDE_X_switch_uniform);
	wide_word(e, e->inst);
	wide_word(e, block->steps);
	at = (uint32_t)e->v->words.count;
	for (uint32_t s = 0; s < block->succ_count; s++)
		wide_word(e, 0);
	emit_edges(e, block, at, block->divergent);
}

static void emit_trap_if(wide_emitter *e, const wide_inst *inst)
{
	const wide_web *web = wide_use_at(e, inst, 0);

	wide_word(e, web->class == WIDE_UNIFORM ? WIDE_X_trap_if_uniform : WIDE_X_trap_if_varying);
	wide_word(e, e->inst);
	wide_word(e, web->class == WIDE_UNIFORM ? web->place : wide_array_of(web));
}

/* An operation done lane by lane finds its operands through its site. */
static void emit_lanes(wide_emitter *e, const wide_inst *inst, uint32_t op)
{
	wide_emit_site(e, op);
	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t web = e->w->sites.data[inst->sites + d].web;

		if (wide_in(e->w->waiting_webs[e->block], web))
			e->v->masked[e->inst] |= UINT64_C(1) << d;
	}
	for (unsigned d = 0; d < inst->def_count; d++)
		wide_settle(e, inst, d, WIDE_VARYING);
}

/* If an address does not pass its access check, the handler falls back to the lane-by-lane path. */
static void emit_atomic(wide_emitter *e, const wide_inst *inst)
{
	const wide_web *a = wide_use_at(e, inst, 0), *b = wide_use_at(e, inst, 1);
	bool array = b->class == WIDE_VARYING || b->needs_array;
	uint32_t at = a->place, to = wide_target(e, inst, 0, WIDE_VARYING);

	if (to != wide_web_at(e, inst, 0)->place)
		e->v->masked[e->inst] |= 1;
	if (a->class != WIDE_VARYING) {
		at = e->gather;
		wide_emit_address(e, at, a, NULL, 1, 0);
	}
	wide_emit_site(e, WIDE_X_atomic);
	wide_word(e, to);
	wide_word(e, wide_gate_of(e, inst));
	wide_word(e, inst->op);
	wide_word(e, array ? wide_array_of(b) : b->place);
	wide_word(e, array);
	wide_word(e, at);
	wide_word(e, wide_access_size(inst));
	wide_word(e, !e->uses[e->w->sites.data[inst->sites].web]);
	wide_settle(e, inst, 0, WIDE_VARYING);
}

static void emit_other(wide_emitter *e, const wide_block *block, const wide_inst *inst)
{
	bool by_batch = false;

	switch (inst->op) {
	case WIDE_OP_ENTRY:
		for (unsigned d = 0; d < inst->def_count; d++) {
			const wide_web *web = wide_web_at(e, inst, d);
			const bool changes = web->class == WIDE_VARYING ||
					     e->definitions[web - e->w->webs.data] > 1;

			HR_PUSH(&e->v->params,
				(wide_param){web->place, web->size, e->w->code->params[d].offset,
					     web->class, changes,
					     web->needs_array ? web->array : 0});
			by_batch |= changes;
		}
		if (by_batch)
			wide_emit_site(e, WIDE_X_entry);
		break;
	case WIDE_OP_CALL:
		emit_lanes(e, inst, WIDE_X_call);
		break;
	case WIDE_OP_SLOT_LOAD:
		wide_word(e, WIDE_X_slot_load);
		wide_word(e, wide_web_at(e, inst, 0)->size);
		wide_word(e, wide_target(e, inst, 0, WIDE_VARYING));
		wide_word(e, inst->immediate[0]);
		wide_settle(e, inst, 0, WIDE_VARYING);
		break;
	case WIDE_OP_FRAME:
		wide_emit_site(e, WIDE_X_frame);
		break;
	case WIDE_OP_SLOT_STORE:
		wide_emit_site(e, WIDE_X_slot_store);
		break;
	case HR_OP_jmp:
		emit_edge(e, block, 0, false, block->steps);
		break;
	case HR_OP_jnz:
		emit_jump(e, block, inst);
		break;
	case HR_OP_switch:
		emit_switch(e, block);
		break;
	case HR_OP_hpvm_return:
	case HR_OP_ret:
		wide_emit_site(e, WIDE_X_return_);
		wide_word(e, block->steps);
		break;
	case HR_OP_hpvm_barrier:
		wide_emit_site(e, WIDE_X_barrier);
		wide_word(e, e->w->blocks.data[block->succ[0]].position);
		wide_word(e, block->steps);
		break;
	case HR_OP_trap:
		wide_emit_site(e, WIDE_X_trapped);
		break;
	default:
		emit_trap_if(e, inst);
	}
}

static void emit_inst(wide_emitter *e, const wide_block *block, const wide_inst *inst)
{
	wide_way how = wide_way_of(e, inst);

	if (inst->op < HR_OP_COUNT && hr_op_infos[inst->op].shape == HR_SHAPE_JUMP) {
		emit_jump(e, block, inst);
		return;
	}
	switch (how) {
	case WIDE_WAY_UNIFORM:
		wide_emit_uniform(e, inst);
		break;
	case WIDE_WAY_AFFINE:
		wide_emit_affine(e, inst);
		break;
	case WIDE_WAY_VECTOR:
	case WIDE_WAY_ARRAY:
		wide_emit_vector(e, inst);
		break;
	case WIDE_WAY_MEMORY:
		wide_emit_memory(e, inst);
		break;
	case WIDE_WAY_COMPARE:
		wide_emit_compare(e, inst);
		break;
	case WIDE_WAY_ADDRESS: {
		bool indexed = inst->op == HR_OP_leax;

		wide_emit_address(e, wide_target(e, inst, 0, WIDE_VARYING), wide_use_at(e, inst, 0),
				  indexed ? wide_use_at(e, inst, 1) : NULL,
				  indexed ? inst->immediate[0] : 1,
				  indexed ? 0 : inst->immediate[0]);
		wide_settle(e, inst, 0, WIDE_VARYING);
		break;
	}
	case WIDE_WAY_MOVE:
		wide_emit_move(e, inst, false);
		break;
	case WIDE_WAY_LANES:
		if (inst->op < HR_OP_COUNT && wide_has_atomic(inst->op)) {
			emit_atomic(e, inst);
			break;
		}
		emit_lanes(e, inst,
			   inst->op == HR_OP_memcpy || inst->op == HR_OP_memmove ||
					   inst->op == HR_OP_memset
				   ? WIDE_X_block
				   : WIDE_X_lanes);
		break;
	case WIDE_WAY_OTHER:
		emit_other(e, block, inst);
	}
}

/* --- the whole code --------------------------------------------------------------------------- */

static void emit_prologue(wide_emitter *e)
{
	hr_wide *w = e->w;

	e->v->prologue = (uint32_t)e->v->words.count;
	e->inst = w->blocks.data[w->order[0]].first;
	wide_emit_site(e, WIDE_X_entry_uniform);
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		e->block = w->order[p];
		for (e->inst = block->first; e->inst < block->first + block->count; e->inst++) {
			const wide_inst *inst = &w->insts.data[e->inst];

			if (!e->fixed[e->inst])
				continue;
			if (inst->op == WIDE_OP_MOVE)
				wide_emit_move(e, inst, false);
			else
				wide_emit_uniform(e, inst);
		}
	}
	wide_emit_site(e, WIDE_X_stop);
}

bool wide_emit(hr_wide *w, unsigned version)
{
	wide_emitter e = {.w = w, .v = &w->versions[version], .checked = version == 0};

	mark_arrays(&e);
	wide_count_sites(&e);
	wide_find_fixed(&e);
	wide_find_bits(&e);
	wide_find_shared(&e);
	place_webs(&e);
	wide_find_views(&e);
	wide_find_packings(&e);
	e.v->block_word = hr_arena_array(&w->arena, w->order_count + 1, sizeof(uint32_t));
	e.v->inst_word = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint32_t));
	e.v->masked = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint64_t));
	e.v->scratch = e.scratch;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

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
