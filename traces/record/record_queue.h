/* traces/record/record_queue.h -- full blocks on their way to the file: a thread of its own packs
 * and writes them.
 *
 *	record_queue *queue = record_queue_new(path, head, bytes, &error);
 *	uint8_t *events = record_queue_room(queue);          // HR_TRACE_MOST_BLOCK bytes to fill
 *	events = record_queue_put(queue, events, &block);    // full: the next ones
 *	error = record_queue_close(queue);
 *
 * Memory is bounded: whoever fills blocks faster than they are written waits. One thread at a time
 * fills them. */
#ifndef HR_RECORD_QUEUE_H
#define HR_RECORD_QUEUE_H

#include <stddef.h>

#include "traces/trace_format.h"

typedef struct record_queue record_queue;

/* Writes the head. NULL: *error says why not. */
record_queue *record_queue_new(const char *path, const char *head, size_t bytes, int *error);
/* The thread calls IDLE with DATA now and then while no block comes. Before the first one. */
void record_queue_when_idle(record_queue *self, void (*idle)(void *data), void *data);
uint8_t *record_queue_room(record_queue *self);
/* Takes what was filled, as BLOCK says, but for `packed`; gives other room. */
uint8_t *record_queue_put(record_queue *self, uint8_t *events, const hr_trace_block *block);
/* Writes the rest, and frees SELF. 0, or the errno of what could not be written. A process that the
 * program has forked leaves the file alone. */
int record_queue_close(record_queue *self);

#endif
