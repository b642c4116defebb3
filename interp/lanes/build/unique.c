/* interp/lanes/build/unique.c -- webs that have only one value for each lane in a batch.
 *
 * Optimisers compute `x - 1` on two paths that join, if either may be taken. In a batch both paths
 * run, one after the other, and the second definition would overwrite a value that lanes of the
 * first path still need. Such a web would have to be an array, although it has the same affine
 * value on both paths. It stays affine (class.c) if every definition is the same operation on the
 * same webs, and those have one value as well: they are parameters, results of queries of the
 * instance, or computed from such values.
 *
 * Owns:      nothing; the set is in the arena of the lane code. */
#include <string.h>

#include "interp/lanes/lane_code.h"

typedef struct unique {
	hr_lane_code *w;
	uint32_t *first; /* by web: the first instruction that defines it, or LANE_NONE */
	/* by web: the value depends only on its operands, and all definitions are the same
	 * operation */
	bool *same;
} unique;

/* Return true if the result depends only on the operands and the instance. */
static bool is_pure(const lane_inst *inst)
{
	switch (inst->op) {
	case LANE_OP_MOVE:
	case LANE_OP_ENTRY:
	case HR_OP_lea:
	case HR_OP_leax:
	case HR_OP_hpvm_node:
	case HR_OP_hpvm_parent:
	case HR_OP_hpvm_dims:
	case HR_OP_hpvm_extent:
	case HR_OP_hpvm_extent_up:
	case HR_OP_hpvm_id:
	case HR_OP_hpvm_id_up: return true;
	default: break;
	}
	if (inst->op >= HR_OP_COUNT)
		return false;
	switch ((hr_op_shape)hr_op_infos[inst->op].shape) {
	case HR_SHAPE_UN:
	case HR_SHAPE_UNI:
	case HR_SHAPE_BIN:
	case HR_SHAPE_TER:
	case HR_SHAPE_SELECT: return true;
	default: return false;
	}
}

/* Return true if the operation is completely described by its number and operands. */
static bool is_plain(const lane_inst *inst)
{
	return inst->op == LANE_OP_MOVE || inst->op == HR_OP_lea || inst->op == HR_OP_leax ||
	       (inst->op < HR_OP_COUNT && hr_op_infos[inst->op].shape != HR_SHAPE_UNI &&
		hr_op_infos[inst->op].shape != HR_SHAPE_HPVM);
}

static const lane_site *uses_of(const hr_lane_code *w, const lane_inst *inst)
{
	return &w->sites.data[inst->sites + inst->def_count];
}

static bool does_the_same(const hr_lane_code *w, const lane_inst *a, const lane_inst *b)
{
	if (a->op != b->op || a->use_count != b->use_count || !is_plain(a) ||
	    a->immediate[0] != b->immediate[0] || a->immediate[1] != b->immediate[1])
		return false;
	for (unsigned u = 0; u < a->use_count; u++)
		if (uses_of(w, a)[u].web != uses_of(w, b)[u].web)
			return false;
	return true;
}

static void note(unique *f, uint32_t number)
{
	const hr_lane_code *w = f->w;
	const lane_inst *inst = &w->insts.data[number];

	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t web = w->sites.data[inst->sites + d].web;

		if (f->first[web] == LANE_NONE) {
			f->first[web] = number;
			f->same[web] = is_pure(inst);
			continue;
		}
		f->same[web] &= does_the_same(w, &w->insts.data[f->first[web]], inst);
	}
}

static void note_all(unique *f)
{
	const hr_lane_code *w = f->w;

	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++)
			note(f, block->first + i);
		for (uint32_t s = 0; s < block->succ_count; s++)
			for (uint32_t i = 0; i < block->exits[s].count; i++)
				note(f, block->exits[s].inst + i);
	}
}

static bool has_one_value(const unique *f, uint32_t web)
{
	const hr_lane_code *w = f->w;
	const lane_inst *inst;

	if (w->webs.data[web].constant)
		return true;
	if (f->first[web] == LANE_NONE || !f->same[web])
		return false;
	inst = &w->insts.data[f->first[web]];
	for (unsigned u = 0; u < inst->use_count; u++)
		if (!lane_in(w->unique, uses_of(w, inst)[u].web))
			return false;
	return true;
}

void lane_find_unique(hr_lane_code *w)
{
	unique f = {.w = w};
	bool changed = true;

	w->unique = hr_arena_array(&w->arena, w->webs.count / 64 + 1, sizeof(uint64_t));
	f.first = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	f.same = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(bool));
	memset(f.first, 0xff, w->webs.count * sizeof(uint32_t));
	note_all(&f);
	while (changed) {
		changed = false;
		for (uint32_t web = 0; web < w->webs.count; web++)
			if (!lane_in(w->unique, web) && has_one_value(&f, web)) {
				lane_add(w->unique, web);
				changed = true;
			}
	}
}
