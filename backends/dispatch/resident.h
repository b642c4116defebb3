/* backends/dispatch/resident.h -- memory of the program that is on a device, while a grid runs and afterwards. */
#ifndef HR_RESIDENT_H
#define HR_RESIDENT_H

#include "backends/dispatch/registry.h"
#include "interp/run/run.h"

/* Memory that a grid works on. */
typedef struct hr_kept_range {
	uint64_t begin, end;     /* in the program's memory */
	bool read, written;
	uint8_t *device;         /* what BEGIN is there, between hr_kept_take() and hr_kept_give() */
} hr_kept_range;

/* What of the ranges of this thread's grids stays there afterwards. */
typedef enum hr_keeping {
	HR_KEEPS_NOTHING,
	HR_KEEPS_TRACKED,        /* what lies in tracked objects, guarded against the host */
	HR_KEEPS_ALL,            /* until hr_kept_rest(), before which nobody else touches it */
} hr_keeping;

/* Safe from several threads. */
typedef struct hr_kept hr_kept;
/* RUN has the tracker, and is told of copies; borrowed. */
hr_kept *hr_kept_new(hr_run *run);
/* Nobody may need what is still there. */
void hr_kept_free(hr_kept *kept);
/* Of this thread, from now on. */
void hr_kept_allow(hr_keeping how);

/* Before a grid: RANGES, no two of which overlap, are on the device, and stay there until they are given back; waits
 * for other grids that have part of them elsewhere. Anything but HR_GRID_DONE: they are not. */
hr_grid_end hr_kept_take(hr_kept *kept, const hr_backend_entry *entry, hr_kept_range *ranges,
			 size_t count) HR_MUST_CHECK;
/* After it. RAN: what is `written` may have been. False: something cannot be copied back. */
bool hr_kept_give(hr_kept *kept, const hr_backend_entry *entry, const hr_kept_range *ranges, size_t count,
		  bool ran) HR_MUST_CHECK;

/* False, here and below: something cannot be copied back. Brings all of it back, and keeps nothing. */
bool hr_kept_settle(hr_kept *kept) HR_MUST_CHECK;
/* The host goes on: brings back what it may touch without being found out. */
bool hr_kept_rest(hr_kept *kept) HR_MUST_CHECK;
/* Brings back what overlaps BYTES from BASE; with GONE, nobody wants to know what is in there. */
bool hr_kept_return(hr_kept *kept, const void *base, uint64_t bytes, bool gone) HR_MUST_CHECK;
/* A fault at ADDRESS: whether that was because of a guard, and the access can now be made. */
bool hr_kept_touched(hr_kept *kept, const void *address);
/* Whose copy was the last to fail, and in TEXT why, as far as that says; NULL: none has. */
const hr_backend_entry *hr_kept_failed(hr_kept *kept, char text[HR_BACKEND_TEXT]);
uint64_t hr_kept_copied(const hr_kept *kept, bool back);

#endif
