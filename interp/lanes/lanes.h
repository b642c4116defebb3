/* interp/lanes/lanes.h -- the engine for many instances at once.
 *
 * A *batch* is a tile of the grid of a leaf: ROWS x COLUMNS instances that are consecutive in
 * reference order. It runs through *lane code*: each operation for all lanes before the next. What
 * an operation means is arith's, as at width 1.
 *
 * Clauses: as the engine's (interp/run/thread.h); M3 within a batch. */
#ifndef HR_LANES_H
#define HR_LANES_H

#include "interp/run/thread.h"

enum { HR_LANE_MAX = 512, HR_LANE_WORDS = HR_LANE_MAX / 64 };

/* Lane code of one leaf; may be used by several threads. */
typedef struct hr_lane_code hr_lane_code;

/* What is known of the tiles that the code will run. */
typedef struct hr_tile_shape {
	unsigned lanes;  /* at most HR_LANE_MAX */
	unsigned column; /* the dimension that columns run along */
	bool single_row; /* all tiles have one row */
} hr_tile_shape;
hr_tile_shape hr_tile_shape_of(const int64_t extent[3], unsigned dims, unsigned lanes);

/* NULL: *why says what the lane engine does not do. VARYING_INPUTS: by input of the node, whether
 * instances get different values; borrowed as long as the code lives. */
hr_lane_code *hr_lane_code_new(hr_run *run, const hr_code *code, const bool *varying_inputs,
			       const hr_tile_shape *shape, const char **why);
void hr_lane_code_free(hr_lane_code *lane_code);
/* The instruction set of its handlers: "base", or "v3" or "v4" (levels of x86-64). */
const char *hr_lane_set(const hr_lane_code *lane_code);
/* Whether this processor has ASKED, or there is none (NULL); those that it has into NAMES, ROOM
 * bytes, the best first, as "v3, base". */
bool hr_lane_sets(const char *asked, char *names, size_t room);

/* Bytes of the arrays that it works on, for each lane. */
unsigned hr_lane_bytes(const hr_lane_code *lane_code);
/* Why batches of it may not run at once (alone.c); NULL: they may. CHECKED: every access goes
 * through the checkers. */
const char *hr_lane_alone(const hr_lane_code *lane_code, bool checked);
/* Why instances of CODE may not, one at a time on each of several threads. */
const char *hr_code_alone(hr_run *run, const hr_code *code);

/* Why it cannot follow undefined bits (--check=uninit); NULL: all values are defined unless one is
 * read that is not. */
const char *hr_lane_undefined(const hr_lane_code *lane_code);

/* Which instances a batch is: COUNT of them from index FIRST of the grid of LEVEL on. */
typedef struct hr_tile {
	uint64_t first;
	int64_t id[3];                 /* of that */
	unsigned rows, columns, count; /* count <= rows * columns: the last row may be short */
} hr_tile;
/* How many tiles a grid has, and where tile NUMBER begins. */
uint64_t hr_tile_count(const int64_t extent[3], unsigned dims, unsigned lanes);
uint64_t hr_tile_first(const int64_t extent[3], unsigned dims, unsigned lanes, uint64_t number);
/* Cuts the tile that begins at FIRST from a grid of EXTENT with DIMS dimensions. */
hr_tile hr_tile_at(const int64_t extent[3], unsigned dims, uint64_t first, unsigned lanes);

/* Makes of a tile, not the last one, that which follows it. */
void hr_tile_next(const int64_t extent[3], unsigned dims, unsigned lanes, hr_tile *tile);

typedef struct hr_batch hr_batch;
hr_batch *hr_batch_new(const hr_lane_code *lane_code);
void hr_batch_free(hr_batch *batch);
/* A new grid begins: what all its instances share is no more what it was. IS_GROUP: the batch has
 * all instances that meet at barriers, and need not stop at those. */
void hr_batch_renew(hr_batch *batch, bool is_group);
/* INPUTS: an image for all instances, and one for each at INPUT_STRIDE from the next where some
 * differ. OUTPUTS: one for each, OUTPUT_STRIDE apart. LEVEL is the node's; its id[] is changed. */
void hr_batch_begin(hr_batch *batch, hr_level *level, const hr_tile *tile, const uint8_t *inputs,
		    size_t input_stride, uint8_t *outputs, size_t output_stride);
/* Runs until no instance can go on: all have completed, or some stand at a barrier (*at_barrier),
 * after which it may be called again. A trap has been reported. */
hr_status hr_batch_run(hr_thread *thread, hr_batch *batch, bool *at_barrier) HR_MUST_CHECK;

/* A new grid: a batch of a pool's member has access checks of its own, which are closed again. */
void hr_batch_close_checks(hr_batch *batch);

size_t hr_batch_bytes(const hr_lane_code *lane_code);

/* An instance that stands: at the barrier at WORD of CODE, or completed by the return there. */
typedef struct hr_standing {
	uint64_t index;
	const hr_code *code;
	uint32_t word;
	bool barrier;
} hr_standing;
/* The first instance of a batch that has stopped which stands at a barrier; with AT, the first
 * that does not stand where AT does. False: there is none. */
bool hr_batch_standing(const hr_batch *batch, const hr_standing *at, hr_standing *found);
/* How many wait at barriers. */
unsigned hr_batch_waiting(const hr_batch *batch);

#endif
