/* backends/dispatch/guard.h -- detects accesses to program memory whose newest contents are on a
 * device. */
#ifndef HR_GUARD_H
#define HR_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/* A guard for the range [begin, end). The pages that lie entirely in the range are protected by the
 * MMU; the remaining bytes at both ends are compared with a copy. */
typedef struct hr_guard {
	uint64_t begin, end; /* the range */
	/* Whole pages: [first, last); if there are none, both are END. */
	uint64_t first, last;
	/* Copy of [begin, first) and [last, end); owned; NULL if the guard is not active. */
	uint8_t *edges;
	bool reads; /* reads are detected, too */
} hr_guard;

/* Return a guard that is not active. */
hr_guard hr_guard_of(uint64_t begin, uint64_t end);
/* Activate the guard: protect the pages against writes, and with READS against reads, and copy the
 * ends. Also valid for a guard that is active already. Return false, with the guard unchanged, if
 * this memory cannot be protected. */
bool hr_guard_put(hr_guard *guard, bool reads);
/* Return true if the MMU detects an access to ADDRESS. */
bool hr_guard_holds(const hr_guard *guard, uint64_t address);
/* Deactivate the guard if it is active, so that all accesses are allowed. Return false if the
 * memory no longer exists. */
bool hr_guard_remove(hr_guard *guard);
/* Return true if the program has written to the bytes before the pages (or, with BEHIND, after
 * them). The guard must be active. */
bool hr_guard_changed(const hr_guard *guard, bool behind);

#endif
