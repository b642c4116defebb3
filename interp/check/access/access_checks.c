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
#include "interp/check/check_sandbox.h"
#include "interp/check/check_state.h"

enum { DEEPEST = 24 };

static check_site_check closed;
const hr_access_check *const hr_access_check_closed = &closed.check;

void hr_access_checks_free(hr_checker *checker)
{
	HR_VEC_FREE(&checker->open_checks);
	hr_map_free(&checker->roots);
}

void hr_access_checks_close(hr_checker *checker)
{
	for (size_t i = 0; i < checker->open_checks.count; i++) {
		check_site_check *check = checker->open_checks.data[i];

		check->check.span = check->check.quick = 0;
		check->listed = false;
	}
	checker->open_checks.count = 0;
}

void hr_access_checks_close_over(hr_checker *checker, uint64_t base, uint64_t end)
{
	for (size_t i = 0; i < checker->open_checks.count; i++) {
		const check_site_check *check = checker->open_checks.data[i];

		if (check->like.framed || check->like.base >= end || check->like.end <= base)
			continue;
		hr_access_checks_close(checker);
		return;
	}
}

/* --- tables ----------------------------------------------------------------------------------- */

static hr_access_checks *new_checks(hr_checker *checker, const hr_code *code,
				    hr_access_checks *caller)
{
	hr_access_checks *checks = HR_ARENA_NEW(&checker->arena, hr_access_checks);

	checks->code = code;
	checks->caller = caller;
	checks->depth = caller ? caller->depth + 1 : 0;
	checks->callees =
		hr_arena_array(&checker->arena, code->call_count + 1u, sizeof(*checks->callees));
	checks->by_word =
		hr_arena_array(&checker->arena, code->word_count, sizeof(hr_access_check *));
	for (uint32_t i = 0; i < code->word_count; i++)
		checks->by_word[i] = &closed.check;
	return checks;
}

/* The numbers of tables of one function that have no caller. */
enum { OUTSIDE, DEEP, IN_HOST };

/* Return the table NUMBER of CODE. */
static hr_access_checks *apart(hr_checker *checker, const hr_code *code, unsigned number)
{
	uint64_t key = hr_map_key(code) | number, known;
	hr_access_checks *checks;

	if (hr_map_get(&checker->roots, key, &known))
		return (hr_access_checks *)(uintptr_t)known;
	checks = new_checks(checker, code, NULL);
	if (number == DEEP)
		checks->callees = NULL;
	hr_map_put(&checker->roots, key, hr_map_key(checks));
	return checks;
}

static bool is_deep(const hr_access_checks *caller, const hr_code *code)
{
	if (!caller->callees || caller->depth >= DEEPEST)
		return true;
	for (; caller; caller = caller->caller)
		if (caller->code == code)
			return true;
	return false;
}

static hr_access_checks *find_checks(hr_thread *thread, uint8_t *frame)
{
	hr_checker *checker = thread->run->checker;
	hr_frame *link = hr_frame_of(frame);
	const uint32_t *call = hr_frame_call(link);
	hr_access_checks *caller, **known;

	if (!call || link->tail) {
		link->checks = apart(checker, link->code, link->tail ? DEEP : OUTSIDE);
		return link->checks;
	}
	caller = hr_frame_of(link->caller)->checks;
	if (!caller)
		caller = find_checks(thread, link->caller);
	known = caller->callees ? &caller->callees[call[1]] : NULL;
	if (known && *known && (*known)->code == link->code)
		link->checks = *known;
	else if (is_deep(caller, link->code))
		link->checks = apart(checker, link->code, DEEP);
	else
		link->checks = *known = new_checks(checker, link->code, caller);
	return link->checks;
}

/* Host threads call this outside of executions and take the lock. Threads of a thread pool call it
 * during the execution of the thread that waits for them and already holds the lock. */
hr_access_checks *hr_access_checks_find(hr_thread *thread, uint8_t *frame)
{
	hr_checker *checker = thread->run->checker;
	hr_access_checks *found;

	if (thread->place)
		return find_checks(thread, frame);
	pthread_mutex_lock(&checker->lock);
	if (thread->level || !checker->host)
		found = find_checks(thread, frame);
	else
		found = hr_frame_of(frame)->checks =
			apart(checker, hr_frame_of(frame)->code, IN_HOST);
	pthread_mutex_unlock(&checker->lock);
	return found;
}

/* --- access checks ---------------------------------------------------------------------------- */

check_site_check *hr_access_check_at(hr_checker *checker, hr_access_checks *checks, uint32_t word)
{
	if (checks->by_word[word] == &closed.check)
		checks->by_word[word] = &HR_ARENA_NEW(&checker->arena, check_site_check)->check;
	return (check_site_check *)checks->by_word[word];
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

static hr_trap attributes_alone(hr_thread *thread, const hr_access_check *check, uint64_t address,
				const void *value)
{
	return hr_attribute_passes(check, address)
		       ? 0
		       : hr_access_watched(thread, check, address, value);
}

static hr_trap both(hr_thread *thread, const hr_access_check *check, uint64_t address,
		    const void *value)
{
	const check_site_check *self = (const check_site_check *)check;

	return hr_attribute_passes(check, address) && self->in_order(check, address)
		       ? 0
		       : hr_access_watched(thread, check, address, value);
}

static hr_access_pass *pass_of(const check_site_check *check)
{
	switch (check->check.watch) {
	case WATCH_ATTRIBUTES: return attributes_alone;
	case WATCH_RACE: return check->race_alone;
	case WATCH_ATTRIBUTES | WATCH_RACE: return both;
	default: return NULL;
	}
}

/* Return true if no bit of the object is undefined, or undefined bits are not checked. */
static bool is_defined(hr_checker *checker, const check_access *access)
{
	return !checker->uninit ||
	       (access->area != AREA_STACK && hr_defined(checker, access->base, access->end));
}

void hr_access_check_open(hr_checker *checker, uint8_t *frame, const check_access *access)
{
	hr_access_checks *checks = hr_frame_of(frame)->checks;
	check_block freed;
	check_site_check *check;

	if (!access->lasting || !checks || !checks->callees || !allowed(checker, access) ||
	    (checker->run->options.sandbox.on && !hr_sandbox_holds(checker, frame, access)) ||
	    access->end - access->base < access->bytes ||
	    hr_check_host_freed_at(checker, access->base, access->end) ||
	    hr_check_block_freed_at(checker, access->base, access->end, &freed) ||
	    hr_check_holds_freed_object(checker, access->base, access->end))
		return;
	check = hr_access_check_at(checker, checks, access->site->word);
	if (!check->check.span)
		HR_PUSH(&checker->open_checks, check);
	check->check = (hr_access_check){
		.base = access->base - (access->framed ? hr_frame_variables(frame) : 0),
		.span = access->end - access->base - access->bytes + 1,
		.framed = access->framed ? UINT64_MAX : 0,
		.align = checker->checks & HR_CHECK_BOUNDS ? access->site->align[0] - 1 : 0,
		.watch = watchers(checker, access),
		.defined = is_defined(checker, access)};
	if (!check->check.watch && check->check.defined)
		check->check.quick = check->check.span;
	check->like = *access;
	check->watched = hr_access_watched;
	if (check->check.watch & WATCH_ATTRIBUTES)
		hr_attribute_prepare(checker, check);
	if (check->check.watch & WATCH_RACE)
		hr_race_prepare(checker, check);
	check->check.pass = pass_of(check);
	if (checker->uninit && !check->check.defined && !access->framed)
		check->check.undefined = hr_uninit_bias(checker, access->base, access->end);
}

void hr_access_open_range(hr_checker *checker, uint8_t *frame, const check_access *access)
{
	hr_access_checks *checks = hr_frame_of(frame)->checks;
	check_site_check *check;

	if (!access->lasting || !checks || !checks->callees || access->end <= access->base ||
	    checker->strays.count)
		return;
	check = hr_access_check_at(checker, checks, access->site->word);
	if (!check->check.span)
		HR_PUSH(&checker->open_checks, check);
	check->check = (hr_access_check){.base = access->base -
						 (access->framed ? hr_frame_variables(frame) : 0),
					 .span = access->end - access->base,
					 .framed = access->framed ? UINT64_MAX : 0,
					 .defined = true};
	check->like = *access;
}

hr_trap hr_access_watched(hr_thread *thread, const hr_access_check *check, uint64_t address,
			  const void *value)
{
	hr_checker *checker = thread->run->checker;
	const check_site_check *self = (const check_site_check *)check;
	bool allowed = !(check->watch & WATCH_ATTRIBUTES) || hr_attribute_passes(check, address);
	bool ordered = !(check->watch & WATCH_RACE) || self->in_order(check, address);
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
