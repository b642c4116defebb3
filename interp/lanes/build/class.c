/* interp/lanes/build/class.c -- which webs are the same for all lanes, and which are affine.
 *
 * The class of a web is that of its most varying definition. A value computed from uniform values
 * is uniform, even if only some lanes are active, unless a lane that waits elsewhere still needs
 * the old value of the web: such a web becomes varying, and its definitions are masked. A web that
 * has only one value in a batch (unique.c) may be defined again while lanes wait. Whether lanes
 * wait depends on which jumps are divergent, and that depends on the classes. All these sets only
 * grow, so the iteration terminates.
 *
 * Affine: integers base + column * s0 + row * s1 with uniform base and strides, computed like the
 * base, modulo 2^64. Extensions and `or` are affine for most values only: with CHECKED they are
 * treated as affine and checked at run time, without it they are varying.
 *
 * Owns:      nothing. */
#include <string.h>

#include "interp/lanes/lane_code.h"

static uint8_t class_of(const hr_lane_code *w, const lane_inst *inst, unsigned use)
{
	return w->webs.data[w->sites.data[inst->sites + inst->def_count + use].web].class;
}

static lane_class most_varying(const hr_lane_code *w, const lane_inst *inst)
{
	lane_class most = LANE_UNIFORM;

	for (unsigned i = 0; i < inst->use_count; i++)
		if (class_of(w, inst, i) > most)
			most = class_of(w, inst, i);
	return most;
}

/* Return true if the operation on affine and uniform operands has an affine result. */
static bool keeps_affine(const hr_lane_code *w, const lane_inst *inst, bool checked)
{
	switch (inst->op) {
	case HR_OP_add_i32:
	case HR_OP_add_i64:
	case HR_OP_sub_i32:
	case HR_OP_sub_i64:
	case HR_OP_mov_i32:
	case HR_OP_mov_i64:
	case HR_OP_trunc_i64_i32:
	case HR_OP_lea:
	case HR_OP_leax:
	case LANE_OP_MOVE: return true;
	case HR_OP_mul_i32:
	case HR_OP_mul_i64:
	case HR_OP_muladd_i32:
	case HR_OP_muladd_i64:
		return class_of(w, inst, 0) == LANE_UNIFORM || class_of(w, inst, 1) == LANE_UNIFORM;
	case HR_OP_shlz_i32:
	case HR_OP_shlz_i64:
	case HR_OP_shl_i32:
	case HR_OP_shl_i64: return class_of(w, inst, 1) == LANE_UNIFORM;
	case HR_OP_sext_i32_i64:
	case HR_OP_zext_i32_i64:
	case HR_OP_or_i32:
	case HR_OP_or_i64: return checked;
	default: return false;
	}
}

uint32_t lane_id_asked(const lane_inst *inst)
{
	const uint64_t up = inst->immediate[0], dimension = inst->immediate[1];

	return up > 1 ? LANE_NONE : (uint32_t)dimension + (up ? HR_ROWS_OF_PARENT : 0);
}

/* Return the class of the index in DIMENSION, of the node or, from HR_ROWS_OF_PARENT on, its parent.
 */
static lane_class class_of_id(const hr_lane_code *w, uint64_t dimension)
{
	return dimension == w->shape.column || dimension == w->shape.row ? LANE_AFFINE
									 : LANE_UNIFORM;
}

lane_class lane_natural(const hr_lane_code *w, const lane_inst *inst, bool checked)
{
	lane_class most = most_varying(w, inst);

	switch (inst->op) {
	case LANE_OP_CALL:
	case LANE_OP_SLOT_LOAD:
	case HR_OP_hpvm_malloc:
	case HR_OP_hpvm_warp_more:
	case HR_OP_hpvm_warp_second:
	case HR_OP_hpvm_warp_result:
	case HR_OP_hpvm_warp_missed:
	case HR_OP_tls: return LANE_VARYING;
	case HR_OP_alloca: return LANE_AFFINE;
	case HR_OP_hpvm_id_up: return class_of_id(w, lane_id_asked(inst));
	case HR_OP_hpvm_id:
		return most == LANE_UNIFORM ? class_of_id(w, inst->immediate[0]) : LANE_VARYING;
	default: break;
	}
	if (inst->op < HR_OP_COUNT) {
		unsigned shape = hr_op_infos[inst->op].shape;

		if (shape == HR_SHAPE_RMW || shape == HR_SHAPE_CMPXCHG || shape == HR_SHAPE_ALOAD)
			return LANE_VARYING;
	}
	if (most == LANE_AFFINE)
		return keeps_affine(w, inst, checked) ? LANE_AFFINE : LANE_VARYING;
	return most;
}

/* --- one round -------------------------------------------------------------------------------- */

static bool raise_web(hr_lane_code *w, uint32_t web, lane_class class)
{
	if (w->webs.data[web].class >= class)
		return false;
	w->webs.data[web].class = (uint8_t)class;
	return true;
}

static bool classify_params(hr_lane_code *w, const lane_inst *inst)
{
	bool changed = false;

	for (unsigned i = 0; i < inst->def_count; i++) {
		uint32_t port = 0;

		for (uint32_t p = 0; p < w->code->param_info_count; p++)
			if (i >= w->code->param_info[p].first &&
			    i < w->code->param_info[p].first + w->code->param_info[p].count)
				port = p;
		if (w->varying_inputs && w->varying_inputs[port])
			changed |= raise_web(w, w->sites.data[inst->sites + i].web, LANE_VARYING);
	}
	return changed;
}

static bool classify_inst(hr_lane_code *w, const lane_inst *inst, bool checked)
{
	lane_class class;
	bool changed = false;

	if (inst->op == LANE_OP_ENTRY)
		return classify_params(w, inst);
	class = lane_natural(w, inst, checked);
	for (unsigned i = 0; i < inst->def_count; i++)
		changed |= raise_web(w, w->sites.data[inst->sites + i].web, class);
	return changed;
}

static bool classify_block(hr_lane_code *w, lane_block *block, bool checked)
{
	const lane_inst *last = &w->insts.data[block->first + block->count - 1];
	bool changed = false;

	for (uint32_t i = 0; i < block->count; i++)
		changed |= classify_inst(w, &w->insts.data[block->first + i], checked);
	for (uint32_t s = 0; s < block->succ_count; s++)
		for (uint32_t i = 0; i < block->exits[s].count; i++) {
			const lane_inst *move = &w->insts.data[block->exits[s].inst + i];

			changed |= classify_inst(w, move, checked);
			if (w->loops.data[block->exits[s].loop].divergent)
				changed |=
					raise_web(w, w->sites.data[move->sites].web, LANE_VARYING);
		}
	if (block->succ_count > 1 && !block->divergent && most_varying(w, last) != LANE_UNIFORM) {
		block->divergent = true;
		changed = true;
	}
	return changed;
}

/* --- where lanes wait ------------------------------------------------------------------------- */

typedef struct waits {
	hr_lane_code *w;
	size_t words;
	uint64_t *resumes; /* positions after barriers: lanes stay there whichever block runs */
	uint64_t *now;
	bool changed;
} waits;

/* Position N may run next, while lanes wait at the other positions of NOW. */
static void may_run(waits *f, uint32_t n)
{
	uint64_t *set = f->w->waiting[f->w->order[n]];

	for (size_t i = 0; i < f->words; i++) {
		uint64_t above = i > n / 64   ? ~UINT64_C(0)
				 : i < n / 64 ? 0
					      : ~UINT64_C(0) << n % 64;
		uint64_t stay = f->now[i] & (above | f->resumes[i]);

		if (i == n / 64)
			stay &= ~(UINT64_C(1) << n % 64);
		f->changed |= (stay & ~set[i]) != 0;
		set[i] |= stay;
	}
}

/* Lanes may wait at all positions of NOW; at LAST they certainly do. */
static void next_of(waits *f, uint32_t last)
{
	for (uint32_t n = 0; n <= last && n < f->w->order_count; n++)
		if (lane_in(f->now, n))
			may_run(f, n);
}

static void leave_block(waits *f, uint32_t b)
{
	hr_lane_code *w = f->w;
	const lane_block *block = &w->blocks.data[b];
	const lane_inst *last = &w->insts.data[block->first + block->count - 1];
	uint32_t least = UINT32_MAX, most = 0;

	for (uint32_t s = 0; s < block->succ_count; s++) {
		uint32_t to = w->blocks.data[block->succ[s]].position;

		memcpy(f->now, w->waiting[b], f->words * sizeof(uint64_t));
		lane_add(f->now, to);
		next_of(f, last->op == HR_OP_hpvm_barrier || last->op == HR_OP_hpvm_warp
				   ? UINT32_MAX - 1
				   : to);
		least = to < least ? to : least;
		most = to > most ? to : most;
	}
	if (block->succ_count == 0 || block->divergent) {
		memcpy(f->now, w->waiting[b], f->words * sizeof(uint64_t));
		for (uint32_t s = 0; s < block->succ_count; s++)
			lane_add(f->now, w->blocks.data[block->succ[s]].position);
		next_of(f, block->succ_count == 0   ? UINT32_MAX - 1
			   : block->succ_count == 2 ? least
						    : most);
	}
}

static bool find_waiting(hr_lane_code *w)
{
	waits f = {.w = w, .words = (w->order_count + 63) / 64};
	bool any = false;

	if (!w->waiting) {
		w->waiting = hr_arena_array(&w->arena, w->blocks.count, sizeof(uint64_t *));
		for (uint32_t p = 0; p < w->order_count; p++)
			w->waiting[w->order[p]] =
				hr_arena_array(&w->arena, f.words + 1, sizeof(uint64_t));
	}
	f.now = hr_arena_array(&w->arena, f.words + 1, sizeof(uint64_t));
	f.resumes = hr_arena_array(&w->arena, f.words + 1, sizeof(uint64_t));
	for (uint32_t p = 0; p < w->order_count; p++)
		if (w->blocks.data[w->order[p]].resumes)
			lane_add(f.resumes, p);
	do {
		f.changed = false;
		for (uint32_t p = 0; p < w->order_count; p++)
			leave_block(&f, w->order[p]);
		any |= f.changed;
	} while (f.changed);
	return any;
}

/* A loop is divergent if lanes may leave it while others stay. */
static bool find_divergent_loops(hr_lane_code *w)
{
	bool changed = false;

	for (uint32_t l = 0; l < w->loops.count; l++) {
		lane_loop *loop = &w->loops.data[l];

		for (uint32_t p = 0; p < w->order_count && !loop->divergent; p++) {
			const lane_block *block = &w->blocks.data[w->order[p]];
			bool leaves = false, stay = block->divergent;

			if (!lane_in(loop->blocks, w->order[p]))
				continue;
			for (uint32_t s = 0; s < block->succ_count; s++)
				leaves |= !lane_in(loop->blocks, block->succ[s]);
			for (uint32_t q = 0; q < w->order_count && leaves && !stay; q++)
				stay = lane_in(w->waiting[w->order[p]], q) &&
				       lane_in(loop->blocks, w->order[q]);
			if (leaves && stay) {
				loop->divergent = true;
				changed = true;
			}
		}
	}
	return changed;
}

/* Find, for each block, the webs that lanes waiting while it runs still need. */
static void find_waiting_webs(hr_lane_code *w)
{
	size_t words = (w->webs.count + 63) / 64;

	if (!w->waiting_webs) {
		w->waiting_webs = hr_arena_array(&w->arena, w->blocks.count, sizeof(uint64_t *));
		for (uint32_t p = 0; p < w->order_count; p++)
			w->waiting_webs[w->order[p]] =
				hr_arena_array(&w->arena, words + 1, sizeof(uint64_t));
	}
	for (uint32_t p = 0; p < w->order_count; p++)
		for (uint32_t q = 0; q < w->order_count; q++) {
			const uint32_t *entry = &w->entry_web[(size_t)q * w->regs.count];

			if (!lane_in(w->waiting[w->order[p]], q))
				continue;
			for (uint32_t r = 0; r < w->regs.count; r++)
				if (entry[r] != LANE_NONE)
					lane_add(w->waiting_webs[w->order[p]], entry[r]);
		}
}

static bool raise_masked(hr_lane_code *w)
{
	bool changed = false;

	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];
		const uint64_t *needed = w->waiting_webs[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++) {
			const lane_inst *inst = &w->insts.data[block->first + i];

			for (unsigned d = 0; d < inst->def_count; d++) {
				uint32_t web = w->sites.data[inst->sites + d].web;

				/* a unique web gets the same value again */
				if (lane_in(needed, web) && !lane_in(w->unique, web))
					changed |= raise_web(w, web, LANE_VARYING);
			}
		}
		for (uint32_t s = 0; s < block->succ_count; s++)
			for (uint32_t i = 0; i < block->exits[s].count; i++) {
				const lane_inst *move = &w->insts.data[block->exits[s].inst + i];
				uint32_t web = w->sites.data[move->sites].web;

				if (lane_in(needed, web))
					changed |= raise_web(w, web, LANE_VARYING);
			}
	}
	return changed;
}

void lane_classify(hr_lane_code *w, bool checked)
{
	bool changed = true;

	for (size_t i = 0; i < w->webs.count; i++) {
		w->webs.data[i].class = LANE_UNIFORM;
		w->webs.data[i].needs_array = false;
	}
	for (uint32_t b = 0; b < w->blocks.count; b++)
		w->blocks.data[b].divergent = false;
	for (uint32_t l = 0; l < w->loops.count; l++)
		w->loops.data[l].divergent = false;
	w->waiting = NULL;
	w->waiting_webs = NULL;
	while (changed) {
		changed = false;
		for (uint32_t p = 0; p < w->order_count; p++)
			changed |= classify_block(w, &w->blocks.data[w->order[p]], checked);
		changed |= find_waiting(w);
		changed |= find_divergent_loops(w);
		find_waiting_webs(w);
		changed |= raise_masked(w);
	}
}
