/* traces/export/trace_slices.h -- the timeline as the viewer reads it: lanes of slices that do not
 * overlap, packed in chunks, and summaries of them that are there before any chunk is.
 *
 * The layout, of which traces/viewer/store.js reads what trace_slices.c writes: numbers are
 * varints, lowest 7 bits first; signed ones are folded.
 *
 *	index   for each lane, for each chunk: its bytes when packed (0: its slices are left out),
 *	        its slices, and for each group of TRACE_GROUP slices: begin since the last group's
 *	        begin, length, time that is busy, time that is waited, highest count, execution and
 *	        number of the first slice (both signed, since the last group's)
 *	chunk   for each of TRACE_COLUMNS its bytes, then the columns; one number for each slice, or
 *	        for each arrival, or text of values
 *
 * Both are zlib streams. */
#ifndef HR_TRACE_SLICES_H
#define HR_TRACE_SLICES_H

#include <stdio.h>

#include "src/base/vec.h"
#include "traces/read/trace_read.h"

enum {
	TRACE_GROUP = 128, /* slices */
	TRACE_CHUNK = 16 * TRACE_GROUP,
	TRACE_MOST_SHOWN = 256, /* bytes of a value; of a buffer the first ones */
};

/* Columns of a chunk. What is "since" is signed and since the last slice's, 0 at first. */
typedef enum trace_column {
	TRACE_C_BEGIN, /* since the last slice's end; the first: since the chunk's begin */
	TRACE_C_LENGTH,
	/* from ready to begin, plus 1; 0: since the last source ended, of those whose values came;
	 * or not at all */
	TRACE_C_WAITED,
	TRACE_C_NUMBER,    /* of its first event, since */
	TRACE_C_EVENTS,    /* until its last event; 0: it has not ended */
	TRACE_C_EXECUTION, /* since */
	TRACE_C_PARENT,    /* since; instance of the parent plus 1, or 0 */
	TRACE_C_FIRST,     /* since */
	TRACE_C_COUNT,     /* since */
	TRACE_C_OPERATIONS,
	TRACE_C_THREAD,
	TRACE_C_TEXT, /* a number of the head's texts */
	/* of an execution: a number of the head's chains; of a unit: of its texts, what ran in it;
	 * of others: of its texts, the order, of several; an order's text is how, or 0 */
	TRACE_C_CHAIN,
	TRACE_C_ARRIVALS, /* how many values came, and how many went */
	/* a number of the head's edges, or of its binds and then results after those; here columns
	 * of arrivals begin */
	TRACE_A_EDGE,
	TRACE_A_NUMBER, /* since the slice's first event */
	/* time from the end of the source until the slice's begin, plus 1; 0: unknown */
	TRACE_A_LEFT,
	TRACE_A_COUNT, /* of a result: the instance that gave it, plus 1, or 0 */
	TRACE_A_BYTES, /* of one value */
	TRACE_A_KIND,  /* HR_TRACE_NO_VALUE ..., HR_TRACE_BYTES with its number of bytes after it */
	/* bytes; or object and offset; of a buffer also its bytes, hash (high and low half), and
	 * how many of its bytes follow; or 1 for a null pointer */
	TRACE_A_VALUE,
	TRACE_COLUMNS
} trace_column;

/* A value that came over an edge or from an input of the parent, or that went to an output. */
typedef struct trace_arrival {
	uint32_t edge, node;
	uint64_t number, execution, parent;
	uint64_t left; /* when its source ended, plus 1; 0: unknown */
	uint64_t count, bytes, object, offset, buffer_bytes, hash;
	unsigned kind; /* HR_TRACE_NO_VALUE ... */
	uint32_t value_bytes;
	bool null;
	uint8_t value[TRACE_MOST_SHOWN];
} trace_arrival;

typedef HR_VEC(trace_arrival) trace_arrivals;

typedef struct trace_slice {
	uint64_t begin, end, ready; /* ready: not after begin */
	uint64_t number, last; /* of the events that began and ended it; last 0: it has not ended */
	uint64_t execution, parent, first, count, operations;
	uint32_t thread, text, chain;
} trace_slice;

typedef struct trace_lane trace_lane;
typedef struct trace_lanes trace_lanes;

/* Keeps about BUDGET bytes of chunks; beyond that, it forgets those with the most slices for their
 * time. */
trace_lanes *trace_lanes_new(size_t budget);
void trace_lanes_free(trace_lanes *lanes);
/* A new lane at the end; lives as long as LANES. */
trace_lane *trace_lane_new(trace_lanes *lanes);
/* Slices of a lane come in order of time. ARRIVALS is borrowed; may be NULL. */
void trace_lane_add(trace_lane *lane, const trace_slice *slice, const trace_arrivals *arrivals);
uint64_t trace_lane_slices(const trace_lane *lane);
size_t trace_lane_chunks(const trace_lane *lane);

/* Ends all lanes, and packs the index; nothing may be added any more. Gives the index's bytes. */
size_t trace_lanes_finish(trace_lanes *lanes);
/* The index, then the chunks that are kept, as base64, each from a multiple of 3 bytes on. */
void trace_lanes_print(const trace_lanes *lanes, FILE *stream);
/* Slices whose chunks were forgotten. */
uint64_t trace_lanes_forgotten(const trace_lanes *lanes);

#endif
