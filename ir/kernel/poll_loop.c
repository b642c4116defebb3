/* ir/kernel/poll_loop.c -- the loops of a function: cycles of its control flow, also irreducible ones.
 *
 * Owns:      the arrays of an hr_poll_cfg.
 * Not here:  which loops wait (poll.c). */
#include <string.h>

#include "ir/kernel/poll.h"

enum { DEEPEST = 32 /* loops around a block */ };

uint32_t hr_poll_cfg_number(const hr_poll_cfg *cfg, LLVMBasicBlockRef block)
{
	uint64_t number = 0;

	hr_map_get(&cfg->number, hr_map_key(block), &number);
	return (uint32_t)number;
}

static void list_edges(hr_poll_cfg *cfg)
{
	uint32_t edges = 0, at = 0;

	for (uint32_t b = 0; b < cfg->count; b++)
		edges += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(cfg->blocks[b]));
	cfg->to = hr_alloc_array(edges + 1, sizeof(uint32_t));
	cfg->from = hr_alloc_array(edges + 1, sizeof(uint32_t));
	for (uint32_t b = 0; b < cfg->count; b++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[b]);

		cfg->next[b] = at;
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			cfg->to[at] = hr_poll_cfg_number(cfg, LLVMGetSuccessor(end, i));
			cfg->before[cfg->to[at++] + 1]++;
		}
	}
	cfg->next[cfg->count] = at;
	for (uint32_t b = 0; b < cfg->count; b++)
		cfg->before[b + 1] += cfg->before[b];
	for (uint32_t b = cfg->count; b-- > 0;)
		for (uint32_t i = cfg->next[b]; i < cfg->next[b + 1]; i++)
			cfg->from[--cfg->before[cfg->to[i] + 1]] = b;
	/* now before[b + 1] is where the predecessors of b begin */
	memmove(cfg->before, cfg->before + 1, cfg->count * sizeof(uint32_t));
	cfg->before[cfg->count] = at;
}

void hr_poll_cfg_make(hr_poll_cfg *cfg, LLVMValueRef function)
{
	*cfg = (hr_poll_cfg){.count = LLVMCountBasicBlocks(function)};
	cfg->blocks = hr_alloc_array(cfg->count, sizeof(LLVMBasicBlockRef));
	cfg->next = hr_alloc_array(cfg->count + 2, sizeof(uint32_t));
	cfg->before = hr_alloc_array(cfg->count + 2, sizeof(uint32_t));
	LLVMGetBasicBlocks(function, cfg->blocks);
	for (uint32_t b = 0; b < cfg->count; b++)
		hr_map_put(&cfg->number, hr_map_key(cfg->blocks[b]), b);
	list_edges(cfg);
}

void hr_poll_cfg_free(hr_poll_cfg *cfg)
{
	hr_free(cfg->blocks);
	hr_free(cfg->next);
	hr_free(cfg->to);
	hr_free(cfg->before);
	hr_free(cfg->from);
	hr_map_free(&cfg->number);
}

bool hr_poll_cfg_contains(const hr_poll_loop *loop, LLVMValueRef instruction)
{
	return loop->inside[hr_poll_cfg_number(loop->cfg, LLVMGetInstructionParent(instruction))];
}

/* Set FOUND to 1 for the blocks of SET that are reached from block FROM by one edge or more, over ENDS (next or
 * before) and EDGES (to or from), but not beyond block LAST. */
static void spread(const hr_poll_cfg *cfg, const uint8_t *set, uint32_t from, uint32_t last,
		   const uint32_t *ends, const uint32_t *edges, uint8_t *found)
{
	uint32_t *waiting = hr_alloc_array(cfg->count + 1, sizeof(uint32_t)), count = 0;

	memset(found, 0, cfg->count);
	waiting[count++] = from;
	while (count) {
		const uint32_t at = waiting[--count];

		for (uint32_t i = ends[at]; i < ends[at + 1]; i++) {
			const uint32_t other = edges[i];

			if (!set[other] || found[other])
				continue;
			found[other] = 1;
			if (other != last && other != from)
				waiting[count++] = other;
		}
	}
	hr_free(waiting);
}

bool hr_poll_cfg_reach(const hr_poll_loop *loop, LLVMBasicBlockRef from, uint32_t avoided,
		       uint8_t *found)
{
	const hr_poll_cfg *cfg = loop->cfg;
	uint32_t *waiting = hr_alloc_array(cfg->count + 1, sizeof(uint32_t)), count = 0;
	bool leaves = false;

	memset(found, 0, cfg->count);
	waiting[count++] = hr_poll_cfg_number(cfg, from);
	while (count) {
		const uint32_t at = waiting[--count];

		for (uint32_t i = cfg->next[at]; i < cfg->next[at + 1]; i++) {
			const uint32_t to = cfg->to[i];

			if (to == loop->header || !loop->inside[to]) {
				leaves = true;
			} else if (to != avoided && !found[to]) {
				found[to] = 1;
				waiting[count++] = to;
			}
		}
	}
	hr_free(waiting);
	return leaves;
}

static bool is_entered(const hr_poll_cfg *cfg, const uint8_t *cycle, uint32_t block)
{
	for (uint32_t i = cfg->before[block]; i < cfg->before[block + 1]; i++)
		if (!cycle[cfg->from[i]])
			return true;
	return false;
}

/* Visit the loops of CYCLE with HEADER that contain block AT. */
static bool visit_header(const hr_poll_cfg *cfg, const uint8_t *cycle, uint32_t header, uint32_t at,
			 bool (*visit)(const hr_poll_loop *loop, void *data), void *data)
{
	uint8_t *inside = hr_alloc_array(cfg->count, 1);
	bool done = false;

	for (uint32_t i = cfg->before[header]; i < cfg->before[header + 1] && !done; i++) {
		const uint32_t latch = cfg->from[i];

		if (!cycle[latch])
			continue;
		memset(inside, 0, cfg->count);
		if (latch != header)
			spread(cfg, cycle, latch, header, cfg->before, cfg->from, inside);
		inside[latch] = inside[header] = 1;
		done = inside[at] && visit(&(hr_poll_loop){cfg, inside, header, latch}, data);
	}
	hr_free(inside);
	return done;
}

/* Reduce SET to the blocks that lie on cycles of SET through block AT. Return false if there are none. */
static bool find_cycle(const hr_poll_cfg *cfg, uint8_t *set, uint32_t at)
{
	uint8_t *down = hr_alloc_array(cfg->count, 1), *up = hr_alloc_array(cfg->count, 1);
	bool any;

	spread(cfg, set, at, cfg->count, cfg->next, cfg->to, down);
	spread(cfg, set, at, cfg->count, cfg->before, cfg->from, up);
	any = down[at];
	for (uint32_t b = 0; b < cfg->count; b++)
		set[b] = down[b] && up[b];
	hr_free(down);
	hr_free(up);
	return any;
}

bool hr_poll_cfg_each_loop(const hr_poll_cfg *cfg, LLVMBasicBlockRef block,
			   bool (*visit)(const hr_poll_loop *loop, void *data), void *data)
{
	const uint32_t at = hr_poll_cfg_number(cfg, block);
	uint8_t *set = hr_alloc_array(cfg->count, 1), *heads = hr_alloc_array(cfg->count, 1);
	bool done = false;

	memset(set, 1, cfg->count);
	for (unsigned depth = 0; depth < DEEPEST && set[at] && !done; depth++) {
		bool entered = false;

		if (!find_cycle(cfg, set, at))
			break;
		for (uint32_t b = 0; b < cfg->count; b++) {
			heads[b] = set[b] && is_entered(cfg, set, b);
			entered |= heads[b];
		}
		heads[at] |= !entered; /* unreachable code */
		for (uint32_t b = 0; b < cfg->count && !done; b++)
			done = heads[b] && visit_header(cfg, set, b, at, visit, data);
		for (uint32_t b = 0; b < cfg->count; b++)
			set[b] &= !heads[b];
	}
	hr_free(set);
	hr_free(heads);
	return done;
}
