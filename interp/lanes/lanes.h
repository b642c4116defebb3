/* interp/lanes/lanes.h -- the engine for many instances at once (the lane engine).
 *
 * A *batch* is a tile of the grid of a leaf: ROWS x COLUMNS instances, consecutive in reference
 * order unless the tile is cut from a band, or from several groups (below). Each instance is a *lane*. A batch runs through *lane code*: each operation is done for
 * all lanes before the next. Operations have the meaning that src/arith gives them, as at width 1.
 *
 * Clauses:   as the engine's (interp/run/thread.h); M3 within a batch. */
#ifndef HR_LANES_H
#define HR_LANES_H

#include "interp/run/thread.h"

enum { HR_LANE_MAX = 512, HR_LANE_WORDS = HR_LANE_MAX / 64, HR_ROWS_OF_PARENT = 4 };

/* Lane code of one leaf; several threads may use it at once. */
typedef struct hr_lane_code hr_lane_code;

/* The shape of the tiles that the code will run. */
typedef struct hr_tile_shape {
	unsigned lanes;  /* at most HR_LANE_MAX */
	unsigned column; /* the dimension along which columns run */
	/* the dimension along which rows run; 3: every tile has one row; HR_ROWS_OF_PARENT + d:
	 * dimension d of the grid of the parent */
	unsigned row;
	unsigned width; /* of the bands that tiles are cut from; 0: none */
} hr_tile_shape;
hr_tile_shape hr_tile_shape_of(const int64_t extent[3], unsigned dims, unsigned lanes);

/* Return lane code for CODE. Return NULL and set *why to the unsupported feature if the lane engine
 * cannot run it. VARYING_INPUTS tells for each input of the node whether instances get different
 * values; it is borrowed for the lifetime of the lane code. */
hr_lane_code *hr_lane_code_new(hr_run *run, const hr_code *code, const bool *varying_inputs,
			       const hr_tile_shape *shape, const char **why);
void hr_lane_code_free(hr_lane_code *lane_code);
/* Return the name of the instruction set of the handlers: "base", or "v3" or "v4" (levels of
 * x86-64). */
const char *hr_lane_set(const hr_lane_code *lane_code);
/* Return true if this processor supports the set ASKED, or ASKED is NULL. Write the supported sets
 * into NAMES, which has ROOM bytes, best first: "v3, base". */
bool hr_lane_sets(const char *asked, char *names, size_t room);

/* Return the dimension along which lanes access memory with the smallest strides, of those up to
 * INNERMOST with more than one instance; that one if no other is better. */
unsigned hr_lane_best_column(const hr_lane_code *lane_code, const int64_t extent[3],
			     unsigned innermost);
/* Return true if tiles may have rows of several instances of the parent. */
bool hr_lane_may_merge(const hr_lane_code *lane_code);
/* Return the bytes of array data for each lane. */
unsigned hr_lane_bytes(const hr_lane_code *lane_code);
/* Return why batches of the code must not run concurrently (alone.c); NULL if they may. CHECKED:
 * every access goes through the checkers. */
const char *hr_lane_alone(const hr_lane_code *lane_code, bool checked);
/* Return why instances of CODE must not run concurrently, one at a time on each of several threads;
 * NULL if they may. */
const char *hr_code_alone(hr_run *run, const hr_code *code);

/* Return why the code cannot track undefined bits (--check=uninit); NULL if all values are defined
 * unless an undefined one is read. */
const char *hr_lane_undefined(const hr_lane_code *lane_code);

/* The instances of a batch: COUNT of them, from index FIRST of the grid on. */
typedef struct hr_tile {
	uint64_t first;
	int64_t id[3];                 /* id of the first instance */
	unsigned rows, columns, count; /* count <= rows * columns: the last row may be incomplete */
	unsigned dimension[2];         /* of columns and of rows, as in the shape */
	/* if rows are instances of the parent: its level, whose id is that of the first one; else
	 * NULL. It is modified. */
	hr_level *outer;
} hr_tile;
/* Return the number of tiles of a grid, and the index of the first instance of tile NUMBER. */
uint64_t hr_tile_count(const int64_t extent[3], unsigned dims, unsigned lanes);
uint64_t hr_tile_first(const int64_t extent[3], unsigned dims, unsigned lanes, uint64_t number);
/* Return the tile that begins at instance FIRST of a grid of EXTENT with DIMS dimensions. */
hr_tile hr_tile_at(const int64_t extent[3], unsigned dims, uint64_t first, unsigned lanes);

/* Advance *TILE, which must not be the last tile, to the next one. */
void hr_tile_next(const int64_t extent[3], unsigned dims, unsigned lanes, hr_tile *tile);

/* A part of a grid for tiles that do not run along its innermost dimension: WIDTH ids of a
 * dimension, all ids of those after it, and one id of each dimension before it. The instances of a
 * band are consecutive in reference order, those of its tiles are not. Tiles are as wide as the
 * band. */
typedef struct hr_band {
	uint64_t first, count; /* its instances, by index in the grid */
	int64_t id[3];         /* of the first one */
	unsigned width;
	uint64_t tiles;
} hr_band;
/* Return the shape of the tiles of bands of WIDTH, at most LANES, whose columns run along COLUMN,
 * which is not the last dimension. */
hr_tile_shape hr_band_shape_of(unsigned column, unsigned width, unsigned lanes);
/* Return the number of bands of a grid, and band NUMBER. */
uint64_t hr_band_count(const int64_t extent[3], const hr_tile_shape *shape);
hr_band hr_band_at(const int64_t extent[3], const hr_tile_shape *shape, uint64_t number);
/* Return tile NUMBER of BAND; `first` is the index of the tile's first instance. */
hr_tile hr_band_tile(const int64_t extent[3], const hr_tile_shape *shape, const hr_band *band,
		     uint64_t number);
/* Return the number, in its band, of the tile that contains the instance ID. */
uint64_t hr_band_tile_of(const int64_t extent[3], const hr_tile_shape *shape, const int64_t id[3]);

typedef struct hr_batch hr_batch;
hr_batch *hr_batch_new(const hr_lane_code *lane_code);
void hr_batch_free(hr_batch *batch);
/* Begin a new grid: values that all its instances share are computed again. IS_GROUP: the batch
 * contains all instances that meet at barriers, and need not stop at them. */
void hr_batch_renew(hr_batch *batch, bool is_group);
/* Begin a batch. INPUTS is an image for all instances, or, where some inputs differ, an image for
 * each instance at INPUT_STRIDE from the next. OUTPUTS has an image for each instance,
 * OUTPUT_STRIDE apart. LEVEL is the level of the node; its id[] is modified. */
void hr_batch_begin(hr_batch *batch, hr_level *level, const hr_tile *tile, const uint8_t *inputs,
		    size_t input_stride, uint8_t *outputs, size_t output_stride);
/* Run until no instance can continue: all have completed, or some wait at a barrier (*at_barrier),
 * after which the function may be called again. Traps are reported. */
hr_status hr_batch_run(hr_thread *thread, hr_batch *batch, bool *at_barrier) HR_MUST_CHECK;

/* Close the access checks of a batch when a grid begins. A batch that runs in a thread pool has its
 * own copies of them. */
void hr_batch_close_checks(hr_batch *batch);

size_t hr_batch_bytes(const hr_lane_code *lane_code);
/* Make the lane that the checkers saw last the running instance again: others have run. */
void hr_batch_show_again(hr_batch *batch);

/* An instance that has stopped: at the barrier at WORD of CODE, or completed by the return
 * there. */
typedef struct hr_standing {
	uint64_t index;
	const hr_code *code;
	uint32_t word;
	bool barrier;
	bool collects; /* it waits at a collective of its warp; set by hr_batch_collects() only */
} hr_standing;

/* Two lanes of a warp: one waits at a collective WHAT (src/arith/warp.h) with MASK for the other, which
 * does not come; the same twice: it is not in its own mask. */
typedef struct hr_warp_standing {
	uint32_t what;
	uint64_t mask;
	unsigned lanes[2];
	hr_standing at[2];
} hr_warp_standing;
/* Find the first lane of a stopped batch that waits at a collective. Return false if there is none. */
bool hr_batch_collects(const hr_batch *batch, hr_warp_standing *found);
/* Find the first instance of a stopped batch that waits at a barrier; with AT, the first that has
 * not stopped where AT has (K5: instances of a kernel that have ended may count as arrived). Return false if there is none. */
bool hr_batch_standing(const hr_batch *batch, const hr_standing *at, hr_standing *found);
/* Return the number of instances that wait at barriers. */
unsigned hr_batch_waiting(const hr_batch *batch);

#endif
