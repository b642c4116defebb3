/* traces/export/trace_slices.h -- the timeline as the viewer reads it: lanes of slices that do not
 * overlap, packed in chunks, and summaries that are available before any chunk is unpacked.
 *
 * The layout, which trace_slices.c writes and traces/viewer/store.js reads: numbers are varints,
 * lowest 7 bits first; signed numbers are folded.
 *
 *	index   for each lane, for each chunk: its packed size (0: its slices are omitted), its
 *	        slices, and for each group of TRACE_GROUP slices: begin since the last group's
 *	        begin, length, busy time, waiting time, highest count, execution and number of
 *	        the first slice (both signed, since the last group's)
 *	chunk   for each of TRACE_COLUMNS its bytes, then the columns: one number for each slice or
 *	        arrival, or the text of values
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

/* Columns of a chunk. "Since" means a signed difference to the last slice, whose value is 0 at
 * first. */
typedef enum trace_column {
	/* since the last slice's end; of the first slice, since the chunk's begin */
	TRACE_C_BEGIN,
	TRACE_C_LENGTH,
	/* from ready to begin, plus 1; 0: since the end of the last source of the values, or not at
	 * all */
	TRACE_C_WAITED,
	TRACE_C_NUMBER,    /* of its first event, since */
	TRACE_C_EVENTS,    /* until its last event; 0 if it has not ended */
	TRACE_C_EXECUTION, /* since */
	TRACE_C_PARENT,    /* since; instance of the parent plus 1, or 0 */
	TRACE_C_FIRST,     /* since */
	TRACE_C_COUNT,     /* since */
	TRACE_C_OPERATIONS,
	TRACE_C_THREAD,
	TRACE_C_TEXT, /* index of a text in the head */
	/* of an execution: index of a chain in the head; of a unit: index of the text that names
	 * what ran in it; of others: index of the order's text, if there are several; of an order:
	 * index of a text that says how it ran, or 0 */
	TRACE_C_CHAIN,
	TRACE_C_ARRIVALS, /* number of values received, and of values sent */
	/* index of an edge in the head, or of its binds and then results after the edges; the
	 * columns of arrivals begin here */
	TRACE_A_EDGE,
	TRACE_A_NUMBER, /* since the slice's first event */
	/* time from the end of the source to the slice's begin, plus 1; 0 if unknown */
	TRACE_A_LEFT,
	/* of a result: the instance that returned it, plus 1, or 0 */
	TRACE_A_COUNT,
	TRACE_A_BYTES, /* of one value */
	/* HR_TRACE_NO_VALUE ..., HR_TRACE_BYTES is followed by the number of bytes */
	TRACE_A_KIND,
	/* bytes; or object and offset; of a buffer also its size, hash (high and low half), and how
	 * many of its bytes follow; or 1 for a null pointer */
	TRACE_A_VALUE,
	TRACE_COLUMNS
} trace_column;

/* A value received over an edge or from an input of the parent, or sent to an output. */
typedef struct trace_arrival {
	uint32_t edge, node;
	uint64_t number, execution, parent;
	uint64_t left; /* when its source ended, plus 1; 0 if unknown */
	uint64_t count, bytes, object, offset, buffer_bytes, hash;
	unsigned kind; /* HR_TRACE_NO_VALUE ... */
	uint32_t value_bytes;
	bool null;
	uint8_t value[TRACE_MOST_SHOWN];
} trace_arrival;

typedef HR_VEC(trace_arrival) trace_arrivals;

typedef struct trace_slice {
	uint64_t begin, end, ready; /* READY is not after BEGIN */
	/* of the events that began and ended it; LAST is 0 if it has not ended */
	uint64_t number, last;
	uint64_t execution, parent, first, count, operations;
	uint32_t thread, text, chain;
} trace_slice;

typedef struct trace_lane trace_lane;
typedef struct trace_lanes trace_lanes;

/* Create lanes. About BUDGET bytes of chunks are kept; beyond that, the chunks with the most slices
 * for their time are dropped. */
trace_lanes *trace_lanes_new(size_t budget);
void trace_lanes_free(trace_lanes *lanes);
/* Add a lane at the end. It lives as long as LANES. */
trace_lane *trace_lane_new(trace_lanes *lanes);
/* Add a slice. Slices of a lane must be in order of time. ARRIVALS is borrowed and may be NULL. */
void trace_lane_add(trace_lane *lane, const trace_slice *slice, const trace_arrivals *arrivals);
uint64_t trace_lane_slices(const trace_lane *lane);
size_t trace_lane_chunks(const trace_lane *lane);

/* End all lanes and pack the index; nothing may be added afterwards. Return the size of the
 * index. */
size_t trace_lanes_finish(trace_lanes *lanes);
/* Print the index, then the chunks that are kept, as base64, each starting at a multiple of 3
 * bytes. */
void trace_lanes_print(const trace_lanes *lanes, FILE *stream);
/* Return the number of slices whose chunks were dropped. */
uint64_t trace_lanes_forgotten(const trace_lanes *lanes);

#endif
