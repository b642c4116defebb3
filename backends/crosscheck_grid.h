/* backends/crosscheck_grid.h -- what the parts of a cross-check share: one grid, and who made what of it.
 *
 * Private to crosscheck*.c. */
#ifndef HR_CROSSCHECK_GRID_H
#define HR_CROSSCHECK_GRID_H

#include "built.h"
#include "compare.h"
#include "crosscheck.h"
#include "regions.h"
#include "stored.h"

/* What one backend has made of the grid that is under way. */
typedef struct cross_got {
	hr_built_unit *unit;         /* NULL: it does not run this leaf */
	hr_crosscheck_row *row;      /* borrowed */
	bool given_up;               /* after a grid that did not end well */
	hr_unit_grid what;           /* the grid that is under way there; owns its levels */
	hr_unit_level *levels;
	bool running;                /* beside the engine */
	hr_grid_end end;
	hr_worker_end worker;        /* when END is HR_GRID_FAILED */
	char text[HR_BACKEND_TEXT];
	hr_worker_range *ranges;     /* by region: memory before it and after it; owns the array */
	size_t range_room;
	uint8_t *outputs;            /* images of all instances; owns */
	size_t outputs_room;
	uint8_t *copies;             /* of a device: what before and after point to; owns */
	size_t copies_room;
} cross_got;

/* A leaf of one plan. */
typedef struct cross_leaf {
	const hr_node *leaf;
	bool *varies;                /* by input; owns */
	const hr_unit *unit;         /* NULL: no backend runs it; borrowed */
	bool closed;                 /* its arguments and variables are all the memory that it can get to */
	hr_stored stored;            /* when there is a unit */
	const hr_uses *uses;         /* borrowed */
	cross_got *got;              /* by backend; owns */
	uint64_t grids;              /* so far */
	bool left_out;               /* the one under way */
} cross_leaf;

typedef struct cross_uses {
	const hr_graph *graph;
	hr_uses uses;
} cross_uses;

struct hr_crosscheck {
	hr_offload offload;
	hr_run *run;
	const hr_crosscheck_policy *policy;
	pthread_mutex_t lock;        /* all below; held from before() to after() */
	hr_built *built;             /* owns */
	HR_VEC(const hr_backend_entry *) backends;   /* workers; borrowed from the table */
	HR_VEC(cross_leaf *) leaves; /* owns */
	HR_VEC(cross_uses *) uses;   /* owns */
	hr_crosscheck_row *rows;     /* owns */
	size_t row_count;
	hr_status status;
	/* The grid under way: */
	hr_regions regions;
	size_t region_bytes;
	bool *unsure;                /* by region, then by output: the order of instances decides it; owns */
	uint8_t *kept;               /* the engine's memory while it runs again; owns */
	size_t kept_room;
};

/* Where two results differ first. */
typedef struct cross_spot {
	const hr_region *region;     /* NULL: an output */
	unsigned output;
	uint64_t element;            /* an output: the instance */
	hr_compare_rule rule;
	const uint8_t *right, *got;
	uint64_t mismatches, elements; /* of the region or output */
} cross_spot;

/* What differs between the engine's results and GOT, but for what is unsure; *spot is the first. */
hr_compared hr_cross_compare(const hr_crosscheck *self, const cross_leaf *leaf, const cross_got *got,
			     const hr_offload_grid *grid, cross_spot *spot);
/* crosscheck_blame.c: GOT differs at SPOT, as *SUM says. Leaves what orders of instances decide out of
 * *SUM, and reports the first mismatch that is left. */
hr_status hr_cross_blame(hr_crosscheck *self, const cross_leaf *leaf, cross_got *got,
			 const hr_offload_grid *grid, cross_spot *spot, hr_compared *sum)
	HR_MUST_CHECK;

static inline uint64_t hr_cross_instances(const hr_offload_grid *grid)
{
	return (uint64_t)grid->end[0] * (uint64_t)grid->end[1] * (uint64_t)grid->end[2];
}

#endif
