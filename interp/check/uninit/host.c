/* interp/check/uninit/host.c -- memory that the host, or a C function, may have written.
 *
 * Tracked memory that still holds the pattern that fresh memory is filled with
 * (interp/host/fresh.c) is uninitialised. This is decided for words of four bytes; with probability
 * 2^-32 the host has written the pattern itself. Writes of the host are not observed, so such
 * memory is compared again whenever it is read.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised), P3.
 * Not here:  writes of leaves (uninit.c). */
#include <string.h>
#include <sys/mman.h>

#include "interp/check/format.h"
#include "interp/check/uninit/check_uninit.h"
#include "interp/memory/fresh_fill.h"
#include "interp/memory/memory.h"
#include "src/arith/cfunction.h"

/* --- memory of the host ----------------------------------------------------------------------- */

/* Needed because the program may track memory that is not mapped. */
static bool is_mapped(uint64_t address)
{
	unsigned char resident;

	return mincore((void *)(address & ~(uint64_t)(UNINIT_PAGE - 1)), 1, &resident) == 0;
}

/* Return true if the four bytes at ADDRESS, a multiple of 4, hold the fill pattern. */
static bool is_fresh(uint64_t address)
{
	const uint64_t fresh = HR_FRESH_WORD;

	return memcmp((const void *)address, (const uint8_t *)&fresh + (address & 4), 4) == 0;
}

enum { BLOCK = 256 };

/* Return true if some four of BLOCK bytes hold the fill pattern; most memory has been written. */
static bool has_fresh(uint64_t address)
{
	const uint64_t *words = (const uint64_t *)address;
	uint64_t any = 0;

	for (unsigned i = 0; i < BLOCK / sizeof(*words); i++) {
		const uint64_t other = words[i] ^ HR_FRESH_WORD;

		any |= (uint32_t)other == 0;
		any |= other >> 32 == 0;
	}
	return any;
}

static void mark_fresh(hr_checker *checker, uint64_t base, uint64_t end)
{
	for (uint64_t at = (base + 3) & ~(uint64_t)3; at + 4 <= end; at += 4) {
		if (at % UNINIT_PAGE == 0 || at - base < 4)
			if (!is_mapped(at))
				return;
		if (at % BLOCK == 0 && end - at >= BLOCK && !has_fresh(at)) {
			at += BLOCK - 4;
			continue;
		}
		if (is_fresh(at))
			hr_shadow_fill(&checker->uninit->shadow, at, 4, HR_SHADOW_HOST);
	}
}

void hr_uninit_tracked(hr_checker *checker, uint64_t base, uint64_t bytes)
{
	if (base >> 47 || bytes >> 47)
		return;
	hr_uninit_forget(checker, base, bytes);
	mark_fresh(checker, base, base + bytes);
}

/* Return true if an undefined byte of the four at ADDRESS is memory of the host that no longer
 * holds the fill pattern. */
static bool is_written(const uninit_state *state, uint64_t address, bool all)
{
	const uint64_t fresh = HR_FRESH_WORD;

	for (unsigned i = 0; i < 4; i++) {
		uint64_t at = hr_shadow_next(&state->shadow, address + i, address + i + 1);

		if (at == address + i &&
		    hr_uninit_is_fresh(origin_of(state, hr_shadow_origin(&state->shadow, at))->kind,
				       all) &&
		    ((const uint8_t *)&fresh)[(address & 4) + i] != *(const uint8_t *)at)
			return true;
	}
	return false;
}

/* The whole page is compared, because the host usually writes more than one word. */
void hr_uninit_look_again(uninit_state *state, uint64_t address, bool all)
{
	uint64_t page = address & ~(uint64_t)(UNINIT_PAGE - 1), at = page;

	while ((at = hr_shadow_next(&state->shadow, at, page + UNINIT_PAGE)) < page + UNINIT_PAGE) {
		uint64_t granule = at & ~(uint64_t)3;

		if (is_written(state, granule, all))
			hr_shadow_clear(&state->shadow, granule, 4);
		at = granule + 4;
	}
}

void hr_check_host_sets(hr_checker *checker, const void *base, size_t bytes)
{
	if (!checker || !checker->uninit)
		return;
	pthread_mutex_lock(&checker->lock);
	hr_shadow_clear(&checker->uninit->shadow, hr_map_key(base), bytes);
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_host_copies(hr_checker *checker, const void *to, const void *from, size_t bytes)
{
	if (!checker || !checker->uninit)
		return;
	pthread_mutex_lock(&checker->lock);
	hr_shadow_copy(&checker->uninit->shadow, hr_map_key(to), hr_map_key(from), bytes);
	pthread_mutex_unlock(&checker->lock);
}

uint64_t hr_uninit_next(hr_checker *checker, uint64_t address, uint64_t end)
{
	uninit_state *state = checker->uninit;

	while ((address = hr_shadow_next(&state->shadow, address, end)) < end) {
		if (origin_of(state, hr_shadow_origin(&state->shadow, address))->kind != RAW_HOST)
			return address;
		hr_uninit_look_again(state, address, false);
		if (hr_shadow_any(&state->shadow, address, 1))
			return address;
	}
	return end;
}

bool hr_uninit_defined(hr_checker *checker, uint64_t address, uint64_t bytes)
{
	return hr_uninit_next(checker, address, address + bytes) == address + bytes;
}

void hr_uninit_look_through(uninit_state *state, uint64_t address, uint64_t bytes, bool all)
{
	uint64_t end = address + bytes, at = address;

	while ((at = hr_shadow_next(&state->shadow, at, end)) < end)
		if (hr_uninit_is_fresh(origin_of(state, hr_shadow_origin(&state->shadow, at))->kind,
				       all)) {
			hr_uninit_look_again(state, at, all);
			at = (at | (UNINIT_PAGE - 1)) + 1;
		} else {
			at = (at | 3) + 1;
		}
}

/* --- C functions ------------------------------------------------------------------------------ */

/* Mark what a C function that receives ADDRESS may write as defined: the whole variable, object, or
 * array. */
static void maybe_written(hr_thread *thread, uint8_t *frame, uint64_t address)
{
	hr_checker *checker = thread->run->checker;
	const check_object *object = hr_check_object_at(checker, address);
	check_block block;
	void *base;
	size_t bytes;

	if (!thread->level && hr_check_block_at(checker, address, &block)) {
		hr_shadow_clear(thread->shadow, block.base, block.end - block.base);
		return;
	}
	if (object) {
		hr_shadow_clear(thread->shadow, object->base, object->end - object->base);
		return;
	}
	if (hr_tracked(checker->run->tracker, (const void *)address, &base, &bytes)) {
		hr_shadow_clear(thread->shadow, hr_map_key(base), bytes);
		return;
	}
	if (thread->level ? !hr_check_on_stack(checker, address)
			  : address - hr_map_key(thread->stack) >=
				    (uint64_t)(thread->stack_end - thread->stack))
		return;
	for (; frame; frame = hr_frame_of(frame)->caller) {
		const variables *all = hr_uninit_variables(checker, hr_frame_of(frame)->code);
		const uint64_t first = hr_frame_variables(frame), offset = address - first;

		for (uint32_t i = 0; i < all->count; i++)
			if (offset >= all->list[i].offset && offset < all->list[i].end) {
				hr_shadow_clear(thread->shadow, first + all->list[i].offset,
						all->list[i].end - all->list[i].offset);
				return;
			}
	}
	for (uint64_t at = address; hr_shadow_any(thread->shadow, at, 1); at++)
		hr_shadow_clear(thread->shadow, at, 1);
}

/* Return true if the function may write through argument NUMBER. */
static bool may_write(const hr_cfunction *facts, uint32_t number)
{
	if (!facts)
		return true;
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++)
		if (facts->access[i].kind == HR_ACCESSES_WRITES &&
		    (facts->access[i].length == HR_LENGTH_ANY ||
		     facts->access[i].pointer == (int)number))
			return true;
	return facts->calls_back;
}

/* Return true for the functions of the runtime, of which none writes what it is given: graphs do. */
static bool is_of_runtime(const hr_site *site)
{
	return site->name && (strncmp(site->name, "__hpvm__", strlen("__hpvm__")) == 0 ||
			      strncmp(site->name, "llvm_hpvm_", strlen("llvm_hpvm_")) == 0);
}

static void native_writes(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			  const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	uint64_t values[3] = {0};

	if (is_of_runtime(site))
		return;
	for (uint32_t i = 0; i < 3 && i < call->arg_count; i++)
		if (hr_con_size(call->args[i].con) == 8)
			values[i] = HR_REG(frame, I64, call->args[i].reg);
	if (site->facts && site->facts->block && call->arg_count >= 3) {
		if (site->facts->block == HR_BLOCK_FILLS)
			hr_shadow_clear(thread->shadow, values[0], values[2]);
		else
			hr_uninit_copy(thread, frame, pc, values[0], values[1], values[2]);
		return;
	}
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (call->args[i].is_ptr && (thread->level || may_write(site->facts, i)))
			maybe_written(thread, frame, HR_REG(frame, I64, call->args[i].reg));
}

enum { TEXT_BYTES = 4096 }; /* of a text, so many are looked at */

/* Report the first undefined byte of BYTES at ADDRESS, up to the first 0 of a text, that a C function
 * reads. Only memory before such a byte is read. */
static void demand_defined(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const char *use,
			   uint64_t address, uint64_t bytes, bool text)
{
	const uint64_t end = address + (bytes < TEXT_BYTES ? bytes : TEXT_BYTES);
	uint64_t at = address;
	uint32_t number;

	while ((at = hr_shadow_next(thread->shadow, at, end)) < end) {
		if (text && strnlen((const char *)(uintptr_t)address, at - address) < at - address)
			return;
		if (hr_uninit_read(thread, frame, pc, at, 1, &number)) {
			hr_uninit_complain(thread, pc, use, number);
			return;
		}
		at++;
	}
}

static bool has_undefined(const hr_thread *thread, uint64_t address, uint64_t bytes)
{
	return hr_shadow_next(thread->shadow, address, address + bytes) < address + bytes;
}

/* Return the number of bytes, at most MOST, that a comparison of A with B looks at: up to the first that
 * differ, and of texts to the first 0. */
static uint64_t compared(uint64_t a, uint64_t b, uint64_t most, bool text)
{
	const uint8_t *one = (const uint8_t *)(uintptr_t)a, *two = (const uint8_t *)(uintptr_t)b;
	uint64_t i = 0;

	while (i < most && one[i] == two[i] && !(text && !one[i]))
		i++;
	return i < most ? i + 1 : most;
}

static bool is_comparison(const char *name)
{
	return !strcmp(name, "memcmp") || !strcmp(name, "bcmp");
}

/* Texts that a C function reads, and bytes that it compares, decide on its result or its length (P3). */
static void native_reads(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	const hr_cfunction *facts = site->facts;
	uint64_t address[HR_CFUNCTION_ACCESSES], bytes[HR_CFUNCTION_ACCESSES];
	const bool compares = facts && is_comparison(facts->name);
	const char *use;
	unsigned count = 0;

	for (unsigned i = 0; facts && i < HR_CFUNCTION_ACCESSES; i++) {
		const hr_cfunction_access *one = &facts->access[i];
		const bool text = one->how == HR_HOW_APPENDS ||
				  (one->kind == HR_ACCESSES_READS &&
				   one->length == HR_LENGTH_TEXT && one->how == HR_HOW_EXACTLY);
		const int limit = compares                     ? one->length
				  : one->how == HR_HOW_APPENDS ? HR_TIMES_ONCE
							       : one->times;

		if (!(compares ? one->kind == HR_ACCESSES_READS : text) ||
		    one->pointer >= (int)call->arg_count || limit >= (int)call->arg_count ||
		    call->args[one->pointer].con != HR_C_I64)
			continue;
		address[count] = HR_REG(frame, I64, call->args[one->pointer].reg);
		bytes[count] = TEXT_BYTES;
		if (limit >= 0 && call->args[limit].con == HR_C_I64 &&
		    HR_REG(frame, I64, call->args[limit].reg) < TEXT_BYTES)
			bytes[count] = HR_REG(frame, I64, call->args[limit].reg);
		count += address[count] != 0;
	}
	if (count == 2 && facts->access[1].kind == HR_ACCESSES_READS &&
	    facts->access[0].kind == HR_ACCESSES_READS &&
	    (has_undefined(thread, address[0], bytes[0]) ||
	     has_undefined(thread, address[1], bytes[1])))
		bytes[0] = bytes[1] =
			compared(address[0], address[1], bytes[0] < bytes[1] ? bytes[0] : bytes[1],
				 !compares);
	for (unsigned i = 0; i < count; i++) {
		if (!has_undefined(thread, address[i], bytes[i]))
			continue;
		use = hr_arena_printf(&thread->run->checker->arena,
				      "memory that '%s' %s is uninitialised", facts->name,
				      compares ? "compares" : "reads as a text");
		demand_defined(thread, frame, pc, use, address[i], bytes[i], !compares);
	}
}

/* The texts that a function of the printf family prints. */
static void native_prints(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			  const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	hr_printed_text text = {0};

	while (site->facts && hr_next_printed_text(&text, call, site->facts, frame)) {
		const uint64_t address = HR_REG(frame, I64, call->args[text.argument].reg);
		const uint64_t bytes = text.limit < TEXT_BYTES ? text.limit : TEXT_BYTES;

		if (has_undefined(thread, address, bytes))
			demand_defined(thread, frame, pc,
				       hr_arena_printf(&thread->run->checker->arena,
						       "a text that '%s' prints is uninitialised",
						       site->facts->name),
				       address, bytes, true);
	}
}

bool hr_uninit_may_access(const hr_site *site)
{
	if (site->kind != HR_SITE_NATIVE || !site->facts || site->facts->calls_back)
		return true;
	for (unsigned i = 0; i < HR_CFUNCTION_ACCESSES; i++)
		if (site->facts->access[i].kind != HR_ACCESSES_NONE)
			return true;
	return false;
}

void hr_uninit_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool has_undefined)
{
	native_reads(thread, frame, pc, site);
	native_prints(thread, frame, pc, site);
	native_writes(thread, frame, pc, site);
	if (has_undefined)
		hr_definedness_native(thread, frame, pc, site);
}
