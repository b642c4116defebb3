/* backends/crosscheck/crosscheck_grid.h -- what the parts of a cross-check share: one grid, and who
 * made what of it.
 *
 * Private to crosscheck*.c. */
#ifndef HR_CROSSCHECK_GRID_H
#define HR_CROSSCHECK_GRID_H

#include "backends/case/case.h"
#include "backends/crosscheck/compare.h"
#include "backends/crosscheck/crosscheck.h"
#include "backends/crosscheck/stored.h"
#include "backends/dispatch/built.h"
#include "backends/worker/reachable.h"
#include "interp/check/checker.h"
#include "interp/memory/regions.h"

/* An object that the engine has allocated in a grid, and the backend's for it. */
typedef struct cross_pair {
	uint8_t *right, *got;
	uint64_t bytes;
	size_t number; /* among the engine's */
} cross_pair;

/* What one backend has made of the grid that is under way. */
typedef struct cross_got {
	hr_built_unit *unit;    /* NULL: it does not run this leaf */
	hr_crosscheck_row *row; /* borrowed */
	bool given_up;          /* after a grid that did not end well */
	hr_unit_grid what;      /* the grid that is under way there; owns its levels */
	hr_unit_level *levels;
	bool running; /* beside the engine */
	hr_grid_end end;
	hr_worker_end worker; /* when END is HR_GRID_FAILED */
	char text[HR_BACKEND_TEXT];
	/* by region: memory before it and after it; then others; owns the array */
	hr_worker_range *ranges;
	hr_ranges others; /* the program's memory besides */
	size_t range_room;
	uint8_t *outputs; /* images of all instances; owns */
	size_t outputs_room;
	uint8_t *copies; /* of a device: what before and after point to; owns */
	size_t copies_room;
	hr_objects_list objects;  /* that it has allocated; in this process: owns their memory */
	HR_VEC(cross_pair) pairs; /* those of both that the same words lead to */
	/* of a unit with tensors, by instance and step: memory for them; owns it */
	hr_ranges results;
} cross_got;

/* A leaf, or an internal node with all below it, of one plan. */
typedef struct cross_leaf {
	const hr_node *leaf;
	bool *varies;        /* by input; owns */
	const hr_unit *unit; /* NULL: no backend runs it; borrowed */
	bool closed;         /* its arguments and variables are all the memory that it can get to */
	hr_stored stored;    /* when there is a unit */
	const hr_uses *uses; /* borrowed */
	cross_got *got;      /* by backend; owns */
	uint64_t grids;      /* so far */
	bool left_out;       /* the one under way */
	hr_case *last;       /* its last grid without a finding, for cases; NULL: none; owns */
	bool undefined;      /* as its verdict says: it is compared no more */
	bool apart; /* an internal node of which something was found: leaf by leaf from then on */
} cross_leaf;

typedef struct cross_uses {
	const hr_graph *graph;
	hr_uses uses;
} cross_uses;

/* A case that was written: whether it shows what was found nobody knows yet. */
typedef struct cross_saved_case {
	hr_crosscheck_row *row; /* borrowed */
	hr_case alone, after;   /* the grid; the grid after those that came before */
} cross_saved_case;

struct hr_crosscheck {
	hr_offload offload;
	hr_run *run;
	const hr_crosscheck_policy *policy;
	pthread_mutex_t lock;                      /* all below; held from before() to after() */
	hr_built *built;                           /* owns */
	HR_VEC(const hr_backend_entry *) backends; /* workers; borrowed from the table; NULL: out */
	HR_VEC(char *) out;                        /* by backend: why it is; owns */
	hr_status outcome;                         /* because of these */
	HR_VEC(cross_leaf *) leaves;               /* owns */
	HR_VEC(cross_uses *) uses;                 /* owns */
	hr_crosscheck_row *rows;                   /* of all nodes; owns */
	hr_crosscheck_row *shown;                  /* of those that a report has; owns */
	size_t row_count;
	hr_status status;
	uint64_t findings, undefined;
	HR_VEC(cross_saved_case *) saved_cases; /* owns */
	cross_leaf *latest[2]; /* whose grids came last, the last first; NULL: none */
	/* The grid under way: */
	hr_regions regions;
	size_t region_bytes;
	bool *unsure;   /* by region, then by output: the order of instances decides it; owns */
	hr_tally tally; /* how that run writes, where the order of instances decides anything */
	/* by byte of regions, as in `kept`: it counts though its region is unsure; owns */
	uint8_t *sure;
	hr_objects_list objects; /* that the engine has allocated in its first run */
	bool objects_unsure;
	uint8_t *saved; /* the engine's memory while it runs again; owns */
	size_t saved_room;
	/* Of the backend whose results are compared: */
	bool bounded;
	hr_bounds bounds; /* if it is; owns */
};

/* Where two results differ first. */
typedef struct cross_spot {
	const hr_region *region; /* NULL: an output, or */
	const cross_pair *pair;  /* an object */
	unsigned output;
	uint64_t element; /* an output: the instance */
	hr_compare_rule rule;
	const uint8_t *right, *got;
	uint64_t mismatches, elements; /* of the region or output */
} cross_spot;

/* What differs between the engine's results and GOT, but for what is unsure; *spot is the first. */
hr_compared hr_cross_compare(const hr_crosscheck *self, const cross_leaf *leaf,
			     const cross_got *got, const hr_offload_grid *grid, cross_spot *spot);
/* blame.c: GOT differs at SPOT, as *SUM says. Leaves what orders of instances decide out of
 * *SUM; *SPOT is the first mismatch that is left. */
hr_status hr_cross_excuse(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid, cross_spot *spot, hr_compared *sum)
	HR_MUST_CHECK;
/* GOT may round otherwise, and differs: computes self->bounds. False: TEXT says why there are
 * none. */
bool hr_cross_bound(hr_crosscheck *self, const cross_got *got, const hr_offload_grid *grid,
		    char text[HR_BACKEND_TEXT]) HR_MUST_CHECK;
/* Reports the mismatch at SPOT. */
hr_status hr_cross_blame(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			 const hr_offload_grid *grid, const cross_spot *spot) HR_MUST_CHECK;

/* case.c: what was found in this grid of GOT is kept; nothing was, and it may be wanted later. */
void hr_cross_keep(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid);
/* Does the grid, in which results differ, read what nobody wrote? */
bool hr_cross_is_undefined(const hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			   const hr_offload_grid *grid);
void hr_cross_remember(hr_crosscheck *self, cross_leaf *leaf, const cross_got *got,
		       const hr_offload_grid *grid);
void hr_cross_forget(cross_leaf *leaf);
void hr_cross_free_cases(hr_crosscheck *self);

/* objects.c: objects that a grid has allocated have other addresses on each side. Finds those that
 * the same words in RIGHT and GOT lead to, and in what they lead to; these words are made the same
 * in GOT. */
typedef struct cross_match cross_match;
cross_match *hr_cross_match_begin(const hr_object *right, size_t right_count, const hr_object *got,
				  size_t got_count);
void hr_cross_match(cross_match *match, const uint8_t *right, uint8_t *got, size_t bytes);
/* All that were found, the object that is nearest to arguments first; borrowed until the end. */
const cross_pair *hr_cross_match_pairs(cross_match *match, size_t *count);
void hr_cross_match_end(cross_match *match);

/* Gives the grid in got->what to the backend, and waits; a fault in this process names the
 * backend. */
void hr_cross_call(hr_crosscheck *self, cross_got *got);
/* tensor.c: of units with tensors. Before the engine runs the grid GOT does, into memory of its
 * own. False: the engine has something to report. */
bool hr_cross_run_tensors(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid);
/* Compares them with the engine's results, by their bounds, and says where they differ first. */
hr_compared hr_cross_judge_tensors(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
				   const hr_offload_grid *grid);
void hr_cross_forget_tensors(cross_got *got);
/* blame.c: TEXT is the first finding of ROW. */
void hr_cross_note_first(hr_crosscheck *self, hr_crosscheck_row *row, const hr_offload_grid *grid,
			 const hr_where *where, const hr_level *level, const char *text);

/* What is known of the grid under way, while others are. */
typedef struct cross_suspended {
	hr_objects_list objects;
	bool objects_unsure;
	hr_regions regions;
	size_t region_bytes, saved_room;
	bool *unsure;
	uint8_t *saved, *sure;
	bool bounded;
	hr_bounds bounds;
} cross_suspended;

/* Memory is that before the grid from now on, and the crosscheck free for other grids; and again
 * that of the engine's first run. */
void hr_cross_restart(hr_crosscheck *self, const cross_got *got, cross_suspended *suspended);
void hr_cross_return(hr_crosscheck *self, cross_suspended *suspended);

static inline uint64_t hr_cross_instances(const hr_offload_grid *grid)
{
	return (uint64_t)grid->end[0] * (uint64_t)grid->end[1] * (uint64_t)grid->end[2];
}

#endif
