/* backends/dispatch/dispatch_parts.h -- what the parts of the dispatch share: who gets which leaf,
 * and what came of it.
 *
 * Private to dispatch*.c, of which each knows those that come before it here. */
#ifndef HR_DISPATCH_PARTS_H
#define HR_DISPATCH_PARTS_H

#include "backends/dispatch/built.h"
#include "backends/dispatch/device.h"
#include "backends/dispatch/dispatch.h"
#include "backends/dispatch/resident.h"
#include "backends/worker/reachable.h"
#include "src/base/vec.h"

typedef struct dispatch_took {
	double nanoseconds, instances;
} dispatch_took;

/* A unit that grids may be sent to. */
typedef struct dispatch_sent {
	hr_built_unit *unit; /* borrowed */
	bool reported;       /* that it is refused */
	bool judged;         /* --backend auto: */
	uint64_t grids;
	/* What they took but for the first, which found cold caches; the slowest for an instance,
	 * and the others. */
	dispatch_took slowest, others;
	/* In a worker: */
	bool looked, follows; /* what hr_unit_follows() has said */
	const char *spoiled;  /* what it did wrong, so that it runs no more; NULL */
	hr_ranges ranges;
} dispatch_sent;

/* --backend auto: who wants to run a leaf. */
typedef struct dispatch_contest {
	const hr_node *leaf;
	double interpreted; /* nanoseconds of an instance */
	HR_VEC(dispatch_sent *) entrants;
	const char *refused;   /* "cpu: a barrier", by one who did not enter; or NULL */
	bool devices;          /* they were asked, too */
	dispatch_sent *winner; /* once it is decided; NULL: the interpreter */
	bool decided;
	const char *figures; /* if it is: why; NULL: nobody entered */
} dispatch_contest;

struct hr_dispatch {
	hr_offload offload;
	hr_run *run;
	const hr_backend_policy *policy;
	pthread_mutex_t lock;                /* all below */
	hr_built *built;                     /* owns */
	hr_resident *resident;               /* owns */
	const hr_thread *keeper;             /* whose execution may leave something on devices */
	const hr_backend_entry *behind;      /* whose grids may not be over; NULL: nobody's */
	const hr_backend_entry *reported;    /* whose late failure has been told; NULL: nobody's */
	hr_status failed;                    /* what that has come to, which may be a warning */
	const hr_backend_entry *stayed;      /* with whom results of tensor operations have; NULL */
	HR_VEC(dispatch_sent *) sent;        /* owns */
	HR_VEC(dispatch_contest *) contests; /* owns */
	HR_VEC(char *) said;                 /* owns */
	HR_VEC(const char *) out; /* names of backends that are, as the policy has them */
	hr_status outcome;        /* because of these */
};

/* --- say.c --------------------------------------------------------------------------- */

/* TEXT, as long as SELF lives. */
const char *hr_dispatch_keep_text(hr_dispatch *self, const char *text);
/* "cpu: what: more", which lives as long as SELF; *FRESH: it has not been said before. */
const char *hr_dispatch_say(hr_dispatch *self, const char *backend, const char *what,
			    const char *more, bool *fresh);
/* LEAF is interpreted, because WHY, which hr_dispatch_say() has made. */
hr_offload_answer hr_dispatch_refuse(hr_dispatch *self, const hr_node *leaf, const char *backend,
				     const char *why);
/* What was meant for LEAF, by NAME, is OUT; NULL: nothing was. */
hr_offload_answer hr_dispatch_go_without(hr_dispatch *self, const hr_node *leaf, const char *name,
					 const char *out, const char **why);
/* What a worker that ended so is reported as. */
hr_diag_id hr_dispatch_finding(hr_worker_end end);
/* Says what became of the process that should have built UNIT. */
void hr_dispatch_note_lost(hr_dispatch *self, const hr_node *leaf, const hr_built_unit *unit);

/* --- choose.c ------------------------------------------------------------------------ */

/* The name that was asked for: of a backend, "interp", "hint" or "auto". */
const char *hr_dispatch_chosen(const hr_dispatch *self, const hr_node *leaf);
/* The backend for LEAF. NULL: none. *WHY: what is out that was meant; NULL: nothing. */
const hr_backend_entry *hr_dispatch_backend_for(hr_dispatch *self, const hr_node *leaf,
						const char *name, const char **why);
/* Before the program runs, for a trial takes a fork; and no trial comes after a load
 * (hr_built_try). */
hr_status hr_dispatch_load_all(hr_dispatch *self) HR_MUST_CHECK;

/* --- sent.c -------------------------------------------------------------------------- */

/* That of UNIT, from now on if there was none. */
dispatch_sent *hr_dispatch_sent_to(hr_dispatch *self, hr_built_unit *unit);
/* Why the unit is not run though it was built: "cpu: ..."; NULL: nothing. */
const char *hr_dispatch_stray(hr_dispatch *self, dispatch_sent *to);
/* NANOSECONDS: what building it has just taken. */
hr_offloaded hr_dispatch_taken_by(const hr_dispatch *self, dispatch_sent *to, uint64_t nanoseconds);
/* The grid has taken so long. */
void hr_dispatch_measure(dispatch_sent *to, const hr_offload_grid *grid, uint64_t nanoseconds);
/* Nanoseconds of an instance, without the slowest grid; less than 0: it has not run often
 * enough. */
double hr_dispatch_cost(dispatch_sent *to);

/* --- contest.c ----------------------------------------------------------------------- */

/* The leaf has not cost enough to be worth a contest, and there is none. */
bool hr_dispatch_is_cold(const hr_dispatch *self, const hr_offload_question *question);
/* Each entrant runs a few grids; then the fastest all that come, unless there are devices to be
 * asked later. */
hr_offload_answer hr_dispatch_contest(hr_dispatch *self, const hr_offload_question *question,
				      hr_offloaded *taken, const char **why);

/* --- what interp/ asks, as interp/run/offload.h has it; DATA is the dispatch ------------------ */

/* ask.c */
hr_offload_answer hr_dispatch_ask(void *data, const hr_offload_question *question,
				  hr_offloaded *taken, const char **why);
hr_offload_answer hr_dispatch_ask_graph(void *data, const hr_offload_question *question,
					hr_offloaded *taken, const char **why);

/* settle.c */
void hr_dispatch_begin(void *data, const hr_thread *thread);
void hr_dispatch_forget(void *data, const void *values);
hr_status hr_dispatch_settle(void *data) HR_MUST_CHECK;
hr_status hr_dispatch_rest(void *data) HR_MUST_CHECK;
hr_status hr_dispatch_bring_back(void *data, const void *base, uint64_t bytes, bool gone)
	HR_MUST_CHECK;
bool hr_dispatch_touched(void *data, const void *address);
uint64_t hr_dispatch_copied(void *data, bool back);
/* ... of that: results of tensor operations, and grids that were not waited for. */
hr_status hr_dispatch_settle_tensors(hr_dispatch *self) HR_MUST_CHECK;
hr_status hr_dispatch_settle_grids(hr_dispatch *self) HR_MUST_CHECK;
/* A device has lost what WHAT needs. What is stopped is nobody's failure; a failure is told
 * once. */
hr_status hr_dispatch_lost(hr_dispatch *self, const char *what) HR_MUST_CHECK;

/* run.c */
hr_status hr_dispatch_run(void *data, void *taken, const hr_offload_grid *grid, bool *untouched,
			  const char **why) HR_MUST_CHECK;

#endif
