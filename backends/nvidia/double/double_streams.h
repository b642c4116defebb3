/* backends/nvidia/double/double_streams.h -- streams and graphs of the double: work in its order. */
#ifndef HR_NV_DOUBLE_STREAMS_H
#define HR_NV_DOUBLE_STREAMS_H

#include "double.h"

typedef struct queue {
	db_work *work;
	size_t count, done, room;
} queue;

typedef struct stream_state {
	queue queue;
	unsigned flags;
	db_object *capture;          /* the graph that is being made; NULL: none */
	int mode;
} stream_state;

typedef struct graph {
	queue queue;
	db_object *made_of;          /* of an executable one */
} graph;

void db_push(queue *to, db_work work);
/* The stream, which is not being captured. */
stream_state *db_uncaptured(nv_stream handle);
/* BYTES of host memory as they are now; owned. */
uint8_t *db_snapshot(const void *from, uint64_t bytes);

#endif
