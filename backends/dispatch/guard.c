/* backends/dispatch/guard.c -- memory of the program whose newest bytes are elsewhere: who touches
 * it is found out.
 *
 * Pages can be taken away from everybody, and then an access is a fault, which interp/host/crash.c
 * asks about (interp/run/offload.h). A range of the program begins and ends anywhere; others use
 * the rest of the first and the last page.
 *
 * Invariant: while a guard is up, no byte in its pages changes, or is read with `reads`, without a
 *            fault of the program; calls of the system fail there instead (EFAULT).
 * Owns:      copies of the ends.
 * Not here:  what is to be done then (resident.c). */
#define _GNU_SOURCE 1
#include "backends/dispatch/guard.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/alloc.h"

static uint64_t page_bytes(void)
{
	static uint64_t bytes;

	if (!bytes)
		bytes = (uint64_t)sysconf(_SC_PAGESIZE);
	return bytes;
}

static void *at(uint64_t address)
{
	return (void *)(uintptr_t)address;
}

/* Whether the program could write there: what it cannot write is not to become writable when a
 * guard ends. The system makes the page ready for it, or refuses. */
static bool is_writable(uint64_t address)
{
	uint64_t page = address / page_bytes() * page_bytes();

	return madvise(at(page), page_bytes(), MADV_POPULATE_WRITE) == 0;
}

hr_guard hr_guard_of(uint64_t begin, uint64_t end)
{
	uint64_t page = page_bytes();
	hr_guard made = {.begin = begin,
			 .end = end,
			 .first = (begin + page - 1) / page * page,
			 .last = end / page * page};

	if (made.last <= made.first)
		made.first = made.last = end;
	return made;
}

bool hr_guard_put(hr_guard *guard, bool reads)
{
	bool up = guard->edges != NULL;

	if (guard->last > guard->first && (!up || guard->reads != reads)) {
		if (!up && (!is_writable(guard->first) || !is_writable(guard->last - 1)))
			return false;
		if (mprotect(at(guard->first), guard->last - guard->first,
			     reads ? PROT_NONE : PROT_READ) != 0)
			return false;
	}
	if (!up)
		guard->edges =
			hr_alloc((guard->first - guard->begin) + (guard->end - guard->last) + 1);
	guard->reads = reads;
	memcpy(guard->edges, at(guard->begin), guard->first - guard->begin);
	memcpy(guard->edges + (guard->first - guard->begin), at(guard->last),
	       guard->end - guard->last);
	return true;
}

bool hr_guard_holds(const hr_guard *guard, uint64_t address)
{
	return guard->edges && address >= guard->first && address < guard->last;
}

bool hr_guard_remove(hr_guard *guard)
{
	bool up = guard->edges != NULL;

	hr_free(guard->edges);
	guard->edges = NULL;
	return !up || guard->last <= guard->first ||
	       mprotect(at(guard->first), guard->last - guard->first, PROT_READ | PROT_WRITE) == 0;
}

bool hr_guard_changed(const hr_guard *guard, bool behind)
{
	uint64_t before = guard->first - guard->begin;

	return behind ? memcmp(at(guard->last), guard->edges + before, guard->end - guard->last) !=
				0
		      : memcmp(at(guard->begin), guard->edges, before) != 0;
}
