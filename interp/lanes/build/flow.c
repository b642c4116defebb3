/* interp/lanes/build/flow.c -- the order of blocks, loops, liveness, and copies where a loop is
 * left.
 *
 * The order is a reverse post-order in which the blocks of a loop, including nested loops, are
 * adjacent. A batch always runs the first block in this order that has lanes
 * (interp/lanes/handlers/control.c), so lanes that leave a loop wait behind it, and lanes that took
 * different paths meet where the paths join.
 *
 * Values that a loop defines and that are read after it are copied on the edges that leave the
 * loop. So the loop may continue to compute for all lanes, including those that have left, without
 * a mask.
 *
 * Owns:      nothing; sets are in the arena of the hr_lane_code.
 * Not here:  where lanes wait (class.c, because it depends on which values are uniform). */
#include <string.h>

#include "interp/lanes/lane_code.h"

enum { MAX_BLOCKS = 4096 };

static const uint64_t max_set_bytes = UINT64_C(64) << 20;

typedef struct lane_flow_state {
	hr_lane_code *w;
	uint32_t *dominator; /* by block */
	uint32_t *number;    /* post-order */
	HR_VEC(uint32_t) post;
	uint8_t *state;
	uint64_t **gen, **kill, **out;
	size_t block_words, reg_words;
} lane_flow_state;

static uint64_t *new_set(hr_lane_code *w, size_t words)
{
	return hr_arena_array(&w->arena, words + 1, sizeof(uint64_t));
}

/* --- reachability, dominators ----------------------------------------------------------------- */

typedef struct step {
	uint32_t block, next;
} step;

static void visit(lane_flow_state *f, uint32_t root)
{
	hr_lane_code *w = f->w;
	HR_VEC(step) stack = {0};

	HR_PUSH(&stack, (step){root, 0});
	w->blocks.data[root].reached = true;
	while (stack.count) {
		uint32_t b = stack.data[stack.count - 1].block;
		uint32_t next = stack.data[stack.count - 1].next++;
		uint32_t s;

		if (next >= w->blocks.data[b].succ_count) {
			f->number[b] = (uint32_t)f->post.count;
			HR_PUSH(&f->post, b);
			stack.count--;
			continue;
		}
		s = w->blocks.data[b].succ[next];
		HR_PUSH(&w->blocks.data[s].preds, b);
		if (w->blocks.data[s].reached)
			continue;
		w->blocks.data[s].reached = true;
		HR_PUSH(&stack, (step){s, 0});
	}
	HR_VEC_FREE(&stack);
}

/* Unreachable code, such as code after a call of a function that never returns, is removed, so that
 * its registers become no webs. */
static void drop_unreached(hr_lane_code *w)
{
	for (size_t b = 0; b < w->blocks.count; b++) {
		const lane_block *block = &w->blocks.data[b];

		for (uint32_t i = 0; !block->reached && i < block->count; i++) {
			lane_inst *inst = &w->insts.data[block->first + i];

			inst->op = HR_OP_nop;
			inst->def_count = inst->use_count = 0;
		}
	}
}

static uint32_t common_dominator(const lane_flow_state *f, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (f->number[a] < f->number[b])
			a = f->dominator[a];
		while (f->number[b] < f->number[a])
			b = f->dominator[b];
	}
	return a;
}

static void find_dominators(lane_flow_state *f)
{
	bool changed = true;

	for (uint32_t i = 0; i < f->w->blocks.count; i++)
		f->dominator[i] = LANE_NONE;
	f->dominator[0] = 0;
	while (changed) {
		changed = false;
		for (size_t i = f->post.count; i-- > 0;) {
			uint32_t b = f->post.data[i], found = LANE_NONE;
			const lane_block *block = &f->w->blocks.data[b];

			if (b == 0)
				continue;
			for (size_t p = 0; p < block->preds.count; p++) {
				uint32_t pred = block->preds.data[p];

				if (f->dominator[pred] == LANE_NONE)
					continue;
				found = found == LANE_NONE ? pred
							   : common_dominator(f, found, pred);
			}
			if (f->dominator[b] != found) {
				f->dominator[b] = found;
				changed = true;
			}
		}
	}
}

static bool dominates(const lane_flow_state *f, uint32_t a, uint32_t b)
{
	while (b != a && b != 0)
		b = f->dominator[b];
	return b == a;
}

/* --- loops ------------------------------------------------------------------------------------ */

static uint32_t loop_at(lane_flow_state *f, uint32_t header)
{
	hr_lane_code *w = f->w;

	for (uint32_t i = 0; i < w->loops.count; i++)
		if (w->loops.data[i].header == header)
			return i;
	HR_PUSH(&w->loops, (lane_loop){.header = header,
				       .parent = LANE_NONE,
				       .blocks = new_set(w, f->block_words)});
	lane_add(w->loops.data[w->loops.count - 1].blocks, header);
	return (uint32_t)w->loops.count - 1;
}

static void fill_loop(lane_flow_state *f, lane_loop *loop, uint32_t latch)
{
	HR_VEC(uint32_t) work = {0};

	HR_PUSH(&work, latch);
	while (work.count) {
		uint32_t b = work.data[--work.count];

		if (lane_in(loop->blocks, b))
			continue;
		lane_add(loop->blocks, b);
		for (size_t p = 0; p < f->w->blocks.data[b].preds.count; p++)
			HR_PUSH(&work, f->w->blocks.data[b].preds.data[p]);
	}
	HR_VEC_FREE(&work);
}

static uint32_t set_size(const uint64_t *set, size_t words)
{
	uint32_t count = 0;

	for (size_t i = 0; i < words; i++)
		count += (uint32_t)__builtin_popcountll(set[i]);
	return count;
}

/* Return the smallest loop of more than LEAST blocks that contains BLOCK, or LANE_NONE. */
static uint32_t smallest_loop(const lane_flow_state *f, uint32_t block, uint32_t least)
{
	uint32_t best = LANE_NONE, size = UINT32_MAX;

	for (uint32_t i = 0; i < f->w->loops.count; i++) {
		const lane_loop *loop = &f->w->loops.data[i];
		uint32_t blocks = set_size(loop->blocks, f->block_words);

		if (blocks <= least || blocks >= size || !lane_in(loop->blocks, block))
			continue;
		size = blocks;
		best = i;
	}
	return best;
}

static void find_loops(lane_flow_state *f)
{
	hr_lane_code *w = f->w;

	for (size_t i = 0; i < f->post.count; i++) {
		uint32_t b = f->post.data[i];

		for (uint32_t s = 0; s < w->blocks.data[b].succ_count; s++) {
			uint32_t to = w->blocks.data[b].succ[s];

			if (dominates(f, to, b)) {
				uint32_t loop = loop_at(f, to);

				fill_loop(f, &w->loops.data[loop], b);
			}
		}
	}
	for (uint32_t i = 0; i < w->loops.count; i++) {
		lane_loop *loop = &w->loops.data[i];

		loop->parent =
			smallest_loop(f, loop->header, set_size(loop->blocks, f->block_words));
	}
	for (size_t i = 0; i < f->post.count; i++)
		w->blocks.data[f->post.data[i]].loop = smallest_loop(f, f->post.data[i], 0);
}

/* --- order ------------------------------------------------------------------------------------ */

/* Return the item of region LOOP that contains BLOCK: BLOCK itself, or the header of the directly
 * nested loop that contains it; LANE_NONE if BLOCK is outside of the region. */
static uint32_t item_of(const hr_lane_code *w, uint32_t block, uint32_t loop)
{
	uint32_t at = w->blocks.data[block].loop, inner = LANE_NONE;

	while (at != loop && at != LANE_NONE) {
		inner = at;
		at = w->loops.data[at].parent;
	}
	if (at != loop)
		return LANE_NONE;
	return inner == LANE_NONE ? block : w->loops.data[inner].header;
}

typedef HR_VEC(uint32_t) list;

/* Return the loop directly nested in region LOOP that contains BLOCK, or LOOP itself. */
static uint32_t loop_below(const hr_lane_code *w, uint32_t block, uint32_t loop)
{
	uint32_t inner = w->blocks.data[block].loop;

	while (inner != loop && w->loops.data[inner].parent != loop)
		inner = w->loops.data[inner].parent;
	return inner;
}

static void visit_item(lane_flow_state *f, uint32_t loop, uint32_t header, uint32_t item,
		       list *post);

static void visit_edges(lane_flow_state *f, uint32_t loop, uint32_t header, uint32_t block,
			list *post)
{
	const hr_lane_code *w = f->w;

	for (uint32_t s = w->blocks.data[block].succ_count; s-- > 0;) {
		uint32_t to = item_of(w, w->blocks.data[block].succ[s], loop);

		if (to != LANE_NONE && to != header && !f->state[to])
			visit_item(f, loop, header, to, post);
	}
}

/* Visit items in post-order; the edges of a nested loop are those of all its blocks. */
static void visit_item(lane_flow_state *f, uint32_t loop, uint32_t header, uint32_t item,
		       list *post)
{
	uint32_t inner = loop_below(f->w, item, loop);

	f->state[item] = 1;
	if (inner == loop) {
		visit_edges(f, loop, header, item, post);
	} else {
		for (size_t i = 0; i < f->post.count; i++)
			if (lane_in(f->w->loops.data[inner].blocks, f->post.data[i]))
				visit_edges(f, loop, header, f->post.data[i], post);
	}
	HR_PUSH(post, item);
}

static void order_region(lane_flow_state *f, uint32_t loop, uint32_t header)
{
	hr_lane_code *w = f->w;
	list post = {0};

	visit_item(f, loop, header, header, &post);
	for (size_t i = post.count; i-- > 0;) {
		uint32_t item = post.data[i], inner = loop_below(w, item, loop);

		if (inner == loop) {
			w->blocks.data[item].position = w->order_count;
			w->order[w->order_count++] = item;
			continue;
		}
		f->state[item] = 0;
		order_region(f, inner, item);
	}
	HR_VEC_FREE(&post);
}

/* --- liveness --------------------------------------------------------------------------------- */

static bool overlap(const lane_reg *a, const lane_reg *b)
{
	return a->start < b->start + b->size && b->start < a->start + a->size;
}

/* Add what an instruction reads and writes to the sets of its block. */
static void note_inst(lane_flow_state *f, const lane_inst *inst, uint64_t *gen, uint64_t *kill)
{
	hr_lane_code *w = f->w;
	const lane_site *sites = &w->sites.data[inst->sites];

	for (unsigned i = 0; i < inst->use_count; i++) {
		uint32_t reg = sites[inst->def_count + i].reg;

		if (!w->regs.data[reg].constant && !lane_in(kill, reg))
			lane_add(gen, reg);
	}
	for (unsigned i = 0; i < inst->def_count; i++) {
		lane_add(kill, sites[i].reg);
		/* overlapping registers are destroyed as well */
		for (uint32_t r = 0; r < w->regs.count; r++)
			if (r != sites[i].reg &&
			    overlap(&w->regs.data[r], &w->regs.data[sites[i].reg]))
				lane_add(kill, r);
	}
}

static void find_liveness(lane_flow_state *f)
{
	hr_lane_code *w = f->w;
	size_t words = f->reg_words;
	bool changed = true;

	w->live_in = hr_arena_array(&w->arena, w->blocks.count, sizeof(uint64_t *));
	f->gen = hr_arena_array(&w->arena, w->blocks.count, sizeof(uint64_t *));
	f->kill = hr_arena_array(&w->arena, w->blocks.count, sizeof(uint64_t *));
	for (uint32_t p = 0; p < w->order_count; p++) {
		uint32_t b = w->order[p];

		w->live_in[b] = new_set(w, words);
		f->gen[b] = new_set(w, words);
		f->kill[b] = new_set(w, words);
		for (uint32_t i = 0; i < w->blocks.data[b].count; i++)
			note_inst(f, &w->insts.data[w->blocks.data[b].first + i], f->gen[b],
				  f->kill[b]);
	}
	while (changed) {
		changed = false;
		for (uint32_t p = w->order_count; p-- > 0;) {
			uint32_t b = w->order[p];

			for (size_t i = 0; i < words; i++) {
				uint64_t live = 0;

				for (uint32_t s = 0; s < w->blocks.data[b].succ_count; s++)
					live |= w->live_in[w->blocks.data[b].succ[s]][i];
				live = f->gen[b][i] | (live & ~f->kill[b][i]);
				changed |= live != w->live_in[b][i];
				w->live_in[b][i] = live;
			}
		}
	}
}

/* --- values that leave a loop ----------------------------------------------------------------- */

/* Return the outermost loop that the edge from FROM to TO leaves. */
static uint32_t loop_left(const hr_lane_code *w, uint32_t from, uint32_t to)
{
	uint32_t left = LANE_NONE;

	for (uint32_t l = w->blocks.data[from].loop; l != LANE_NONE; l = w->loops.data[l].parent)
		if (!lane_in(w->loops.data[l].blocks, to))
			left = l;
	return left;
}

static uint64_t *defined_in(lane_flow_state *f, const lane_loop *loop)
{
	hr_lane_code *w = f->w;
	uint64_t *defined = new_set(w, f->reg_words);

	for (uint32_t p = 0; p < w->order_count; p++) {
		uint32_t b = w->order[p];

		if (!lane_in(loop->blocks, b))
			continue;
		for (uint32_t i = 0; i < w->blocks.data[b].count; i++) {
			const lane_inst *inst = &w->insts.data[w->blocks.data[b].first + i];

			for (unsigned d = 0; d < inst->def_count; d++)
				lane_add(defined, w->sites.data[inst->sites + d].reg);
		}
	}
	return defined;
}

static void copy_out(lane_flow_state *f, uint32_t from, uint32_t s, uint32_t loop,
		     const uint64_t *defined)
{
	hr_lane_code *w = f->w;
	uint32_t to = w->blocks.data[from].succ[s], area = 0;
	const uint32_t *pc = NULL;
	lane_exit *exit = &w->blocks.data[from].exits[s];
	const lane_inst *last =
		&w->insts.data[w->blocks.data[from].first + w->blocks.data[from].count - 1];

	pc = last->pc;
	area = last->area;
	exit->inst = (uint32_t)w->insts.count;
	exit->loop = loop;
	for (uint32_t r = 0; r < w->regs.count; r++) {
		lane_inst *inst;

		if (!lane_in(w->live_in[to], r) || !lane_in(defined, r))
			continue;
		inst = lane_add_inst(w, LANE_OP_MOVE, pc, area, 1, 1);
		w->sites.data[inst->sites].reg = r;
		w->sites.data[inst->sites + 1].reg = r;
		exit->count++;
	}
}

static void find_exits(lane_flow_state *f)
{
	hr_lane_code *w = f->w;
	uint64_t **defined = hr_arena_array(&w->arena, w->loops.count + 1, sizeof(uint64_t *));

	for (uint32_t p = 0; p < w->order_count; p++) {
		uint32_t b = w->order[p];

		for (uint32_t s = 0; s < w->blocks.data[b].succ_count; s++) {
			uint32_t loop = loop_left(w, b, w->blocks.data[b].succ[s]);

			if (loop == LANE_NONE)
				continue;
			if (!defined[loop])
				defined[loop] = defined_in(f, &w->loops.data[loop]);
			copy_out(f, b, s, loop, defined[loop]);
		}
	}
}

bool lane_flow(hr_lane_code *w)
{
	lane_flow_state f = {.w = w};
	size_t count = w->blocks.count;

	if (count > MAX_BLOCKS)
		return lane_refuse(w, "more than 4096 blocks");
	f.block_words = (count + 63) / 64;
	f.reg_words = (w->regs.count + 63) / 64;
	if (f.reg_words * count * 24 > max_set_bytes || f.block_words * count * 8 > max_set_bytes)
		return lane_refuse(w, "too many blocks and registers");
	f.dominator = hr_arena_array(&w->arena, count, sizeof(uint32_t));
	f.number = hr_arena_array(&w->arena, count, sizeof(uint32_t));
	f.state = hr_arena_alloc(&w->arena, count);
	visit(&f, 0);
	drop_unreached(w);
	find_dominators(&f);
	find_loops(&f);
	w->order = hr_arena_array(&w->arena, count, sizeof(uint32_t));
	order_region(&f, LANE_NONE, 0);
	find_liveness(&f);
	find_exits(&f);
	HR_VEC_FREE(&f.post);
	return true;
}
