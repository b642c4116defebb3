/* interp/check/blocks.c -- memory that leaves get from C: malloc, new, strdup and their like.
 *
 * A leaf gets some bytes more than it asks for, so that an access just past the end is known to be
 * one. What it frees is not given back for a while, so that nobody else gets its bytes and every
 * access to them is one after free.
 *
 * What else a leaf calls may free such a block unheard, or hand out others: from then on, accesses
 * within the block are right as before, but nothing is said of what lies behind. An *age* ends with
 * every such call, and with every execution, for the host may do so, too; blocks of the running one
 * are certain.
 *
 * Invariant: blocks share no bytes, room included.
 * Owns:      the tree; blocks that are held.
 * Clauses:   M6.
 * Not here:  the calls (interp/check/access/heap.c), what is right of an access
 *            (interp/check/access/bounds.c). */
#include "interp/check/check_state.h"
#include "src/base/mix.h"

enum {
	QUARANTINE_BYTES = 1 << 20, /* of all blocks that are held */
	QUARANTINE_COUNT = 4096,
};

/* By address, a treap. */
typedef struct tree tree;
struct tree {
	check_block block;
	tree *side[2]; /* what lies below and above */
};

struct block_state {
	pthread_mutex_t lock; /* the host frees while leaves run */
	tree *root;
	size_t count;
	/* bases of those that are, or were, from FIRST on the oldest first */
	HR_VEC(uint64_t) quarantined;
	size_t first;
	uint64_t quarantined_bytes, age;
	bool strangers;
};

void hr_check_blocks_new(hr_checker *checker)
{
	checker->blocks = hr_alloc_zero(sizeof(*checker->blocks));
	pthread_mutex_init(&checker->blocks->lock, NULL);
}

/* --- the tree --------------------------------------------------------------------------------- */

/* Random, so that the tree is about as deep as it must be; the greatest is the root. */
static uint64_t rank(const tree *node)
{
	return hr_mix(node->block.base);
}

/* The first block of those that end behind ADDRESS; NULL: none. */
static check_block *first_behind(block_state *state, uint64_t address)
{
	tree *best = NULL;

	for (tree *node = state->root; node;) {
		bool behind = node->block.room > address;

		best = behind ? node : best;
		node = node->side[!behind];
	}
	return best ? &best->block : NULL;
}

/* The block that begins at BASE; NULL: none. */
static check_block *block_of(block_state *state, uint64_t base)
{
	check_block *block = first_behind(state, base);

	return block && block->base == base ? block : NULL;
}

/* What lies below BASE to LOW, the rest to HIGH. */
static void divide(tree *from, uint64_t base, tree **low, tree **high)
{
	while (from) {
		if (from->block.base < base) {
			*low = from;
			low = &from->side[1];
			from = *low;
		} else {
			*high = from;
			high = &from->side[0];
			from = *high;
		}
	}
	*low = *high = NULL;
}

/* All of LOW lies below all of HIGH. */
static tree *unite(tree *low, tree *high)
{
	tree *root = NULL, **at = &root;

	while (low && high) {
		bool first = rank(low) > rank(high);

		*at = first ? low : high;
		at = &(*at)->side[first];
		if (first)
			low = *at;
		else
			high = *at;
	}
	*at = low ? low : high;
	return root;
}

/* Others look at it without the lock. */
static void count_quarantined(block_state *state, uint64_t bytes)
{
	__atomic_store_n(&state->quarantined_bytes, bytes, __ATOMIC_RELAXED);
}

static void take_out(block_state *state, check_block *block)
{
	tree **at = &state->root, *node;

	while (&(*at)->block != block)
		at = &(*at)->side[block->base > (*at)->block.base];
	node = *at;
	*at = unite(node->side[0], node->side[1]);
	__atomic_store_n(&state->count, state->count - 1, __ATOMIC_RELAXED);
	if (node->block.quarantined)
		count_quarantined(state,
				  state->quarantined_bytes - (node->block.room - node->block.base));
	hr_free(node);
}

/* Others that share bytes with it have been freed unheard. */
static void insert(block_state *state, const check_block *block)
{
	tree *node = hr_alloc_zero(sizeof(*node)), *low, *high;
	check_block *other;

	while ((other = first_behind(state, block->base)) != NULL && other->base < block->room)
		take_out(state, other);
	node->block = *block;
	divide(state->root, block->base, &low, &high);
	state->root = unite(unite(low, node), high);
	__atomic_store_n(&state->count, state->count + 1, __ATOMIC_RELAXED);
}

bool hr_check_block_at(hr_checker *checker, uint64_t address, check_block *found)
{
	block_state *state = checker->blocks;
	const check_block *block;
	bool any;

	if (!__atomic_load_n(&state->count, __ATOMIC_RELAXED))
		return false;
	pthread_mutex_lock(&state->lock);
	block = first_behind(state, address);
	any = block && block->base <= address;
	if (any)
		*found = *block;
	pthread_mutex_unlock(&state->lock);
	return any;
}

bool hr_check_block_freed_at(hr_checker *checker, uint64_t base, uint64_t end, check_block *found)
{
	block_state *state = checker->blocks;
	const check_block *block;
	bool any;

	if (!__atomic_load_n(&state->quarantined_bytes, __ATOMIC_RELAXED))
		return false;
	pthread_mutex_lock(&state->lock);
	block = first_behind(state, base);
	while (block && block->base < end && !block->quarantined)
		block = first_behind(state, block->room);
	any = block && block->base < end;
	if (any)
		*found = *block;
	pthread_mutex_unlock(&state->lock);
	return any;
}

bool hr_check_block_is_certain(hr_checker *checker, const check_block *block)
{
	return block->age == checker->blocks->age;
}

bool hr_check_has_strangers(hr_checker *checker)
{
	return checker->blocks->strangers;
}

void hr_check_block_add(hr_checker *checker, const check_block *made)
{
	block_state *state = checker->blocks;
	check_block block = *made;

	block.age = state->age;
	pthread_mutex_lock(&state->lock);
	insert(state, &block);
	pthread_mutex_unlock(&state->lock);
}

void hr_check_block_use_room(hr_checker *checker, uint64_t base)
{
	block_state *state = checker->blocks;
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(state, base);
	if (block && !block->quarantined)
		block->end = block->room;
	pthread_mutex_unlock(&state->lock);
}

const char *hr_check_block_freed_text(hr_checker *checker, const check_block *block)
{
	return hr_check_did_text(checker, block->freed_node, block->freed_site, "freed");
}

/* --- ages ------------------------------------------------------------------------------------- */

void hr_check_blocks_enter(hr_checker *checker)
{
	checker->blocks->age++;
}

void hr_check_block_stranger(hr_checker *checker)
{
	checker->blocks->strangers = true;
	checker->blocks->age++;
}

/* Blocks that were there before an execution are there when it begins again. */
void hr_check_blocks_repeat(hr_checker *checker)
{
	block_state *state = checker->blocks;
	check_block *block = NULL;

	pthread_mutex_lock(&state->lock);
	while (state->quarantined_bytes &&
	       (block = first_behind(state, block ? block->room : 0)) != NULL) {
		bool now = block->freed_plan == checker->plan &&
			   block->freed_execution == checker->execution;
		bool before =
			block->plan != checker->plan || block->execution != checker->execution;

		if (!block->quarantined || !now || !before)
			continue;
		block->quarantined = false;
		count_quarantined(state, state->quarantined_bytes - (block->room - block->base));
	}
	pthread_mutex_unlock(&state->lock);
}

/* --- blocks that are freed -------------------------------------------------------------------- */

/* The oldest that is to be given back, and is in the tree no more; false: none. The lock is
 * held. */
static bool oldest(block_state *state, bool all, check_block *given)
{
	while (state->first < state->quarantined.count) {
		const size_t waiting = state->quarantined.count - state->first;
		check_block *block;

		if (!all && state->quarantined_bytes <= QUARANTINE_BYTES &&
		    waiting <= QUARANTINE_COUNT)
			return false;
		block = block_of(state, state->quarantined.data[state->first++]);
		if (state->first > QUARANTINE_COUNT) {
			memmove(state->quarantined.data, &state->quarantined.data[state->first],
				(state->quarantined.count - state->first) *
					sizeof(*state->quarantined.data));
			state->quarantined.count -= state->first;
			state->first = 0;
		}
		if (!block || !block->quarantined)
			continue;
		*given = *block;
		take_out(state, block);
		return true;
	}
	return false;
}

static void give_back(block_state *state, bool all)
{
	check_block block;
	bool any;

	do {
		pthread_mutex_lock(&state->lock);
		any = oldest(state, all, &block);
		pthread_mutex_unlock(&state->lock);
		if (any)
			block.give((void *)(uintptr_t)block.base);
	} while (any);
}

void hr_check_blocks_free(hr_checker *checker)
{
	block_state *state = checker->blocks;

	give_back(state, true);
	while (state->root)
		take_out(state, &state->root->block);
	HR_VEC_FREE(&state->quarantined);
	pthread_mutex_destroy(&state->lock);
	hr_free(state);
}

/* C finds out that a block is freed for the second time: it was in truth only once. */
void hr_check_block_taken(hr_checker *checker, void *taken)
{
	block_state *state = checker ? checker->blocks : NULL;
	check_block *block, was = {0};

	if (!state || !__atomic_load_n(&state->count, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&state->lock);
	block = block_of(state, hr_map_key(taken));
	if (block) {
		was = *block;
		take_out(state, block);
	}
	pthread_mutex_unlock(&state->lock);
	if (was.quarantined)
		was.give(taken);
}

void hr_check_block_quarantine(hr_checker *checker, const check_block *freed)
{
	block_state *state = checker->blocks;
	const uint64_t bytes = freed->room - freed->base;
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(state, freed->base);
	if (block) {
		*block = *freed;
		block->quarantined = true;
		count_quarantined(state, state->quarantined_bytes + bytes);
		HR_PUSH(&state->quarantined, freed->base);
	}
	pthread_mutex_unlock(&state->lock);
	if (block && bytes > QUARANTINE_BYTES)
		hr_check_block_taken(checker, (void *)(uintptr_t)freed->base);
	give_back(state, false);
}
