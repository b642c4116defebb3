/* backends/dispatch/guard.h -- memory of the program whose newest bytes are elsewhere: who touches
 * it is found out. */
#ifndef HR_GUARD_H
#define HR_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/* Of a range [begin, end): the pages that are wholly in it are guarded by the processor; what is
 * left at both ends is compared. */
typedef struct hr_guard {
	uint64_t begin, end;  /* the range */
	uint64_t first, last; /* its pages: [first, last); empty: both are END */
	uint8_t *edges; /* what was in [begin, first) and [last, end); owned; NULL: it is not up */
	bool reads;     /* who reads is found out, too */
} hr_guard;

/* One that is not up. */
hr_guard hr_guard_of(uint64_t begin, uint64_t end);
/* Guards the pages against writes, with READS also against being read, and remembers the ends; also
 * where it is up already. False: this memory cannot be guarded, and what was up is as it was. */
bool hr_guard_put(hr_guard *guard, bool reads);
/* Whether an access to ADDRESS is found out. */
bool hr_guard_holds(const hr_guard *guard, uint64_t address);
/* Ends it, if it is up: everybody may do anything there. False: that memory is gone. */
bool hr_guard_remove(hr_guard *guard);
/* Of one that is up: somebody has written to the end before the pages, or to that behind them. */
bool hr_guard_changed(const hr_guard *guard, bool behind);

#endif
