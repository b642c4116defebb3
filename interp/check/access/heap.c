/* interp/check/access/heap.c -- calls of leaves, and of checked host code, to C functions that
 * allocate or free memory.
 *
 * The calls are made here, because the program is given some bytes more than it requests, and the
 * release of blocks that it frees is deferred (blocks.c). Memory that is not such a block is freed
 * or moved by C as usual. So are blocks that host code frees while a graph uses them, or while they
 * are tracked (interp/host/free.c).
 *
 * Owns:      nothing.
 * Clauses:   M6.
 * Not here:  which functions these are (src/arith/cfunction.def), the blocks (blocks.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"
#include "interp/check/shadow.h"
#include "interp/memory/c_heap.h"
#include "interp/memory/device_heap.h"
#include "interp/memory/fresh_fill.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"
#include "interp/run/thread_pool.h"

typedef struct heap_call {
	hr_checker *checker;
	hr_thread *thread;
	const hr_site *site;
	uint8_t *frame;
	const hr_call *call;
	const check_site *place; /* NULL if unknown */
} heap_call;

static uint64_t argument(const heap_call *call, unsigned i)
{
	return HR_REG(call->frame, I64, call->call->args[i].reg);
}

/* Mark the new block as uninitialised, unless the function has written it, but for the first KEPT
 * bytes. C functions write it unseen, and so does host code if a leaf hands it on: it holds the pattern of
 * fresh memory until then. */
static void note_contents(const heap_call *call, const check_block *block, uint64_t kept)
{
	const hr_cfunction_heap kind = call->site->heap->heap;
	const uint64_t base = block->base + kept, bytes = block->end - base;
	hr_shadow *shadow = hr_uninit_shadow(call->checker);

	hr_shadow_clear(shadow, block->base, block->room - block->base);
	if (kind == HR_HEAP_STRING || kind == HR_HEAP_COUNT_SIZE)
		return;
	if (call->thread->level)
		hr_fresh_fill((void *)(uintptr_t)base, bytes);
	hr_shadow_fill(shadow, base, bytes, HR_SHADOW_HOST);
}

/* Record that BYTES at BASE are a block, of which the first KEPT were moved there. */
static void note(const heap_call *call, void *base, uint64_t bytes, uint64_t kept)
{
	check_block block = {
		.base = hr_map_key(base),
		.end = hr_map_key(base) + bytes,
		.name = call->site->heap->shown,
		.called = true,
		.site = call->place,
	};

	if (!base)
		return;
	if (call->thread->level) {
		block.node = call->thread->level->node->path;
		block.plan = call->checker->plan;
		block.execution = call->thread->execution;
	}
	block.room = block.base + malloc_usable_size(base);
	if (block.room < block.end)
		block.room = block.end;
	hr_check_block_add(call->checker, &block);
	if (call->checker->uninit)
		note_contents(call, &block, kept);
}

/* Return BYTES plus a gap, which keeps multiples of ALIGN; BYTES if the sum overflows. */
static size_t with_gap(uint64_t bytes, uint64_t align)
{
	uint64_t gap = align > HR_CHECK_GAP ? align : HR_CHECK_GAP, more;

	return __builtin_add_overflow(bytes, gap, &more) ? bytes : more;
}

typedef void *gives_bytes(size_t);
typedef void *gives_pair(size_t, size_t);
typedef void *gives_quietly(size_t, const void *);
typedef int gives_there(void **, size_t, size_t);
typedef void *moves_block(void *, size_t);
typedef void *moves_many(void *, size_t, size_t);

/* Set *FUNCTION, a pointer of one of the types above, to the called function. */
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

/* Allocate a new block of BYTES with a function that reallocates blocks. */
static void *give_instead(const heap_call *call, uint64_t bytes)
{
	moves_many *many;
	moves_block *one;

	if (call->site->heap->heap == HR_HEAP_REALLOC) {
		called(call, &one);
		return one(NULL, with_gap(bytes, 1));
	}
	called(call, &many);
	return many(NULL, 1, with_gap(bytes, 1));
}

/* The program frees a block, which is to be released later by the function named PLAIN. */
static void hold(const heap_call *call, const check_block *block, const char *plain)
{
	void *function = dlsym(RTLD_DEFAULT, plain);
	check_block freed = *block;

	freed.room = block->base + malloc_usable_size((void *)(uintptr_t)block->base);
	freed.freed_site = call->place;
	if (call->thread->level) {
		freed.freed_node = call->thread->level->node->path;
		freed.freed_plan = call->checker->plan;
		freed.freed_execution = call->thread->execution;
	}
	memcpy(&freed.give, &function, sizeof(function));
	hr_check_block_quarantine(call->checker, &freed);
	hr_access_checks_close_over(call->checker, freed.base, freed.room);
}

static hr_diag_facts allocated(const heap_call *call, const check_block *block)
{
	return (hr_diag_facts){
		.object = hr_arena_printf(&call->checker->arena, "memory from %s", block->name),
		.origin = hr_check_did_text(call->checker, block->node, block->site, "allocated")};
}

/* Return how the call ends after the report of a block that it must not free. In the sandbox C does not
 * get the block, whatever the severity of the finding is. */
static hr_trap outcome(const heap_call *call, hr_status status)
{
	if (status == HR_OK && call->checker->run->options.sandbox.on)
		status = HR_TRAP;
	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}

/* Report a double free. C must not be called: to C the block is still allocated, because its
 * release is deferred. */
static hr_trap freed_again(const heap_call *call, const check_block *block)
{
	hr_checker *checker = call->checker;
	const hr_diag_facts facts = allocated(call, block);

	if (!hr_pool_wait_turn(call->thread))
		return HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
	return outcome(call,
		       hr_report_about(checker->run, call->thread, &facts, HR_D_use_after_free,
				       call->site->heap->heap == HR_HEAP_FREE ? "free" : "realloc",
				       (unsigned)(block->end - block->base),
				       block->end - block->base == 1 ? "" : "s", "",
				       (const void *)(uintptr_t)block->base,
				       hr_arena_printf(&checker->arena, "%s\n%s",
						       hr_check_facts_text(checker, &facts),
						       hr_check_block_freed_text(checker, block))));
}

/* Find the object at the address of ACCESS, by a leaf: a local variable, a block, a global. Leave
 * AREA_OTHER if C may have allocated what lies there. */
static void find_in_leaf(const heap_call *call, check_access *access)
{
	hr_checker *checker = call->checker;
	check_block block;

	if (hr_check_on_stack(checker, access->address)) {
		hr_check_use_stack(checker, call->frame, access);
		return;
	}
	if (hr_check_is_variable(checker, access->address)) {
		access->area = AREA_STACK;
		return;
	}
	if (hr_check_block_at(checker, access->address, &block)) {
		access->area = AREA_BLOCK;
		access->base = block.base;
		access->end = block.end;
		return;
	}
	(void)hr_check_use_global_at(checker, access);
}

/* Return a description of what lies at BASE, where no block begins, if it cannot be freed; otherwise
 * one without an object. */
static hr_diag_facts not_allocated(const heap_call *call, uint64_t base)
{
	hr_checker *checker = call->checker;
	check_access access = {.address = base, .site = (check_site *)call->place};
	const hr_function *function = hr_image_function_at(checker->run->image, base);

	if (function)
		return (hr_diag_facts){.object =
					       hr_arena_printf(&checker->arena, "the function '%s'",
							       function->name)};
	if (call->thread->level)
		find_in_leaf(call, &access);
	else {
		hr_check_host_begin(checker, call->thread);
		hr_check_host_address(checker, call->frame, &access);
		hr_check_host_end(checker);
	}
	if (access.area == AREA_OTHER || (access.area == AREA_BLOCK && base == access.end))
		return (hr_diag_facts){.object = NULL};
	if (access.area == AREA_STACK)
		return (hr_diag_facts){.object = access.owner
							 ? hr_check_variable_text(checker, &access)
							 : "memory for local variables"};
	return hr_check_object_facts(checker, &access);
}

/* BASE, which is freed or moved, begins no known block: report it if it lies in another object. What C
 * itself has allocated is left to C. */
static hr_trap check_other(const heap_call *call, uint64_t base)
{
	hr_checker *checker = call->checker;
	hr_status status;
	hr_diag_facts facts = {.object = NULL};

	if (base)
		facts = not_allocated(call, base);
	if (!facts.object && base && checker->run->options.sandbox.on)
		return hr_sandbox_refuse(call->thread,
					 "freeing %p, which begins no block of the program",
					 (const void *)(uintptr_t)base);
	if (!facts.object)
		return 0;
	if (call->thread->level && !hr_pool_wait_turn(call->thread))
		return HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
	status = hr_report_about(checker->run, call->thread, &facts, HR_D_invalid_free,
				 call->site->heap->heap == HR_HEAP_FREE ? "free" : "realloc",
				 (const void *)(uintptr_t)base,
				 hr_check_facts_text(checker, &facts));
	return outcome(call, status);
}

/* Find the block that begins at BASE. */
static bool find(const heap_call *call, uint64_t base, check_block *found)
{
	return base && hr_check_block_at(call->checker, base, found) && found->base == base;
}

/* Return true if the release of the block can be deferred: the host manages memory that it has
 * tracked. */
static bool is_ours(const heap_call *call, const check_block *block)
{
	return !hr_tracked_within(call->checker->run->tracker, (const void *)block->base,
				  block->end - block->base);
}

/* Host code frees the block by PLAIN: interp/host/free.c decides what is done with it. */
static void host_frees(const heap_call *call, const check_block *block, const char *plain)
{
	const uint64_t key = hr_map_key(plain);
	void (*frees)(void *block);
	uint64_t function;

	if (!hr_map_get(&call->checker->natives, key, &function)) {
		function = hr_map_key(hr_image_native(call->checker->run->image, plain));
		hr_map_put(&call->checker->natives, key, function);
	}
	memcpy(&frees, &function, sizeof(frees));
	hr_check_block_freeing(call->checker, block->base, call->place);
	if (block->opened) {
		hr_check_host_begin(call->checker, call->thread);
		hr_check_host_close_over(call->checker, block->base, block->room);
		hr_check_host_end(call->checker);
	}
	frees((void *)(uintptr_t)block->base);
}

/* The row's `plain` of what frees memory of that name (the row's `shown`), and its name for people. All other
 * memory belongs to the last one. */
static const struct counterpart {
	const char *memory, *plain, *shown;
} counterparts[] = {
	{"new", "_ZdlPv", "delete"}, {"new[]", "_ZdaPv", "delete[]"}, {"", "free", "free"}};

enum { COUNTERPARTS = sizeof(counterparts) / sizeof(*counterparts) };

/* Return true if the program has an operator new or delete of its own, whose memory comes from another
 * function. */
static bool has_own_new(const hr_program *program)
{
	static const char *const names[] = {"_Znwm", "_Znam", "_ZdlPv", "_ZdaPv"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const hr_function *function = hr_program_function(program, names[i]);

		if (function && function->defined)
			return true;
	}
	return false;
}

/* Report that the block is not freed by the counterpart of what allocated it. */
static hr_trap check_counterpart(const heap_call *call, const check_block *block)
{
	hr_checker *checker = call->checker;
	const struct counterpart *right = counterparts, *used = counterparts;
	hr_diag_facts facts;

	if (!block->called)
		return 0;
	while (right < &counterparts[COUNTERPARTS - 1] && strcmp(block->name, right->memory) != 0)
		right++;
	while (strcmp(call->site->heap->plain, used->plain) != 0)
		used++;
	if (used == right ||
	    (strcmp(used->plain, "free") != 0 && has_own_new(checker->run->program)))
		return 0;
	facts = allocated(call, block);
	if (call->thread->level && !hr_pool_wait_turn(call->thread))
		return HR_TRAP_REPORTED | (hr_trap)HR_TRAP;
	return outcome(call, hr_report_about(checker->run, call->thread, &facts, HR_D_invalid_free,
					     used->shown, (const void *)(uintptr_t)block->base,
					     hr_arena_printf(&checker->arena, "%s\n%s must free it",
							     hr_check_facts_text(checker, &facts),
							     right->shown)));
}

static hr_trap free_block(const heap_call *call, bool *made)
{
	const uint64_t base = argument(call, 0);
	check_block block;
	hr_trap trap;

	*made = false;
	if (!find(call, base, &block))
		return check_other(call, base);
	*made = true;
	if (block.quarantined)
		return freed_again(call, &block);
	trap = check_counterpart(call, &block);
	if (trap)
		return trap;
	hr_heap_freed(call->checker->run, (const void *)(uintptr_t)base);
	if (!call->thread->level) {
		host_frees(call, &block, call->site->heap->plain);
		return 0;
	}
	*made = is_ours(call, &block);
	if (*made)
		hold(call, &block, call->site->heap->plain);
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
	if (base && !find(call, base, &block)) /* of the host or of C: reallocated by C as usual */
		return check_other(call, base);
	if (base && block.quarantined) {
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
	if (call->thread->level)
		hold(call, &block, "free");
	else
		host_frees(call, &block, "free");
	return 0;
}

/* Call a function that allocates one block and frees none. */
static void *give_any(const heap_call *call, uint64_t *bytes)
{
	const uint64_t first = argument(call, 0);
	const uint64_t second = call->call->arg_count > 1 ? argument(call, 1) : 0;
	gives_quietly *quietly;
	gives_bytes *plain;

	*bytes = first;
	switch (call->site->heap->heap) {
	case HR_HEAP_SIZE: called(call, &plain); return plain(with_gap(first, 1));
	case HR_HEAP_SIZE_QUIET:
		called(call, &quietly);
		return quietly(with_gap(first, 1), (const void *)(uintptr_t)second);
	case HR_HEAP_SIZE_ALIGN: return give_pair(call, with_gap(first, second), second);
	case HR_HEAP_ALIGN_SIZE:
		*bytes = second;
		return give_pair(call, first, with_gap(second, first));
	default: /* calloc */
		if (__builtin_mul_overflow(first, second, bytes))
			return give_pair(call, first, second);
		return give_pair(call, 1, with_gap(*bytes, 1));
	}
}

/* The same for a kernel, whose device's heap has a limit. */
static void *give(const heap_call *call, uint64_t *bytes)
{
	hr_run *run = call->checker->run;
	void *block;

	*bytes = argument(call, 0);
	if (call->site->heap->heap != HR_HEAP_SIZE || !run->program->kernel)
		return give_any(call, bytes);
	if (!hr_heap_reserve(run, *bytes))
		return NULL;
	block = give_any(call, bytes);
	hr_heap_made(run, block, *bytes);
	return block;
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
		note(call, *there, bytes, 0);
	HR_REG(call->frame, I32, call->call->results[0].reg) = (uint32_t)error;
}

static void result(const heap_call *call, const void *address)
{
	HR_REG(call->frame, I64, call->call->results[0].reg) = hr_map_key(address);
}

/* Return a copy of a string; *BYTES is the size of the copy. */
static void *give_string(const heap_call *call, uint64_t *bytes)
{
	const char *from = (const char *)(uintptr_t)argument(call, 0);
	const size_t length =
		call->call->arg_count > 1 ? strnlen(from, argument(call, 1)) : strlen(from);
	char *copy = malloc(with_gap(length + 1, 1));

	*bytes = length + 1;
	if (copy) {
		memcpy(copy, from, length);
		copy[length] = '\0';
	}
	return copy;
}

/* Return how many of BYTES of the new block are those of the block that is moved. */
static uint64_t kept_of(const heap_call *call, uint64_t bytes)
{
	check_block old;

	if (!hr_check_block_at(call->checker, argument(call, 0), &old))
		return 0;
	return bytes < old.end - old.base ? bytes : old.end - old.base;
}

static hr_trap move(const heap_call *call, bool *made)
{
	uint64_t bytes = argument(call, 1), kept;
	void *now = NULL;
	hr_trap trap;

	if (call->site->heap->heap == HR_HEAP_REALLOC_MANY &&
	    __builtin_mul_overflow(bytes, argument(call, 2), &bytes))
		return 0;
	trap = move_block(call, bytes, &now, made);
	if (!*made && !trap) {
		hr_check_block_taken(call->checker, (void *)(uintptr_t)argument(call, 0));
		if (call->thread->level)
			hr_check_block_stranger(call->checker);
	}
	if (!*made)
		return trap;
	kept = kept_of(call, bytes);
	note(call, now, bytes, kept);
	if (now && call->checker->uninit) /* what was defined in the old block is in the new one */
		hr_shadow_copy(hr_uninit_shadow(call->checker), hr_map_key(now), argument(call, 0),
			       kept);
	result(call, now);
	return trap;
}

static hr_trap make(const heap_call *call, bool *made)
{
	uint64_t bytes;
	void *block;

	switch (call->site->heap->heap) {
	case HR_HEAP_UNKNOWN:
		if (call->checker->run->options.sandbox.on && call->site->facts) {
			/* no other C function of the kind is allowed there */
			*made = true;
			return hr_sandbox_string(call->thread, call->frame, call->call, call->site);
		}
		if (call->thread->level)
			hr_check_block_stranger(call->checker);
		return 0;
	case HR_HEAP_USABLE: hr_check_block_use_room(call->checker, argument(call, 0)); return 0;
	case HR_HEAP_FREE: return free_block(call, made);
	case HR_HEAP_FREE_ALIGNED:
		hr_check_block_taken(call->checker, (void *)(uintptr_t)argument(call, 0));
		return 0;
	case HR_HEAP_REALLOC:
	case HR_HEAP_REALLOC_MANY: return move(call, made);
	case HR_HEAP_POSIX:
		*made = true;
		give_there(call);
		return 0;
	default:
		*made = true;
		block = call->site->heap->heap == HR_HEAP_STRING ? give_string(call, &bytes)
								 : give(call, &bytes);
		note(call, block, bytes, 0);
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
	if (thread->level)
		hr_pool_lock(thread);
	else
		hr_check_lock_host(thread);
	call.place = hr_check_site(checker, code, (uint32_t)(pc - code->words));
	trap = make(&call, made);
	if (thread->level)
		hr_pool_unlock(thread);
	else
		hr_check_unlock_host(thread);
	return trap;
}
