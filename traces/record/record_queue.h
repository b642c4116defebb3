/* traces/record/record_queue.h -- a queue of full blocks, and a thread that packs and writes them.
 *
 *	record_queue *queue = record_queue_new(path, head, bytes, &error);
 *	uint8_t *events = record_queue_room(queue);          // HR_TRACE_MOST_BLOCK bytes to fill
 *	events = record_queue_put(queue, events, &block);    // full: returns the next buffer
 *	error = record_queue_close(queue);
 *
 * Memory is bounded: a thread that fills blocks faster than they are written waits. Only one thread
 * at a time may fill blocks. */
#ifndef HR_RECORD_QUEUE_H
#define HR_RECORD_QUEUE_H

#include <stddef.h>

#include "traces/trace_format.h"

typedef struct record_queue record_queue;

/* Create a queue and write the head. Return NULL and set *ERROR on failure. */
record_queue *record_queue_new(const char *path, const char *head, size_t bytes, int *error);
/* Let the thread call IDLE with DATA whenever no block has arrived for a while. Call it before the
 * first block. */
void record_queue_when_idle(record_queue *self, void (*idle)(void *data), void *data);
uint8_t *record_queue_room(record_queue *self);
/* Queue the filled block described by BLOCK, except `packed`. Return another buffer. */
uint8_t *record_queue_put(record_queue *self, uint8_t *events, const hr_trace_block *block);
/* Write the remaining blocks and free SELF. Return 0, or the errno of the first write that failed.
 * In a process that the program has forked, the file is left alone. */
int record_queue_close(record_queue *self);

#endif
