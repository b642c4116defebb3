/* backends/nvidia/mock/mock_streams.h -- streams and graphs of the mock: the order of work. */
#ifndef HR_MOCK_STREAMS_H
#define HR_MOCK_STREAMS_H

#include "backends/nvidia/mock/mock.h"

typedef struct queue {
	db_work *work;
	size_t count, done, room;
} queue;

/* A vector clock: for each lane, by its number, how much of its work comes before; 0 for lanes
 * beyond the end. */
typedef struct db_clock {
	uint64_t *at;
	size_t count;
} db_clock;

typedef struct stream_state {
	queue queue;
	db_clock clock;
	uint32_t lane;
	unsigned flags;
	db_object *capture;          /* the graph that is being captured; NULL: none */
	int mode;
} stream_state;

typedef struct graph {
	queue queue;
	db_object *made_of;          /* the graph that an executable graph was made from */
} graph;

void db_push(queue *to, db_work work);
/* Execute all work in the stream. */
void db_wait_for(db_object *object);
/* Return the stream; it must not be in capture mode. */
stream_state *db_uncaptured(nv_stream handle);
/* Return a copy of BYTES bytes of host memory, owned by the caller. */
uint8_t *db_snapshot(const void *from, uint64_t bytes);

/* --- order.c ---------------------------------------------------------------------------------------- */

uint32_t db_new_lane(void);
void db_clock_join(db_clock *to, const db_clock *from);
/* Record that the host has waited for everything in CLOCK. */
void db_host_waits(const db_clock *clock);
/* Check WORK, the next operation of a lane with clock CLOCK: its accesses to memory must be ordered
 * with all conflicting ones, or a rule is broken. */
void db_order_work(db_clock *clock, uint32_t lane, const db_work *work);

#endif
