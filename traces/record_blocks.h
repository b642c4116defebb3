/* traces/record_blocks.h -- events into the blocks of a file: numbers relative to those before, in as few bytes as they need.
 *
 * A beginning waits for the next event: if that is its end, both are one pair, which is what most events are
 * in a stream. A block ends after so many bytes, so that blocks of a run without wall time are always the same.
 *
 * What there is most of, grids, executions and edges, has short ways here; all else goes by record_blocks_add. One thread
 * at a time. */
#ifndef HR_RECORD_BLOCKS_H
#define HR_RECORD_BLOCKS_H

#include <stdbool.h>

#include "record_entry.h"
#include "record_queue.h"

uint64_t record_now(void);
/* Costs less than half of a look at the clock where the processor counts at a constant rate, as all of x86-64 do. */
static inline uint64_t record_tick(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return record_now();
#endif
}

typedef struct record_blocks {
	record_queue *queue;              /* borrowed */
	bool wall;                        /* entries have ticks */
	unsigned pair;                    /* of the beginning that is not in the block yet; 0: there is none */
	/* What an event's numbers are told relative to; a block begins with 0, but for the first two. */
	uint64_t tick, operations, execution;
	uint32_t thread;
	hr_trace_block block;
	uint8_t *events;                  /* of the block; the queue's */
	record_entry begun;               /* that beginning; if it has a tail, that is in begun_tail */
	uint64_t first[HR_TRACE_KINDS];
	uint64_t begin_tick;              /* of the block */
	uint64_t start;                   /* of the clock */
	uint64_t before_tick, before_ns;  /* of the last look at both clocks but one, and of the last */
	uint64_t after_tick, after_ns;
	uint8_t begun_tail[2 * RECORD_TEXT + 16];
} record_blocks;

/* Gives blocks to QUEUE, which is borrowed. WALL: entries have ticks, from now on. */
record_blocks *record_blocks_new(record_queue *queue, bool wall);
void record_blocks_free(record_blocks *self);
void record_blocks_add(record_blocks *self, const record_entry *entry);
/* All that has come goes to the queue. */
void record_blocks_flush(record_blocks *self);

/* --- the parts of an event ------------------------------------------------------------------------ */

void record_blocks_flush_begun(record_blocks *self);
void record_blocks_end(record_blocks *self);

/* The head of an event, or of a pair. */
static inline uint8_t *put_head(record_blocks *self, uint8_t *at, unsigned code, const record_entry *entry)
{
	uint8_t *head = at++;

	*head = (uint8_t)code;
	if (entry->thread == self->thread)
		*head |= HR_TRACE_SAME_THREAD;
	else
		at = put(at, entry->thread);
	self->thread = entry->thread;
	if (entry->tick == self->tick)
		*head |= HR_TRACE_SAME_TICK;
	else
		at = put_time(at, entry->tick - self->tick);
	self->tick = entry->tick;
	if (entry->operations == self->operations)
		*head |= HR_TRACE_SAME_OPERATIONS;
	else
		at = put(at, entry->operations - self->operations);
	self->operations = entry->operations;
	return at;
}

/* The time until the second event of a pair. */
static inline uint8_t *put_second(record_blocks *self, uint8_t *at, const record_entry *entry)
{
	if (self->wall)
		at = put_time(at, entry->tick - self->tick);
	self->tick = entry->tick;
	at = put_time(at, entry->operations - self->operations);
	self->operations = entry->operations;
	return at;
}

static inline uint8_t *put_execution(record_blocks *self, uint8_t *at, const record_entry *entry)
{
	at = put_signed(put(at, entry->node), entry->execution - self->execution);
	self->execution = entry->execution;
	return at;
}

static inline uint8_t *put_grid(record_blocks *self, uint8_t *at, const record_entry *entry)
{
	return put(put(put_execution(self, at, entry), entry->parent), entry->count);
}

/* What is in the block now; END: behind EVENTS more of them. */
static inline uint8_t *record_blocks_room(record_blocks *self)
{
	return self->events + self->block.bytes;
}

static inline void record_blocks_written(record_blocks *self, const uint8_t *end, unsigned events)
{
	self->block.bytes = (uint32_t)(end - self->events);
	self->block.events += events;
	if (__builtin_expect(self->block.bytes > HR_TRACE_BLOCK_BYTES, 0))
		record_blocks_end(self);
}

/* --- short ways ----------------------------------------------------------------------------------- */

/* Gives what is to be filled. */
static inline record_entry *record_blocks_begin_grid(record_blocks *self)
{
	if (self->pair)
		record_blocks_flush_begun(self);
	self->pair = HR_TRACE_GRID;
	return &self->begun;
}

/* False: that is no end of what has just begun. */
static inline bool record_blocks_end_grid(record_blocks *self, const record_entry *entry)
{
	const record_entry *it = &self->begun;
	uint8_t *at;

	if (self->pair != HR_TRACE_GRID || entry->node != it->node || entry->execution != it->execution ||
	    entry->thread != it->thread || entry->parent != it->parent)
		return false;
	at = put_head(self, record_blocks_room(self), HR_TRACE_GRID, it);
	at = put_second(self, put_grid(self, at, it), entry);
	if (entry->tail_bytes == 2) /* "" */
		memset(at, 0, 2);
	else
		memcpy(at, entry->tail, entry->tail_bytes);
	self->pair = 0;
	record_blocks_written(self, at + entry->tail_bytes, 2);
	return true;
}

/* PUSH, POP, END_EXECUTION. */
static inline void record_blocks_flow(record_blocks *self, const record_entry *entry)
{
	bool enters = entry->kind == HR_TRACE_PUSH;
	uint8_t *at;

	if (self->pair)
		record_blocks_flush_begun(self);
	at = put_head(self, record_blocks_room(self), enters ? (unsigned)HR_TRACE_ENTER : entry->kind, entry);
	at = put_execution(self, at, entry);
	if (entry->kind != HR_TRACE_END_EXECUTION)
		at = put(at, entry->count);
	if (enters)
		at = put_second(self, at, entry);
	record_blocks_written(self, at, 1 + enters);
}

/* Gives where the fields of an EDGE, BIND or BIND_OUT after its numbers go; record_blocks_written() then. */
static inline uint8_t *record_blocks_edge(record_blocks *self, const record_entry *entry)
{
	uint8_t *at;

	if (self->pair)
		record_blocks_flush_begun(self);
	at = put_head(self, record_blocks_room(self), entry->kind, entry);
	return put(put_execution(self, at, entry), entry->parent);
}

#endif
