/* backends/nvidia/mock/mock_streams.h -- streams and graphs of the mock: work in its order. */
#ifndef HR_MOCK_STREAMS_H
#define HR_MOCK_STREAMS_H

#include "backends/nvidia/mock/mock.h"

typedef struct queue {
	mock_work *work;
	size_t count, done, room;
} queue;

/* Of each lane, by its number, how much of its work comes before; the others' 0. */
typedef struct mock_clock {
	uint64_t *at;
	size_t count;
} mock_clock;

typedef struct stream_state {
	queue queue;
	mock_clock clock;
	uint32_t lane;
	unsigned flags;
	mock_object *capture; /* the graph that is being made; NULL: none */
	int mode;
} stream_state;

typedef struct graph {
	queue queue;
	mock_object *made_of; /* of an executable one */
} graph;

void mock_push(queue *to, mock_work work);
/* Until all that is in the stream is done. */
void mock_wait_for(mock_object *object);
/* The stream, which is not being captured. */
stream_state *mock_uncaptured(nv_stream handle);
/* BYTES of host memory as they are now; owned. */
uint8_t *mock_snapshot(const void *from, uint64_t bytes);

/* --- order.c ---------------------------------------------------------------------------------- */

uint32_t mock_new_lane(void);
void mock_clock_join(mock_clock *to, const mock_clock *from);
/* All that CLOCK says is over, and the host knows. */
void mock_host_waits(const mock_clock *clock);
/* WORK is the next of a lane with this CLOCK: what it does to memory is ordered with all that it
 * can meet, or a rule is broken. */
void mock_order_work(mock_clock *clock, uint32_t lane, const mock_work *work);

#endif
