/* interp/check_blocks.c -- memory that leaves get from C: malloc, new, strdup and their like.
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
 * Not here:  which functions these are (c_heap.c), what is right of an access (check_bounds.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "c_heap.h"
#include "check_state.h"
#include "crew.h"
#include "mix.h"

enum {
	HELD_BYTES = 1 << 20, /* of all blocks that are held */
	HELD_COUNT = 4096,
};

/* By address, a treap. */
typedef struct tree tree;
struct tree {
	check_block block;
	tree *side[2]; /* what lies below and above */
};

struct block_state {
	pthread_mutex_t lock;	     /* the host frees while leaves run */
	tree *root;
	size_t count;
	HR_VEC(uint64_t) held;	     /* bases of those that are, or were, from FIRST on the oldest first */
	size_t first;
	uint64_t held_bytes, age;
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

static void take_out(block_state *state, check_block *block)
{
	tree **at = &state->root, *node;

	while (&(*at)->block != block)
		at = &(*at)->side[block->base > (*at)->block.base];
	node = *at;
	*at = unite(node->side[0], node->side[1]);
	__atomic_store_n(&state->count, state->count - 1, __ATOMIC_RELAXED);
	if (node->block.held)
		state->held_bytes -= node->block.room - node->block.base;
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

	if (!__atomic_load_n(&state->held_bytes, __ATOMIC_RELAXED))
		return false;
	pthread_mutex_lock(&state->lock);
	block = first_behind(state, base);
	while (block && block->base < end && !block->held)
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

const char *hr_check_block_freed_text(hr_checker *checker, const check_block *block)
{
	return hr_check_did_text(checker, block->freed_node, block->freed_site, "freed");
}

/* --- ages ------------------------------------------------------------------------------------- */

void hr_check_blocks_enter(hr_checker *checker)
{
	checker->blocks->age++;
}

/* Blocks that were there before an execution are there when it begins again. */
void hr_check_blocks_repeat(hr_checker *checker)
{
	block_state *state = checker->blocks;
	check_block *block = NULL;

	pthread_mutex_lock(&state->lock);
	while (state->held_bytes &&
	       (block = first_behind(state, block ? block->room : 0)) != NULL) {
		bool now = block->freed_plan == checker->plan &&
			   block->freed_execution == checker->execution;
		bool before = block->plan != checker->plan ||
			      block->execution != checker->execution;

		if (!block->held || !now || !before)
			continue;
		block->held = false;
		state->held_bytes -= block->room - block->base;
	}
	pthread_mutex_unlock(&state->lock);
}

/* --- blocks that are freed -------------------------------------------------------------------- */

/* The oldest that is to be given back, and is in the tree no more; false: none. The lock is held. */
static bool oldest(block_state *state, bool all, check_block *given)
{
	while (state->first < state->held.count) {
		const size_t waiting = state->held.count - state->first;
		check_block *block;

		if (!all && state->held_bytes <= HELD_BYTES && waiting <= HELD_COUNT)
			return false;
		block = block_of(state, state->held.data[state->first++]);
		if (state->first > HELD_COUNT) {
			memmove(state->held.data, &state->held.data[state->first],
				(state->held.count - state->first) * sizeof(*state->held.data));
			state->held.count -= state->first;
			state->first = 0;
		}
		if (!block || !block->held)
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
	HR_VEC_FREE(&state->held);
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
	if (was.held)
		was.give(taken);
}

/* --- calls ------------------------------------------------------------------------------------ */

typedef struct heap_call {
	hr_checker *checker;
	hr_thread *thread;
	const hr_site *site;
	uint8_t *frame;
	const hr_call *call;
	const check_site *place; /* NULL: not known */
} heap_call;

static uint64_t argument(const heap_call *call, unsigned i)
{
	return HR_REG(call->frame, I64, call->call->args[i].reg);
}

/* From now on what lies at BASE is a block of BYTES. */
static void note(const heap_call *call, void *base, uint64_t bytes)
{
	block_state *state = call->checker->blocks;
	check_block block = {
		.base = hr_map_key(base),
		.end = hr_map_key(base) + bytes,
		.name = call->site->heap->shown,
		.node = call->thread->level->node->path,
		.site = call->place,
		.plan = call->checker->plan,
		.execution = call->thread->execution,
		.age = state->age,
	};

	if (!base)
		return;
	block.room = block.base + malloc_usable_size(base);
	if (block.room < block.end)
		block.room = block.end;
	pthread_mutex_lock(&state->lock);
	insert(state, &block);
	pthread_mutex_unlock(&state->lock);
}

/* BYTES and some more; a multiple of ALIGN if they are. BYTES if that is too much. */
static size_t with_gap(uint64_t bytes, uint64_t align)
{
	uint64_t gap = align > HR_CHECK_GAP ? align : HR_CHECK_GAP, more;

	return __builtin_add_overflow(bytes, gap, &more) ? bytes : more;
}

typedef void *gives_bytes(size_t);
typedef void *gives_pair(size_t, size_t);
typedef void *gives_quietly(size_t, const void *);
typedef int gives_there(void **, size_t, size_t);
typedef void *moves(void *, size_t);
typedef void *moves_many(void *, size_t, size_t);

/* *FUNCTION, of a type of the above, becomes the one that is called. */
static void called(const heap_call *call, void *function)
{
	memcpy(function, &call->site->address, sizeof(call->site->address));
}

static void *give_pair(const heap_call *call, size_t first, size_t second)
{
	gives_pair *function;

	called(call, &function);
	return function(first, second);
}

/* A new block of BYTES from a function that moves blocks. */
static void *give_instead(const heap_call *call, uint64_t bytes)
{
	moves_many *many;
	moves *one;

	if (call->site->heap->kind == HR_C_HEAP_REALLOC) {
		called(call, &one);
		return one(NULL, with_gap(bytes, 1));
	}
	called(call, &many);
	return many(NULL, 1, with_gap(bytes, 1));
}

/* Holds the block that begins at BASE, from a leaf's call; gives back a large one. */
static void hold(const heap_call *call, uint64_t base, const char *plain)
{
	block_state *state = call->checker->blocks;
	const uint64_t room = base + malloc_usable_size((void *)(uintptr_t)base);
	void *function = dlsym(RTLD_DEFAULT, plain);
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(state, base);
	if (block) {
		block->room = room;
		block->held = true;
		block->freed_node = call->thread->level->node->path;
		block->freed_site = call->place;
		block->freed_plan = call->checker->plan;
		block->freed_execution = call->thread->execution;
		memcpy(&block->give, &function, sizeof(function));
		state->held_bytes += room - base;
		HR_PUSH(&state->held, base);
	}
	pthread_mutex_unlock(&state->lock);
	if (block && room - base > HELD_BYTES)
		hr_check_block_taken(call->checker, (void *)(uintptr_t)base);
	hr_gates_close_over(call->checker, base, room);
	give_back(state, false);
}

/* C is not asked to free what it takes for its own. */
static hr_trap freed_again(const heap_call *call, const check_block *block)
{
	hr_checker *checker = call->checker;
	const hr_diag_facts facts = {
		.object = hr_arena_printf(&checker->arena, "memory from %s", block->name),
		.origin = hr_check_did_text(checker, block->node, block->site, "allocated")};
	hr_status status;

	if (!hr_crew_turn(call->thread))
		return HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
	status = hr_report_about(checker->run, call->thread, &facts, HR_D_use_after_free,
				 call->site->heap->kind == HR_C_HEAP_FREE ? "free" : "realloc",
				 (unsigned)(block->end - block->base), "",
				 (const void *)(uintptr_t)block->base,
				 hr_arena_printf(&checker->arena, "%s, which %s",
						 hr_check_facts_text(checker, &facts),
						 hr_check_block_freed_text(checker, block)));
	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}

/* The block that begins at BASE. */
static bool find(const heap_call *call, uint64_t base, check_block *found)
{
	return base && hr_check_block_at(call->checker, base, found) && found->base == base;
}

/* Whether it can be held: what the host has tracked is its own business. */
static bool is_ours(const heap_call *call, const check_block *block)
{
	return !hr_tracked_within(call->checker->run->tracker, (const void *)block->base,
				  block->end - block->base);
}

static hr_trap free_block(const heap_call *call, bool *made)
{
	const uint64_t base = argument(call, 0);
	check_block block;

	*made = false;
	if (!find(call, base, &block))
		return 0;
	*made = true;
	if (block.held)
		return freed_again(call, &block);
	*made = is_ours(call, &block);
	if (*made)
		hold(call, base, call->site->heap->plain);
	else
		hr_check_block_taken(call->checker, (void *)(uintptr_t)base);
	return 0;
}

static hr_trap move_block(const heap_call *call, uint64_t bytes, void **now, bool *made)
{
	const uint64_t base = argument(call, 0);
	check_block block;
	size_t had;

	*made = false;
	if (base && !find(call, base, &block))
		return 0; /* the host's, or C's: it is moved as ever */
	if (base && block.held) {
		*made = true;
		*now = NULL;
		return freed_again(call, &block);
	}
	if (base && (!bytes || !is_ours(call, &block)))
		return 0;
	*made = true;
	*now = give_instead(call, bytes);
	if (!base || !*now)
		return 0;
	had = malloc_usable_size((void *)(uintptr_t)base);
	memcpy(*now, (const void *)(uintptr_t)base, had < bytes ? had : bytes);
	hold(call, base, "free");
	return 0;
}

/* Of those that give one block and take none. */
static void *give(const heap_call *call, uint64_t *bytes)
{
	const uint64_t first = argument(call, 0);
	const uint64_t second = call->call->arg_count > 1 ? argument(call, 1) : 0;
	gives_quietly *quietly;
	gives_bytes *plain;

	*bytes = first;
	switch (call->site->heap->kind) {
	case HR_C_HEAP_SIZE:
		called(call, &plain);
		return plain(with_gap(first, 1));
	case HR_C_HEAP_SIZE_QUIET:
		called(call, &quietly);
		return quietly(with_gap(first, 1), (const void *)(uintptr_t)second);
	case HR_C_HEAP_SIZE_ALIGN:
		return give_pair(call, with_gap(first, second), second);
	case HR_C_HEAP_ALIGN_SIZE:
		*bytes = second;
		return give_pair(call, first, with_gap(second, first));
	default: /* calloc */
		if (__builtin_mul_overflow(first, second, bytes))
			return give_pair(call, first, second);
		return give_pair(call, 1, with_gap(*bytes, 1));
	}
}

static void give_there(const heap_call *call)
{
	void **there = (void **)(uintptr_t)argument(call, 0);
	const uint64_t align = argument(call, 1), bytes = argument(call, 2);
	gives_there *function;
	int error;

	called(call, &function);
	error = function(there, align, with_gap(bytes, align));
	if (!error)
		note(call, *there, bytes);
	HR_REG(call->frame, I32, call->call->results[0].reg) = (uint32_t)error;
}

static void result(const heap_call *call, const void *address)
{
	HR_REG(call->frame, I64, call->call->results[0].reg) = hr_map_key(address);
}

/* A copy of a string at *COPY, as long as the copy. */
static void *give_string(const heap_call *call, uint64_t *bytes)
{
	const char *from = (const char *)(uintptr_t)argument(call, 0);
	const size_t length = call->call->arg_count > 1 ? strnlen(from, argument(call, 1))
							 : strlen(from);
	char *copy = malloc(with_gap(length + 1, 1));

	*bytes = length + 1;
	if (copy) {
		memcpy(copy, from, length);
		copy[length] = '\0';
	}
	return copy;
}

/* The leaf may use all that C has given. */
static void use_room(const heap_call *call)
{
	block_state *state = call->checker->blocks;
	check_block *block;

	pthread_mutex_lock(&state->lock);
	block = block_of(state, argument(call, 0));
	if (block && !block->held)
		block->end = block->room;
	pthread_mutex_unlock(&state->lock);
}

static hr_trap move(const heap_call *call, bool *made)
{
	uint64_t bytes = argument(call, 1);
	void *now = NULL;
	hr_trap trap;

	if (call->site->heap->kind == HR_C_HEAP_REALLOC_MANY &&
	    __builtin_mul_overflow(bytes, argument(call, 2), &bytes))
		return 0;
	trap = move_block(call, bytes, &now, made);
	if (!*made) {
		hr_check_block_taken(call->checker, (void *)(uintptr_t)argument(call, 0));
		call->checker->blocks->strangers = true;
		return 0;
	}
	note(call, now, bytes);
	result(call, now);
	return trap;
}

static hr_trap make(const heap_call *call, bool *made)
{
	block_state *state = call->checker->blocks;
	uint64_t bytes;
	void *block;

	switch (call->site->heap->kind) {
	case HR_C_HEAP_UNKNOWN:
		state->strangers = true;
		state->age++;
		return 0;
	case HR_C_HEAP_USABLE:
		use_room(call);
		return 0;
	case HR_C_HEAP_FREE:
		return free_block(call, made);
	case HR_C_HEAP_FREE_ALIGNED:
		hr_check_block_taken(call->checker, (void *)(uintptr_t)argument(call, 0));
		return 0;
	case HR_C_HEAP_REALLOC:
	case HR_C_HEAP_REALLOC_MANY:
		return move(call, made);
	case HR_C_HEAP_POSIX:
		*made = true;
		give_there(call);
		return 0;
	default:
		*made = true;
		block = call->site->heap->kind == HR_C_HEAP_STRING ? give_string(call, &bytes)
								    : give(call, &bytes);
		note(call, block, bytes);
		result(call, block);
		return 0;
	}
}

hr_trap hr_check_heap(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool *made)
{
	hr_checker *checker = thread->run->checker;
	const hr_code *code = hr_frame_of(frame)->code;
	heap_call call = {.checker = checker,
			  .thread = thread,
			  .site = site,
			  .frame = frame,
			  .call = &code->calls[pc[1]]};
	hr_trap trap;

	if (!(checker->checks & HR_CHECK_BOUNDS))
		return 0;
	hr_crew_lock(thread);
	call.place = hr_check_site(checker, code, (uint32_t)(pc - code->words));
	trap = make(&call, made);
	hr_crew_unlock(thread);
	return trap;
}
