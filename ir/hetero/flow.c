/* ir/hetero/flow.c -- blocks of a function: order, dominators, loops, paths.
 *
 * Invariant: numbers of blocks are those of the function's text.
 * Owns:      the maps of a flow; sets are in the arena.
 * Not here:  what the blocks contain. */
#include <limits.h>
#include <string.h>

#include "ir/hetero/hetero_private.h"

unsigned hr_flow_block(const hr_flow *flow, LLVMBasicBlockRef block)
{
	uint64_t number = 0;

	hr_map_get(&flow->number, hr_map_key(block), &number);
	return (unsigned)number;
}

unsigned hr_flow_block_of(const hr_flow *flow, LLVMValueRef instruction)
{
	return hr_flow_block(flow, LLVMGetInstructionParent(instruction));
}

uint64_t hr_flow_ordinal(const hr_flow *flow, LLVMValueRef instruction)
{
	uint64_t ordinal = 0;

	hr_map_get(&flow->ordinal, hr_map_key(instruction), &ordinal);
	return ordinal;
}

uint64_t *hr_flow_set(const hr_flow *flow)
{
	return hr_arena_array(flow->arena, flow->words, sizeof(uint64_t));
}

unsigned hr_flow_successors(const hr_flow *flow, unsigned block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(flow->blocks[block]);

	return last ? LLVMGetNumSuccessors(last) : 0;
}

unsigned hr_flow_successor(const hr_flow *flow, unsigned block, unsigned i)
{
	return hr_flow_block(flow,
			     LLVMGetSuccessor(LLVMGetBasicBlockTerminator(flow->blocks[block]), i));
}

bool hr_flow_dominates(const hr_flow *flow, unsigned a, unsigned b)
{
	return hr_in_set(flow->dominators + (size_t)b * flow->words, a);
}

bool hr_flow_before(const hr_flow *flow, LLVMValueRef a, LLVMValueRef b)
{
	unsigned one = hr_flow_block_of(flow, a), other = hr_flow_block_of(flow, b);

	if (one == other)
		return hr_flow_ordinal(flow, a) < hr_flow_ordinal(flow, b);
	return hr_flow_dominates(flow, one, other);
}

/* --- order and dominators --------------------------------------------------------------------- */

/* Number blocks in postorder; PATH holds a block and its next successor. */
static void number_blocks(hr_flow *flow)
{
	unsigned *path = hr_arena_array(flow->arena, flow->count, sizeof(unsigned));
	unsigned *at = hr_arena_array(flow->arena, flow->count, sizeof(unsigned));
	uint64_t *seen = hr_flow_set(flow);
	unsigned depth = 0, done = flow->count;

	memset(flow->order, 0xff, flow->count * sizeof(unsigned));
	path[depth++] = 0;
	hr_add_to_set(seen, 0);
	while (depth) {
		unsigned block = path[depth - 1], next;

		if (at[block] == hr_flow_successors(flow, block)) {
			flow->order[block] = --done;
			depth--;
			continue;
		}
		next = hr_flow_successor(flow, block, at[block]++);
		if (hr_in_set(seen, next))
			continue;
		hr_add_to_set(seen, next);
		path[depth++] = next;
	}
}

/* Remove from the dominators of BLOCK's successors what does not dominate BLOCK. */
static bool propagate(hr_flow *flow, unsigned block)
{
	const uint64_t *own = flow->dominators + (size_t)block * flow->words;
	bool changed = false;

	for (unsigned i = 0; i < hr_flow_successors(flow, block); i++) {
		unsigned to = hr_flow_successor(flow, block, i);
		uint64_t *set = flow->dominators + (size_t)to * flow->words;

		for (unsigned w = 0; w < flow->words; w++) {
			uint64_t kept = set[w] & own[w];

			if (w == to / 64)
				kept |= (uint64_t)1 << to % 64;
			changed |= kept != set[w];
			set[w] = kept;
		}
	}
	return changed;
}

static void find_dominators(hr_flow *flow)
{
	unsigned *by_order = hr_arena_array(flow->arena, flow->count, sizeof(unsigned));
	bool changed = true;

	flow->dominators =
		hr_arena_array(flow->arena, (size_t)flow->count * flow->words, sizeof(uint64_t));
	memset(flow->dominators, 0xff, (size_t)flow->count * flow->words * sizeof(uint64_t));
	memset(flow->dominators, 0, flow->words * sizeof(uint64_t));
	hr_add_to_set(flow->dominators, 0);
	memset(by_order, 0xff, flow->count * sizeof(unsigned));
	for (unsigned i = 0; i < flow->count; i++)
		if (flow->order[i] != UINT_MAX)
			by_order[flow->order[i]] = i;
	while (changed) {
		changed = false;
		for (unsigned i = 0; i < flow->count; i++)
			if (by_order[i] != UINT_MAX)
				changed |= propagate(flow, by_order[i]);
	}
}

hr_flow *hr_flow_new(hr_arena *arena, LLVMValueRef function)
{
	hr_flow *flow = HR_ARENA_NEW(arena, hr_flow);
	uint64_t ordinal = 0;

	flow->arena = arena;
	flow->function = function;
	flow->count = LLVMCountBasicBlocks(function);
	flow->words = (flow->count + 63) / 64;
	flow->blocks = hr_arena_array(arena, flow->count, sizeof(*flow->blocks));
	flow->order = hr_arena_array(arena, flow->count, sizeof(*flow->order));
	LLVMGetBasicBlocks(function, flow->blocks);
	for (unsigned i = 0; i < flow->count; i++)
		hr_map_put(&flow->number, hr_map_key(flow->blocks[i]), i);
	HR_EACH_INSTRUCTION(function, at)
	hr_map_put(&flow->ordinal, hr_map_key(at), ordinal++);
	number_blocks(flow);
	find_dominators(flow);
	return flow;
}

void hr_flow_free(hr_flow *flow)
{
	hr_map_free(&flow->number);
	hr_map_free(&flow->ordinal);
}

/* --- paths ------------------------------------------------------------------------------------ */

bool hr_flow_reaches(const hr_flow *flow, const uint64_t *within, unsigned from, unsigned target)
{
	uint64_t *seen = hr_flow_set(flow);
	unsigned *work = hr_arena_array(flow->arena, flow->count, sizeof(unsigned)), count = 0;

	work[count++] = from;
	hr_add_to_set(seen, from);
	while (count) {
		unsigned block = work[--count];

		if (block == target)
			return true;
		for (unsigned i = 0; i < hr_flow_successors(flow, block); i++) {
			unsigned next = hr_flow_successor(flow, block, i);

			if (hr_in_set(seen, next) || (within && !hr_in_set(within, next)) ||
			    hr_flow_dominates(flow, next, block))
				continue;
			hr_add_to_set(seen, next);
			work[count++] = next;
		}
	}
	return false;
}

/* --- loops ------------------------------------------------------------------------------------ */

static bool jumps_to(const hr_flow *flow, unsigned block, unsigned target)
{
	for (unsigned i = 0; i < hr_flow_successors(flow, block); i++)
		if (hr_flow_successor(flow, block, i) == target)
			return true;
	return false;
}

static bool is_latch(const hr_flow *flow, unsigned block, unsigned header)
{
	return flow->order[block] != UINT_MAX && hr_flow_dominates(flow, header, block) &&
	       jumps_to(flow, block, header);
}

/* Return the blocks of the loop with HEADER, or NULL if it is none: those from which a latch can be
 * reached within the blocks that HEADER dominates. */
static uint64_t *loop_blocks(const hr_flow *flow, unsigned header)
{
	uint64_t *set = NULL;
	bool changed = true;

	for (unsigned i = 0; i < flow->count; i++) {
		if (!is_latch(flow, i, header))
			continue;
		if (!set)
			set = hr_flow_set(flow);
		hr_add_to_set(set, i);
	}
	if (set)
		hr_add_to_set(set, header);
	while (set && changed) {
		changed = false;
		for (unsigned i = 0; i < flow->count; i++) {
			if (hr_in_set(set, i) || flow->order[i] == UINT_MAX ||
			    !hr_flow_dominates(flow, header, i))
				continue;
			for (unsigned k = 0; k < hr_flow_successors(flow, i); k++) {
				unsigned next = hr_flow_successor(flow, i, k);

				if (next == header || !hr_in_set(set, next))
					continue;
				hr_add_to_set(set, i);
				changed = true;
				break;
			}
		}
	}
	return set;
}

bool hr_flow_loop(const hr_flow *flow, unsigned block, const hr_loop *inner, hr_loop *loop)
{
	bool found = false;

	for (unsigned header = 0; header < flow->count; header++) {
		uint64_t *set;

		if (flow->order[header] == UINT_MAX || !hr_flow_dominates(flow, header, block) ||
		    (inner && (header == inner->header ||
			       !hr_flow_dominates(flow, header, inner->header))) ||
		    (found && !hr_flow_dominates(flow, loop->header, header)))
			continue;
		set = loop_blocks(flow, header);
		if (!set || !hr_in_set(set, block) || (inner && !hr_in_set(set, inner->header)))
			continue;
		*loop = (hr_loop){.header = header, .blocks = set};
		found = true;
	}
	return found;
}
