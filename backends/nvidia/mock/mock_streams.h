/* backends/nvidia/mock/mock_streams.h -- streams and graphs of the mock: the order of work. */
#ifndef HR_MOCK_STREAMS_H
#define HR_MOCK_STREAMS_H

#include "backends/nvidia/mock/mock.h"

typedef struct queue {
	mock_work *work;
	size_t count, done, room;
} queue;

/* A vector clock: for each lane, by its number, how much of its work comes before; 0 for lanes
 * beyond the end. */
typedef struct mock_clock {
	uint64_t *at;
	size_t count;
} mock_clock;

typedef struct stream_state {
	queue queue;
	mock_clock clock;
	uint32_t lane;
	unsigned flags;
	mock_object *capture; /* the graph that is being captured; NULL: none */
	int mode;
} stream_state;

typedef struct graph {
	queue queue;
	mock_object *made_of; /* the graph that an executable graph was made from */
} graph;

void mock_push(queue *to, mock_work work);
/* Execute all work in the stream. */
void mock_wait_for(mock_object *object);
/* Return the stream; it must not be in capture mode. */
stream_state *mock_uncaptured(nv_stream handle);
/* Return a copy of BYTES bytes of host memory, owned by the caller. */
uint8_t *mock_snapshot(const void *from, uint64_t bytes);

/* --- order.c ---------------------------------------------------------------------------------- */

uint32_t mock_new_lane(void);
void mock_clock_join(mock_clock *to, const mock_clock *from);
/* Record that the host has waited for everything in CLOCK. */
void mock_host_waits(const mock_clock *clock);
/* Check WORK, the next operation of a lane with clock CLOCK: its accesses to memory must be ordered
 * with all conflicting ones, or a rule is broken. */
void mock_order_work(mock_clock *clock, uint32_t lane, const mock_work *work);

#endif
