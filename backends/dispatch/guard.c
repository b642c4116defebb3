/* backends/dispatch/guard.c -- detects accesses to program memory whose newest contents are on a
 * device.
 *
 * Whole pages are made inaccessible, so that an access faults; interp/host/crash.c then queries the
 * dispatch (interp/run/offload.h). A range need not begin or end at a page boundary; the rest of
 * its first and last page belongs to other objects.
 *
 * Invariant: while a guard is active, no byte of its pages is changed (or, with `reads`, read)
 *            without a fault in the program; system calls that access them fail (EFAULT).
 * Owns:      copies of the ends.
 * Not here:  the handling of a fault (resident.c). */
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

/* Return true if the program can write to ADDRESS: memory that it cannot write must not become
 * writable when a guard ends. The system populates the page for writing, or refuses. */
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
