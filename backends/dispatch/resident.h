/* backends/dispatch/resident.h -- program memory that is resident on a device while a grid runs and
 * afterwards. */
#ifndef HR_RESIDENT_H
#define HR_RESIDENT_H

#include "backends/registry/registry.h"
#include "interp/run/run.h"

/* A range of memory that a grid works on. */
typedef struct hr_kept_range {
	uint64_t begin, end;     /* in the program's memory */
	bool read, written;
	/* The device address of BEGIN; valid between hr_kept_take() and hr_kept_give(). */
	uint8_t *device;
} hr_kept_range;

/* Which ranges stay on the device after a grid of this thread. */
typedef enum hr_keeping {
	HR_KEEPS_NOTHING,
	/* Those in tracked objects, guarded against accesses by the host. */
	HR_KEEPS_TRACKED,
	/* All, until hr_kept_rest(); the host does not touch them before. */
	HR_KEEPS_ALL,
} hr_keeping;

/* Thread-safe. */
typedef struct hr_kept hr_kept;
/* Return a new object. RUN, which is borrowed, has the tracker and receives the events of
 * copies. */
hr_kept *hr_kept_new(hr_run *run);
/* Free KEPT. Memory that is still on a device is lost. */
void hr_kept_free(hr_kept *kept);
/* Set what stays on devices after later grids of this thread. */
void hr_kept_allow(hr_keeping how);

/* Copy RANGES to the device before a grid and lock them there until hr_kept_give(). RANGES must not
 * overlap. Waits for grids that use part of them on another device. If the result is not
 * HR_GRID_DONE, no range is locked. */
hr_grid_end hr_kept_take(hr_kept *kept, const hr_backend_entry *entry, hr_kept_range *ranges,
			 size_t count) HR_MUST_CHECK;
/* Unlock RANGES after the grid. RAN: the grid may have changed the ranges that are `written`.
 * Return false if a range cannot be copied back. */
bool hr_kept_give(hr_kept *kept, const hr_backend_entry *entry, const hr_kept_range *ranges, size_t count,
		  bool ran) HR_MUST_CHECK;

/* Copy everything back and keep nothing on devices. This and the next functions return false if a
 * range cannot be copied back. */
bool hr_kept_settle(hr_kept *kept) HR_MUST_CHECK;
/* Prepare for the host to continue: copy back the memory that the host can access undetected. */
bool hr_kept_rest(hr_kept *kept) HR_MUST_CHECK;
/* Copy back what overlaps the BYTES bytes at BASE. With GONE, discard it instead. */
bool hr_kept_return(hr_kept *kept, const void *base, uint64_t bytes, bool gone) HR_MUST_CHECK;
/* Handle a fault at ADDRESS. Return true if a guard caused the fault and the access can be
 * repeated. */
bool hr_kept_touched(hr_kept *kept, const void *address);
/* Return the backend whose copy failed last, with the reason in TEXT if the backend gave one.
 * Return NULL if no copy has failed. */
const hr_backend_entry *hr_kept_failed(hr_kept *kept, char text[HR_BACKEND_TEXT]);
uint64_t hr_kept_copied(const hr_kept *kept, bool back);

#endif
