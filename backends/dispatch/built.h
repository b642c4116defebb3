/* backends/dispatch/built.h -- the table of units of a run's leaves, and of what backends have
 * built from them.
 *
 * A unit is made once for all leaves of one function that have the same depth and equal grids, and
 * is built once for each backend. The caller serialises all calls except hr_built_run(). */
#ifndef HR_BUILT_H
#define HR_BUILT_H

#include "backends/registry/registry.h"
#include "backends/rows/row_kernel.h"
#include "backends/unit/unit.h"
#include "backends/worker/worker.h"
#include "interp/run/offload.h"
#include "src/base/fork_lock.h"

typedef struct hr_built_unit {
	hr_made_unit *made;            /* borrowed */
	const hr_backend_entry *entry; /* borrowed */
	void *built;                   /* NULL if the backend refused the unit or failed: */
	hr_unit_refusal refusal;
	char *why;    /* the reason, for example "cpu: a barrier: ..."; owned */
	char *remark; /* the backend's remark on the build, or NULL; owned */
	/* The user supplied machine code, but none of it is usable; REMARK says why. */
	bool anew;
	/* How the worker process that was to build the unit ended. */
	hr_worker_end ended;
	char *what;       /* the same in words; owned */
	int32_t *same_as; /* by output: copied from the unit; owned */
	/* The memory that stays on devices, or NULL if none does; borrowed. */
	struct hr_resident *resident;
	hr_fork_lock lock; /* serialises hr_built_run() and the counting of grids */
} hr_built_unit;

typedef struct hr_built hr_built;

/* Symbols of units are those of RUN; one table at a time. HOST's cache and threads are taken over.
 * SEARCH is borrowed. */
hr_built *hr_built_new(hr_run *run, const hr_backend_search *search, const hr_backend_host *host);
void hr_built_free(hr_built *table);
/* Load backends into worker processes (backends/worker/worker.h) from now on. Must be called before
 * the first backend is loaded. */
void hr_built_use_workers(hr_built *table, const hr_worker_limits *limits);
/* Use RESIDENT (resident.h), which is borrowed, for memory that units leave on devices. */
void hr_built_set_resident(hr_built *table, struct hr_resident *resident);
/* Return the name of the backend module number NUMBER, or NULL if there are fewer. */
const char *hr_built_name(const hr_built *table, size_t number);
/* Test the backend in a separate process (hr_registry_try). Must be called for all backends that
 * will be loaded before the first one is loaded. */
void hr_built_try(hr_built *table, const char *name);
/* Return the backend NAME, loaded. Return NULL if that fails; *WHY, which is borrowed, is the
 * reason. */
const hr_backend_entry *hr_built_load(hr_built *table, const char *name, const char **why);
/* Where code is compiled that works on the program's addresses; NULL: *why says why nowhere. Its
 * caller opens its `table`. */
const hr_backend_entry *hr_built_compiler(hr_built *table, const char **why);
/* What units are linked with. */
void *hr_built_symbol(const char *name);
/* Report that backend NAME cannot be used because of WHY. Return HR_OK if a module of that name
 * exists: the run then continues without it, and *OUTCOME is the outcome of the run. Return an
 * error if there is no such module. */
hr_status hr_built_report_out(hr_built *table, const char *name, const char *why,
			      hr_status *outcome) HR_MUST_CHECK;
/* Return the unit of the leaf or graph of QUESTION as ENTRY has built or refused it. *FRESH is set
 * if this call built it. */
hr_built_unit *hr_built_for(hr_built *table, const hr_offload_question *question,
			    const hr_backend_entry *entry, bool *fresh);
/* The same for the unit MADE, which is borrowed; NODE is what needs it first. */
hr_built_unit *hr_built_of(hr_built *table, hr_made_unit *made, const hr_node *node,
			   const hr_backend_entry *entry, bool *fresh);
/* Return the kernels of the run's tensor programs, which live as long as the table. */
hr_row_kernels *hr_built_kernels(hr_built *table);
/* Fill in COUNT levels of a grid, starting with the leaf's level LEVEL. */
void hr_built_levels(const hr_level *level, hr_unit_level *levels, uint32_t count);
/* Run GRID on a unit that was built. The caller holds the unit's lock. With workers,
 * hr_worker_last() returns how the run ended. */
hr_grid_end hr_built_run(hr_run *run, const hr_built_unit *unit, const hr_unit_grid *grid,
			 char text[HR_BACKEND_TEXT]);

#endif
