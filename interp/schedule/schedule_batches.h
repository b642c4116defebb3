/* interp/schedule/schedule_batches.h -- shared by the files that run a leaf in batches: batches.c,
 * pool_batches.c. */
#ifndef HR_SCHEDULE_BATCHES_H
#define HR_SCHEDULE_BATCHES_H

#include "interp/lanes/lanes.h"
#include "interp/schedule/plan.h"

typedef struct plan_pool plan_pool; /* pool_batches.c */

struct plan_batched {
	hr_tile_shape shape; /* grid shape that the code was made for */
	hr_lane_code *code;  /* NULL if there is none; WHY has the reason */
	const char *why;
	HR_VEC(hr_batch *) batches;
	HR_VEC(hr_tile) tiles;
	bool *varying; /* for each input: instances get different values */
	uint8_t *inputs, *outputs;
	size_t inputs_bytes, outputs_bytes;
	bool asked;        /* ALONE is valid */
	const char *alone; /* why batches may not run concurrently, or NULL */
	plan_pool *pool;
	bool tried;          /* UNTRIED is valid */
	const char *untried; /* why a speculative run may not use batches, or NULL */
	/* the dimension that its tiles should run along if bands.c may run it, and INNERMOST is that
	 * along which other tiles run */
	unsigned column, innermost;
};

/* Grow a buffer of *ROOM bytes to at least BYTES. Its contents are lost if it grows. */
void hr_batches_reserve_bytes(uint8_t **buffer, size_t *room, size_t bytes);
/* Create the leaf's batches 0 to COUNT - 1 if they do not exist. */
hr_status hr_batches_reserve(hr_plan *plan, hr_thread *thread, plan_node *node, size_t count)
	HR_MUST_CHECK;
/* Set the instances of TILE to their first operation. OUTPUTS has their images, unless they are
 * kept. */
hr_status hr_batches_begin_tile(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				child_state *state, const hr_tile *tile, hr_batch *batch,
				uint8_t *outputs) HR_MUST_CHECK;
/* Record the outputs of the completed instances of TILE (E3). Requires that all tiles before it
 * have been recorded. */
hr_status hr_batches_note_tile(hr_plan *plan, hr_thread *thread, plan_node *node,
			       child_state *state, const hr_tile *tile, uint8_t *outputs)
	HR_MUST_CHECK;

/* bands.c: the leaf's instances, not in reference order. The first function returns true if that
 * makes no difference that can be seen. */
bool hr_bands_may_run(const hr_plan *plan, const plan_node *node, const child_state *state);
hr_status hr_bands_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
		       child_state *state) HR_MUST_CHECK;
/* Run band NUMBER. NODE is the leaf's node, or that of a member of the thread pool. */
hr_status hr_bands_run_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			   child_state *state, uint64_t number) HR_MUST_CHECK;

/* pool_batches.c: hr_batches_may_share() returns true if the thread pool should run the batches of
 * a leaf; the other function runs them. */
bool hr_batches_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
			  const child_state *state);
hr_status hr_batches_share_tiles(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				 child_state *state) HR_MUST_CHECK;
void hr_plan_pool_free(plan_pool *pool);
/* Free batches and buffers. */
void hr_batches_free(plan_batched *batched);

#endif
