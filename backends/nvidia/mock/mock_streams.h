/* backends/nvidia/mock/mock_streams.h -- streams and graphs of the double: work in its order. */
#ifndef HR_MOCK_STREAMS_H
#define HR_MOCK_STREAMS_H

#include "backends/nvidia/mock/mock.h"

typedef struct queue {
	db_work *work;
	size_t count, done, room;
} queue;

/* Of each lane, by its number, how much of its work comes before; the others' 0. */
typedef struct db_clock {
	uint64_t *at;
	size_t count;
} db_clock;

typedef struct stream_state {
	queue queue;
	db_clock clock;
	uint32_t lane;
	unsigned flags;
	db_object *capture;          /* the graph that is being made; NULL: none */
	int mode;
} stream_state;

typedef struct graph {
	queue queue;
	db_object *made_of;          /* of an executable one */
} graph;

void db_push(queue *to, db_work work);
/* Until all that is in the stream is done. */
void db_wait_for(db_object *object);
/* The stream, which is not being captured. */
stream_state *db_uncaptured(nv_stream handle);
/* BYTES of host memory as they are now; owned. */
uint8_t *db_snapshot(const void *from, uint64_t bytes);

/* --- order.c ---------------------------------------------------------------------------------------- */

uint32_t db_new_lane(void);
void db_clock_join(db_clock *to, const db_clock *from);
/* All that CLOCK says is over, and the host knows. */
void db_host_waits(const db_clock *clock);
/* WORK is the next of a lane with this CLOCK: what it does to memory is ordered with all that it can meet, or a rule is broken. */
void db_order_work(db_clock *clock, uint32_t lane, const db_work *work);

#endif
