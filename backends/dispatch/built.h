/* backends/dispatch/built.h -- units of a run's leaves, and what backends have built of them.
 *
 * A unit is made once for all leaves of a function that stand equally deep in equal grids, and
 * built once for each backend. Threads: one call at a time, but for hr_built_run(). */
#ifndef HR_BUILT_H
#define HR_BUILT_H

#include "backends/registry/registry.h"
#include "backends/unit/unit.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"

typedef struct hr_built_unit {
	hr_made_unit *made;            /* borrowed */
	const hr_backend_entry *entry; /* borrowed */
	void *built;                   /* NULL: */
	hr_unit_refusal refusal;
	char *why;    /* "cpu: a barrier: ..."; owned */
	char *remark; /* of whoever built it, or NULL; owned */
	bool anew;    /* somebody named machine code, and none of it serves: the remark says why */
	hr_worker_end ended;          /* how the process that was to build it ended, with: */
	char *what;                   /* ... in words; owned */
	int32_t *same_as;             /* by output; owned */
	struct hr_resident *resident; /* what stays on devices; NULL: nothing; borrowed */
	pthread_mutex_t lock;         /* of hr_built_run(), and of whoever counts grids */
} hr_built_unit;

typedef struct hr_built hr_built;

/* Symbols of units are those of RUN; one table at a time. HOST's cache and threads are taken over.
 * PATHS is borrowed. */
hr_built *hr_built_new(hr_run *run, const char *const *paths, size_t count,
		       const hr_backend_host *host);
void hr_built_free(hr_built *table);
/* From now on backends are loaded into workers (backends/worker/worker.h), to be called before the
 * first is. */
void hr_built_use_workers(hr_built *table, const hr_worker_limits *limits);
/* What units leave on devices is in KEPT (device.h), which is borrowed. */
void hr_built_set_resident(hr_built *table, struct hr_resident *resident);
/* The name of the NUMBER-th backend that was found; NULL: there are no more. */
const char *hr_built_name(const hr_built *table, size_t number);
/* Tries it in a process of its own: for all that will be loaded, before any is
 * (hr_registry_try). */
void hr_built_try(hr_built *table, const char *name);
/* The backend NAME, loaded. NULL: *why says why not; borrowed. */
const hr_backend_entry *hr_built_load(hr_built *table, const char *name, const char **why);
/* Where code is compiled that works on the program's addresses; NULL: *why says why nowhere. Its
 * caller opens it. */
const hr_backend *hr_built_compiler(hr_built *table, const char **why);
/* What units are linked with. */
void *hr_built_symbol(const char *name);
/* Reports why not. HR_OK: a module for it was found, but is out, which has been said; the run goes
 * on without it and its outcome is *OUTCOME. Otherwise there is no such module. */
hr_status hr_built_report_out(hr_built *table, const char *name, const char *why,
			      hr_status *outcome) HR_MUST_CHECK;
/* The unit of a leaf, or of a graph, as ENTRY has built it, or refused it. *FRESH: it was built by
 * this call. */
hr_built_unit *hr_built_for(hr_built *table, const hr_offload_question *question,
			    const hr_backend_entry *entry, bool *fresh);
/* Fills in what a grid's levels are: COUNT of them, the leaf's first. */
void hr_built_levels(const hr_level *level, hr_unit_level *levels, uint32_t count);
/* A grid on a unit that was built; the caller holds its lock. Where workers are used
 * hr_worker_last() says how that ended. */
hr_grid_end hr_built_run(hr_run *run, const hr_built_unit *unit, const hr_unit_grid *grid,
			 char text[HR_BACKEND_TEXT]);

#endif
