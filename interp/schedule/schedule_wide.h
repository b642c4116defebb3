/* interp/schedule/schedule_wide.h -- what the files share that run a leaf in batches: wide.c,
 * pool_batches.c. */
#ifndef HR_SCHEDULE_WIDE_H
#define HR_SCHEDULE_WIDE_H

#include "interp/schedule/plan.h"
#include "interp/lanes/build/wide.h"

typedef struct plan_crew plan_crew; /* pool_batches.c */

struct plan_wide {
	hr_shape shape; /* what it was made for */
	hr_wide *wide;  /* NULL: */
	const char *why;
	HR_VEC(hr_batch *) batches;
	HR_VEC(hr_tile) tiles;
	bool *varying; /* by input */
	uint8_t *inputs, *outputs;
	size_t inputs_bytes, outputs_bytes;
	bool asked;        /* whether batches may run at once */
	const char *alone; /* why they may not, or NULL */
	plan_crew *crew;
	bool tried;          /* it was asked whether a trial may run them */
	const char *untried; /* why not, or NULL */
};

/* Room for BYTES in a buffer of *ROOM bytes, which loses its contents if it has to grow. */
void hr_wide_reserve(uint8_t **buffer, size_t *room, size_t bytes);
/* The leaf's batches from 0 to COUNT - 1 are there. */
hr_status hr_wide_reserve_batches(hr_plan *plan, hr_thread *thread, plan_node *node,
				  size_t count) HR_MUST_CHECK;
/* The instances of TILE are set to their first operation. OUTPUTS: images, unless they are kept. */
hr_status hr_wide_begin_tile(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state, const hr_tile *tile, hr_batch *batch,
			     uint8_t *outputs) HR_MUST_CHECK;
/* E3 for the instances of TILE, which have completed; after those of all tiles before. */
hr_status hr_wide_note_tile(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			    const hr_tile *tile, uint8_t *outputs) HR_MUST_CHECK;

/* pool_batches.c: whether the threads of the crew shall run the batches of a leaf, and running
 * them. */
bool hr_wide_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
		       const child_state *state);
hr_status hr_wide_share_tiles(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state) HR_MUST_CHECK;
void hr_plan_crew_free(plan_crew *crew);
/* Frees batches and buffers. */
void hr_wide_free_batches(plan_wide *wide);

#endif
