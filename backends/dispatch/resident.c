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

#include "backends/dispatch/emit_events.h"
#include "backends/dispatch/guard.h"
#include "backends/unit/unit.h"
#include "interp/memory/memory.h"
#include "src/base/vec.h"

typedef struct resident_place {
	const hr_backend_entry *entry;
	uint64_t begin, end;
	uint8_t *device; /* device address of BEGIN; owned */
	bool shared;     /* shared with the device: nothing is copied */
	/* Between the ends of the guard, the device's contents are newer than the program's. */
	bool dirty;
	bool dirty_ends; /* the same at the ends */
	bool held;       /* stays until hr_resident_rest() */
	bool resting;    /* guarded; the host may have written at the ends since */
	unsigned users;  /* number of grids that use it */
	hr_guard guard;
} resident_place;

enum { RECENT = 16 };

struct hr_resident {
	hr_run *run;
	HR_VEC(resident_place) places;
	bool any;                       /* atomic: there are places */
	pthread_mutex_t lock;           /* protects all fields */
	pthread_cond_t given;           /* signalled when the last user of a place has ended */
	uint64_t there, back;           /* number of bytes copied */
	const hr_backend_entry *failed; /* the backend whose copy failed last; NULL: none */
	/* Pages whose guards were removed because of an access. */
	struct {
		uint64_t begin, end;
	} recent[RECENT];
	unsigned touches;
};

static _Thread_local hr_residency keeping;

hr_resident *hr_resident_new(hr_run *run)
{
	hr_resident *resident = hr_alloc_zero(sizeof(*resident));

	resident->run = run;
	pthread_mutex_init(&resident->lock, NULL);
	pthread_cond_init(&resident->given, NULL);
	return resident;
}

void hr_resident_free(hr_resident *resident)
{
	if (!resident)
		return;
	for (size_t i = 0; i < resident->places.count; i++) {
		resident_place *at = &resident->places.data[i];

		(void)hr_guard_remove(&at->guard);
		at->entry->module->memory->release(at->entry->state, at->device);
	}
	HR_VEC_FREE(&resident->places);
	pthread_cond_destroy(&resident->given);
	pthread_mutex_destroy(&resident->lock);
	hr_free(resident);
}

void hr_resident_allow(hr_residency how)
{
	keeping = how;
}

const hr_backend_entry *hr_resident_failed(hr_resident *resident, char text[HR_BACKEND_TEXT])
{
	const hr_backend_entry *entry;

	pthread_mutex_lock(&resident->lock);
	entry = resident->failed;
	pthread_mutex_unlock(&resident->lock);
	if (!entry || !hr_stays_behind(entry->module) ||
	    entry->module->settle(entry->state, text) == 0)
		snprintf(text, HR_BACKEND_TEXT, "cannot copy memory");
	return entry;
}

uint64_t hr_resident_copied(hr_resident *resident, bool back)
{
	uint64_t bytes;

	pthread_mutex_lock(&resident->lock);
	bytes = back ? resident->back : resident->there;
	pthread_mutex_unlock(&resident->lock);
	return bytes;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* Copy [FROM, TO), which lies in the place, to the device or, if BACK is set, back. */
static bool copy(hr_resident *resident, const resident_place *at, uint64_t from, uint64_t to,
		 bool back)
{
	const hr_backend_memory *memory = at->entry->module->memory;
	void *here = (void *)(uintptr_t)from;
	uint8_t *there = at->device + (from - at->begin);

	if (from == to)
		return true;
	if (back ? memory->read(at->entry->state, there, here, to - from)
		 : memory->write(at->entry->state, there, here, to - from)) {
		resident->failed = at->entry;
		return false;
	}
	if (at->shared)
		return true;
	hr_emit_event_copy(resident->run, at->entry->name, here, to - from, !back);
	*(back ? &resident->back : &resident->there) += to - from;
	return true;
}

/* Remove the guard and update the program's memory. */
static bool refresh(hr_resident *resident, resident_place *at)
{
	bool read = true;

	if (!hr_guard_remove(&at->guard)) { /* the memory no longer exists */
		at->dirty = at->dirty_ends = false;
		return true;
	}
	if (at->dirty)
		read &= copy(resident, at, at->guard.first, at->guard.last, true);
	if (at->dirty_ends)
		read &= copy(resident, at, at->guard.begin, at->guard.first, true) &&
			copy(resident, at, at->guard.last, at->guard.end, true);
	at->dirty = at->dirty_ends = false;
	return read;
}

/* Copy place number I back and remove it. */
static bool bring_back(hr_resident *resident, size_t i)
{
	bool read = refresh(resident, &resident->places.data[i]);
	resident_place it = resident->places.data[i];

	it.entry->module->memory->release(it.entry->state, it.device);
	resident->places.data[i] = HR_LAST(&resident->places);
	resident->places.count--;
	__atomic_store_n(&resident->any, resident->places.count > 0, __ATOMIC_RELAXED);
	return read;
}

/* --- between grids ---------------------------------------------------------------------------- */

/* Return true if the host must request the memory of the place before an access. */
static bool is_tracked(const hr_resident *resident, const resident_place *at)
{
	return hr_tracked_whole(resident->run->tracker, (const void *)(uintptr_t)at->begin,
				at->end - at->begin);
}

/* Prepare a place for the host to continue. Return false if something cannot be copied; *GONE is
 * set if the place was removed. */
static bool rest(hr_resident *resident, size_t i, bool *gone)
{
	resident_place *at = &resident->places.data[i];

	at->held = false;
	*gone = false;
	if (at->resting)
		return true;
	if (!at->shared && is_tracked(resident, at)) {
		bool good = !at->dirty_ends ||
			    (copy(resident, at, at->guard.begin, at->guard.first, true) &&
			     copy(resident, at, at->guard.last, at->guard.end, true));

		at->resting = good && hr_guard_put(&at->guard, at->dirty);
		if (at->resting) {
			at->dirty_ends = false;
			return true;
		}
	}
	*gone = true;
	return bring_back(resident, i);
}

/* Prepare a place for a grid: copy what the host has written at the ends to the device. */
static bool wake(hr_resident *resident, resident_place *at)
{
	if (!at->resting)
		return true;
	at->resting = false;
	return (!hr_guard_changed(&at->guard, false) ||
		copy(resident, at, at->guard.begin, at->guard.first, false)) &&
	       (!hr_guard_changed(&at->guard, true) ||
		copy(resident, at, at->guard.last, at->guard.end, false));
}

bool hr_resident_rest(hr_resident *resident)
{
	bool good = true, gone;

	pthread_mutex_lock(&resident->lock);
	for (size_t i = resident->places.count; i > 0; i--)
		if (!resident->places.data[i - 1].users)
			good &= rest(resident, i - 1, &gone);
	pthread_mutex_unlock(&resident->lock);
	return good;
}

/* Return the index of a place that overlaps [BEGIN, END), after waiting for the grids that use it.
 * Return SIZE_MAX if there is none. */
static size_t next_idle(hr_resident *resident, uint64_t begin, uint64_t end)
{
	for (size_t i = 0; i < resident->places.count;) {
		const resident_place *at = &resident->places.data[i];

		if (at->begin >= end || begin >= at->end) {
			i++;
		} else if (at->users) {
			pthread_cond_wait(&resident->given, &resident->lock);
			i = 0;
		} else {
			return i;
		}
	}
	return SIZE_MAX;
}

static bool return_all(hr_resident *resident, uint64_t begin, uint64_t end, bool gone)
{
	bool good = true;

	for (size_t i; (i = next_idle(resident, begin, end)) != SIZE_MAX;) {
		resident_place *at = &resident->places.data[i];

		if (gone && at->begin >= begin && at->end <= end)
			at->dirty = at->dirty_ends = false;
		good &= bring_back(resident, i);
	}
	return good;
}

bool hr_resident_return(hr_resident *resident, const void *base, uint64_t bytes, bool gone)
{
	uint64_t begin = (uintptr_t)base;
	bool good;

	if (!__atomic_load_n(&resident->any, __ATOMIC_RELAXED))
		return true; /* fast path for hosts that free much memory */
	pthread_mutex_lock(&resident->lock);
	good = return_all(resident, begin, begin + bytes, gone);
	pthread_mutex_unlock(&resident->lock);
	return good;
}

bool hr_resident_settle(hr_resident *resident)
{
	bool good;

	pthread_mutex_lock(&resident->lock);
	good = return_all(resident, 0, UINT64_MAX, false);
	pthread_mutex_unlock(&resident->lock);
	return good;
}

/* --- touches ---------------------------------------------------------------------------------- */

/* Return true if another thread may have made the access possible in the meantime. */
static bool was_touched(const hr_resident *resident, uint64_t address)
{
	static _Thread_local uint64_t last;
	bool again = last == address;

	last = 0;
	for (unsigned i = 0; i < RECENT && !again; i++)
		if (address >= resident->recent[i].begin && address < resident->recent[i].end) {
			last = address;
			return true;
		}
	return false;
}

/* Handle an access to place I. A read leaves the place as it is: a guard against writes is
 * activated. */
static bool let_in(hr_resident *resident, size_t i)
{
	resident_place *at = &resident->places.data[i];
	bool was_dirty = at->dirty, good;

	resident->recent[resident->touches++ % RECENT].begin = at->guard.first;
	resident->recent[(resident->touches - 1) % RECENT].end = at->guard.last;
	if (!was_dirty || !at->resting)
		return bring_back(resident, i);
	good = refresh(resident, at);
	if (good && hr_guard_put(&at->guard, false))
		return true;
	return bring_back(resident, i) && good;
}

bool hr_resident_touched(hr_resident *resident, const void *address)
{
	uint64_t where = (uintptr_t)address;
	bool found = false, good = true;

	pthread_mutex_lock(&resident->lock);
	for (size_t i = 0; i < resident->places.count && !found;) {
		if (!hr_guard_holds(&resident->places.data[i].guard, where)) {
			i++;
		} else if (resident->places.data[i].users) {
			pthread_cond_wait(&resident->given, &resident->lock);
			i = 0;
		} else {
			good = let_in(resident, i);
			found = true;
		}
	}
	found = found || was_touched(resident, where);
	pthread_mutex_unlock(&resident->lock);
	return found && good;
}

/* --- grids ------------------------------------------------------------------------------------ */

static resident_place *holding(hr_resident *resident, const hr_backend_entry *entry,
			       const hr_resident_range *range)
{
	for (size_t i = 0; i < resident->places.count; i++) {
		resident_place *at = &resident->places.data[i];

		if (at->entry == entry && at->begin <= range->begin && range->end <= at->end)
			return at;
	}
	return NULL;
}

/* Copy back and remove the places that overlap RANGE but do not contain all of it. *WAITED is set
 * if the lock was released meanwhile, so that anything may have changed. */
static bool bring_back_others(hr_resident *resident, const hr_backend_entry *entry,
			      const hr_resident_range *range, bool *waited)
{
	const resident_place *whole = holding(resident, entry, range);
	bool good = true;

	if (whole && (whole->users || keeping != HR_RESIDENT_NONE))
		return true;
	for (size_t i = 0; i < resident->places.count;) {
		const resident_place *at = &resident->places.data[i];

		if (at->begin >= range->end || range->begin >= at->end) {
			i++;
		} else if (at->users) {
			pthread_cond_wait(&resident->given, &resident->lock);
			*waited = true;
			return good;
		} else {
			good &= bring_back(resident, i);
		}
	}
	return good;
}

/* Return a new place: the program's memory itself if the device shares it, otherwise device memory
 * of the same size. */
static resident_place make_room(const hr_backend_entry *entry, const hr_resident_range *range)
{
	const hr_backend *module = entry->module;
	uint64_t bytes = range->end - range->begin;
	resident_place made = {.entry = entry,
			       .begin = range->begin,
			       .end = range->end,
			       .guard = hr_guard_of(range->begin, range->end)};

	if (module->takes & HR_TAKES_SHARED)
		made.device =
			module->memory->share(entry->state, (void *)(uintptr_t)range->begin, bytes);
	made.shared = made.device != NULL;
	if (!made.shared)
		made.device = module->memory->allocate(entry->state, bytes);
	return made;
}

/* Return HR_GRID_NO_MEMORY if the device has no room. */
static hr_grid_end take(hr_resident *resident, const hr_backend_entry *entry,
			hr_resident_range *range)
{
	resident_place *at = holding(resident, entry, range);

	if (!at) {
		resident_place made = make_room(entry, range);

		if (!made.device)
			return HR_GRID_NO_MEMORY;
		if (range->read && !made.shared &&
		    !copy(resident, &made, made.begin, made.end, false)) {
			entry->module->memory->release(entry->state, made.device);
			return HR_GRID_FAILED;
		}
		HR_PUSH(&resident->places, made);
		__atomic_store_n(&resident->any, true, __ATOMIC_RELAXED);
		at = &HR_LAST(&resident->places);
	} else if (!wake(resident, at)) {
		return HR_GRID_FAILED;
	}
	at->users++;
	range->device = at->device + (range->begin - at->begin);
	return HR_GRID_DONE;
}

/* Unlock COUNT ranges that were taken. */
static bool give(hr_resident *resident, const hr_backend_entry *entry,
		 const hr_resident_range *ranges, size_t count, bool ran)
{
	bool good = true, gone;

	for (size_t i = 0; i < count; i++) {
		resident_place *at = holding(resident, entry, &ranges[i]);

		if (ran && ranges[i].written)
			at->dirty = at->dirty_ends = true;
		if (keeping == HR_RESIDENT_ALL)
			at->held = true;
		if (--at->users || at->held)
			continue;
		if (keeping == HR_RESIDENT_NONE)
			good &= bring_back(resident, (size_t)(at - resident->places.data));
		else
			good &= rest(resident, (size_t)(at - resident->places.data), &gone);
	}
	pthread_cond_broadcast(&resident->given);
	return good;
}

/* Remove some unused place. Return false if there is none. */
static bool evict(hr_resident *resident, bool *good)
{
	for (size_t i = 0; i < resident->places.count; i++)
		if (!resident->places.data[i].users) {
			*good &= bring_back(resident, i);
			return true;
		}
	return false;
}

static bool any_used(const hr_resident *resident)
{
	bool used = false;

	for (size_t i = 0; i < resident->places.count; i++)
		used |= resident->places.data[i].users > 0;
	return used;
}

/* Try once to take all ranges. Return HR_GRID_REFUSED if something changed meanwhile, so that the
 * caller must try again. */
static hr_grid_end take_all(hr_resident *resident, const hr_backend_entry *entry,
			    hr_resident_range *ranges, size_t count)
{
	bool good = true, waited = false;

	for (size_t i = 0; i < count && good; i++) {
		good = bring_back_others(resident, entry, &ranges[i], &waited);
		if (waited)
			return good ? HR_GRID_REFUSED : HR_GRID_FAILED;
	}
	for (size_t i = 0; i < count && good; i++) {
		hr_grid_end end = take(resident, entry, &ranges[i]);

		while (end == HR_GRID_NO_MEMORY && good && evict(resident, &good))
			end = take(resident, entry, &ranges[i]);
		if (end == HR_GRID_DONE)
			continue;
		good &= give(resident, entry, ranges, i, false);
		if (end != HR_GRID_NO_MEMORY || !good || !any_used(resident))
			return good ? end : HR_GRID_FAILED;
		/* Wait for memory that other grids use. */
		pthread_cond_wait(&resident->given, &resident->lock);
		return HR_GRID_REFUSED;
	}
	return good ? HR_GRID_DONE : HR_GRID_FAILED;
}

hr_grid_end hr_resident_take(hr_resident *resident, const hr_backend_entry *entry,
			     hr_resident_range *ranges, size_t count)
{
	hr_grid_end end;

	pthread_mutex_lock(&resident->lock);
	do
		end = take_all(resident, entry, ranges, count);
	while (end == HR_GRID_REFUSED);
	pthread_mutex_unlock(&resident->lock);
	return end;
}

bool hr_resident_give(hr_resident *resident, const hr_backend_entry *entry,
		      const hr_resident_range *ranges, size_t count, bool ran)
{
	bool good;

	pthread_mutex_lock(&resident->lock);
	good = give(resident, entry, ranges, count, ran);
	pthread_mutex_unlock(&resident->lock);
	return good;
}
