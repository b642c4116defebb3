/* interp/schedule/schedule_batches.h -- shared by the files that run a leaf in batches: batches.c,
 * pool_batches.c. */
#ifndef HR_SCHEDULE_BATCHES_H
#define HR_SCHEDULE_BATCHES_H

#include "interp/lanes/lanes.h"
#include "interp/run/thread_pool.h"
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

/* Return lane code for tiles of SHAPE, or the reason why there is none. */
plan_batched *hr_batches_make(hr_plan *plan, plan_node *node, const hr_tile_shape *shape);
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

/* bands.c: instances that run in tiles, which are not in reference order. Before one of them reports
 * anything, those before it that are in no tile that has begun run one by one. */
typedef struct hr_disordered hr_disordered;
struct hr_disordered {
	hr_turn turn; /* first, because the thread knows this one */
	hr_plan *plan;
	hr_thread *thread;
	plan_node *node;
	hr_batch *batch;
	uint64_t tile; /* the number of the running tile */
	enum {
		HR_DISORDERED_IN_TILES,
		HR_DISORDERED_BEFORE, /* instances before one that reports run */
		HR_DISORDERED_ONE_BY_ONE,
	} state;
	bool failed;
	uint64_t reached; /* all instances before this index have run, or are in the running tile */
	/* Set the ids of LEVEL, a copy of the node's, and of OUTER, one of its parent's, to those of
	 * the instance with this index; return the number of its tile. */
	uint64_t (*stand)(const hr_disordered *self, uint64_t index, hr_level *level,
			  hr_level *outer);
	uint64_t (*index_of)(const hr_disordered *self); /* of the running instance */
};
/* Begin with the instance with index FIRST. The caller resets thread->turn at the end. */
void hr_disordered_begin(hr_disordered *self, uint64_t first);
/* Run the instances from FIRST to END that do not belong to a tile that has begun. */
hr_status hr_disordered_run(hr_disordered *self, uint64_t first, uint64_t end, uint8_t *outputs)
	HR_MUST_CHECK;
/* Return true if the order of the leaf's instances makes no difference that can be seen. */
bool hr_order_is_hidden(const hr_plan *plan, const plan_node *node);

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
