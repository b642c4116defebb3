/* backends/worker/worker.h -- runs a backend in another process, where its errors become findings
 * and do no harm.
 *
 * A worker is a proxy: a registry entry whose module has the same callbacks as the backend.
 * A backend *without* memory of its own works on the program's addresses. It builds each unit first
 * in a process that is discarded, to see whether the backend takes it. Each grid runs in a forked
 * process, which has a copy of the program's memory and builds the unit again. Of the changes to that copy, only the
 * images of outputs and the ranges that the caller names before the run are copied back. The forked
 * process may also run later grids of the unit.
 * A backend *with* memory lives in one other process from the beginning; when that process ends, a
 * new one is started, in which the units are built again.
 *
 *	hr_worker *worker;
 *	hr_worker_new(module, &host, &limits, &worker);
 *	const hr_backend_entry *entry = hr_worker_entry(worker);
 *	entry->module->build(entry->state, unit, &built, text);
 *	hr_worker_set_ranges(built, ranges, count, whole);
 *	end = entry->module->run(built, &grid, text);
 *	... if end is HR_GRID_FAILED, hr_worker_last() returns how the worker ended
 *
 * Difference from a module's own callbacks: if the module has no memory, admit() accepts every unit
 * and build() returns the module's refusal, because both calls need the separate process.
 * Threads: as for every backend. */
#ifndef HR_WORKER_H
#define HR_WORKER_H

#include "backends/registry/registry.h"
#include "interp/memory/memory.h"
#include "src/base/vec.h"

typedef struct hr_worker_limits {
	double seconds; /* limit for one build or one grid; 0: none */
} hr_worker_limits;

typedef HR_VEC(hr_object) hr_objects_list;

typedef struct hr_worker hr_worker;

/* How the last callback of a worker in this thread ended. */
typedef enum hr_worker_end {
	HR_WORKER_ANSWERED, /* the backend answered; the callback returned its answer */
	HR_WORKER_CRASHED,  /* the process died; the text says how */
	HR_WORKER_HUNG,     /* the time limit was reached */
	/* It wrote out of bounds or returned an invalid answer; the text says which. */
	HR_WORKER_GARBAGE,
	HR_WORKER_LOST, /* the system has no process or memory for the worker */
} hr_worker_end;

/* A range of program memory that is watched during a grid. Only for backends without memory of
 * their own. */
typedef struct hr_worker_range {
	void *memory;
	uint64_t bytes; /* not 0 */
	/* The grid may change it; otherwise a change is HR_WORKER_GARBAGE. */
	bool written;
	/* The grid does not use it, so that changes by the program do not matter. */
	bool other;
	/* If WRITTEN, a successful run sets these to the contents before and after the grid. They
	 * are valid until the unit runs again or is released. */
	const uint8_t *before, *after;
} hr_worker_range;

/* Create a worker for MODULE, which must not be open: the worker opens it, here or in the other
 * process. MODULE and HOST are borrowed and must outlive the worker. Return false on failure, with
 * the reason in WHY (truncated to HR_BACKEND_TEXT). */
bool hr_worker_new(const hr_backend *module, const hr_backend_host *host,
		   const hr_worker_limits *limits, hr_worker **worker, char why[HR_BACKEND_TEXT]);
void hr_worker_free(hr_worker *worker);
/* Return the proxy, which lives as long as the worker. */
const hr_backend_entry *hr_worker_entry(const hr_worker *worker);

/* Set the memory that later runs of BUILT, a unit built by the proxy, copy back. RANGES must not
 * overlap; they are borrowed until the next call. WHOLE: the unit uses no other memory of the
 * program, so that its process can be reused although other memory changes. The caller holds the
 * lock that serialises run(). */
void hr_worker_set_ranges(void *built, hr_worker_range *ranges, size_t count, bool whole);
/* Start a grid; run() then completes it. In between, the program may continue and change memory:
 * the grid sees the memory as it was at the start. Only for backends without memory of their own.
 * GRID is borrowed until run() returns. */
void hr_worker_begin(void *built, const hr_unit_grid *grid);
hr_grid_end hr_worker_finish(void *built, char text[HR_BACKEND_TEXT]);
/* Return the objects that the last run has allocated, valid until the unit runs again. Only for
 * backends without memory of their own. */
const hr_object *hr_worker_objects(void *built, size_t *count);
hr_worker_end hr_worker_last(void);
/* Return the address of the program's byte that was written out of bounds if that caused
 * HR_WORKER_GARBAGE, else 0. */
uint64_t hr_worker_strayed(void);
/* Return true if callbacks in this thread have replaced a process that had ended since the last
 * call of this function. */
bool hr_worker_restarted(void);
/* Return the reason of the last end other than HR_WORKER_ANSWERED, valid until the next callback in
 * this thread. */
const char *hr_worker_why(void);

#endif
