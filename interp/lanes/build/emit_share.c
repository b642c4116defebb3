/* interp/lanes/build/emit_share.c -- webs that are never live at the same time share an array, so
 * that the working set of a batch stays in the L1 cache.
 *
 * Two webs interfere if one is defined while the other is still needed: later by the active lanes,
 * or by lanes that wait elsewhere (waiting_webs). The result of an operation must not share the
 * array of an operand. The end of a block, including the copies out of loops, counts as one point.
 *
 * Arrays that outlive a batch are not shared: those of constants, of values computed once for a
 * grid, of uniform parameters, and of comparisons that remember their result. Bits have no array.
 * Only arrays with the same element size are shared, so that packing (interp/lanes/handlers/pack.c)
 * moves each array by one size.
 *
 * Owns:      nothing; sets belong to the arena of the lane code. */
#include "interp/lanes/build/lane_emit.h"

enum { MOST_SHARED = 4096 };

typedef struct share {
	lane_emitter *e;
	uint32_t *number; /* by web: its number among the candidates, or LANE_NONE */
	uint32_t *web;    /* by number */
	uint32_t count, words;
	uint64_t **apart; /* by number: the set of webs that it interferes with */
	uint64_t *live, *stay, *now;
} share;

static uint64_t *new_set(const share *s)
{
	return hr_arena_array(&s->e->w->arena, s->words + 1, sizeof(uint64_t));
}

static void find_candidates(share *s)
{
	lane_emitter *e = s->e;
	hr_lane_code *w = e->w;

	s->number = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	s->web = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	for (size_t i = 0; i < w->webs.count; i++) {
		const lane_web *web = &w->webs.data[i];
		bool array = web->class == LANE_VARYING || web->needs_array;

		s->number[i] =
			array && !web->constant && !web->bits && !e->fixed_webs[i] ? 0 : LANE_NONE;
	}
	for (size_t i = 0; i < w->insts.count; i++) {
		const lane_inst *inst = &w->insts.data[i];

		for (unsigned d = 0; d < inst->def_count; d++)
			if (inst->op == LANE_OP_ENTRY
				    ? lane_web_at(e, inst, d)->class != LANE_VARYING
				    : lane_keeps_result(e, inst))
				s->number[w->sites.data[inst->sites + d].web] = LANE_NONE;
	}
	for (uint32_t i = 0; i < w->webs.count; i++)
		if (s->number[i] != LANE_NONE) {
			s->number[i] = s->count;
			s->web[s->count++] = i;
		}
}

static void add(const share *s, uint64_t *set, uint32_t web)
{
	if (web != LANE_NONE && s->number[web] != LANE_NONE)
		lane_add(set, s->number[web]);
}

/* Add the definitions of INST, or its uses. */
static void add_sites(const share *s, uint64_t *set, const lane_inst *inst, bool definitions)
{
	const lane_site *sites = &s->e->w->sites.data[inst->sites];
	unsigned first = definitions ? 0 : inst->def_count;
	unsigned count = definitions ? inst->def_count : inst->use_count;

	for (unsigned i = 0; i < count; i++)
		add(s, set, sites[first + i].web);
}

/* The webs that INST defines interfere with SET and with the operands and results of INST. */
static void set_apart(const share *s, const uint64_t *set, const lane_inst *inst)
{
	const lane_site *sites = &s->e->w->sites.data[inst->sites];

	memcpy(s->now, set, s->words * sizeof(*set));
	add_sites(s, s->now, inst, true);
	add_sites(s, s->now, inst, false);
	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t number = s->number[sites[d].web];

		for (uint32_t i = 0; i < s->words && number != LANE_NONE; i++)
			s->apart[number][i] |= s->now[i];
	}
}

/* Find the webs that are live at the end of BLOCK, on any edge. */
static void find_live(const share *s, const lane_block *block)
{
	const hr_lane_code *w = s->e->w;
	const uint64_t *waiting = w->waiting_webs[block - w->blocks.data];

	memset(s->stay, 0, s->words * sizeof(*s->stay));
	for (uint32_t n = 0; n < s->count; n++)
		if (lane_in(waiting, s->web[n]))
			lane_add(s->stay, n);
	memcpy(s->live, s->stay, s->words * sizeof(*s->live));
	for (uint32_t i = 0; i < block->succ_count; i++) {
		uint32_t position = w->blocks.data[block->succ[i]].position;
		const uint32_t *entry = &w->entry_web[(size_t)position * w->regs.count];

		for (uint32_t r = 0; r < w->regs.count; r++)
			add(s, s->live, entry[r]);
		for (uint32_t m = 0; m < block->exits[i].count; m++) {
			const lane_inst *move = &w->insts.data[block->exits[i].inst + m];

			add_sites(s, s->live, move, true);
			add_sites(s, s->live, move, false);
		}
	}
	/* a switch reads its operand again after some lanes have left */
	add_sites(s, s->live, &w->insts.data[block->first + block->count - 1], false);
}

/* Record the webs that are live where the batch may switch over from the other version of the code.
 * The values of all of them are copied, so they interfere with each other regardless of which lanes
 * need them. */
static void note_alive(const share *s, uint32_t inst)
{
	hr_lane_code *w = s->e->w;
	uint64_t *alive = hr_arena_array(&w->arena, w->webs.count / 64 + 1, sizeof(uint64_t));

	for (uint32_t n = 0; n < s->count; n++) {
		if (!lane_in(s->live, n))
			continue;
		lane_add(alive, s->web[n]);
		for (uint32_t i = 0; i < s->words; i++)
			s->apart[n][i] |= s->live[i];
	}
	s->e->v->alive[inst] = alive;
}

static void walk_block(const share *s, const lane_block *block)
{
	const hr_lane_code *w = s->e->w;

	find_live(s, block);
	for (uint32_t i = 0; i < block->succ_count; i++)
		for (uint32_t m = 0; m < block->exits[i].count; m++)
			set_apart(s, s->live, &w->insts.data[block->exits[i].inst + m]);
	for (uint32_t i = block->first + block->count; i-- > block->first;) {
		const lane_inst *inst = &w->insts.data[i];
		const lane_site *sites = &w->sites.data[inst->sites];

		set_apart(s, s->live, inst);
		for (unsigned d = 0; d < inst->def_count; d++) {
			uint32_t number = s->number[sites[d].web];

			if (number != LANE_NONE && !lane_in(s->stay, number))
				lane_drop(s->live, number);
		}
		add_sites(s, s->live, inst, false);
		if (lane_is_guarded(inst) && !s->e->checked)
			note_alive(s, i);
	}
}

/* Make the interference symmetric. */
static void be_apart_both(const share *s)
{
	for (uint32_t n = 0; n < s->count; n++)
		for (uint32_t i = 0; i < s->words; i++)
			for (uint64_t left = s->apart[n][i]; left; left &= left - 1)
				lane_add(s->apart[i * 64 + (uint32_t)__builtin_ctzll(left)], n);
}

/* Webs that share an array must not interfere. The first free array is taken, because it is
 * closest. */
static void choose_arrays(const share *s)
{
	lane_emitter *e = s->e;
	uint32_t *users = hr_arena_array(&e->w->arena, s->count + 1, sizeof(uint32_t));
	uint64_t **of_array = hr_arena_array(&e->w->arena, s->count + 1, sizeof(uint64_t *));

	for (uint32_t n = 0; n < s->count; n++) {
		const lane_web *web = &e->w->webs.data[s->web[n]];
		uint32_t a = 0;

		for (; a < e->array_count; a++) {
			bool free = e->w->webs.data[s->web[users[a]]].size == web->size;

			for (uint32_t i = 0; i < s->words && free; i++)
				free = !(of_array[a][i] & s->apart[n][i]);
			if (free)
				break;
		}
		if (a == e->array_count) {
			users[a] = n;
			of_array[a] = new_set(s);
			e->array_count++;
		}
		lane_add(of_array[a], n);
		e->array_of[s->web[n]] = a;
	}
}

void lane_find_shared(lane_emitter *e)
{
	hr_lane_code *w = e->w;
	share s = {.e = e};

	e->array_of = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	memset(e->array_of, 0xff, w->webs.count * sizeof(uint32_t));
	e->v->alive = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint64_t *));
	find_candidates(&s);
	if (s.count > MOST_SHARED)
		return;
	s.words = (s.count + 63) / 64;
	s.live = new_set(&s);
	s.stay = new_set(&s);
	s.now = new_set(&s);
	s.apart = hr_arena_array(&w->arena, s.count + 1, sizeof(uint64_t *));
	for (uint32_t n = 0; n < s.count; n++)
		s.apart[n] = new_set(&s);
	for (uint32_t p = 0; p < w->order_count; p++)
		walk_block(&s, &w->blocks.data[w->order[p]]);
	be_apart_both(&s);
	choose_arrays(&s);
}
