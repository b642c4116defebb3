/* interp/check/access/bounds.c -- accesses that are out of bounds, after the end of the object's
 * lifetime, or misaligned.
 *
 * An access whose address comes from an argument must lie in [pointer, pointer + size) of that
 * argument. Of an address that was loaded, or computed from others, only the value is known: it may
 * point into any argument, tracked object, or live object of a leaf. An access to none of these is
 * an error if it is closer to one than two malloc blocks are to each other, and otherwise left to
 * the hardware, because not all of C's memory is known.
 *
 * Owns:      nothing.
 * Clauses:   M6, except uninitialised memory.
 * Not here:  which object an access belongs to (check.c). */
#include "interp/check/check_state.h"
#include "interp/check/check_trap.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"
#include "interp/run/deferred.h"
#include "interp/run/thread_pool.h"

enum { ADJACENT = 8 };

static hr_trap end_instance(hr_status status)
{
	return status == HR_OK ? 0 : HR_TRAP_REPORTED | (hr_trap)status;
}

static const char *verb(unsigned kind)
{
	if (kind & HR_ACCESS_ATOMIC)
		return "atomic access";
	return kind & HR_ACCESS_WRITE ? "write" : "read";
}

hr_trap hr_check_report_access(hr_checker *checker, hr_thread *thread, const check_access *access,
			       hr_diag_id id, hr_diag_facts facts, const char *text)
{
	char value[HR_CHECK_WRITTEN], number[HR_VALUE_TEXT];
	hr_status cause;

	if (!hr_pool_wait_turn(thread) || hr_speculation_fail(checker->run))
		return end_instance(HR_TRAP);
	cause = hr_check_report_cause(thread);
	if (cause != HR_OK)
		return end_instance(cause);
	facts.value = hr_check_value(access, number);
	return end_instance(hr_report_about(checker->run, thread, &facts, id, verb(access->kind),
					    (unsigned)access->bytes, access->bytes == 1 ? "" : "s",
					    hr_check_written(access, value),
					    (const void *)access->address, text));
}

bool hr_check_is_told(hr_checker *checker, hr_thread *thread, hr_diag_id id, hr_trap *trap)
{
	hr_run *run = checker->run;
	const hr_severity severity = hr_diags_severity(run->diags, id);

	*trap = 0;
	if (__atomic_load_n(&run->speculation.on, __ATOMIC_ACQUIRE) || !hr_pool_wait_turn(thread))
		return false;
	if (severity != HR_SEV_OFF &&
	    !(hr_deferred_applies(run, thread, id) &&
	      hr_deferred_known(run, id, (hr_places){hr_map_key(thread->pc), 0})))
		return false;
	hr_speculation_order_matters(run);
	if (severity == HR_SEV_ERROR)
		*trap = end_instance(hr_run_note(run, hr_diag_outcome(id)));
	return true;
}

/* Return "4 bytes past the end of", "8 bytes before", "at the end of", or "across the end of". */
static const char *position(hr_arena *arena, const check_access *access, uint64_t base,
			    uint64_t end)
{
	if (access->address < base)
		return hr_arena_printf(arena, "%llu bytes before",
				       (unsigned long long)(base - access->address));
	if (access->address == end)
		return "at the end of";
	if (access->address < end)
		return "across the end of";
	return hr_arena_printf(arena, "%llu bytes past the end of",
			       (unsigned long long)(access->address - end));
}

/* FACTS describe the object from BASE to END, for example "argument 0 of 'Root/Leaf'". */
static hr_trap outside(hr_checker *checker, hr_thread *thread, const check_access *access,
		       hr_diag_facts facts, uint64_t base, uint64_t end)
{
	const char *origin = facts.origin;

	return hr_check_report_access(
		checker, thread, access, HR_D_out_of_bounds, facts,
		hr_arena_printf(&checker->arena, "the access lies %s %s (%llu bytes%s%s)",
				position(&checker->arena, access, base, end), facts.object,
				(unsigned long long)(end - base), origin ? ", " : "",
				origin ? origin : ""));
}

/* Return the origin of an argument's memory: the host's tracker knows its real size. */
static const char *origin_text(hr_checker *checker, uint64_t address)
{
	const check_object *object = hr_check_object_at(checker, address);
	char by[HR_TRACKED_BY];
	size_t bytes;

	if (object)
		return hr_check_allocated_text(checker, object);
	if (hr_tracked(checker->run->tracker, (const void *)address, NULL, &bytes))
		return hr_arena_printf(
			&checker->arena, "tracked with %zu bytes%s", bytes,
			hr_tracked_by(checker->run->tracker, (const void *)address, by));
	return "not tracked";
}

static hr_trap outside_argument(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const check_range *range = access->range;
	hr_diag_facts facts;
	hr_trap told;

	if (hr_check_is_told(checker, thread, HR_D_out_of_bounds, &told))
		return told;
	facts = (hr_diag_facts){.object =
					hr_check_argument_name(checker, checker->leaf, range->port),
				.origin = origin_text(checker, range->base)};

	return outside(checker, thread, access, facts, range->base, range->end);
}

/* E1: the instance that the address came from has completed. */
static hr_trap variable_is_gone(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const hr_diag_facts facts = {
		.object = hr_check_argument_name(checker, checker->leaf, access->range->port)};

	return hr_check_report_access(checker, thread, access, HR_D_use_after_free, facts,
				      hr_arena_printf(&checker->arena,
						      "%s points to a variable of an instance that "
						      "has returned",
						      facts.object));
}

const char *hr_check_variable_text(hr_checker *checker, const check_access *access)
{
	const char *name =
		access->variable ? hr_origin_variable(access->owner, access->variable) : NULL;

	return hr_arena_printf(&checker->arena,
			       name ? "the variable '%s' of '%s'" : "a variable%s of '%s'",
			       name ? name : "", access->owner->function->name);
}

static hr_trap outside_variable(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	hr_diag_facts facts;
	hr_trap told;

	if (hr_check_is_told(checker, thread, HR_D_out_of_bounds, &told))
		return told;
	facts = (hr_diag_facts){.object = hr_check_variable_text(checker, access)};

	return outside(checker, thread, access, facts, access->base, access->end);
}

/* P6: the variable's lifetime has ended. */
static hr_trap out_of_scope(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const hr_diag_facts facts = {.object = hr_check_variable_text(checker, access)};

	return hr_check_report_access(
		checker, thread, access, HR_D_use_after_scope, facts,
		hr_arena_printf(&checker->arena, "the scope of %s has ended", facts.object));
}

static hr_trap outside_global(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	hr_diag_facts facts;
	hr_trap told;

	if (hr_check_is_told(checker, thread, HR_D_out_of_bounds, &told))
		return told;
	facts = (hr_diag_facts){.object = hr_arena_printf(&checker->arena, "'%s'", access->name)};

	return outside(checker, thread, access, facts, access->base, access->end);
}

static bool inside(const check_access *access, uint64_t base, uint64_t end)
{
	return access->address >= base && access->address <= end &&
	       access->bytes <= end - access->address;
}

static hr_trap check_object_access(hr_checker *checker, hr_thread *thread,
				   const check_access *access, const check_object *object)
{
	hr_diag_facts facts = {.object = "an object"};
	const char *text;

	if (!object->freed && inside(access, object->base, object->end))
		return 0;
	facts.origin = hr_check_allocated_text(checker, object);
	if (object->variable)
		facts = (hr_diag_facts){.object = facts.origin};
	if (!object->freed)
		return outside(checker, thread, access, facts, object->base, object->end);
	if (object->variable)
		return hr_check_report_access(
			checker, thread, access, HR_D_use_after_free, facts,
			hr_arena_printf(&checker->arena, "%s has ended", facts.object));
	text = hr_arena_printf(&checker->arena,
			       "the object was %s in execution %llu, which has ended", facts.origin,
			       (unsigned long long)object->execution);
	return hr_check_report_access(checker, thread, access, HR_D_use_after_free, facts, text);
}

/* Return the argument closest to an access that lies in none, if it is near; else NULL. */
static const check_range *closest(const hr_checker *checker, uint64_t address)
{
	const check_range *best = NULL;
	uint64_t least = ADJACENT;

	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];
		uint64_t gap = address < range->base ? range->base - address : address - range->end;

		if (!range->base || gap >= least)
			continue;
		least = gap;
		best = range;
	}
	return best;
}

/* Return true if ADDRESS is in a global variable, or in THREAD's copy of a thread-local one; these
 * may be adjacent to other objects. */
static bool is_in_global(const hr_checker *checker, const hr_thread *thread, uint64_t address)
{
	const hr_program *program = checker->run->program;
	uint64_t base;

	for (uint32_t i = 0; i < thread->tls_count; i++)
		if (thread->tls[i] && address - thread->tls[i] < program->globals[i]->bytes)
			return true;
	for (uint32_t i = 0; i < program->global_count; i++)
		if (hr_image_global_address(checker->run->image, i, &base) == HR_OK &&
		    address - base < program->globals[i]->bytes)
			return true;
	return false;
}

/* Find the tracked object that the access begins in, or just misses. */
static bool tracked_near(const hr_checker *checker, const check_access *access, uint64_t *base,
			 uint64_t *end)
{
	const uint64_t around[] = {access->address, access->address - 1, access->address - ADJACENT,
				   access->address + ADJACENT};
	void *start;
	size_t bytes;

	for (unsigned i = 0; i < 4; i++) {
		if (!hr_tracked(checker->run->tracker, (const void *)around[i], &start, &bytes))
			continue;
		*base = hr_map_key(start);
		*end = *base + bytes;
		return true;
	}
	return false;
}

static hr_trap outside_tracked(hr_checker *checker, hr_thread *thread, const check_access *access,
			       uint64_t base, uint64_t end)
{
	hr_diag_facts facts;
	hr_trap told;

	if (hr_check_is_told(checker, thread, HR_D_out_of_bounds, &told))
		return told;
	facts = (hr_diag_facts){.object = "tracked memory",
				.origin = hr_check_origin(checker, base)};

	return outside(checker, thread, access, facts, base, end);
}

static hr_trap outside_block(hr_checker *checker, hr_thread *thread, const check_access *access,
			     const check_block *block)
{
	hr_diag_facts facts;
	hr_trap told;

	if (hr_check_is_told(checker, thread, HR_D_out_of_bounds, &told))
		return told;
	facts = (hr_diag_facts){
		.object = hr_arena_printf(&checker->arena, "memory from %s", block->name),
		.origin = hr_check_did_text(checker, block->node, block->site, "allocated")};

	return outside(checker, thread, access, facts, block->base, block->end);
}

static bool in_any_argument(const hr_checker *checker, const check_access *access)
{
	for (size_t i = 0; i < checker->ranges.count; i++)
		if (inside(access, checker->ranges.data[i].base, checker->ranges.data[i].end))
			return true;
	return false;
}

/* A function has an address, but is no object. */
static hr_trap check_function(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const hr_function *function = hr_image_function_at(checker->run->image, access->address);
	hr_status status;
	char address[32];

	if (!function)
		return 0;
	if (!hr_pool_wait_turn(thread) || hr_speculation_fail(checker->run))
		return end_instance(HR_TRAP);
	snprintf(address, sizeof(address), "0x%llx", (unsigned long long)access->address);
	status = hr_report_at(checker->run, thread, HR_D_bad_access, verb(access->kind), address,
			      hr_arena_printf(&checker->arena, "it is the address of function '%s'",
					      function->name));
	return end_instance(status);
}

static hr_trap check_any_address(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const check_object *object = hr_check_object_at(checker, access->address);
	check_access near = *access;
	check_block block;
	uint64_t base = 0, end = 0;
	bool tracked, of_block, within;

	if (object)
		return check_object_access(checker, thread, access, object);
	of_block = hr_check_block_at(checker, access->address, &block);
	within = of_block && inside(access, block.base, block.end);
	tracked = tracked_near(checker, access, &base, &end);
	/* the host may have tracked only a part of its block */
	if (within && (block.node || !tracked))
		return 0;
	if (tracked && inside(access, base, end))
		return 0;
	if (in_any_argument(checker, access))
		return 0;
	if (of_block && !within)
		return hr_check_block_is_certain(checker, &block)
			       ? outside_block(checker, thread, access, &block)
			       : 0;
	/* malloc keeps the size of a block in the bytes before it */
	if (!tracked && !of_block &&
	    hr_check_block_at(checker, access->address + ADJACENT, &block) &&
	    access->address < block.base && !block.quarantined &&
	    hr_check_block_is_certain(checker, &block))
		return outside_block(checker, thread, access, &block);
	if (!tracked && !of_block) {
		const hr_trap trap = check_function(checker, thread, access);

		if (trap)
			return trap;
	}
	near.range = closest(checker, access->address);
	if ((tracked || near.range) && is_in_global(checker, thread, access->address))
		return 0;
	if (tracked && !near.range)
		return outside_tracked(checker, thread, access, base, end);
	return near.range ? outside_argument(checker, thread, &near) : 0;
}

/* Frames above the running one have returned. So have all frames on the thread's own stack, unless
 * a function called by a lane runs there. */
static bool has_returned(const hr_checker *checker, const hr_thread *thread,
			 const check_access *access)
{
	const uint64_t top = hr_map_key(thread->top), end = access->address + access->bytes;

	if (hr_check_in_frames(checker, access->address))
		return end > top || top - checker->frames > checker->frames_end - checker->frames;
	return top - checker->stack <= checker->stack_end - checker->stack && end > top &&
	       access->address < hr_map_key(thread->reach);
}

/* Return true if the access is above all frames that the instance has had. */
static bool is_above_all(const hr_checker *checker, const hr_thread *thread,
			 const check_access *access)
{
	const uint64_t top = hr_map_key(thread->top);

	return access->place == LOCAL_BESIDE && !hr_check_in_frames(checker, access->address) &&
	       top - checker->stack <= checker->stack_end - checker->stack &&
	       access->address >= top && access->address >= hr_map_key(thread->reach);
}

hr_trap hr_check_stack(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	if (access->owner && !inside(access, access->base, access->end))
		return outside_variable(checker, thread, access);
	if (access->owner && access->variable && access->variable->scoped &&
	    hr_check_has_ended(checker, access->base, access->variable))
		return out_of_scope(checker, thread, access);
	if (access->owner)
		return 0;
	if (access->place == LOCAL_GAP || is_above_all(checker, thread, access))
		return hr_check_report_access(
			checker, thread, access, HR_D_out_of_bounds, (hr_diag_facts){0},
			hr_check_in_host(checker)
				? "in memory for local variables, but in none"
				: "in memory for local variables, but in none of this instance");
	if (access->place != LOCAL_GONE && !has_returned(checker, thread, access))
		return 0;
	return hr_check_report_access(
		checker, thread, access, HR_D_use_after_free, (hr_diag_facts){0},
		"the address lies in the stack frame of a call that has returned");
}

static hr_trap host_has_freed(hr_checker *checker, hr_thread *thread, const check_access *access,
			      const check_host_freed *freed)
{
	const hr_diag_facts facts = hr_check_object_facts(checker, access);

	return hr_check_report_access(checker, thread, access, HR_D_use_after_free, facts,
				      hr_arena_printf(&checker->arena, "%s\n%s",
						      hr_check_facts_text(checker, &facts),
						      freed->text));
}

static hr_trap has_freed(hr_checker *checker, hr_thread *thread, const check_access *access,
			 const check_block *block)
{
	const hr_diag_facts facts = hr_check_object_facts(checker, access);

	return hr_check_report_access(checker, thread, access, HR_D_use_after_free, facts,
				      hr_arena_printf(&checker->arena, "%s\n%s",
						      hr_check_facts_text(checker, &facts),
						      hr_check_block_freed_text(checker, block)));
}

static hr_trap misaligned(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const hr_diag_facts facts = hr_check_object_facts(checker, access);

	return hr_check_report_access(checker, thread, access, HR_D_misaligned, facts,
				      hr_arena_printf(&checker->arena, "%u\n%s",
						      access->site->align[access->second],
						      hr_check_facts_text(checker, &facts)));
}

/* What is wrong wherever the object is: a wrong alignment, or freed memory. */
static hr_trap check_alive(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const check_host_freed *freed;
	check_block block;
	hr_trap trap;

	if (access->address & (access->site->align[access->second] - 1)) {
		trap = misaligned(checker, thread, access);
		if (trap)
			return trap;
	}
	freed = hr_check_host_freed_at(checker, access->address, access->address + access->bytes);
	if (freed)
		return host_has_freed(checker, thread, access, freed);
	if (hr_check_block_freed_at(checker, access->address, access->address + access->bytes,
				    &block))
		return has_freed(checker, thread, access, &block);
	return 0;
}

hr_trap hr_check_host_bounds(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const check_object *object;
	check_block block;
	hr_trap trap = check_alive(checker, thread, access);

	if (trap)
		return trap;
	switch (access->area) {
	case AREA_STACK: return hr_check_stack(checker, thread, access);
	case AREA_GLOBAL:
	case AREA_THREAD:
		return inside(access, access->base, access->end)
			       ? 0
			       : outside_global(checker, thread, access);
	case AREA_BLOCK:
		if (inside(access, access->base, access->end) ||
		    !hr_check_block_at(checker, access->base, &block))
			return 0;
		return block.quarantined ? has_freed(checker, thread, access, &block)
					 : outside_block(checker, thread, access, &block);
	default:
		object = hr_check_object_at(checker, access->address);
		return object ? check_object_access(checker, thread, access, object)
			      : check_function(checker, thread, access);
	}
}

hr_trap hr_check_bounds(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	const check_object *object;
	hr_trap trap = check_alive(checker, thread, access);

	if (trap)
		return trap;
	switch (access->area) {
	case AREA_STACK: return hr_check_stack(checker, thread, access);
	case AREA_GLOBAL:
	case AREA_THREAD:
		return inside(access, access->base, access->end)
			       ? 0
			       : outside_global(checker, thread, access);
	case AREA_ARGUMENT:
		if (hr_check_is_variable(checker, access->address))
			return variable_is_gone(checker, thread, access);
		if (!inside(access, access->range->base, access->range->end))
			return outside_argument(checker, thread, access);
		object = checker->objects.count ? hr_check_object_at(checker, access->address)
						: NULL;
		return object && object->freed
			       ? check_object_access(checker, thread, access, object)
			       : 0;
	default: return check_any_address(checker, thread, access);
	}
}
