/* ir/lower/alloc.c -- register allocation: gives every virtual register its place in the frame.
 *
 * Positions: instruction i of hr_lw.live reads at 2i and writes at 2i + 1. A register is live in
 * half-open *segments* of positions. Most registers are live in one chunk only; for the others
 * liveness is solved over the chunks. Two registers that a move connects and whose segments do not
 * overlap are coalesced, the moves of inner loops first, which removes the move. Finally, registers
 * get places by linear scan over the hulls of their segments.
 *
 * Invariant: two registers that share a place are never live at once.
 * Owns:      hr_lw.frame.
 * Not here:  constants and allocas (finish.c). */
#include <stdlib.h>
#include <string.h>

#include "ir/lower/lower_private.h"

enum {
	NONE = -1,
	MAX_SEGMENTS = 4096, /* a register with more is not coalesced further */
};
/* Size limit of one liveness set for all chunks; above it, shared registers are live everywhere. */
static const uint64_t max_set_bits = UINT64_C(1) << 30;

typedef struct segment {
	uint32_t start, end;
	int32_t next;
} segment;

typedef struct alloc {
	hr_lw *l;
	hr_lw_sites sites;
	uint32_t *home;                  /* the only chunk that uses a register, or SHARED */
	uint32_t *global;                /* index of a shared register in the sets, or HR_NO_REG */
	uint32_t *globals;               /* the inverse */
	uint32_t global_count, words;    /* 64-bit words of one set */
	uint64_t *in, *out, *gen, *kill; /* sets, indexed by position in the sequence */
	int32_t *head;                   /* first segment of a register */
	uint32_t *length;                /* number of segments */
	uint32_t *parent;                /* of coalesced registers */
	HR_VEC(segment) segments;
	uint32_t *open; /* end of the current segment, 0: none */
	HR_VEC(uint32_t) opened;
	bool too_large;
} alloc;

static bool is_plain(const alloc *a, uint32_t reg)
{
	return a->l->vregs.data[reg].kind == HR_VREG_PLAIN;
}

static const hr_lw_chunk *chunk_at(const alloc *a, size_t i)
{
	return &a->l->chunks.data[a->l->sequence.data[i]];
}

/* --- registers shared by chunks --------------------------------------------------------------- */

enum { NOWHERE = UINT32_MAX, SHARED = UINT32_MAX - 1 };

static void seen(alloc *a, uint32_t reg, uint32_t chunk, bool exposed)
{
	if (!is_plain(a, reg) || a->home[reg] == SHARED)
		return;
	if (exposed || (a->home[reg] != NOWHERE && a->home[reg] != chunk)) {
		a->home[reg] = SHARED;
		a->global[reg] = a->global_count;
		a->globals[a->global_count++] = reg;
		return;
	}
	a->home[reg] = chunk;
}

static void find_shared(alloc *a)
{
	hr_lw *l = a->l;

	for (size_t i = 0; i < l->sequence.count; i++) {
		const hr_lw_chunk *chunk = chunk_at(a, i);

		if (!chunk->reachable)
			continue;
		for (uint32_t k = chunk->first; k < chunk->first + chunk->count; k++) {
			if (l->live.data[k] == HR_NO_REG)
				continue;
			hr_lw_sites_of(l, l->live.data[k], &a->sites);
			for (size_t u = 0; u < a->sites.uses.count; u++)
				seen(a, *a->sites.uses.data[u], (uint32_t)i,
				     a->home[*a->sites.uses.data[u]] != i);
			for (size_t d = 0; d < a->sites.defs.count; d++)
				seen(a, *a->sites.defs.data[d], (uint32_t)i, false);
		}
	}
}

/* --- liveness over chunks --------------------------------------------------------------------- */

static bool test_bit(const uint64_t *set, uint32_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

static void set_bit(uint64_t *set, uint32_t i)
{
	set[i / 64] |= UINT64_C(1) << i % 64;
}

static void local_sets(alloc *a, size_t i)
{
	const hr_lw_chunk *chunk = chunk_at(a, i);
	uint64_t *gen = a->gen + i * a->words, *kill = a->kill + i * a->words;

	for (uint32_t k = chunk->first; k < chunk->first + chunk->count; k++) {
		if (a->l->live.data[k] == HR_NO_REG)
			continue;
		hr_lw_sites_of(a->l, a->l->live.data[k], &a->sites);
		for (size_t u = 0; u < a->sites.uses.count; u++) {
			uint32_t g = a->global[*a->sites.uses.data[u]];

			if (g != HR_NO_REG && !test_bit(kill, g))
				set_bit(gen, g);
		}
		for (size_t d = 0; d < a->sites.defs.count; d++) {
			uint32_t g = a->global[*a->sites.defs.data[d]];

			if (g != HR_NO_REG)
				set_bit(kill, g);
		}
	}
}

typedef struct flow {
	alloc *a;
	uint64_t *out;
	const uint32_t *where; /* chunk -> index in the sequence */
} flow;

static void add_live_in(hr_lw *l, void *data, uint32_t *chunk)
{
	flow *f = data;
	const uint64_t *in = f->a->in + (size_t)f->where[*chunk] * f->a->words;

	(void)l;
	for (uint32_t w = 0; w < f->a->words; w++)
		f->out[w] |= in[w];
}

static bool flow_chunk(alloc *a, size_t i, const uint32_t *where)
{
	flow f = {a, a->out + i * a->words, where};
	uint64_t *in = a->in + i * a->words;
	const uint64_t *gen = a->gen + i * a->words, *kill = a->kill + i * a->words;
	bool changed = false;

	hr_lw_targets(a->l, chunk_at(a, i)->last, add_live_in, &f);
	for (uint32_t w = 0; w < a->words; w++) {
		uint64_t now = gen[w] | (f.out[w] & ~kill[w]);

		changed |= now != in[w];
		in[w] = now;
	}
	return changed;
}

static void solve(alloc *a)
{
	hr_lw *l = a->l;
	size_t chunks = l->sequence.count;
	uint32_t *where = hr_alloc_array(l->chunks.count, sizeof(*where));
	bool changed = true;

	for (size_t i = 0; i < chunks; i++)
		where[l->sequence.data[i]] = (uint32_t)i;
	a->words = (a->global_count + 63) / 64;
	a->in = hr_alloc_array(chunks * 4 + 1, (size_t)a->words * sizeof(uint64_t));
	a->out = a->in + chunks * a->words;
	a->gen = a->out + chunks * a->words;
	a->kill = a->gen + chunks * a->words;
	for (size_t i = 0; i < chunks; i++)
		if (chunk_at(a, i)->reachable)
			local_sets(a, i);
	while (changed) {
		changed = false;
		for (size_t i = chunks; i-- > 0;)
			if (chunk_at(a, i)->reachable)
				changed |= flow_chunk(a, i, where);
	}
	hr_free(where);
}

/* --- segments --------------------------------------------------------------------------------- */

/* Segments are added from the end of the code to its start. */
static void add_segment(alloc *a, uint32_t reg, uint32_t start, uint32_t end)
{
	int32_t head = a->head[reg];

	if (head != NONE && a->segments.data[head].start <= end) {
		a->segments.data[head].start = start;
		return;
	}
	HR_PUSH(&a->segments, (segment){start, end, head});
	a->head[reg] = (int32_t)a->segments.count - 1;
	a->length[reg]++;
}

static void open_at(alloc *a, uint32_t reg, uint32_t end)
{
	if (!is_plain(a, reg) || a->open[reg])
		return;
	a->open[reg] = end;
	HR_PUSH(&a->opened, reg);
}

/* Operations that may write a result before they have read all operands keep them in distinct
 * places. */
static bool reads_late(hr_op op)
{
	uint8_t shape = hr_op_infos[op].shape;

	return shape == HR_SHAPE_CALL || shape == HR_SHAPE_ATOM || shape == HR_SHAPE_HPVM ||
	       shape == HR_SHAPE_RMW || shape == HR_SHAPE_CMPXCHG;
}

static void instruction_segments(alloc *a, uint32_t i)
{
	uint32_t word = a->l->live.data[i];
	uint32_t end = 2 * i + 1 + (reads_late((hr_op)a->l->words.data[word]) ? 1 : 0);

	hr_lw_sites_of(a->l, word, &a->sites);
	for (size_t d = 0; d < a->sites.defs.count; d++) {
		uint32_t reg = *a->sites.defs.data[d];

		if (!is_plain(a, reg))
			continue;
		add_segment(a, reg, 2 * i + 1, a->open[reg] ? a->open[reg] : 2 * i + 2);
		a->open[reg] = 0;
	}
	/* an ADDJUMP compares with its third operand after it has written the sum; open this one
	 * first, because an open segment keeps its end */
	if (hr_op_infos[a->l->words.data[word]].shape == HR_SHAPE_ADDJUMP)
		open_at(a, *a->sites.uses.data[2], end + 1);
	for (size_t u = 0; u < a->sites.uses.count; u++)
		open_at(a, *a->sites.uses.data[u], end);
}

static void chunk_segments(alloc *a, size_t c)
{
	const hr_lw_chunk *chunk = chunk_at(a, c);
	uint32_t begin = 2 * chunk->first, end = 2 * (chunk->first + chunk->count);

	a->opened.count = 0;
	for (uint32_t w = 0; w < a->words; w++)
		for (uint64_t left = a->out[c * a->words + w]; left; left &= left - 1)
			open_at(a, a->globals[w * 64 + (uint32_t)__builtin_ctzll(left)], end);
	for (uint32_t i = chunk->first + chunk->count; i-- > chunk->first;)
		if (a->l->live.data[i] != HR_NO_REG)
			instruction_segments(a, i);
	for (size_t i = 0; i < a->opened.count; i++) {
		uint32_t reg = a->opened.data[i];

		if (a->open[reg])
			add_segment(a, reg, begin, a->open[reg]);
		a->open[reg] = 0;
	}
}

/* The engine writes all parameters before the first instruction, including unused ones. */
static void parameter_segments(alloc *a)
{
	for (size_t i = 0; i < a->l->parameters.count; i++) {
		uint32_t reg = a->l->parameters.data[i];

		if (a->head[reg] == NONE || a->segments.data[a->head[reg]].start)
			add_segment(a, reg, 0, 1);
	}
}

static void everywhere(alloc *a)
{
	uint32_t end = 2 * (uint32_t)a->l->live.count + 2;

	for (uint32_t g = 0; g < a->global_count; g++) {
		HR_PUSH(&a->segments, (segment){0, end, NONE});
		a->head[a->globals[g]] = (int32_t)a->segments.count - 1;
	}
}

static void build_segments(alloc *a)
{
	for (size_t c = a->l->sequence.count; c-- > 0;)
		if (chunk_at(a, c)->reachable)
			chunk_segments(a, c);
	if (a->too_large)
		everywhere(a);
	parameter_segments(a);
}

/* --- coalescing ------------------------------------------------------------------------------- */

static uint32_t root_of(alloc *a, uint32_t reg)
{
	while (a->parent[reg] != reg) {
		a->parent[reg] = a->parent[a->parent[reg]];
		reg = a->parent[reg];
	}
	return reg;
}

static bool meet(const alloc *a, uint32_t x, uint32_t y)
{
	int32_t p = a->head[x], q = a->head[y];

	while (p != NONE && q != NONE) {
		const segment *s = &a->segments.data[p], *t = &a->segments.data[q];

		if (s->end <= t->start)
			p = s->next;
		else if (t->end <= s->start)
			q = t->next;
		else
			return true;
	}
	return false;
}

static void join(alloc *a, uint32_t x, uint32_t y)
{
	int32_t p = a->head[x], q = a->head[y], first = NONE, *tail = &first;

	while (p != NONE || q != NONE) {
		int32_t *smaller = q == NONE || (p != NONE && a->segments.data[p].start <
								      a->segments.data[q].start)
					   ? &p
					   : &q;

		*tail = *smaller;
		tail = &a->segments.data[*smaller].next;
		*smaller = *tail;
	}
	*tail = NONE;
	a->head[x] = first;
	a->length[x] += a->length[y];
	a->parent[y] = x;
}

typedef struct alloc_move {
	uint32_t at, depth; /* at: index in live */
} alloc_move;

static int inner_first(const void *a, const void *b)
{
	const alloc_move *x = a, *y = b;

	if (x->depth != y->depth)
		return x->depth > y->depth ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

typedef struct depths {
	const uint32_t *where;
	int32_t *change;
	uint32_t from;
} depths;

static void count_back_edge(hr_lw *l, void *data, uint32_t *chunk)
{
	depths *d = data;

	(void)l;
	if (d->where[*chunk] <= d->from) {
		d->change[d->where[*chunk]]++;
		d->change[d->from + 1]--;
	}
}

/* Estimate the loop depth of each chunk: the number of backward jumps that span it. */
static int32_t *loop_depths(alloc *a)
{
	hr_lw *l = a->l;
	uint32_t *where = hr_alloc_array(l->chunks.count, sizeof(*where));
	int32_t *change = hr_alloc_array(l->sequence.count + 2, sizeof(*change));
	depths d = {where, change, 0};

	for (size_t i = 0; i < l->sequence.count; i++)
		where[l->sequence.data[i]] = (uint32_t)i;
	for (size_t i = 0; i < l->sequence.count; i++) {
		d.from = (uint32_t)i;
		if (chunk_at(a, i)->reachable)
			hr_lw_targets(l, chunk_at(a, i)->last, count_back_edge, &d);
	}
	for (size_t i = 0; i < l->sequence.count; i++)
		change[i + 1] += change[i];
	hr_free(where);
	return change;
}

static bool is_move(const alloc *a, uint32_t i)
{
	uint32_t word = a->l->live.data[i], op;

	if (word == HR_NO_REG)
		return false;
	op = a->l->words.data[word];
	return op >= HR_OP_mov_i8 && op <= HR_OP_mov_i128;
}

static void join_moves(alloc *a)
{
	HR_VEC(alloc_move) moves = {0};
	int32_t *depth = loop_depths(a);

	for (size_t c = 0; c < a->l->sequence.count; c++) {
		const hr_lw_chunk *chunk = chunk_at(a, c);

		for (uint32_t i = chunk->first; chunk->reachable && i < chunk->first + chunk->count;
		     i++)
			if (is_move(a, i))
				HR_PUSH(&moves, (alloc_move){i, (uint32_t)depth[c]});
	}
	hr_free(depth);
	if (moves.count)
		qsort(moves.data, moves.count, sizeof(alloc_move), inner_first);
	for (size_t i = 0; i < moves.count; i++) {
		const uint32_t *operand = &a->l->words.data[a->l->live.data[moves.data[i].at] + 1];
		uint32_t x = root_of(a, operand[0]), y = root_of(a, operand[1]);

		if (!is_plain(a, x) || !is_plain(a, y) || x == y ||
		    a->length[x] + a->length[y] > MAX_SEGMENTS || meet(a, x, y))
			continue;
		join(a, x, y);
	}
	for (size_t i = 0; i < moves.count; i++) {
		const uint32_t *operand = &a->l->words.data[a->l->live.data[moves.data[i].at] + 1];

		if (root_of(a, operand[0]) == root_of(a, operand[1]))
			a->l->live.data[moves.data[i].at] = HR_NO_REG;
	}
	HR_VEC_FREE(&moves);
}

/* --- places ----------------------------------------------------------------------------------- */

typedef struct hull {
	uint32_t reg, start, end;
} hull;

static int by_start(const void *a, const void *b)
{
	const hull *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->reg < y->reg ? -1 : x->reg > y->reg;
}

typedef HR_VEC(hull) hulls;

/* A heap of the registers that occupy a place; the one that ends first is on top. */
static void heap_push(hulls *heap, hull h)
{
	size_t i = heap->count;

	HR_PUSH(heap, h);
	while (i && heap->data[(i - 1) / 2].end > heap->data[i].end) {
		hull other = heap->data[(i - 1) / 2];

		heap->data[(i - 1) / 2] = heap->data[i];
		heap->data[i] = other;
		i = (i - 1) / 2;
	}
}

static hull heap_pop(hulls *heap)
{
	hull top = heap->data[0];
	size_t i = 0;

	heap->data[0] = heap->data[--heap->count];
	for (;;) {
		size_t least = i;
		hull other;

		for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < heap->count; child++)
			if (heap->data[child].end < heap->data[least].end)
				least = child;
		if (least == i)
			return top;
		other = heap->data[least];
		heap->data[least] = heap->data[i];
		heap->data[i] = other;
		i = least;
	}
}

static void list_hulls(alloc *a, hulls *list)
{
	for (uint32_t reg = 0; reg < a->l->vregs.count; reg++) {
		hull h = {.reg = reg};

		if (!is_plain(a, reg) || root_of(a, reg) != reg || a->head[reg] == NONE)
			continue;
		h.start = a->segments.data[a->head[reg]].start;
		for (int32_t s = a->head[reg]; s != NONE; s = a->segments.data[s].next)
			h.end = a->segments.data[s].end;
		HR_PUSH(list, h);
	}
	if (list->count)
		qsort(list->data, list->count, sizeof(hull), by_start);
}

/* Compute offsets from the start of the registers; finish.c adds the size of what precedes them. */
static void place(alloc *a)
{
	hr_lw *l = a->l;
	hulls list = {0}, active = {0};
	HR_VEC(uint32_t) free_places[5] = {0};
	uint32_t end = 0;

	list_hulls(a, &list);
	for (size_t i = 0; i < list.count; i++) {
		hull h = list.data[i];
		uint32_t size = l->vregs.data[h.reg].size;
		hr_con con = hr_con_of_size(size);

		while (active.count && active.data[0].end <= h.start) {
			hull gone = heap_pop(&active);

			HR_PUSH(&free_places[hr_con_of_size(l->vregs.data[gone.reg].size)],
				l->frame[gone.reg]);
		}
		if (free_places[con].count) {
			l->frame[h.reg] = free_places[con].data[--free_places[con].count];
		} else {
			end = (end + size - 1) / size * size;
			l->frame[h.reg] = end;
			end += size;
		}
		heap_push(&active, h);
	}
	for (uint32_t reg = 0; reg < l->vregs.count; reg++)
		l->frame[reg] = l->frame[root_of(a, reg)];
	l->register_end = end;
	for (int i = 0; i < 5; i++)
		HR_VEC_FREE(&free_places[i]);
	HR_VEC_FREE(&list);
	HR_VEC_FREE(&active);
}

void hr_lw_allocate(hr_lw *l)
{
	size_t count = l->vregs.count;
	alloc a = {.l = l};
	uint32_t *arrays = hr_alloc_array(count + 1, 6 * sizeof(uint32_t));

	a.home = arrays;
	a.global = arrays + count;
	a.globals = arrays + 2 * count;
	a.length = arrays + 3 * count;
	a.parent = arrays + 4 * count;
	a.open = arrays + 5 * count;
	a.head = hr_alloc_array(count + 1, sizeof(int32_t));
	l->frame = hr_arena_array(&l->arena, count + 1, sizeof(uint32_t));
	memset(a.home, 0xff, count * sizeof(uint32_t));
	memset(a.global, 0xff, count * sizeof(uint32_t));
	memset(a.head, 0xff, count * sizeof(int32_t));
	for (uint32_t i = 0; i < count; i++)
		a.parent[i] = i;
	find_shared(&a);
	a.too_large = (uint64_t)a.global_count * l->sequence.count > max_set_bits;
	if (!a.too_large)
		solve(&a);
	build_segments(&a);
	if (!a.too_large)
		join_moves(&a);
	place(&a);
	hr_lw_sites_free(&a.sites);
	HR_VEC_FREE(&a.segments);
	HR_VEC_FREE(&a.opened);
	hr_free(a.in);
	hr_free(a.head);
	hr_free(arrays);
}
