/* interp/schedule/schedule_batches.h -- what the files share that run a leaf in batches: batches.c,
 * pool_batches.c. */
#ifndef HR_SCHEDULE_BATCHES_H
#define HR_SCHEDULE_BATCHES_H

#include "interp/lanes/lanes.h"
#include "interp/schedule/plan.h"

typedef struct plan_pool plan_pool; /* pool_batches.c */

struct plan_batched {
	hr_tile_shape shape; /* what it was made for */
	hr_lane_code *code;  /* NULL: */
	const char *why;
	HR_VEC(hr_batch *) batches;
	HR_VEC(hr_tile) tiles;
	bool *varying; /* by input */
	uint8_t *inputs, *outputs;
	size_t inputs_bytes, outputs_bytes;
	bool asked;        /* whether batches may run at once */
	const char *alone; /* why they may not, or NULL */
	plan_pool *pool;
	bool tried;          /* it was asked whether a speculative run may run them */
	const char *untried; /* why not, or NULL */
};

/* Room for BYTES in a buffer of *ROOM bytes, which loses its contents if it has to grow. */
void hr_batches_reserve_bytes(uint8_t **buffer, size_t *room, size_t bytes);
/* The leaf's batches from 0 to COUNT - 1 are there. */
hr_status hr_batches_reserve(hr_plan *plan, hr_thread *thread, plan_node *node, size_t count)
	HR_MUST_CHECK;
/* The instances of TILE are set to their first operation. OUTPUTS: images, unless they are kept. */
hr_status hr_batches_begin_tile(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				child_state *state, const hr_tile *tile, hr_batch *batch,
				uint8_t *outputs) HR_MUST_CHECK;
/* E3 for the instances of TILE, which have completed; after those of all tiles before. */
hr_status hr_batches_note_tile(hr_plan *plan, hr_thread *thread, plan_node *node,
			       child_state *state, const hr_tile *tile, uint8_t *outputs)
	HR_MUST_CHECK;

/* pool_batches.c: whether the threads of the thread pool shall run the batches of a leaf, and
 * running them. */
bool hr_batches_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
			  const child_state *state);
hr_status hr_batches_share_tiles(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				 child_state *state) HR_MUST_CHECK;
void hr_plan_pool_free(plan_pool *pool);
/* Frees batches and buffers. */
void hr_batches_free(plan_batched *batched);

#endif
