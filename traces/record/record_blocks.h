/* traces/record/record_blocks.h -- encode events in the blocks of a file: numbers relative to the
 * previous ones, in as few bytes as possible.
 *
 * A begin event waits for the next event: if that is its end, both are encoded as one pair, as most
 * events of a stream are. A block ends after a fixed number of bytes, so that blocks of a run
 * without wall time are always the same.
 *
 * The most frequent events, grids, executions and edges, have fast paths here; all others use
 * record_blocks_add(). Only one thread at a time may use it. */
#ifndef HR_RECORD_BLOCKS_H
#define HR_RECORD_BLOCKS_H

#include <stdbool.h>

#include "src/base/tick.h"
#include "traces/record/record_entry.h"
#include "traces/record/record_queue.h"

enum { RECORD_AHEAD = 256 };

typedef struct record_blocks {
	record_queue *queue; /* borrowed */
	bool wall;           /* entries have ticks */
	/* kind of the pair whose begin is pending; 0 if there is none */
	unsigned pair;
	/* What an event's numbers are relative to. A block begins with thread and execution 0. */
	record_moment last;
	uint64_t execution;
	hr_trace_block block;
	uint8_t *events; /* of the block; belongs to the queue */
	/* the pending begin event; its tail, if any, is in begun_tail */
	record_entry begun;
	uint64_t first[HR_TRACE_KINDS];
	uint64_t begin_tick; /* of the block */
	uint64_t start;      /* of the clock */
	/* readings of both clocks: the last but one, and the last */
	uint64_t before_tick, before_ns;
	uint64_t after_tick, after_ns;
	uint8_t begun_tail[2 * RECORD_TEXT + 16];
} record_blocks;

/* Create an encoder that passes blocks to QUEUE, which is borrowed. WALL: entries have ticks,
 * starting now. */
record_blocks *record_blocks_new(record_queue *queue, bool wall);
void record_blocks_free(record_blocks *self);
void record_blocks_add(record_blocks *self, const record_entry *entry);
/* Pass all events so far to the queue. */
void record_blocks_flush(record_blocks *self);

/* --- the parts of an event -------------------------------------------------------------------- */

void record_blocks_flush_begun(record_blocks *self);
void record_blocks_end(record_blocks *self);

/* Write the head of an event or of a pair. */
__attribute__((always_inline)) static inline uint8_t *
put_head(record_blocks *self, uint8_t *at, unsigned code, const record_moment *moment)
{
	uint64_t ticks = moment->tick - self->last.tick,
		 operations = moment->operations - self->last.operations;
	uint8_t *head = at++;

	if (moment->thread == self->last.thread) {
		code |= HR_TRACE_SAME_THREAD;
	} else {
		at = put(at, moment->thread);
		self->last.thread = moment->thread;
	}
	if (ticks) {
		at = put_time(at, ticks);
		self->last.tick += ticks;
	} else {
		code |= HR_TRACE_SAME_TICK;
	}
	if (operations) {
		at = put_count(at, operations);
		self->last.operations += operations;
	} else {
		code |= HR_TRACE_SAME_OPERATIONS;
	}
	*head = (uint8_t)code;
	return at;
}

/* Write the time between the events of a pair. */
static inline uint8_t *put_second(record_blocks *self, uint8_t *at, const record_moment *moment)
{
	uint64_t ticks = moment->tick - self->last.tick,
		 operations = moment->operations - self->last.operations;

	if (__builtin_expect(self->wall && (ticks | operations) < 0x4000, 1)) {
		at = put_2_short(at, ticks, operations);
	} else {
		if (self->wall)
			at = put_time(at, ticks);
		at = put_count(at, operations);
	}
	self->last.tick = moment->tick;
	self->last.operations = moment->operations;
	return at;
}

/* Return the encoding of EXECUTION, and make it the last one. */
static inline uint64_t since_execution(record_blocks *self, uint64_t execution)
{
	uint64_t since = folded(execution - self->execution);

	self->execution = execution;
	return since;
}

static inline uint8_t *put_execution(record_blocks *self, uint8_t *at, const record_entry *entry)
{
	return put(put(at, entry->node), since_execution(self, entry->execution));
}

/* Return the write position in the block. */
static inline uint8_t *record_blocks_room(record_blocks *self)
{
	return self->events + self->block.bytes;
}

/* Prefetch AT for writing: the processor that writes the file has read it last. */
static inline void soon(const uint8_t *at)
{
#ifdef __x86_64__
	/* the builtin emits prefetchw only for processors declared to have it */
	__asm__ volatile("prefetchw %0" : : "m"(*at));
#else
	__builtin_prefetch(at, 1);
#endif
}

static inline void record_blocks_written(record_blocks *self, const uint8_t *end, unsigned events)
{
	soon(end + RECORD_AHEAD);
	self->block.bytes = (uint32_t)(end - self->events);
	self->block.events += events;
	if (__builtin_expect(self->block.bytes > HR_TRACE_BLOCK_BYTES, 0))
		record_blocks_end(self);
}

/* --- fast paths ------------------------------------------------------------------------------- */

/* Return the entry of a begin-grid to fill in: at, node, execution, parent, count. */
static inline record_entry *record_blocks_begin_grid(record_blocks *self)
{
	if (self->pair)
		record_blocks_flush_begun(self);
	self->pair = HR_TRACE_GRID;
	self->begun.kind = HR_TRACE_BEGIN_GRID;
	self->begun.tail_bytes = self->begun.by = 0;
	return &self->begun;
}

/* Return true if this grid is the pending begin event. */
static inline bool record_blocks_is_begun(const record_blocks *self, const record_moment *at,
					  uint32_t node, uint64_t execution, uint64_t parent)
{
	const record_entry *it = &self->begun;

	return self->pair == HR_TRACE_GRID && node == it->node && execution == it->execution &&
	       at->thread == it->at.thread && parent == it->parent;
}

/* Write a grid from BEGIN to END on one thread. Return the place for the text that names the
 * backend; then call record_blocks_written() for 2 events. */
static inline uint8_t *record_blocks_grid(record_blocks *self, const record_moment *begin,
					  uint32_t node, uint64_t execution, uint64_t parent,
					  uint64_t count, const record_moment *end)
{
	uint8_t *at;

	if (self->pair)
		record_blocks_flush_begun(self);
	at = put_head(self, record_blocks_room(self), HR_TRACE_GRID, begin);
	at = put_4(at, node, since_execution(self, execution), parent, count);
	return put_second(self, at, end);
}

/* The same for the grid that has just begun. */
static inline uint8_t *record_blocks_end_grid(record_blocks *self, const record_moment *end)
{
	const record_entry *it = &self->begun;

	self->pair = 0;
	return record_blocks_grid(self, &it->at, it->node, it->execution, it->parent, it->count,
				  end);
}

void record_blocks_large_flow(record_blocks *self, const record_moment *moment, unsigned kind,
			      uint32_t node, uint64_t execution, uint64_t count);

/* Write a PUSH, POP or END_EXECUTION, as KIND says. */
__attribute__((always_inline)) static inline void
record_blocks_flow(record_blocks *self, const record_moment *moment, unsigned kind, uint32_t node,
		   uint64_t execution, uint64_t count)
{
	bool enters = kind == HR_TRACE_PUSH, counts = kind != HR_TRACE_END_EXECUTION;
	uint64_t ticks = moment->tick - self->last.tick,
		 since = folded(execution - self->execution), all;
	unsigned code = (enters ? (unsigned)HR_TRACE_ENTER : kind) | HR_TRACE_SAME_THREAD |
			HR_TRACE_SAME_OPERATIONS;

	if (self->pair || !self->wall || moment->thread != self->last.thread ||
	    moment->operations != self->last.operations ||
	    (node | since | (counts ? count : 0)) >= 0x80 || ticks >= 0x4000) {
		record_blocks_large_flow(self, moment, kind, node, execution, count);
		return;
	}
	self->last.tick = moment->tick;
	self->execution = execution;
	/* and two zeros: the execution begins at the same time */
	all = node | since << 8 | (counts ? count << 16 : 0);
	if (ticks || counts)
		all = all << 24 | code | ((ticks & 0x7f) | (ticks & 0x3f80) << 1 | 0x80) << 8;
	else
		all = all << 8 | code | HR_TRACE_SAME_TICK;
	memcpy(record_blocks_room(self), &all, sizeof(all));
	record_blocks_written(self,
			      record_blocks_room(self) +
				      (counts  ? 6
				       : ticks ? 5
					       : 3) +
				      2 * enters,
			      1 + enters);
}

/* Return the place for the fields of an EDGE, BIND or BIND_OUT that follow its numbers; then call
 * record_blocks_written(). */
static inline uint8_t *record_blocks_value(record_blocks *self, const record_moment *moment,
					   unsigned kind, uint32_t node, uint64_t execution,
					   uint64_t parent)
{
	uint8_t *at;

	if (self->pair)
		record_blocks_flush_begun(self);
	at = put_head(self, record_blocks_room(self), kind, moment);
	/* 0 takes a byte */
	return put_4(at, node, since_execution(self, execution), parent, 0) - 1;
}

#endif
