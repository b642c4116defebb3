/* backends/crosscheck/crosscheck_grid.h -- declarations shared by the files of a cross-check: the
 * current grid and the results of each backend.
 *
 * Private to backends/crosscheck. */
#ifndef HR_CROSSCHECK_GRID_H
#define HR_CROSSCHECK_GRID_H

#include "backends/case/case.h"
#include "backends/crosscheck/compare.h"
#include "backends/crosscheck/crosscheck.h"
#include "backends/crosscheck/stored.h"
#include "backends/dispatch/built.h"
#include "backends/dispatch/row_run.h"
#include "backends/worker/reachable.h"
#include "interp/check/checker.h"
#include "interp/memory/regions.h"

/* An object that the engine allocated in a grid, and the backend's object that corresponds to
 * it. */
typedef struct cross_pair {
	uint8_t *right, *got;
	uint64_t bytes;
	size_t number; /* index in the engine's objects */
} cross_pair;

/* The result of one backend for the current grid. */
typedef struct cross_got {
	hr_built_unit *unit;    /* NULL: the backend does not run this leaf */
	hr_crosscheck_row *row; /* borrowed */
	bool given_up;          /* not run again, because a grid failed */
	hr_unit_grid what;      /* the current grid on this backend; owns its levels */
	hr_unit_level *levels;
	bool running; /* running concurrently with the engine */
	hr_grid_end end;
	hr_worker_end worker; /* valid if END is HR_GRID_FAILED */
	char text[HR_BACKEND_TEXT];
	/* Memory before and after the grid, one for each region; then `others`; the array is
	 * owned. */
	hr_worker_range *ranges;
	hr_ranges others; /* all other memory of the program */
	size_t range_room;
	uint8_t *outputs; /* images of all instances; owned */
	size_t outputs_room;
	uint8_t *wide; /* the same with numbers of traps (hr_unit_given()); owned */
	size_t wide_room;
	hr_unit_grid wide_grid; /* `what` with these outputs, while it is running */
	/* Backends with devices: storage for `before` and `after`; owned. */
	uint8_t *copies;
	size_t copies_room;
	/* Objects that the grid allocated; if the backend is in this process, their memory is
	 * owned. */
	hr_objects_list objects;
	HR_VEC(cross_pair) pairs; /* corresponding objects of the engine and the backend */
	/* Tensor units: memory of results, by instance and step; owned. */
	hr_ranges results;
} cross_got;

typedef struct cross_rows cross_rows; /* rows.c */

/* A leaf, or an internal node with everything below it, in one launch plan. */
typedef struct cross_leaf {
	const hr_node *leaf;
	bool *varies;        /* by input: differs between instances; owned */
	const hr_unit *unit; /* NULL: no backend runs it; borrowed */
	cross_rows *rows;    /* a leaf of a tensor program; else NULL; owned */
	/* The unit can access only memory that its arguments and variables point to. */
	bool closed;
	hr_stored stored;      /* valid if there is a unit */
	const hr_uses *uses;   /* borrowed */
	cross_got *got;        /* by backend; owned */
	uint64_t grids;        /* number of grids so far */
	bool left_out;         /* the current grid is not compared */
	uint64_t nanoseconds;  /* that the comparison has taken, without the engine's run */
	uint64_t sampled_from; /* see hr_crosscheck_row; 0: all grids are compared */
	/* The last grid without a finding, kept for cases, or NULL; owned. */
	hr_case *last;
	bool undefined; /* its verdict is "undefined": no longer compared */
	/* An internal node with a finding: compared leaf by leaf from then on. */
	bool apart;
} cross_leaf;

typedef struct cross_uses {
	const hr_graph *graph;
	hr_uses uses;
} cross_uses;

/* A case that was written, before it is known whether it reproduces the finding. */
typedef struct cross_saved_case {
	hr_crosscheck_row *row; /* borrowed */
	/* The grid alone; the grid with the grids that ran before it. */
	hr_case alone, after;
} cross_saved_case;

/* What a second look at the current grid has found (undefined.c); in shared memory. */
typedef struct cross_look {
	size_t mapped; /* bytes */
	bool done;
	uint64_t bytes;           /* that have undefined bits, of all results */
	bool decides;             /* an undefined value decides something, or the like */
	bool writes_input, races; /* M5, M4 */
	bool poison;              /* FIRST is poison */
	char first[1000]; /* describes the first undefined byte that differs, in memory; or "" */
	char cause[400];  /* if DECIDES: the origin of that value, or "" */
	char error[HR_BACKEND_TEXT]; /* the first error, or "" */
	/* offsets in `bits`, where regions are laid out as in a copy: */
	size_t outputs; /* the grid's images of outputs */
	size_t objects; /* objects that the engine allocated, one after the other */
	uint8_t bits[]; /* undefined bits */
} cross_look;

struct hr_crosscheck {
	hr_offload offload;
	hr_run *run;
	const hr_crosscheck_policy *policy;
	pthread_mutex_t lock; /* protects all fields below; held from before() to after() */
	hr_built *built;      /* owned */
	hr_row_runner runner;
	/* Workers, borrowed from the table; NULL: cannot be used. */
	HR_VEC(const hr_backend_entry *) backends;
	HR_VEC(char *) out;          /* by backend: why it cannot be used; owned */
	uint64_t unexplained;        /* those of findings that could not be looked at again */
	hr_status outcome;           /* the status that follows from OUT */
	HR_VEC(cross_leaf *) leaves; /* owned */
	HR_VEC(cross_uses *) uses;   /* owned */
	hr_crosscheck_row *rows;     /* for all nodes; owned */
	hr_crosscheck_row *shown;    /* the rows of the report; owned */
	size_t row_count;
	hr_status status;
	uint64_t findings, undefined;
	HR_VEC(cross_saved_case *) saved_cases; /* owned */
	/* The leaves of the last two grids, last one first; NULL: none. */
	cross_leaf *latest[2];
	/* The current grid: */
	hr_regions regions;
	size_t region_bytes;
	/* By region, then by output: depends on the order of instances; owned. */
	bool *unsure;
	/* How the engine's run writes memory; used if results depend on the order. */
	hr_tally tally;
	/* By byte of regions, laid out as in `kept`: the byte is compared although its region is
	 * unsure; owned. */
	uint8_t *sure;
	hr_objects_list objects; /* objects that the engine allocated in its first run */
	bool objects_unsure;
	uint8_t *saved; /* the engine's results during another run; owned */
	size_t saved_room;
	cross_look *look; /* NULL: there was none, or it failed; owned */
	/* The backend whose results are being compared: */
	bool bounded;
	hr_bounds bounds; /* valid if BOUNDED; owned */
};

/* The place where two results differ first. */
typedef struct cross_spot {
	const hr_region *region; /* the region that it is in, or NULL */
	const cross_pair *pair;  /* the allocated object that it is in, or NULL */
	unsigned output;
	uint64_t element; /* for an output: the instance */
	hr_compare_rule rule;
	const uint8_t *right, *got;
	uint64_t mismatches, elements; /* counts for that region or output */
} cross_spot;

/* Return true if the argument at PORT, a pointer, points into REGION. */
bool hr_cross_points_into(const hr_offload_grid *grid, const hr_port *port,
			  const hr_region *region);
/* Compare the engine's results with those of GOT, except parts that are unsure. Store the first
 * difference in *SPOT. */
hr_compared hr_cross_compare(const hr_crosscheck *self, const cross_leaf *leaf,
			     const cross_got *got, const hr_offload_grid *grid, cross_spot *spot);
/* blame.c. GOT differs at SPOT, with the counts *SUM. Remove from *SUM the results that depend on
 * the order of instances; *SPOT is then the first difference that is left. */
hr_status hr_cross_excuse(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid, cross_spot *spot, hr_compared *sum)
	HR_MUST_CHECK;
/* Compute self->bounds for GOT, a backend that may round differently and whose results differ.
 * Return false if there are no bounds, with the reason in TEXT. */
bool hr_cross_bound(hr_crosscheck *self, const cross_got *got, const hr_offload_grid *grid,
		    char text[HR_BACKEND_TEXT]) HR_MUST_CHECK;
/* Report the mismatch at SPOT. */
hr_status hr_cross_blame(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			 const hr_offload_grid *grid, const cross_spot *spot) HR_MUST_CHECK;

/* case.c. hr_cross_keep() writes a case for a finding in this grid of GOT. hr_cross_remember()
 * keeps a grid without a finding, which a later case may need. */
void hr_cross_keep(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid);
void hr_cross_remember(hr_crosscheck *self, cross_leaf *leaf, const cross_got *got,
		       const hr_offload_grid *grid);
void hr_cross_forget(cross_leaf *leaf);
void hr_cross_free_cases(hr_crosscheck *self);

/* case_make.c. Return true if the leaf only writes REGION: what is in it before the grid, such as bytes
 * of a freed block, does not count. */
bool hr_cross_is_output(const cross_leaf *leaf, const hr_offload_grid *grid,
			const hr_region *region);

/* undefined.c. Look at the grid again; if that is not possible, self->look is NULL and the row has the
 * reason. */
void hr_cross_look(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
		   const hr_offload_grid *grid);
void hr_cross_forget_look(hr_crosscheck *self);
/* Return the undefined bits at offset AT of the look, or NULL if there is none. */
const uint8_t *hr_cross_undefined(const hr_crosscheck *self, size_t at);
/* Return the offset of object NUMBER among the bits of objects. */
size_t hr_cross_object_at(const hr_objects_list *objects, size_t number);
/* Return true if the bytes are equal but for bits that are set in UNDEFINED, which may be NULL. */
bool hr_cross_alike(const uint8_t *right, const uint8_t *got, const uint8_t *undefined,
		    size_t bytes);
/* Return the error of the program that explains the difference at SPOT by the last look, or NULL; the
 * text may be in ARENA. */
const char *hr_cross_fault(const hr_crosscheck *self, const cross_leaf *leaf,
			   const hr_offload_grid *grid, const cross_spot *spot, hr_arena *arena);

/* objects.c. Objects that a grid allocates have different addresses on both sides. hr_cross_match()
 * finds pairs of objects that equal words of RIGHT and GOT point to, directly or through other
 * objects, and overwrites these words in GOT with the engine's addresses. */
typedef struct cross_match cross_match;
cross_match *hr_cross_match_begin(const hr_object *right, size_t right_count, const hr_object *got,
				  size_t got_count);
void hr_cross_match(cross_match *match, const uint8_t *right, uint8_t *got, size_t bytes);
/* Return all pairs found, starting with the object nearest to the arguments; borrowed until
 * hr_cross_match_end(). */
const cross_pair *hr_cross_match_pairs(cross_match *match, size_t *count);
void hr_cross_match_end(cross_match *match);

/* Run the grid got->what on the backend and wait for its end. If the backend faults in this
 * process, the report names it. */
void hr_cross_call(hr_crosscheck *self, cross_got *got);
/* tensor.c, for tensor units. Run the grid on GOT, with separate memory for its results, before the
 * engine runs it. Return false if the engine has an error to report. */
bool hr_cross_run_tensors(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			  const hr_offload_grid *grid);
/* Compare these results with the engine's within their bounds, and report the first difference if
 * the row has none yet. */
hr_compared hr_cross_judge_tensors(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
				   const hr_offload_grid *grid);
void hr_cross_forget_tensors(cross_got *got);

/* rows.c, for leaves of tensor programs. Between hr_cross_rows_begin() and hr_cross_rows_end() the engine runs
 * the leaf, and each backend computes its operations; then hr_cross_judge_rows() compares the results of a
 * backend within their bounds, and reports the first difference if the row has none yet;
 * hr_cross_rows_forget() frees them. */
cross_rows *hr_cross_rows_new(hr_crosscheck *self, cross_leaf *leaf);
void hr_cross_rows_free(cross_rows *rows); /* may be NULL */
void hr_cross_rows_begin(cross_rows *rows, const hr_offload_grid *grid);
void hr_cross_rows_end(cross_rows *rows, const hr_offload_grid *grid);
hr_compared hr_cross_judge_rows(cross_rows *rows, size_t backend, const hr_offload_grid *grid);
void hr_cross_rows_forget(cross_rows *rows);
enum { HR_CROSS_ROWS_TEXT = 3 * HR_BACKEND_TEXT };
/* Say in TEXT how many operations were left to the reference, and why the first was; "" if none was. Return
 * false if all were. */
bool hr_cross_rows_text(const cross_rows *rows, size_t backend, char text[HR_CROSS_ROWS_TEXT]);

/* blame.c. Report TEXT as the first finding of ROW. */
void hr_cross_note_first(hr_crosscheck *self, hr_crosscheck_row *row, const hr_offload_grid *grid,
			 const hr_where *where, const hr_level *level, const char *text);

/* What is known of the current grid, saved while the engine runs other grids. */
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

/* hr_cross_restart() restores the memory before the grid and saves the cross-check's state in *SUSPENDED,
 * so that other grids can be compared. hr_cross_return() restores both to the engine's first
 * run. */
void hr_cross_restart(hr_crosscheck *self, const cross_got *got, cross_suspended *suspended);
void hr_cross_return(hr_crosscheck *self, cross_suspended *suspended);

static inline uint64_t hr_cross_instances(const hr_offload_grid *grid)
{
	return (uint64_t)grid->end[0] * (uint64_t)grid->end[1] * (uint64_t)grid->end[2];
}

/* Write the position of element NUMBER of a tensor, for example "(0, 3, 1, 2)", to TEXT and return it. */
const char *hr_cross_place_text(const hr_dims *shape, uint64_t number, char text[HR_DIMS_TEXT]);

#endif
