/* interp/lanes/build/web.c -- splits registers into webs.
 *
 * A web is a maximal set of definitions and uses of one register that reach each other. Registers
 * are reused, so a register can consist of several webs; a copy out of a loop (flow.c) begins a new
 * one.
 *
 * Invariant: a use belongs to the same web as every definition that reaches it.
 * Owns:      nothing. */
#include <string.h>

#include "interp/lanes/lane_code.h"

enum { NO_NODE = UINT32_MAX, DESTROYED = UINT32_MAX - 1 };

static const uint64_t max_entries = UINT64_C(1) << 24;

typedef struct webs {
	hr_lane_code *w;
	/* union-find forest of nodes: definitions, and registers at the entry of a block */
	HR_VEC(uint32_t) parent;
	HR_VEC(uint32_t) reg; /* by node */
	uint32_t *entry;      /* [position][register] */
	uint32_t *now, *edge; /* by register */
	uint32_t *constant;   /* by register: web */
	bool punned;
} webs;

static uint32_t new_node(webs *f, uint32_t reg)
{
	uint32_t node = (uint32_t)f->parent.count;

	HR_PUSH(&f->parent, node);
	HR_PUSH(&f->reg, reg);
	return node;
}

static uint32_t root_of(webs *f, uint32_t node)
{
	while (f->parent.data[node] != node) {
		f->parent.data[node] = f->parent.data[f->parent.data[node]];
		node = f->parent.data[node];
	}
	return node;
}

static void join(webs *f, uint32_t a, uint32_t b)
{
	f->parent.data[root_of(f, a)] = root_of(f, b);
}

static void destroy_others(webs *f, uint32_t *now, uint32_t reg)
{
	const lane_reg *regs = f->w->regs.data;

	for (uint32_t r = 0; r < f->w->regs.count; r++)
		if (r != reg && now[r] != NO_NODE &&
		    regs[r].start < regs[reg].start + regs[reg].size &&
		    regs[reg].start < regs[r].start + regs[r].size)
			now[r] = DESTROYED;
}

/* During the walk, the web of a site is its node. */
static void walk_inst(webs *f, const lane_inst *inst, const uint32_t *from, uint32_t *to)
{
	lane_site *sites = &f->w->sites.data[inst->sites];

	for (unsigned i = 0; i < inst->use_count; i++) {
		lane_site *use = &sites[inst->def_count + i];

		if (f->w->regs.data[use->reg].constant)
			continue;
		if (from[use->reg] == DESTROYED)
			f->punned = true;
		use->web = from[use->reg] >= DESTROYED ? new_node(f, use->reg) : from[use->reg];
	}
	for (unsigned i = 0; i < inst->def_count; i++) {
		sites[i].web = to[sites[i].reg] = new_node(f, sites[i].reg);
		destroy_others(f, to, sites[i].reg);
	}
}

static uint32_t entry_node(webs *f, uint32_t position, uint32_t reg)
{
	uint32_t *entry = &f->entry[(size_t)position * f->w->regs.count + reg];

	if (*entry == NO_NODE)
		*entry = new_node(f, reg);
	return *entry;
}

static void leave_to(webs *f, const lane_block *block, uint32_t s)
{
	hr_lane_code *w = f->w;
	const lane_block *to = &w->blocks.data[block->succ[s]];
	const lane_exit *exit = &block->exits[s];

	memcpy(f->edge, f->now, w->regs.count * sizeof(*f->now));
	for (uint32_t i = 0; i < exit->count; i++)
		walk_inst(f, &w->insts.data[exit->inst + i], f->now, f->edge);
	for (uint32_t r = 0; r < w->regs.count; r++) {
		if (!lane_in(w->live_in[block->succ[s]], r) || f->edge[r] == NO_NODE)
			continue;
		if (f->edge[r] == DESTROYED)
			f->punned = true;
		else
			join(f, f->edge[r], entry_node(f, to->position, r));
	}
}

static void walk_block(webs *f, uint32_t position)
{
	hr_lane_code *w = f->w;
	uint32_t b = w->order[position];
	const lane_block *block = &w->blocks.data[b];

	for (uint32_t r = 0; r < w->regs.count; r++)
		f->now[r] = lane_in(w->live_in[b], r) ? entry_node(f, position, r) : NO_NODE;
	for (uint32_t i = 0; i < block->count; i++)
		walk_inst(f, &w->insts.data[block->first + i], f->now, f->now);
	for (uint32_t s = 0; s < block->succ_count; s++)
		leave_to(f, block, s);
}

/* --- numbers ---------------------------------------------------------------------------------- */

static void name_inst(webs *f, const lane_inst *inst, const uint32_t *web_of)
{
	hr_lane_code *w = f->w;
	lane_site *sites = &w->sites.data[inst->sites];

	for (unsigned i = 0; i < (unsigned)inst->def_count + inst->use_count; i++) {
		const lane_reg *reg = &w->regs.data[sites[i].reg];

		if (!reg->constant) {
			sites[i].web = web_of[root_of(f, sites[i].web)];
			continue;
		}
		if (f->constant[sites[i].reg] == LANE_NONE) {
			f->constant[sites[i].reg] = (uint32_t)w->webs.count;
			HR_PUSH(&w->webs, (lane_web){.size = reg->size,
						     .constant = true,
						     .value = reg->value});
		}
		sites[i].web = f->constant[sites[i].reg];
	}
}

static void name_webs(webs *f)
{
	hr_lane_code *w = f->w;
	uint32_t *web_of = hr_arena_array(&w->arena, f->parent.count + 1, sizeof(uint32_t));

	for (uint32_t n = 0; n < f->parent.count; n++) {
		if (root_of(f, n) != n)
			continue;
		web_of[n] = (uint32_t)w->webs.count;
		HR_PUSH(&w->webs, (lane_web){.size = w->regs.data[f->reg.data[n]].size});
	}
	for (uint32_t p = 0; p < w->order_count; p++) {
		const lane_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++)
			name_inst(f, &w->insts.data[block->first + i], web_of);
		for (uint32_t s = 0; s < block->succ_count; s++)
			for (uint32_t i = 0; i < block->exits[s].count; i++)
				name_inst(f, &w->insts.data[block->exits[s].inst + i], web_of);
	}
	for (size_t i = 0; i < (size_t)w->order_count * w->regs.count; i++)
		w->entry_web[i] =
			f->entry[i] == NO_NODE ? LANE_NONE : web_of[root_of(f, f->entry[i])];
}

bool lane_find_webs(hr_lane_code *w)
{
	webs f = {.w = w};
	size_t entries = (size_t)w->order_count * w->regs.count;

	if (entries > max_entries)
		return lane_refuse(w, "too many blocks and registers");
	f.entry = w->entry_web = hr_arena_array(&w->arena, entries + 1, sizeof(uint32_t));
	f.now = hr_arena_array(&w->arena, w->regs.count + 1, sizeof(uint32_t));
	f.edge = hr_arena_array(&w->arena, w->regs.count + 1, sizeof(uint32_t));
	f.constant = hr_arena_array(&w->arena, w->regs.count + 1, sizeof(uint32_t));
	memset(f.entry, 0xff, entries * sizeof(uint32_t));
	memset(f.constant, 0xff, w->regs.count * sizeof(uint32_t));
	for (uint32_t p = 0; p < w->order_count; p++)
		walk_block(&f, p);
	if (f.punned)
		lane_refuse(w, "registers that overlap");
	else
		name_webs(&f);
	HR_VEC_FREE(&f.parent);
	HR_VEC_FREE(&f.reg);
	return !f.punned;
}
