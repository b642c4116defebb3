/* interp/lanes/build/emit_ahead.c -- optimisations that are found before lane code is emitted:
 * loads that are read in place (views), loops whose lanes may be packed, and operations with the
 * same result for all batches of a grid.
 *
 * Owns:      nothing; sets belong to the arena of the lane code. */
#include "interp/lanes/build/lane_emit.h"
#include "interp/lanes/handlers/lane_rows.h"

/* --- views ------------------------------------------------------------------------------------ */

void lane_count_sites(lane_emitter *e)
{
	hr_lane_code *w = e->w;

	e->definitions = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	e->uses = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	for (size_t i = 0; i < w->insts.count; i++) {
		const lane_inst *inst = &w->insts.data[i];

		for (unsigned s = 0; s < (unsigned)inst->def_count + inst->use_count; s++)
			(s < inst->def_count ? e->definitions
					     : e->uses)[w->sites.data[inst->sites + s].web]++;
	}
}

/* Return true if the operation neither writes memory nor can switch to the other version of the
 * code. */
static bool keeps_memory(lane_emitter *e, const lane_inst *inst)
{
	if (inst->op == HR_OP_poison_source)
		return true;
	switch (lane_lowering_of(e, inst)) {
	case LANE_LOWER_UNIFORM: return lane_has_uniform_handler(inst);
	case LANE_LOWER_AFFINE: return !lane_is_guarded(inst);
	case LANE_LOWER_VECTOR:
	case LANE_LOWER_ARRAY:
	case LANE_LOWER_ADDRESS:
	case LANE_LOWER_COMPARE:
	case LANE_LOWER_MOVE: return true;
	case LANE_LOWER_MEMORY:
		return hr_op_infos[inst->op].shape == HR_SHAPE_LOAD ||
		       hr_op_infos[inst->op].shape == HR_SHAPE_LOADX;
	default: return false;
	}
}

static bool reads_slots(lane_emitter *e, const lane_inst *inst)
{
	lane_lowering how = lane_lowering_of(e, inst);

	return how == LANE_LOWER_VECTOR || how == LANE_LOWER_ARRAY;
}

/* Return true if all uses of the result of the load INST follow in its block before memory may
 * change. */
static bool is_used_at_once(lane_emitter *e, const lane_block *block, const lane_inst *inst)
{
	const hr_lane_code *w = e->w;
	const lane_inst *end = &w->insts.data[block->first + block->count];
	uint32_t web = w->sites.data[inst->sites].web, left = e->uses[web];

	for (const lane_inst *next = inst + 1; left && next < end; next++) {
		uint32_t before = left;

		for (unsigned u = 0; u < next->use_count; u++)
			left -= w->sites.data[next->sites + next->def_count + u].web == web;
		if ((left != before && !reads_slots(e, next)) || (left && !keeps_memory(e, next)))
			return false;
	}
	return !left;
}

uint32_t lane_rows_handler(uint32_t op, uint32_t form)
{
	switch (op * LANE_FORMS + form) {
#define BIN(ident, T)                                                                              \
	case HR_OP_##ident *LANE_FORMS + 3: return LANE_X_rows_##ident;
#define TER(ident, T)                                                                              \
	case HR_OP_##ident *LANE_FORMS + 7: return LANE_X_rows_##ident;
		LANE_ROWS(BIN, TER)
#undef BIN
#undef TER
	default: return 0;
	}
}

/* Return true if all uses of the result of the load INST, which are in its block, accept rows. */
static bool is_used_in_rows(lane_emitter *e, const lane_block *block, const lane_inst *inst)
{
	const hr_lane_code *w = e->w;
	const lane_inst *end = &w->insts.data[block->first + block->count];
	uint32_t web = w->sites.data[inst->sites].web;

	for (const lane_inst *next = inst + 1; next < end; next++) {
		unsigned form = 0, uses = 0;

		for (unsigned u = 0; u < next->use_count; u++) {
			const lane_web *used = lane_use_at(e, next, u);

			form |= (unsigned)(used->class == LANE_VARYING || used->needs_array) << u;
			uses += w->sites.data[next->sites + next->def_count + u].web == web;
		}
		if (uses && !lane_rows_handler(next->op, form))
			return false;
	}
	return true;
}

static bool is_view(lane_emitter *e, const lane_block *block, const lane_inst *inst)
{
	const uint64_t *waiting = e->w->waiting_webs[block - e->w->blocks.data];
	const lane_web *web;
	lane_access at;
	uint32_t number;

	if (lane_lowering_of(e, inst) != LANE_LOWER_MEMORY || inst->def_count != 1)
		return false;
	number = e->w->sites.data[inst->sites].web;
	web = lane_web_at(e, inst, 0);
	at = lane_access_of(e, inst);
	return web->class == LANE_VARYING && web->size == lane_access_size(inst) &&
	       web->size <= 8 && at.a->class != LANE_VARYING &&
	       (!at.i || at.i->class != LANE_VARYING) && e->definitions[number] == 1 &&
	       !lane_in(waiting, number) && is_used_at_once(e, block, inst);
}

/* Find loads whose lanes are read in place if they are contiguous. */
void lane_find_views(lane_emitter *e)
{
	hr_lane_code *w = e->w;

	for (size_t i = 0; i < w->webs.count; i++)
		w->webs.data[i].viewed = w->webs.data[i].rows = false;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = block->first; i < block->first + block->count; i++) {
			const lane_inst *inst = &w->insts.data[i];

			if (!is_view(e, block, inst))
				continue;
			lane_web_at(e, inst, 0)->viewed = true;
			lane_web_at(e, inst, 0)->rows = is_used_in_rows(e, block, inst);
		}
	}
}

/* --- checks ---------------------------------------------------------------------------------- */

static bool is_same_place(const lane_access *a, const lane_access *b)
{
	return a->a == b->a && a->i == b->i && a->scale == b->scale && a->offset == b->offset;
}

/* Return true if INST defines a web that the address of AT depends on. */
static bool defines(lane_emitter *e, const lane_inst *inst, const lane_access *at)
{
	for (unsigned d = 0; d < inst->def_count; d++)
		if (lane_web_at(e, inst, d) == at->a || lane_web_at(e, inst, d) == at->i)
			return true;
	return false;
}

/* Return true if INST only does operations of the batch on registers and memory. */
static bool stays(lane_emitter *e, const lane_inst *inst)
{
	const lane_lowering how = lane_lowering_of(e, inst);

	if (inst->op == HR_OP_poison_source)
		return true;
	return how != LANE_LOWER_LANES && how != LANE_LOWER_OTHER;
}

bool lane_is_rewritten(lane_emitter *e, const lane_inst *inst)
{
	const hr_lane_code *w = e->w;
	const lane_block *block = &w->blocks.data[e->block];
	const lane_inst *end = &w->insts.data[block->first + block->count];
	const lane_access from = lane_access_of(e, inst);

	if (defines(e, inst, &from))
		return false;
	for (const lane_inst *next = inst + 1; next < end && stays(e, next); next++) {
		if (lane_lowering_of(e, next) == LANE_LOWER_MEMORY) {
			const lane_access to = lane_access_of(e, next);

			if (to.store && is_same_place(&from, &to) &&
			    lane_access_size(inst) == lane_access_size(next))
				return true;
		}
		if (defines(e, next, &from))
			return false;
	}
	return false;
}

/* --- packing ---------------------------------------------------------------------------------- */

/* Return true if an operation depends on a lane's place in the tile. */
static bool asks_for_lane(lane_emitter *e, const lane_inst *inst)
{
	lane_class natural = lane_natural(e->w, inst, e->checked);

	for (unsigned u = 0; u < inst->use_count; u++)
		if (lane_use_at(e, inst, u)->class == LANE_AFFINE && natural != LANE_AFFINE &&
		    !lane_use_at(e, inst, u)->needs_array)
			return true;
	for (unsigned d = 0; d < inst->def_count; d++)
		if (natural == LANE_AFFINE && (lane_web_at(e, inst, d)->class == LANE_VARYING ||
					       lane_web_at(e, inst, d)->needs_array))
			return true;
	switch (lane_lowering_of(e, inst)) {
	case LANE_LOWER_AFFINE:
		return lane_is_guarded(inst) || inst->op == HR_OP_hpvm_id_up ||
		       inst->op == HR_OP_hpvm_id;
	case LANE_LOWER_UNIFORM: return !lane_has_uniform_handler(inst);
	case LANE_LOWER_VECTOR:
	case LANE_LOWER_ARRAY: return false;
	case LANE_LOWER_MOVE:
		return lane_use_at(e, inst, 0)->class == LANE_AFFINE &&
		       lane_web_at(e, inst, 0)->class == LANE_VARYING;
	case LANE_LOWER_ADDRESS:
	case LANE_LOWER_MEMORY:
		for (unsigned u = 0; u < inst->use_count; u++)
			if (lane_use_at(e, inst, u)->class == LANE_AFFINE)
				return true;
		return false;
	case LANE_LOWER_OTHER:
		return inst->op != HR_OP_jmp && inst->op != HR_OP_jnz &&
		       inst->op != HR_OP_poison_source;
	default: return true;
	}
}

static bool block_asks_for_lane(lane_emitter *e, const lane_block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		if (asks_for_lane(e, &e->w->insts.data[block->first + i]))
			return true;
	for (uint32_t s = 0; s < block->succ_count; s++)
		for (uint32_t i = 0; i < block->exits[s].count; i++)
			if (asks_for_lane(e, &e->w->insts.data[block->exits[s].inst + i]))
				return true;
	return block->resumes;
}

/* Return true if the blocks of the loop are adjacent and no operation depends on the place of a
 * lane. */
static bool may_pack(lane_emitter *e, const lane_loop *loop, lane_packing *packing)
{
	const hr_lane_code *w = e->w;

	packing->low = LANE_NONE;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		if (!lane_in(loop->blocks, w->order[p]))
			continue;
		if ((packing->low != LANE_NONE && p != packing->high + 1) ||
		    block_asks_for_lane(e, block))
			return false;
		packing->low = packing->low == LANE_NONE ? p : packing->low;
		packing->high = p;
		packing->instructions += block->count;
	}
	return loop->divergent && packing->low != LANE_NONE;
}

/* Return true if the array at PLACE is already in the list of PACKING; webs of one size may share
 * an array. */
static bool is_packed(const lane_emitter *e, const lane_packing *packing, uint32_t place)
{
	for (size_t i = packing->first; i < e->v->packed.count; i++)
		if (e->v->packed.data[i].place == place)
			return true;
	return false;
}

/* Add the arrays that are read at POSITION or later to those that move. */
static void pack_webs(lane_emitter *e, const lane_packing *packing, uint32_t position, bool *moves)
{
	const hr_lane_code *w = e->w;
	const uint32_t *entry = &w->entry_web[(size_t)position * w->regs.count];

	for (uint32_t r = 0; r < w->regs.count; r++) {
		const lane_web *web;

		if (entry[r] == LANE_NONE || moves[entry[r]])
			continue;
		web = &w->webs.data[entry[r]];
		moves[entry[r]] = true;
		if (web->constant || web->class == LANE_UNIFORM || web->bits ||
		    (web->class == LANE_AFFINE && !web->needs_array) ||
		    is_packed(e, packing, lane_array_of(web)))
			continue;
		HR_PUSH(&e->v->packed, (lane_array){lane_array_of(web), web->size});
	}
}

/* Add the arrays that lanes read which go to, or wait at, a position inside the loop (or outside of
 * it). */
static void pack_those_read(lane_emitter *e, const lane_loop *loop, const lane_packing *packing,
			    bool inside, bool *moves)
{
	const hr_lane_code *w = e->w;

	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		if (!lane_in(loop->blocks, w->order[p]))
			continue;
		if (inside)
			pack_webs(e, packing, p, moves);
		for (uint32_t q = 0; q < w->order_count; q++)
			if (lane_in(w->waiting[w->order[p]], q) &&
			    lane_in(loop->blocks, w->order[q]) == inside)
				pack_webs(e, packing, q, moves);
		for (uint32_t s = 0; s < block->succ_count; s++)
			if (lane_in(loop->blocks, block->succ[s]) == inside)
				pack_webs(e, packing, w->blocks.data[block->succ[s]].position,
					  moves);
	}
}

static void find_arrays(lane_emitter *e, const lane_loop *loop, lane_packing *packing)
{
	hr_lane_code *w = e->w;
	bool *moves = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(bool));

	packing->first = (uint32_t)e->v->packed.count;
	pack_those_read(e, loop, packing, false, moves);
	packing->outside = (uint32_t)e->v->packed.count - packing->first;
	pack_those_read(e, loop, packing, true, moves);
	packing->count = (uint32_t)e->v->packed.count - packing->first;
}

void lane_find_packings(lane_emitter *e)
{
	hr_lane_code *w = e->w;

	e->packing_of = hr_arena_array(&w->arena, w->loops.count + 1, sizeof(uint32_t));
	for (uint32_t l = 0; l < w->loops.count; l++) {
		lane_packing packing = {.loop = l};

		e->packing_of[l] = LANE_NONE;
		if (!may_pack(e, &w->loops.data[l], &packing))
			continue;
		packing.head = w->blocks.data[w->loops.data[l].header].position;
		find_arrays(e, &w->loops.data[l], &packing);
		e->packing_of[l] = (uint32_t)e->v->packings.count;
		HR_PUSH(&e->v->packings, packing);
	}
}

/* --- values that are the same for all batches of a grid ----------------------------------- */

/* Return true for operations that cannot fail, and with QUERIES also for queries of the grid. */
static bool is_fixed_op(const lane_inst *inst, bool queries)
{
	switch (inst->op) {
	case LANE_OP_MOVE:
	case HR_OP_lea:
	case HR_OP_leax: return true;
	case HR_OP_hpvm_node:
	case HR_OP_hpvm_parent:
	case HR_OP_hpvm_dims:
	case HR_OP_hpvm_extent:
	case HR_OP_hpvm_extent_up: return queries;
	case HR_OP_hpvm_id_up: return queries && inst->immediate[0] > 0;
	default: break;
	}
	if (inst->op >= HR_OP_COUNT)
		return false;
	switch ((hr_op_shape)hr_op_infos[inst->op].shape) {
	case HR_SHAPE_UN:
	case HR_SHAPE_UNI:
	case HR_SHAPE_BIN:
	case HR_SHAPE_TER:
	case HR_SHAPE_SELECT: return lane_has_uniform_handler(inst);
	default: return false;
	}
}

static bool is_fixed(lane_emitter *e, const lane_inst *inst, bool queries)
{
	if (inst->def_count == 0 || !is_fixed_op(inst, queries))
		return false;
	for (unsigned i = 0; i < (unsigned)inst->def_count + inst->use_count; i++) {
		uint32_t web = e->w->sites.data[inst->sites + i].web;

		if (i < inst->def_count
			    ? e->definitions[web] != 1 || e->w->webs.data[web].class != LANE_UNIFORM
			    : !e->fixed_webs[web])
			return false;
	}
	return true;
}

static void fix_definitions(lane_emitter *e, const lane_inst *inst)
{
	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t web = e->w->sites.data[inst->sites + d].web;

		e->fixed_webs[web] =
			e->definitions[web] == 1 && e->w->webs.data[web].class == LANE_UNIFORM;
	}
}

/* A query may fail, so only queries that all instances make before any other effect are moved. */
void lane_find_fixed(lane_emitter *e)
{
	hr_lane_code *w = e->w;
	bool queries = true;

	e->fixed = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(bool));
	e->fixed_webs = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(bool));
	for (size_t i = 0; i < w->webs.count; i++)
		e->fixed_webs[i] =
			w->webs.data[i].constant && w->webs.data[i].class == LANE_UNIFORM;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		queries = queries && (p == 0 || (block->preds.count == 1 && !block->resumes &&
						 w->blocks.data[w->order[p - 1]].succ_count == 1));
		for (uint32_t i = block->first; i < block->first + block->count; i++) {
			const lane_inst *inst = &w->insts.data[i];

			e->fixed[i] = is_fixed(e, inst, queries);
			if (e->fixed[i] || inst->op == LANE_OP_ENTRY)
				fix_definitions(e, inst);
		}
	}
}
