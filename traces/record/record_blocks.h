/* traces/record/record_blocks.h -- events into the blocks of a file: numbers relative to those
 * before, in as few bytes as they need.
 *
 * A beginning waits for the next event: if that is its end, both are one pair, which is what most
 * events are in a stream. A block ends after so many bytes, so that blocks of a run without wall
 * time are always the same.
 *
 * What there is most of, grids, executions and edges, has short ways here; all else goes by
 * record_blocks_add. One thread at a time. */
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
	unsigned pair;       /* of the beginning that is not in the block yet; 0: there is none */
	/* What an event's numbers are told relative to; a block begins with thread and execution
	 * 0. */
	record_moment last;
	uint64_t execution;
	hr_trace_block block;
	uint8_t *events;    /* of the block; the queue's */
	record_entry begun; /* that beginning; if it has a tail, that is in begun_tail */
	uint64_t first[HR_TRACE_KINDS];
	uint64_t begin_tick; /* of the block */
	uint64_t start;      /* of the clock */
	/* of the last look at both clocks but one, and of the last */
	uint64_t before_tick, before_ns;
	uint64_t after_tick, after_ns;
	uint8_t begun_tail[2 * RECORD_TEXT + 16];
} record_blocks;

/* Gives blocks to QUEUE, which is borrowed. WALL: entries have ticks, from now on. */
record_blocks *record_blocks_new(record_queue *queue, bool wall);
void record_blocks_free(record_blocks *self);
void record_blocks_add(record_blocks *self, const record_entry *entry);
/* All that has come goes to the queue. */
void record_blocks_flush(record_blocks *self);

/* --- the parts of an event -------------------------------------------------------------------- */

void record_blocks_flush_begun(record_blocks *self);
void record_blocks_end(record_blocks *self);

/* The head of an event, or of a pair. */
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

/* The time until the second event of a pair. */
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

/* A number that tells of EXECUTION, which is now the last one. */
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

/* What is in the block now; END: behind EVENTS more of them. */
static inline uint8_t *record_blocks_room(record_blocks *self)
{
	return self->events + self->block.bytes;
}

/* The processor that writes the file has read AT last; this one is going to write there. */
static inline void soon(const uint8_t *at)
{
#ifdef __x86_64__
	/* which the builtin does not say unless it is told that there is such */
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

/* --- short ways ------------------------------------------------------------------------------- */

/* Gives what is to be filled: at, node, execution, parent, count. */
static inline record_entry *record_blocks_begin_grid(record_blocks *self)
{
	if (self->pair)
		record_blocks_flush_begun(self);
	self->pair = HR_TRACE_GRID;
	self->begun.kind = HR_TRACE_BEGIN_GRID;
	self->begun.tail_bytes = self->begun.by = 0;
	return &self->begun;
}

/* Whether that is what has just begun. */
static inline bool record_blocks_is_begun(const record_blocks *self, const record_moment *at,
					  uint32_t node, uint64_t execution, uint64_t parent)
{
	const record_entry *it = &self->begun;

	return self->pair == HR_TRACE_GRID && node == it->node && execution == it->execution &&
	       at->thread == it->at.thread && parent == it->parent;
}

/* A grid from BEGIN to END, on one thread. Gives where the text goes that says by whom;
 * record_blocks_written() then, of 2. */
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

/* The same of the grid that has just begun. */
static inline uint8_t *record_blocks_end_grid(record_blocks *self, const record_moment *end)
{
	const record_entry *it = &self->begun;

	self->pair = 0;
	return record_blocks_grid(self, &it->at, it->node, it->execution, it->parent, it->count,
				  end);
}

void record_blocks_large_flow(record_blocks *self, const record_moment *moment, unsigned kind,
			      uint32_t node, uint64_t execution, uint64_t count);

/* PUSH, POP, END_EXECUTION, as KIND says. */
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
	/* and two of 0: the execution begins at once */
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

/* Gives where the fields of an EDGE, BIND or BIND_OUT after its numbers go; record_blocks_written()
 * then. */
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
