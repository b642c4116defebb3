/* backends/dispatch/dispatch_parts.h -- declarations shared by the files of the dispatch.
 *
 * Private to backends/dispatch. A file calls only files that are listed before it here. */
#ifndef HR_DISPATCH_PARTS_H
#define HR_DISPATCH_PARTS_H

#include "backends/dispatch/built.h"
#include "backends/dispatch/device.h"
#include "backends/dispatch/dispatch.h"
#include "backends/dispatch/resident.h"
#include "backends/dispatch/row_run.h"
#include "backends/worker/reachable.h"
#include "src/base/vec.h"

typedef struct dispatch_took {
	double nanoseconds, instances;
} dispatch_took;

/* A unit that grids may be sent to, with what is known about these grids. */
typedef struct dispatch_sent {
	hr_built_unit *unit; /* borrowed */
	bool reported;       /* its refusal has been reported */
	bool judged;         /* --backend auto: the unit is taking part in a contest */
	uint64_t grids;
	/* The time of all grids except the first, which runs with cold caches: the slowest grid per
	 * instance, and the sum of the others. */
	dispatch_took slowest, others;
	/* With workers: */
	bool looked, follows; /* whether hr_unit_follows() was called; its result */
	bool closed;          /* the result of hr_unit_is_closed(), called at the same time */
	/* What the backend did wrong, so that the unit is not run again; or NULL. */
	const char *spoiled;
	hr_ranges ranges;
} dispatch_sent;

/* --backend auto: the contest of backends for one leaf. */
typedef struct dispatch_contest {
	const hr_node *leaf;
	double interpreted; /* nanoseconds per instance in the interpreter */
	HR_VEC(dispatch_sent *) entrants;
	/* Why a backend does not take part, for example "cpu: a barrier"; or NULL. */
	const char *refused;
	bool devices;          /* backends with devices have been considered, too */
	dispatch_sent *winner; /* valid if DECIDED; NULL means the interpreter */
	bool decided;
	/* Valid if DECIDED: the measurements; NULL if no backend took part. */
	const char *figures;
} dispatch_contest;

/* A leaf of a tensor program, whose operations run on a backend one by one (rows.c). */
typedef struct dispatch_rows dispatch_rows;

struct hr_dispatch {
	hr_offload offload;
	hr_run *run;
	const hr_backend_policy *policy;
	/* The thread whose execution may leave memory and results on devices, from hr_dispatch_begin()
	 * to hr_dispatch_rest(); NULL if none. Atomic. */
	const hr_thread *keeper;
	/* Only the keeper's thread reads and writes these two, because settle() of a backend belongs
	 * to the thread of the grids that it waits for: the backend whose grids may still be running,
	 * and the one that still holds results of tensor operations; NULL if none. */
	const hr_backend_entry *behind, *stayed;
	hr_fork_lock lock;     /* protects all fields below */
	hr_built *built;       /* owned */
	hr_resident *resident; /* owned */
	/* The backend whose asynchronous failure has been reported; NULL if none. */
	const hr_backend_entry *reported;
	hr_status failed;             /* the status of that failure, which may be a warning */
	HR_VEC(dispatch_sent *) sent; /* owned */
	HR_VEC(dispatch_contest *) contests; /* owned */
	HR_VEC(char *) said;                 /* owned */
	hr_row_runner rows;
	HR_VEC(dispatch_rows *) rowed; /* owned */
	/* Names of the backends that cannot be used, as the policy spells them. */
	HR_VEC(const char *) out;
	hr_status outcome; /* the status that follows from OUT */
};

/* --- say.c --------------------------------------------------------------------------- */

/* Return a copy of TEXT that lives as long as SELF. */
const char *hr_dispatch_keep_text(hr_dispatch *self, const char *text);
/* Return "BACKEND: WHAT: MORE", which lives as long as SELF. *FRESH is set if the text is new. */
const char *hr_dispatch_say(hr_dispatch *self, const char *backend, const char *what,
			    const char *more, bool *fresh);
/* Return the answer that LEAF is interpreted because of WHY, a text made by hr_dispatch_say(). */
hr_offload_answer hr_dispatch_refuse(hr_dispatch *self, const hr_node *leaf, const char *backend,
				     const char *why);
/* Return the answer for LEAF if no backend can be used for the choice NAME. OUT is the reason why
 * the backend chosen for LEAF cannot be used, or NULL if none was chosen. */
hr_offload_answer hr_dispatch_go_without(hr_dispatch *self, const hr_node *leaf, const char *name,
					 const char *out, const char **why);
/* Return the diagnostic for a worker that ended with END. */
hr_diag_id hr_dispatch_finding(hr_worker_end end);
/* Report how the process that should have built UNIT ended. */
void hr_dispatch_note_lost(hr_dispatch *self, const hr_node *leaf, const hr_built_unit *unit);

/* --- choose.c ------------------------------------------------------------------------ */

/* Return the name that was chosen for LEAF: a backend's name, "interp", "hint" or "auto". */
const char *hr_dispatch_chosen(const hr_dispatch *self, const hr_node *leaf);
/* Return the backend to use for LEAF by the choice NAME, or NULL if there is none. *WHY is the
 * reason why a preferred backend cannot be used, or NULL. */
const hr_backend_entry *hr_dispatch_backend_for(hr_dispatch *self, const hr_node *leaf,
						const char *name, const char **why);
/* Load all backends that the policy needs. Called before the program runs, because a backend is
 * tested in a forked process, and all tests must come before the first load (hr_built_try). */
hr_status hr_dispatch_load_all(hr_dispatch *self) HR_MUST_CHECK;

/* --- sent.c -------------------------------------------------------------------------- */

/* Return the record of UNIT, which is created if necessary. */
dispatch_sent *hr_dispatch_sent_to(hr_dispatch *self, hr_built_unit *unit);
/* Return why the unit is not run although it was built, for example "cpu: ..."; NULL if it may
 * run. */
const char *hr_dispatch_stray(hr_dispatch *self, dispatch_sent *to);
/* NANOSECONDS is the time that building the unit has just taken. */
hr_offloaded hr_dispatch_taken_by(const hr_dispatch *self, dispatch_sent *to, uint64_t nanoseconds);
/* Record that GRID took NANOSECONDS. */
void hr_dispatch_measure(dispatch_sent *to, const hr_offload_grid *grid, uint64_t nanoseconds);
/* Return the nanoseconds per instance without the slowest grid; a negative number if too few grids
 * have run. */
double hr_dispatch_cost(dispatch_sent *to);

/* --- contest.c ----------------------------------------------------------------------- */

/* Return true if there is no contest for the leaf and it has not used enough time to justify
 * one. */
bool hr_dispatch_is_cold(const hr_dispatch *self, const hr_offload_question *question);
/* Let each backend in the contest run a few grids, then send all later grids to the fastest, unless
 * backends with devices are still to be considered. */
hr_offload_answer hr_dispatch_contest(hr_dispatch *self, const hr_offload_question *question,
				      hr_offloaded *taken, const char **why);

/* --- the callbacks of interp/run/offload.h; DATA is the dispatch --------------------------- */

/* ask.c */
hr_offload_answer hr_dispatch_ask(void *data, const hr_offload_question *question,
				  hr_offloaded *taken, const char **why);
hr_offload_answer hr_dispatch_ask_graph(void *data, const hr_offload_question *question,
					hr_offloaded *taken, const char **why);

/* settle.c */
/* Return true if this thread's execution may leave memory and results on devices. */
bool hr_dispatch_keeps(const hr_dispatch *self);
void hr_dispatch_begin(void *data, const hr_thread *thread);
void hr_dispatch_forget(void *data, const void *values);
hr_status hr_dispatch_settle(void *data) HR_MUST_CHECK;
hr_status hr_dispatch_rest(void *data) HR_MUST_CHECK;
hr_status hr_dispatch_bring_back(void *data, const void *base, uint64_t bytes, bool gone)
	HR_MUST_CHECK;
bool hr_dispatch_touched(void *data, const void *address);
uint64_t hr_dispatch_copied(void *data, bool back);
/* Wait for results of tensor operations, and for grids that run() did not wait for, of this thread's
 * execution. */
hr_status hr_dispatch_settle_tensors(hr_dispatch *self) HR_MUST_CHECK;
hr_status hr_dispatch_settle_grids(hr_dispatch *self) HR_MUST_CHECK;
/* Report that a device has lost memory that WHAT needs. A run that was stopped does not count as a
 * failure; a failure is reported once. */
hr_status hr_dispatch_lost(hr_dispatch *self, const char *what) HR_MUST_CHECK;

/* rows.c */
/* Return the answer for a leaf of a tensor program whose operations are to run on ENTRY. */
hr_offload_answer hr_dispatch_ask_rows(hr_dispatch *self, const hr_offload_question *question,
				       const hr_backend_entry *entry, hr_offloaded *taken,
				       const char **why);
hr_status hr_dispatch_before(void *data, void *unit, const hr_offload_grid *grid) HR_MUST_CHECK;
hr_status hr_dispatch_after(void *data, void *unit, const hr_offload_grid *grid, hr_status status)
	HR_MUST_CHECK;

/* run.c */
/* Report how a grid on ENTRY ended: HR_OK for HR_GRID_DONE. */
hr_status hr_dispatch_report_end(const hr_backend_entry *entry, const hr_offload_grid *grid,
				 hr_grid_end end, const char *text) HR_MUST_CHECK;
hr_status hr_dispatch_run(void *data, void *taken, const hr_offload_grid *grid, bool *untouched,
			  const char **why) HR_MUST_CHECK;

#endif
