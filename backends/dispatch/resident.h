/* backends/dispatch/resident.h -- program memory that is resident on a device while a grid runs and
 * afterwards. */
#ifndef HR_RESIDENT_H
#define HR_RESIDENT_H

#include "backends/registry/registry.h"
#include "interp/run/run.h"

/* A range of memory that a grid works on. */
typedef struct hr_resident_range {
	uint64_t begin, end; /* in the program's memory */
	bool read, written;
	/* The device address of BEGIN; valid between hr_resident_take() and hr_resident_give(). */
	uint8_t *device;
} hr_resident_range;

/* Which ranges stay on the device after a grid of this thread. */
typedef enum hr_residency {
	HR_RESIDENT_NONE,
	/* Those in tracked objects, guarded against accesses by the host. */
	HR_RESIDENT_TRACKED,
	/* All, until hr_resident_rest(); the host does not touch them before. */
	HR_RESIDENT_ALL,
} hr_residency;

/* Thread-safe. */
typedef struct hr_resident hr_resident;
/* Return a new object. RUN, which is borrowed, has the tracker and receives the events of
 * copies. */
hr_resident *hr_resident_new(hr_run *run);
/* Free KEPT. Memory that is still on a device is lost. */
void hr_resident_free(hr_resident *resident);
/* Set what stays on devices after later grids of this thread. */
void hr_resident_allow(hr_residency how);

/* Copy RANGES to the device before a grid and lock them there until hr_resident_give(). RANGES must
 * not overlap. Waits for grids that use part of them on another device. If the result is not
 * HR_GRID_DONE, no range is locked. */
hr_grid_end hr_resident_take(hr_resident *resident, const hr_backend_entry *entry,
			     hr_resident_range *ranges, size_t count) HR_MUST_CHECK;
/* Unlock RANGES after the grid. RAN: the grid may have changed the ranges that are `written`.
 * Return false if a range cannot be copied back. */
bool hr_resident_give(hr_resident *resident, const hr_backend_entry *entry,
		      const hr_resident_range *ranges, size_t count, bool ran) HR_MUST_CHECK;

/* Copy everything back and keep nothing on devices. This and the next functions return false if a
 * range cannot be copied back. */
bool hr_resident_settle(hr_resident *resident) HR_MUST_CHECK;
/* Prepare for the host to continue: copy back the memory that the host can access undetected. */
bool hr_resident_rest(hr_resident *resident) HR_MUST_CHECK;
/* Copy back what overlaps the BYTES bytes at BASE. With GONE, discard it instead. */
bool hr_resident_return(hr_resident *resident, const void *base, uint64_t bytes, bool gone)
	HR_MUST_CHECK;
/* Handle a fault at ADDRESS. Return true if a guard caused the fault and the access can be
 * repeated. */
bool hr_resident_touched(hr_resident *resident, const void *address);
/* Return the backend whose copy failed last, with the reason in TEXT if the backend gave one.
 * Return NULL if no copy has failed. */
const hr_backend_entry *hr_resident_failed(hr_resident *resident, char text[HR_BACKEND_TEXT]);
uint64_t hr_resident_copied(hr_resident *resident, bool back);

#endif
