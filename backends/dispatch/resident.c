/* backends/dispatch/resident.c -- program memory that is resident on a device while a grid runs and
 * afterwards.
 *
 * A place is a range of the program's memory that is on a device. Grids that run at the same time
 * on the same memory share the place, because two copies could not be merged again. After the grid,
 * the memory stays on the device as long as nothing else needs it: within an execution, because
 * only the execution's grids access it; between executions, if it lies in a tracked object, which
 * the host must request before an access (M7). An access by a host that does not is detected by a
 * guard, and sees the same contents as if nothing had stayed.
 * Invariant: a byte of the program's memory is in at most one place; a place in use is not changed.
 * Owns:      device memory.
 * Clauses:   M7.
 * Not here:  the memory that a grid uses (device.c), when memory may stay (settle.c, run.c). */
#include "backends/dispatch/resident.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#include "backends/dispatch/guard.h"
#include "interp/memory/memory.h"
#include "backends/dispatch/emit_events.h"
#include "backends/unit/unit.h"
#include "src/base/vec.h"

typedef struct place {
	const hr_backend_entry *entry;
	uint64_t begin, end;
	uint8_t *device;         /* device address of BEGIN; owned */
	bool shared;             /* shared with the device: nothing is copied */
	/* Between the ends of the guard, the device's contents are newer than the program's. */
	bool dirty;
	bool dirty_ends;         /* the same at the ends */
	bool held;               /* stays until hr_kept_rest() */
	bool resting;            /* guarded; the host may have written at the ends since */
	unsigned users;          /* number of grids that use it */
	hr_guard guard;
} place;

enum { RECENT = 16 };

struct hr_kept {
	hr_run *run;
	HR_VEC(place) places;
	pthread_mutex_t lock;    /* protects all fields */
	pthread_cond_t given;    /* signalled when the last user of a place has ended */
	uint64_t there, back;    /* number of bytes copied */
	const hr_backend_entry *failed;   /* the backend whose copy failed last; NULL: none */
	/* Pages whose guards were removed because of an access. */
	struct { uint64_t begin, end; } recent[RECENT];
	unsigned touches;
};

static _Thread_local hr_keeping keeping;

hr_kept *hr_kept_new(hr_run *run)
{
	hr_kept *kept = hr_alloc_zero(sizeof(*kept));

	kept->run = run;
	pthread_mutex_init(&kept->lock, NULL);
	pthread_cond_init(&kept->given, NULL);
	return kept;
}

void hr_kept_free(hr_kept *kept)
{
	if (!kept)
		return;
	for (size_t i = 0; i < kept->places.count; i++) {
		place *at = &kept->places.data[i];

		(void)hr_guard_remove(&at->guard);
		at->entry->module->memory->release(at->entry->state, at->device);
	}
	HR_VEC_FREE(&kept->places);
	pthread_cond_destroy(&kept->given);
	pthread_mutex_destroy(&kept->lock);
	hr_free(kept);
}

void hr_kept_allow(hr_keeping how)
{
	keeping = how;
}

const hr_backend_entry *hr_kept_failed(hr_kept *kept, char text[HR_BACKEND_TEXT])
{
	const hr_backend_entry *entry;

	pthread_mutex_lock(&kept->lock);
	entry = kept->failed;
	pthread_mutex_unlock(&kept->lock);
	if (!entry || !hr_stays_behind(entry->module) || entry->module->settle(entry->state, text) == 0)
		snprintf(text, HR_BACKEND_TEXT, "memory cannot be copied");
	return entry;
}

uint64_t hr_kept_copied(const hr_kept *kept, bool back)
{
	return back ? kept->back : kept->there;
}

/* --- copies --------------------------------------------------------------------------------------- */

/* Copy [FROM, TO), which lies in the place, to the device or, if BACK is set, back. */
static bool copy(hr_kept *kept, const place *at, uint64_t from, uint64_t to, bool back)
{
	const hr_backend_memory *memory = at->entry->module->memory;
	void *here = (void *)(uintptr_t)from;
	uint8_t *there = at->device + (from - at->begin);

	if (from == to)
		return true;
	if (back ? memory->read(at->entry->state, there, here, to - from)
		 : memory->write(at->entry->state, there, here, to - from)) {
		kept->failed = at->entry;
		return false;
	}
	if (at->shared)
		return true;
	hr_tell_copy(kept->run, at->entry->name, here, to - from, !back);
	*(back ? &kept->back : &kept->there) += to - from;
	return true;
}

/* Remove the guard and update the program's memory. */
static bool refresh(hr_kept *kept, place *at)
{
	bool read = true;

	if (!hr_guard_remove(&at->guard)) { /* the memory no longer exists */
		at->dirty = at->dirty_ends = false;
		return true;
	}
	if (at->dirty)
		read &= copy(kept, at, at->guard.first, at->guard.last, true);
	if (at->dirty_ends)
		read &= copy(kept, at, at->guard.begin, at->guard.first, true) &&
			copy(kept, at, at->guard.last, at->guard.end, true);
	at->dirty = at->dirty_ends = false;
	return read;
}

/* Copy place number I back and remove it. */
static bool bring_back(hr_kept *kept, size_t i)
{
	bool read = refresh(kept, &kept->places.data[i]);
	place it = kept->places.data[i];

	it.entry->module->memory->release(it.entry->state, it.device);
	kept->places.data[i] = HR_LAST(&kept->places);
	kept->places.count--;
	return read;
}

/* --- between grids ---------------------------------------------------------------------------------- */

/* Return true if the host must request the memory of the place before an access. */
static bool is_tracked(const hr_kept *kept, const place *at)
{
	return hr_tracked_whole(kept->run->tracker, (const void *)(uintptr_t)at->begin, at->end - at->begin);
}

/* Prepare a place for the host to continue. Return false if something cannot be copied; *GONE is
 * set if the place was removed. */
static bool rest(hr_kept *kept, size_t i, bool *gone)
{
	place *at = &kept->places.data[i];

	at->held = false;
	*gone = false;
	if (at->resting)
		return true;
	if (!at->shared && is_tracked(kept, at)) {
		bool good = !at->dirty_ends || (copy(kept, at, at->guard.begin, at->guard.first, true) &&
						copy(kept, at, at->guard.last, at->guard.end, true));

		at->resting = good && hr_guard_put(&at->guard, at->dirty);
		if (at->resting) {
			at->dirty_ends = false;
			return true;
		}
	}
	*gone = true;
	return bring_back(kept, i);
}

/* Prepare a place for a grid: copy what the host has written at the ends to the device. */
static bool wake(hr_kept *kept, place *at)
{
	if (!at->resting)
		return true;
	at->resting = false;
	return (!hr_guard_changed(&at->guard, false) || copy(kept, at, at->guard.begin, at->guard.first, false)) &&
	       (!hr_guard_changed(&at->guard, true) || copy(kept, at, at->guard.last, at->guard.end, false));
}

bool hr_kept_rest(hr_kept *kept)
{
	bool good = true, gone;

	pthread_mutex_lock(&kept->lock);
	for (size_t i = kept->places.count; i > 0; i--)
		if (!kept->places.data[i - 1].users)
			good &= rest(kept, i - 1, &gone);
	pthread_mutex_unlock(&kept->lock);
	return good;
}

/* Return the index of a place that overlaps [BEGIN, END), after waiting for the grids that use it.
 * Return SIZE_MAX if there is none. */
static size_t next_idle(hr_kept *kept, uint64_t begin, uint64_t end)
{
	for (size_t i = 0; i < kept->places.count;) {
		const place *at = &kept->places.data[i];

		if (at->begin >= end || begin >= at->end) {
			i++;
		} else if (at->users) {
			pthread_cond_wait(&kept->given, &kept->lock);
			i = 0;
		} else {
			return i;
		}
	}
	return SIZE_MAX;
}

static bool return_all(hr_kept *kept, uint64_t begin, uint64_t end, bool gone)
{
	bool good = true;

	for (size_t i; (i = next_idle(kept, begin, end)) != SIZE_MAX;) {
		place *at = &kept->places.data[i];

		if (gone && at->begin >= begin && at->end <= end)
			at->dirty = at->dirty_ends = false;
		good &= bring_back(kept, i);
	}
	return good;
}

bool hr_kept_return(hr_kept *kept, const void *base, uint64_t bytes, bool gone)
{
	uint64_t begin = (uintptr_t)base;
	bool good;

	if (!__atomic_load_n(&kept->places.count, __ATOMIC_RELAXED))
		return true;           /* fast path for hosts that free much memory */
	pthread_mutex_lock(&kept->lock);
	good = return_all(kept, begin, begin + bytes, gone);
	pthread_mutex_unlock(&kept->lock);
	return good;
}

bool hr_kept_settle(hr_kept *kept)
{
	bool good;

	pthread_mutex_lock(&kept->lock);
	good = return_all(kept, 0, UINT64_MAX, false);
	pthread_mutex_unlock(&kept->lock);
	return good;
}

/* --- touches ---------------------------------------------------------------------------------------- */

/* Return true if another thread may have made the access possible in the meantime. */
static bool was_touched(const hr_kept *kept, uint64_t address)
{
	static _Thread_local uint64_t last;
	bool again = last == address;

	last = 0;
	for (unsigned i = 0; i < RECENT && !again; i++)
		if (address >= kept->recent[i].begin && address < kept->recent[i].end) {
			last = address;
			return true;
		}
	return false;
}

/* Handle an access to place I. A read leaves the place as it is: a guard against writes is
 * activated. */
static bool let_in(hr_kept *kept, size_t i)
{
	place *at = &kept->places.data[i];
	bool was_dirty = at->dirty, good;

	kept->recent[kept->touches++ % RECENT].begin = at->guard.first;
	kept->recent[(kept->touches - 1) % RECENT].end = at->guard.last;
	if (!was_dirty || !at->resting)
		return bring_back(kept, i);
	good = refresh(kept, at);
	if (good && hr_guard_put(&at->guard, false))
		return true;
	return bring_back(kept, i) && good;
}

bool hr_kept_touched(hr_kept *kept, const void *address)
{
	uint64_t where = (uintptr_t)address;
	bool found = false, good = true;

	pthread_mutex_lock(&kept->lock);
	for (size_t i = 0; i < kept->places.count && !found;) {
		if (!hr_guard_holds(&kept->places.data[i].guard, where)) {
			i++;
		} else if (kept->places.data[i].users) {
			pthread_cond_wait(&kept->given, &kept->lock);
			i = 0;
		} else {
			good = let_in(kept, i);
			found = true;
		}
	}
	found = found || was_touched(kept, where);
	pthread_mutex_unlock(&kept->lock);
	return found && good;
}

/* --- grids ------------------------------------------------------------------------------------------ */

static place *holding(hr_kept *kept, const hr_backend_entry *entry, const hr_kept_range *range)
{
	for (size_t i = 0; i < kept->places.count; i++) {
		place *at = &kept->places.data[i];

		if (at->entry == entry && at->begin <= range->begin && range->end <= at->end)
			return at;
	}
	return NULL;
}

/* Copy back and remove the places that overlap RANGE but do not contain all of it. *WAITED is set
 * if the lock was released meanwhile, so that anything may have changed. */
static bool clear_ways(hr_kept *kept, const hr_backend_entry *entry, const hr_kept_range *range, bool *waited)
{
	const place *whole = holding(kept, entry, range);
	bool good = true;

	if (whole && (whole->users || keeping != HR_KEEPS_NOTHING))
		return true;
	for (size_t i = 0; i < kept->places.count;) {
		const place *at = &kept->places.data[i];

		if (at->begin >= range->end || range->begin >= at->end) {
			i++;
		} else if (at->users) {
			pthread_cond_wait(&kept->given, &kept->lock);
			*waited = true;
			return good;
		} else {
			good &= bring_back(kept, i);
		}
	}
	return good;
}

/* Return a new place: the program's memory itself if the device shares it, otherwise device memory
 * of the same size. */
static place make_room(const hr_backend_entry *entry, const hr_kept_range *range)
{
	const hr_backend *module = entry->module;
	uint64_t bytes = range->end - range->begin;
	place made = {.entry = entry, .begin = range->begin, .end = range->end,
		      .guard = hr_guard_of(range->begin, range->end)};

	if (module->bytes > offsetof(hr_backend, takes) && module->takes & HR_TAKES_SHARED)
		made.device = module->memory->share(entry->state, (void *)(uintptr_t)range->begin, bytes);
	made.shared = made.device != NULL;
	if (!made.shared)
		made.device = module->memory->allocate(entry->state, bytes);
	return made;
}

/* Return HR_GRID_NO_MEMORY if the device has no room. */
static hr_grid_end take(hr_kept *kept, const hr_backend_entry *entry, hr_kept_range *range)
{
	place *at = holding(kept, entry, range);

	if (!at) {
		place made = make_room(entry, range);

		if (!made.device)
			return HR_GRID_NO_MEMORY;
		if (range->read && !made.shared && !copy(kept, &made, made.begin, made.end, false)) {
			entry->module->memory->release(entry->state, made.device);
			return HR_GRID_FAILED;
		}
		HR_PUSH(&kept->places, made);
		at = &HR_LAST(&kept->places);
	} else if (!wake(kept, at)) {
		return HR_GRID_FAILED;
	}
	at->users++;
	range->device = at->device + (range->begin - at->begin);
	return HR_GRID_DONE;
}

/* Unlock COUNT ranges that were taken. */
static bool give(hr_kept *kept, const hr_backend_entry *entry, const hr_kept_range *ranges, size_t count, bool ran)
{
	bool good = true, gone;

	for (size_t i = 0; i < count; i++) {
		place *at = holding(kept, entry, &ranges[i]);

		if (ran && ranges[i].written)
			at->dirty = at->dirty_ends = true;
		if (keeping == HR_KEEPS_ALL)
			at->held = true;
		if (--at->users || at->held)
			continue;
		if (keeping == HR_KEEPS_NOTHING)
			good &= bring_back(kept, (size_t)(at - kept->places.data));
		else
			good &= rest(kept, (size_t)(at - kept->places.data), &gone);
	}
	pthread_cond_broadcast(&kept->given);
	return good;
}

/* Remove some unused place. Return false if there is none. */
static bool evict(hr_kept *kept, bool *good)
{
	for (size_t i = 0; i < kept->places.count; i++)
		if (!kept->places.data[i].users) {
			*good &= bring_back(kept, i);
			return true;
		}
	return false;
}

static bool any_used(const hr_kept *kept)
{
	bool used = false;

	for (size_t i = 0; i < kept->places.count; i++)
		used |= kept->places.data[i].users > 0;
	return used;
}

/* Try once to take all ranges. Return HR_GRID_REFUSED if something changed meanwhile, so that the
 * caller must try again. */
static hr_grid_end take_all(hr_kept *kept, const hr_backend_entry *entry, hr_kept_range *ranges, size_t count)
{
	bool good = true, waited = false;

	for (size_t i = 0; i < count && good; i++) {
		good = clear_ways(kept, entry, &ranges[i], &waited);
		if (waited)
			return good ? HR_GRID_REFUSED : HR_GRID_FAILED;
	}
	for (size_t i = 0; i < count && good; i++) {
		hr_grid_end end = take(kept, entry, &ranges[i]);

		while (end == HR_GRID_NO_MEMORY && good && evict(kept, &good))
			end = take(kept, entry, &ranges[i]);
		if (end == HR_GRID_DONE)
			continue;
		good &= give(kept, entry, ranges, i, false);
		if (end != HR_GRID_NO_MEMORY || !good || !any_used(kept))
			return good ? end : HR_GRID_FAILED;
		/* Wait for memory that other grids use. */
		pthread_cond_wait(&kept->given, &kept->lock);
		return HR_GRID_REFUSED;
	}
	return good ? HR_GRID_DONE : HR_GRID_FAILED;
}

hr_grid_end hr_kept_take(hr_kept *kept, const hr_backend_entry *entry, hr_kept_range *ranges, size_t count)
{
	hr_grid_end end;

	pthread_mutex_lock(&kept->lock);
	do
		end = take_all(kept, entry, ranges, count);
	while (end == HR_GRID_REFUSED);
	pthread_mutex_unlock(&kept->lock);
	return end;
}

bool hr_kept_give(hr_kept *kept, const hr_backend_entry *entry, const hr_kept_range *ranges, size_t count, bool ran)
{
	bool good;

	pthread_mutex_lock(&kept->lock);
	good = give(kept, entry, ranges, count, ran);
	pthread_mutex_unlock(&kept->lock);
	return good;
}
