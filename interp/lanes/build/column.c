/* interp/lanes/build/column.c -- along which dimension of the grid lanes should lie.
 *
 * Where neighbouring lanes access neighbouring memory, an access is a block move; elsewhere it is
 * one access for each lane. This file finds how far apart two instances access that differ by one
 * in a dimension, from the operations that compute the addresses, and adds up the costs of all
 * accesses, those in inner loops several times. The result decides speed alone.
 *
 * Owns:      nothing.
 * Not here:  which values are affine (class.c), tiles (interp/lanes/run/). */
#include <string.h>

#include "interp/lanes/build/lane_emit.h"

enum { DIMENSIONS = 3 };

/* The difference of a value between two instances that differ by one in a dimension. */
typedef enum stride_kind {
	STRIDE_UNKNOWN, /* no definition has been seen */
	STRIDE_KNOWN,
	STRIDE_SOME, /* the same for all instances */
	STRIDE_ANY,
} stride_kind;

typedef struct stride {
	stride_kind kind;
	int64_t value; /* if known */
} stride;

typedef struct strides {
	stride of[DIMENSIONS];
} strides;

typedef struct column_search {
	const hr_lane_code *w;
	strides *webs;
	bool changed;
} column_search;

static stride known(int64_t value)
{
	return (stride){STRIDE_KNOWN, value};
}

static bool is_zero(stride a)
{
	return a.kind == STRIDE_KNOWN && a.value == 0;
}

/* Return the sum of A and B times FACTOR. */
static stride add(stride a, stride b, int64_t factor)
{
	if (is_zero(b))
		return a;
	if (a.kind == STRIDE_KNOWN && b.kind == STRIDE_KNOWN)
		return known((int64_t)((uint64_t)a.value + (uint64_t)b.value * (uint64_t)factor));
	if (a.kind == STRIDE_ANY || b.kind == STRIDE_ANY)
		return (stride){STRIDE_ANY, 0};
	return (stride){STRIDE_SOME, 0};
}

/* Return the stride of a value with the definitions A and B. */
static stride join(stride a, stride b)
{
	if (a.kind == STRIDE_UNKNOWN)
		return b;
	if (b.kind == STRIDE_UNKNOWN || (a.kind == b.kind && a.value == b.value))
		return a;
	return (stride){a.kind == STRIDE_ANY || b.kind == STRIDE_ANY ? STRIDE_ANY : STRIDE_SOME, 0};
}

static const lane_web *web_of(const column_search *s, const lane_inst *inst, unsigned use)
{
	return &s->w->webs.data[s->w->sites.data[inst->sites + inst->def_count + use].web];
}

static stride use_of(const column_search *s, const lane_inst *inst, unsigned use, unsigned d)
{
	const lane_web *web = web_of(s, inst, use);

	return web->constant ? known(0) : s->webs[web - s->w->webs.data].of[d];
}

/* Return true if the operand is constant, and its value. */
static bool constant_of(const column_search *s, const lane_inst *inst, unsigned use, int64_t *value)
{
	const lane_web *web = web_of(s, inst, use);
	int32_t half;

	if (!web->constant || (web->size != 4 && web->size != 8))
		return false;
	if (web->size == 8) {
		memcpy(value, web->value, 8);
		return true;
	}
	memcpy(&half, web->value, 4);
	*value = half;
	return true;
}

/* Return the stride of the product of the first two operands. */
static stride product(const column_search *s, const lane_inst *inst, unsigned d)
{
	const stride a = use_of(s, inst, 0, d), b = use_of(s, inst, 1, d);
	int64_t factor;

	if (is_zero(a) && is_zero(b))
		return known(0);
	if (is_zero(a) && constant_of(s, inst, 0, &factor))
		return add(known(0), b, factor);
	if (is_zero(b) && constant_of(s, inst, 1, &factor))
		return add(known(0), a, factor);
	if ((is_zero(a) && b.kind != STRIDE_ANY) || (is_zero(b) && a.kind != STRIDE_ANY))
		return (stride){STRIDE_SOME, 0};
	return (stride){STRIDE_ANY, 0};
}

static stride shifted(const column_search *s, const lane_inst *inst, unsigned d)
{
	const stride a = use_of(s, inst, 0, d), by = use_of(s, inst, 1, d);
	int64_t bits;

	if (is_zero(a) && is_zero(by))
		return known(0);
	if (a.kind == STRIDE_ANY || !is_zero(by))
		return (stride){STRIDE_ANY, 0};
	return constant_of(s, inst, 1, &bits) && bits >= 0 && bits < 62
		       ? add(known(0), a, INT64_C(1) << bits)
		       : (stride){STRIDE_SOME, 0};
}

/* Return the stride of an operation about which only this is known: equal operands have equal
 * results. */
static stride stride_of_any(const column_search *s, const lane_inst *inst, unsigned d)
{
	for (unsigned u = 0; u < inst->use_count; u++)
		if (!is_zero(use_of(s, inst, u, d)))
			return (stride){STRIDE_ANY, 0};
	return known(0);
}

static stride stride_of(const column_search *s, const lane_inst *inst, unsigned d)
{
	switch (inst->op) {
	case HR_OP_hpvm_id_up: return known(inst->immediate[0] == 0 && inst->immediate[1] == d);
	case HR_OP_hpvm_id: return known(inst->immediate[0] == d);
	case LANE_OP_MOVE:
	case HR_OP_mov_i32:
	case HR_OP_mov_i64:
	case HR_OP_trunc_i64_i32:
	case HR_OP_sext_i32_i64:
	case HR_OP_zext_i32_i64:
	case HR_OP_lea: return use_of(s, inst, 0, d);
	case HR_OP_add_i32:
	case HR_OP_add_i64:
	case HR_OP_or_i32:
	case HR_OP_or_i64: return add(use_of(s, inst, 0, d), use_of(s, inst, 1, d), 1);
	case HR_OP_sub_i32:
	case HR_OP_sub_i64: return add(use_of(s, inst, 0, d), use_of(s, inst, 1, d), -1);
	case HR_OP_leax:
		return add(use_of(s, inst, 0, d), use_of(s, inst, 1, d),
			   (int64_t)inst->immediate[0]);
	case HR_OP_mul_i32:
	case HR_OP_mul_i64: return product(s, inst, d);
	case HR_OP_muladd_i32:
	case HR_OP_muladd_i64: return add(use_of(s, inst, 2, d), product(s, inst, d), 1);
	case HR_OP_shl_i32:
	case HR_OP_shl_i64:
	case HR_OP_shlz_i32:
	case HR_OP_shlz_i64: return shifted(s, inst, d);
	case LANE_OP_CALL:
	case LANE_OP_SLOT_LOAD:
	case HR_OP_hpvm_malloc:
	case HR_OP_hpvm_warp_second:
	case HR_OP_hpvm_warp_result:
	case HR_OP_hpvm_warp_missed:
	case HR_OP_alloca: return (stride){STRIDE_ANY, 0};
	default: return stride_of_any(s, inst, d);
	}
}

static bool is_ready(const column_search *s, const lane_inst *inst)
{
	for (unsigned u = 0; u < inst->use_count; u++)
		if (use_of(s, inst, u, 0).kind == STRIDE_UNKNOWN)
			return false;
	return true;
}

static void define(column_search *s, const lane_inst *inst)
{
	if (inst->op != LANE_OP_ENTRY && !is_ready(s, inst))
		return;
	for (unsigned k = 0; k < inst->def_count; k++) {
		strides *web = &s->webs[s->w->sites.data[inst->sites + k].web];

		for (unsigned d = 0; d < DIMENSIONS; d++) {
			const stride now =
				inst->op == LANE_OP_ENTRY ? known(0) : stride_of(s, inst, d);
			const stride all = join(web->of[d], now);

			s->changed |= all.kind != web->of[d].kind || all.value != web->of[d].value;
			web->of[d] = all;
		}
	}
}

static void define_all(column_search *s)
{
	const hr_lane_code *w = s->w;

	do {
		s->changed = false;
		for (uint32_t p = 0; p < w->order_count; p++) {
			const lane_block *block = &w->blocks.data[w->order[p]];

			for (uint32_t i = 0; i < block->count; i++)
				define(s, &w->insts.data[block->first + i]);
			for (uint32_t e = 0; e < block->succ_count; e++)
				for (uint32_t i = 0; i < block->exits[e].count; i++)
					define(s, &w->insts.data[block->exits[e].inst + i]);
		}
	} while (s->changed);
}

/* --- costs ------------------------------------------------------------------------------------ */

/* Return the cost of an access of SIZE bytes whose addresses have the stride AT. */
static unsigned cost_of(stride at, uint32_t size)
{
	enum { LINE = 64, NEAR = 1, FAR = 3 };

	if (at.kind != STRIDE_KNOWN)
		return FAR;
	if (at.value == 0 || at.value == (int64_t)size || at.value == -(int64_t)size)
		return 0;
	return at.value > -LINE && at.value < LINE ? NEAR : FAR;
}

static void add_access(const column_search *s, const lane_inst *inst, uint64_t weight,
		       uint64_t cost[DIMENSIONS])
{
	const unsigned shape = inst->op < HR_OP_COUNT ? hr_op_infos[inst->op].shape : HR_SHAPE_CTL;
	const bool store = shape == HR_SHAPE_STORE || shape == HR_SHAPE_STOREX;
	const bool indexed = shape == HR_SHAPE_LOADX || shape == HR_SHAPE_STOREX;

	if (!store && shape != HR_SHAPE_LOAD && shape != HR_SHAPE_LOADX)
		return;
	for (unsigned d = 0; d < DIMENSIONS; d++) {
		stride at = use_of(s, inst, store, d);

		if (indexed)
			at = add(at, use_of(s, inst, store + 1U, d), (int64_t)inst->immediate[0]);
		cost[d] += weight * cost_of(at, lane_access_size(inst));
	}
}

static uint64_t weight_of(const hr_lane_code *w, const lane_block *block)
{
	enum { TIMES = 8, MOST_LOOPS = 6 };
	uint64_t weight = 1;
	unsigned depth = 0;

	for (uint32_t l = block->loop; l != LANE_NONE && depth < MOST_LOOPS;
	     l = w->loops.data[l].parent, depth++)
		weight *= TIMES;
	return weight;
}

unsigned hr_lane_best_column(const hr_lane_code *w, const int64_t extent[3], unsigned innermost)
{
	column_search s = {.w = w, .webs = hr_alloc_array(w->webs.count + 1, sizeof(strides))};
	uint64_t cost[DIMENSIONS] = {0};
	unsigned best = innermost;

	define_all(&s);
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++)
			add_access(&s, &w->insts.data[block->first + i], weight_of(w, block), cost);
	}
	for (unsigned d = 0; d < innermost; d++)
		if (extent[d] > 1 && cost[d] < cost[best])
			best = d;
	hr_free(s.webs);
	return best;
}

/* What a handle stands for is not known, so it may be the parent. */
bool hr_lane_may_merge(const hr_lane_code *w)
{
	for (size_t i = 0; i < w->insts.count; i++)
		if (w->insts.data[i].op == HR_OP_hpvm_id)
			return false;
	return true;
}
