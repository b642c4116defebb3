/* interp/check/blocks.c -- memory that leaves, or checked host code, allocate with C functions:
 * malloc, new, strdup and similar.
 *
 * Both are given some bytes more than they request, so that an access just past the end is known to
 * be out of bounds. A block that it frees is released only later, so that its bytes are not reused
 * and every access to them is a use after free.
 *
 * Other functions that a leaf calls may free such a block, or allocate others, without the
 * checker's knowledge. From then on accesses within the block are still valid, but accesses behind
 * it are no longer reported. Each such call ends an *age*, and so does each execution, because the
 * host may do the same between executions. Only blocks of the current age are certain, and those of
 * host code: C functions seldom free a block of their caller.
 *
 * Invariant: blocks, including the usable memory behind them, do not overlap.
 * Owns:      the blocks, and memory whose release is deferred.
 * Clauses:   M6.
 * Not here:  the calls (interp/check/access/heap.c), which accesses are valid
 *            (interp/check/access/bounds.c). */
#include "interp/check/access_check.h"
#include "interp/check/check_state.h"
#include "interp/check/given.h"

enum {
	QUARANTINE_BYTES = 1 << 20, /* limit for the total size of deferred blocks, */
	QUARANTINE_HOST = 64 << 20, /* if host code is checked */
	QUARANTINE_COUNT = 4096,
};

struct block_state {
	pthread_mutex_t lock;       /* needed because the host frees while leaves run */
	HR_VEC(check_block) blocks; /* by number (hr_checker.block_extents) */
	size_t count;
	/* bases of blocks that are or were deferred; those from FIRST on, oldest first, may still
	 * be */
	HR_VEC(uint64_t) quarantined;
	size_t first;
	uint64_t quarantined_bytes, age;
	uint64_t time; /* number of blocks so far */
};

void hr_check_blocks_new(hr_checker *checker)
{
	checker->blocks = hr_alloc_zero(sizeof(*checker->blocks));
	pthread_mutex_init(&checker->blocks->lock, NULL);
}

static uint64_t limit_of(const hr_checker *checker)
{
	return checker->host ? QUARANTINE_HOST : QUARANTINE_BYTES;
}

/* --- blocks by address ------------------------------------------------------------------------ */

/* Return the first block that has usable memory in [ADDRESS, END), or NULL. */
static check_block *first_in(hr_checker *checker, uint64_t address, uint64_t end)
{
	uint32_t number;

	while ((number = hr_extents_first(&checker->block_extents, address, end, &address)) != 0) {
		check_block *block = &checker->blocks->blocks.data[number];

		if (block->base < end && block->room > address)
			return block;
		address++;
	}
	return NULL;
}

static check_block *block_at(hr_checker *checker, uint64_t address)
{
	const uint32_t number = hr_extent_number(&checker->block_extents, address);
	check_block *block = number ? &checker->blocks->blocks.data[number] : NULL;

	return block && address - block->base < block->room - block->base ? block : NULL;
}

/* Return the block that begins at BASE, or NULL. */
static check_block *block_of(hr_checker *checker, uint64_t base)
{
	check_block *block = block_at(checker, base);

	return block && block->base == base ? block : NULL;
}

static uint32_t number_of(const hr_checker *checker, const check_block *block)
{
	return (uint32_t)(block - checker->blocks->blocks.data);
}

/* The block has changed: set where host code may access it. */
static void set_extent(hr_checker *checker, const check_block *block)
{
	hr_access_forget_object(checker->run);
	checker->block_extents.extents.data[number_of(checker, block)] =
		block->quarantined ? HR_EXTENT_SHUT : (hr_extent){block->base, block->end};
}

/* Atomic, because other functions read it without the lock. */
static void count_quarantined(block_state *state, uint64_t bytes)
{
	__atomic_store_n(&state->quarantined_bytes, bytes, __ATOMIC_RELAXED);
}

static void take_out(hr_checker *checker, check_block *block)
{
	block_state *state = checker->blocks;

	hr_access_forget_object(checker->run);
	__atomic_store_n(&state->count, state->count - 1, __ATOMIC_RELAXED);
	if (block->quarantined)
		count_quarantined(state, state->quarantined_bytes - (block->room - block->base));
	hr_extents_remove(&checker->block_extents, block->base, block->room,
			  number_of(checker, block));
	block->room = block->base; /* there is none */
}

/* Insert a block. Existing blocks that overlap it must have been freed without the checker's
 * knowledge, and are removed. */
static void insert(hr_checker *checker, const check_block *block)
{
	block_state *state = checker->blocks;
	check_block *other;
	uint32_t number;

	while ((other = first_in(checker, block->base, block->room)) != NULL)
		take_out(checker, other);
	number = hr_extents_add(&checker->block_extents, block->base, block->room,
				(hr_extent){block->base, block->end});
	if (number >= state->blocks.count) {
		HR_RESERVE(&state->blocks, number + 1 - state->blocks.count);
		state->blocks.count = number + 1;
	}
	state->blocks.data[number] = *block;
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
	block = block_at(checker, address);
	any = block != NULL;
	if (any)
		*found = *block;
	pthread_mutex_unlock(&state->lock);
	return any;
}

bool hr_check_block_size(hr_checker *checker, const void *block, uint64_t *bytes)
{
	check_block found;

	if (!checker || !checker->blocks ||
	    !hr_check_block_at(checker, hr_map_key(block), &found) ||
	    found.base != hr_map_key(block))
		return false;
	*bytes = found.end - found.base;
	return true;
}

bool hr_check_given(hr_checker *checker, const hr_plan *plan, uint64_t execution, uint64_t address)
{
	check_block block;

	return hr_check_block_at(checker, address, &block) && block.plan == plan &&
	       block.execution == execution;
}

bool hr_check_block_freed_at(hr_checker *checker, uint64_t base, uint64_t end, check_block *found)
{
	block_state *state = checker->blocks;
	const check_block *block;
	bool any;

	if (!__atomic_load_n(&state->quarantined_bytes, __ATOMIC_RELAXED))
		return false;
	pthread_mutex_lock(&state->lock);
	block = first_in(checker, base, end);
	while (block && !block->quarantined)
		block = first_in(checker, block->room, end);
	any = block != NULL;
	if (any)
		*found = *block;
	pthread_mutex_unlock(&state->lock);
	return any;
}

bool hr_check_block_is_certain(hr_checker *checker, const check_block *block)
{
	return !block->node || block->age == checker->blocks->age;
}

void hr_check_block_add(hr_checker *checker, const check_block *made)
{
	block_state *state = checker->blocks;
	check_block block = *made;

	block.age = state->age;
	pthread_mutex_lock(&state->lock);
	block.time = ++state->time;
	insert(checker, &block);
	pthread_mutex_unlock(&state->lock);
}

void hr_check_block_use_room(hr_checker *checker, uint64_t base)
{
	block_state *state = checker->blocks;
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(checker, base);
	if (block && !block->quarantined) {
		block->end = block->room;
		set_extent(checker, block);
	}
	pthread_mutex_unlock(&state->lock);
}

uint64_t hr_check_block_time(hr_checker *checker)
{
	return checker->blocks->time;
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
	checker->blocks->age++;
}

/* Blocks that existed before an execution exist again when it is repeated. */
void hr_check_blocks_repeat(hr_checker *checker)
{
	block_state *state = checker->blocks;

	pthread_mutex_lock(&state->lock);
	for (size_t i = 1; i < state->blocks.count && state->quarantined_bytes; i++) {
		check_block *block = &state->blocks.data[i];
		bool now = block->freed_plan == checker->plan &&
			   block->freed_execution == checker->execution;
		bool before =
			block->plan != checker->plan || block->execution != checker->execution;

		if (block->room == block->base || !block->quarantined || !now || !before)
			continue;
		block->quarantined = false;
		set_extent(checker, block);
		count_quarantined(state, state->quarantined_bytes - (block->room - block->base));
	}
	pthread_mutex_unlock(&state->lock);
}

/* --- freed blocks
 * -------------------------------------------------------------------------------- */

/* Take the oldest block that is to be released out of the tree, if the blocks exceed LIMIT; 0: all
 * are to be. Return false if there is none. Require the lock. */
static bool oldest(hr_checker *checker, uint64_t limit, check_block *given)
{
	block_state *state = checker->blocks;

	while (state->first < state->quarantined.count) {
		const size_t waiting = state->quarantined.count - state->first;
		check_block *block;

		if (limit && state->quarantined_bytes <= limit && waiting <= QUARANTINE_COUNT)
			return false;
		block = block_of(checker, state->quarantined.data[state->first++]);
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
		take_out(checker, block);
		return true;
	}
	return false;
}

static void give_back(hr_checker *checker, uint64_t limit)
{
	block_state *state = checker->blocks;
	check_block block;
	bool any;

	do {
		pthread_mutex_lock(&state->lock);
		any = oldest(checker, limit, &block);
		pthread_mutex_unlock(&state->lock);
		if (any)
			block.give((void *)(uintptr_t)block.base);
	} while (any);
}

void hr_check_blocks_free(hr_checker *checker)
{
	block_state *state = checker->blocks;

	give_back(checker, 0);
	hr_extents_free(&checker->block_extents);
	HR_VEC_FREE(&state->blocks);
	HR_VEC_FREE(&state->quarantined);
	pthread_mutex_destroy(&state->lock);
	hr_free(state);
}

/* If a leaf has freed the block before, its deferred release is done now, so that C detects the
 * double free. */
void hr_check_block_taken(hr_checker *checker, void *taken)
{
	block_state *state = checker ? checker->blocks : NULL;
	check_block *block, was = {0};

	if (!state || !__atomic_load_n(&state->count, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&state->lock);
	block = block_of(checker, hr_map_key(taken));
	if (block) {
		was = *block;
		take_out(checker, block);
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
	block = block_of(checker, freed->base);
	if (block) {
		*block = *freed;
		block->quarantined = true;
		set_extent(checker, block);
		count_quarantined(state, state->quarantined_bytes + bytes);
		HR_PUSH(&state->quarantined, freed->base);
	}
	pthread_mutex_unlock(&state->lock);
	if (block && bytes > limit_of(checker))
		hr_check_block_taken(checker, (void *)(uintptr_t)freed->base);
	give_back(checker, limit_of(checker));
}

/* --- blocks that host code frees
 * ------------------------------------------------------------------------------------- */

void hr_check_block_freeing(hr_checker *checker, uint64_t base, const check_site *freed)
{
	block_state *state = checker->blocks;
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(checker, base);
	if (block) {
		block->freeing = true;
		block->freed_node = NULL;
		block->freed_site = freed;
	}
	pthread_mutex_unlock(&state->lock);
}

void hr_check_block_opened(hr_checker *checker, uint64_t base)
{
	block_state *state = checker->blocks;
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(checker, base);
	if (block)
		block->opened = true;
	pthread_mutex_unlock(&state->lock);
}

bool hr_check_block_keep(hr_checker *checker, void *kept, void (*frees)(void *block))
{
	check_block block;

	if (!checker || !hr_check_block_at(checker, hr_map_key(kept), &block) || !block.freeing ||
	    block.base != hr_map_key(kept))
		return false;
	block.freeing = false;
	block.freed_plan = NULL;
	block.give = frees;
	hr_check_block_quarantine(checker, &block);
	return true;
}
