/* backends/dispatch/resident.h -- memory of the program that is on a device, while a grid runs and
 * afterwards. */
#ifndef HR_RESIDENT_H
#define HR_RESIDENT_H

#include "backends/registry/registry.h"
#include "interp/run/run.h"

/* Memory that a grid works on. */
typedef struct hr_resident_range {
	uint64_t begin, end; /* in the program's memory */
	bool read, written;
	/* what BEGIN is there, between hr_resident_take() and hr_resident_give() */
	uint8_t *device;
} hr_resident_range;

/* What of the ranges of this thread's grids stays there afterwards. */
typedef enum hr_residency {
	HR_RESIDENT_NONE,
	HR_RESIDENT_TRACKED, /* what lies in tracked objects, guarded against the host */
	HR_RESIDENT_ALL,     /* until hr_resident_rest(), before which nobody else touches it */
} hr_residency;

/* Safe from several threads. */
typedef struct hr_resident hr_resident;
/* RUN has the tracker, and is told of copies; borrowed. */
hr_resident *hr_resident_new(hr_run *run);
/* Nobody may need what is still there. */
void hr_resident_free(hr_resident *resident);
/* Of this thread, from now on. */
void hr_resident_allow(hr_residency how);

/* Before a grid: RANGES, no two of which overlap, are on the device, and stay there until they are
 * given back; waits for other grids that have part of them elsewhere. Anything but HR_GRID_DONE:
 * they are not. */
hr_grid_end hr_resident_take(hr_resident *resident, const hr_backend_entry *entry,
			     hr_resident_range *ranges, size_t count) HR_MUST_CHECK;
/* After it. RAN: what is `written` may have been. False: something cannot be copied back. */
bool hr_resident_give(hr_resident *resident, const hr_backend_entry *entry,
		      const hr_resident_range *ranges, size_t count, bool ran) HR_MUST_CHECK;

/* False, here and below: something cannot be copied back. Brings all of it back, and keeps
 * nothing. */
bool hr_resident_settle(hr_resident *resident) HR_MUST_CHECK;
/* The host goes on: brings back what it may touch without being found out. */
bool hr_resident_rest(hr_resident *resident) HR_MUST_CHECK;
/* Brings back what overlaps BYTES from BASE; with GONE, nobody wants to know what is in there. */
bool hr_resident_return(hr_resident *resident, const void *base, uint64_t bytes, bool gone)
	HR_MUST_CHECK;
/* A fault at ADDRESS: whether that was because of a guard, and the access can now be made. */
bool hr_resident_touched(hr_resident *resident, const void *address);
/* Whose copy was the last to fail, and in TEXT why, as far as that says; NULL: none has. */
const hr_backend_entry *hr_resident_failed(hr_resident *resident, char text[HR_BACKEND_TEXT]);
uint64_t hr_resident_copied(const hr_resident *resident, bool back);

#endif
