/* backends/worker/worker.h -- a backend in another process: what goes wrong there is a finding, and
 * no harm is done.
 *
 * A worker is a proxy: an entry like those of the registry, whose module has the same callbacks. A
 * backend *without* memory of its own works on the program's addresses. It builds in a process of
 * its own first, to see whether it survives, then here; each grid runs in a fork, which has the
 * program's memory as it was. What the grid did to that is not there afterwards, but for the images
 * of outputs and the ranges that the caller names before the run. Such a process may run later
 * grids of the unit, too. A backend *with* memory lives in one other process from the beginning;
 * when that ends, another one is made, where units are built again.
 *
 *	hr_worker *worker;
 *	hr_worker_new(module, &host, &limits, &worker);
 *	const hr_backend_entry *entry = hr_worker_entry(worker);
 *	entry->module->build(entry->state, unit, &built, text);
 *	hr_worker_set_ranges(built, ranges, count, whole);
 *	end = entry->module->run(built, &grid, text);     // HR_GRID_FAILED, and hr_worker_last()
 *	                                                  says how
 *
 * Difference from the table that modules have: admit() takes all where the module has no memory,
 * and build() says what the module refuses, for both take a process there.
 * Threads: as for every backend. */
#ifndef HR_WORKER_H
#define HR_WORKER_H

#include "backends/registry/registry.h"
#include "interp/memory/memory.h"
#include "src/base/vec.h"

typedef struct hr_worker_limits {
	double seconds; /* of one build or one grid; 0: no limit */
} hr_worker_limits;

typedef HR_VEC(hr_object) hr_objects_list;

typedef struct hr_worker hr_worker;

/* How the last callback of a worker ended in this thread. */
typedef enum hr_worker_end {
	HR_WORKER_ANSWERED, /* what the callback returned is the backend's answer */
	HR_WORKER_CRASHED,  /* the process died; the text says of what */
	HR_WORKER_HUNG,     /* the limit was reached */
	/* it wrote where it may not, or answered nonsense; the text says which */
	HR_WORKER_GARBAGE,
	HR_WORKER_LOST, /* the system has no process or memory for it */
} hr_worker_end;

/* Memory of the program around a grid. Only for backends without memory of their own. */
typedef struct hr_worker_range {
	void *memory;
	uint64_t bytes; /* not 0 */
	bool written;   /* the grid may change it; otherwise a change is garbage, */
	/* and it is none of the grid's: what the program does to it later is no matter */
	bool other;
	/* Set by a run that is done, when WRITTEN: the bytes before it and after it, until the unit
	 * runs again, or is released. */
	const uint8_t *before, *after;
} hr_worker_range;

/* MODULE and HOST are borrowed and outlive the worker. The module has not been opened; that happens
 * here, or in the other process. False: WHY says why not (cut at HR_BACKEND_TEXT). */
bool hr_worker_new(const hr_backend *module, const hr_backend_host *host,
		   const hr_worker_limits *limits, hr_worker **worker, char why[HR_BACKEND_TEXT]);
void hr_worker_free(hr_worker *worker);
/* The proxy; lives as long as the worker. */
const hr_backend_entry *hr_worker_entry(const hr_worker *worker);

/* What the next runs of BUILT, which the proxy has made, bring back. RANGES do not overlap;
 * borrowed until they are set again. WHOLE: no other memory of the program that changes is any of
 * the unit's business, so that a process can be kept. To be called under the same lock as run(). */
void hr_worker_set_ranges(void *built, hr_worker_range *ranges, size_t count, bool whole);
/* run() in two halves, between which the program may go on, also change memory: the grid sees what
 * is there at the first. Only for backends without memory of their own. GRID is borrowed until the
 * second. */
void hr_worker_begin(void *built, const hr_unit_grid *grid);
hr_grid_end hr_worker_finish(void *built, char text[HR_BACKEND_TEXT]);
/* What a run that is done has allocated; until the unit runs again. Likewise only for those. */
const hr_object *hr_worker_objects(void *built, size_t *count);
hr_worker_end hr_worker_last(void);
/* If that was HR_WORKER_GARBAGE because of a byte of the program that was written: its address;
 * otherwise 0. */
uint64_t hr_worker_strayed(void);
/* Whether callbacks in this thread have made a process in the place of one that had ended, since
 * this was asked last. */
bool hr_worker_restarted(void);
/* What the text of that said, where it did not end with an answer; until the next callback in this
 * thread. */
const char *hr_worker_why(void);

#endif
