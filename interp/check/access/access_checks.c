/* interp/check/access/access_checks.c -- the tables of access checks, and when access checks open
 * and close.
 *
 * Each running frame has a table of access checks; a function has one table for each call path to
 * it. All access checks are closed when a grid begins. Recursion would create unboundedly many
 * tables: the second and further frames of a function, and frames below many calls, share one table
 * of the function whose access checks stay closed.
 *
 * Invariant: an access check is open only if the access that opened it is `lasting`
 *            (interp/check/check_state.h).
 * Owns:      the list of open access checks; tables and access checks belong to the checker's
 *            arena.
 * Clauses:   M4-M6, as check.c.
 * Not here:  the fast path itself (interp/check/access_check.h). */
#include "interp/check/check_state.h"

enum { DEEPEST = 24 };

static check_gate closed;

void hr_gates_free(hr_checker *checker)
{
	HR_VEC_FREE(&checker->gates);
	hr_map_free(&checker->roots);
}

void hr_gates_close(hr_checker *checker)
{
	for (size_t i = 0; i < checker->gates.count; i++)
		checker->gates.data[i]->gate.span = checker->gates.data[i]->gate.quick = 0;
	checker->gates.count = 0;
}

void hr_gates_close_over(hr_checker *checker, uint64_t base, uint64_t end)
{
	for (size_t i = 0; i < checker->gates.count; i++) {
		const check_gate *gate = checker->gates.data[i];

		if (gate->like.framed || gate->like.base >= end || gate->like.end <= base)
			continue;
		hr_gates_close(checker);
		return;
	}
}

/* --- tables ----------------------------------------------------------------------------------- */

static hr_gates *new_gates(hr_checker *checker, const hr_code *code, hr_gates *caller)
{
	hr_gates *gates = HR_ARENA_NEW(&checker->arena, hr_gates);

	gates->code = code;
	gates->caller = caller;
	gates->depth = caller ? caller->depth + 1 : 0;
	gates->callees =
		hr_arena_array(&checker->arena, code->call_count + 1u, sizeof(*gates->callees));
	gates->by_word = hr_arena_array(&checker->arena, code->word_count, sizeof(hr_gate *));
	for (uint32_t i = 0; i < code->word_count; i++)
		gates->by_word[i] = &closed.gate;
	return gates;
}

/* Return the table of code that is entered from outside, or too deep in calls: a table without a
 * caller. */
static hr_gates *apart(hr_checker *checker, const hr_code *code, bool deep)
{
	uint64_t key = hr_map_key(code) | deep, known;
	hr_gates *gates;

	if (hr_map_get(&checker->roots, key, &known))
		return (hr_gates *)(uintptr_t)known;
	gates = new_gates(checker, code, NULL);
	if (deep)
		gates->callees = NULL;
	hr_map_put(&checker->roots, key, hr_map_key(gates));
	return gates;
}

static bool is_deep(const hr_gates *caller, const hr_code *code)
{
	if (!caller->callees || caller->depth >= DEEPEST)
		return true;
	for (; caller; caller = caller->caller)
		if (caller->code == code)
			return true;
	return false;
}

static hr_gates *find_gates(hr_thread *thread, uint8_t *frame)
{
	hr_checker *checker = thread->run->checker;
	hr_frame *link = hr_frame_of(frame);
	const uint32_t *call = hr_frame_call(link);
	hr_gates *caller, **known;

	if (!call) {
		link->gates = apart(checker, link->code, false);
		return link->gates;
	}
	caller = hr_frame_of(link->caller)->gates;
	if (!caller)
		caller = find_gates(thread, link->caller);
	known = caller->callees ? &caller->callees[call[1]] : NULL;
	if (known && *known && (*known)->code == link->code)
		link->gates = *known;
	else if (is_deep(caller, link->code))
		link->gates = apart(checker, link->code, true);
	else
		link->gates = *known = new_gates(checker, link->code, caller);
	return link->gates;
}

/* Host threads call this outside of executions and take the lock. Threads of a thread pool call it
 * during the execution of the thread that waits for them and already holds the lock. */
hr_gates *hr_gates_find(hr_thread *thread, uint8_t *frame)
{
	hr_checker *checker = thread->run->checker;
	hr_gates *found;

	if (thread->place)
		return find_gates(thread, frame);
	pthread_mutex_lock(&checker->lock);
	found = find_gates(thread, frame);
	pthread_mutex_unlock(&checker->lock);
	return found;
}

/* --- access checks ---------------------------------------------------------------------------- */

static check_gate *gate_at(hr_checker *checker, hr_gates *gates, uint32_t word)
{
	if (gates->by_word[word] == &closed.gate)
		gates->by_word[word] = &HR_ARENA_NEW(&checker->arena, check_gate)->gate;
	return (check_gate *)gates->by_word[word];
}

/* M5: an access that is not allowed is counted each time, so it must not open the access check. */
static bool allowed(hr_checker *checker, const check_access *access)
{
	return access->area != AREA_ARGUMENT || !(checker->checks & HR_CHECK_ATTRIBUTES) ||
	       hr_attribute_allows(checker, access);
}

static uint32_t watchers(hr_checker *checker, const check_access *access)
{
	uint32_t watch = 0;

	if (access->area == AREA_STACK)
		return 0;
	if (checker->checks & HR_CHECK_RACE && !access->constant && !hr_race_quiet(checker, access))
		watch |= WATCH_RACE;
	if (access->area != AREA_ARGUMENT || !(checker->checks & HR_CHECK_ATTRIBUTES))
		return watch;
	return hr_attribute_notes(checker, access) ? watch | WATCH_ATTRIBUTES : watch;
}

static hr_trap attributes_alone(hr_thread *thread, const hr_gate *gate, uint64_t address,
				const void *value)
{
	return hr_attribute_passes(gate, address) ? 0
						  : hr_gate_watched(thread, gate, address, value);
}

static hr_trap both(hr_thread *thread, const hr_gate *gate, uint64_t address, const void *value)
{
	const check_gate *self = (const check_gate *)gate;

	return hr_attribute_passes(gate, address) && self->in_order(gate, address)
		       ? 0
		       : hr_gate_watched(thread, gate, address, value);
}

static hr_gate_pass *pass_of(const check_gate *gate)
{
	switch (gate->gate.watch) {
	case WATCH_ATTRIBUTES:
		return attributes_alone;
	case WATCH_RACE:
		return gate->race_alone;
	case WATCH_ATTRIBUTES | WATCH_RACE:
		return both;
	default:
		return NULL;
	}
}

/* Return true if no bit of the object is undefined, or undefined bits are not checked. */
static bool is_defined(hr_checker *checker, const check_access *access)
{
	return !checker->uninit || (access->area != AREA_STACK &&
				    hr_defined(checker, access->base, access->end));
}

void hr_gate_open(hr_checker *checker, uint8_t *frame, const check_access *access)
{
	hr_gates *gates = hr_frame_of(frame)->gates;
	check_block freed;
	check_gate *gate;

	if (!access->lasting || !gates || !gates->callees || !allowed(checker, access) ||
	    access->end - access->base < access->bytes ||
	    hr_check_host_freed_at(checker, access->base, access->end) ||
	    hr_check_block_freed_at(checker, access->base, access->end, &freed) ||
	    hr_check_holds_freed_object(checker, access->base, access->end))
		return;
	gate = gate_at(checker, gates, access->site->word);
	if (!gate->gate.span)
		HR_PUSH(&checker->gates, gate);
	gate->gate =
		(hr_gate){.base = access->base - (access->framed ? hr_frame_variables(frame) : 0),
			  .span = access->end - access->base - access->bytes + 1,
			  .framed = access->framed ? UINT64_MAX : 0,
			  .align = checker->checks & HR_CHECK_BOUNDS ? access->site->align[0] - 1 : 0,
			  .watch = watchers(checker, access),
			  .defined = is_defined(checker, access)};
	if (!gate->gate.watch && gate->gate.defined)
		gate->gate.quick = gate->gate.span;
	gate->like = *access;
	gate->watched = hr_gate_watched;
	if (gate->gate.watch & WATCH_ATTRIBUTES)
		hr_attribute_prepare(checker, gate);
	if (gate->gate.watch & WATCH_RACE)
		hr_race_prepare(checker, gate);
	gate->gate.pass = pass_of(gate);
	if (checker->uninit && !gate->gate.defined && !access->framed)
		gate->gate.undefined = hr_uninit_bias(checker, access->base, access->end);
}

hr_trap hr_gate_watched(hr_thread *thread, const hr_gate *gate, uint64_t address, const void *value)
{
	hr_checker *checker = thread->run->checker;
	const check_gate *self = (const check_gate *)gate;
	bool allowed = !(gate->watch & WATCH_ATTRIBUTES) || hr_attribute_passes(gate, address);
	bool ordered = !(gate->watch & WATCH_RACE) || self->in_order(gate, address);
	check_access access;

	if (allowed && ordered)
		return 0;
	access = self->like;
	access.address = address;
	access.value = value;
	if (!allowed)
		hr_check_attribute(checker, thread, &access);
	if (!ordered)
		hr_check_race(checker, thread, &access);
	return 0;
}
