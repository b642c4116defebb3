/* traces/record/record_notes.c -- turn the notes of a run into events in the blocks of a file.
 *
 * Nearly all notes of a stream are grids that begin where the previous event has just ended, and
 * small numbers. Such a note is written in a few stores, while the state of the block is kept in
 * registers. All others take the path of events that are emitted separately.
 *
 * Owns:      nothing. */
#include "traces/record/record_notes.h"

/* The write position and the values that the next event is relative to. */
typedef struct pen {
	uint8_t *at;
	unsigned events; /* events before AT that have not been added to the block */
	uint64_t tick, operations, execution;
	bool same_thread;
} pen;

static inline pen take(const record_blocks *blocks, const record_moment *now)
{
	return (pen){.at = blocks->events + blocks->block.bytes,
		     .tick = blocks->last.tick,
		     .operations = blocks->last.operations,
		     .execution = blocks->execution,
		     .same_thread = blocks->last.thread == now->thread};
}

/* Store the pen's state in the block. */
static inline void put_down(record_blocks *blocks, const pen *it)
{
	blocks->last.tick = it->tick;
	blocks->last.operations = it->operations;
	blocks->execution = it->execution;
	if (it->events)
		record_blocks_written(blocks, it->at, it->events);
}

/* Return the encoding of a number below 0x4000 in two bytes. */
static inline uint64_t two_bytes(uint64_t value)
{
	return (value & 0x7f) | (value & 0x3f80) << 1 | 0x80;
}

/* Write the head of an event TICKS (below 0x4000) after the last one, and three NUMBERS of one byte
 * each. Writes up to 8 bytes. */
static inline uint8_t *put_begin(uint8_t *at, unsigned code, uint64_t ticks, uint64_t numbers)
{
	uint64_t all = ticks ? code | HR_TRACE_SAME_THREAD | HR_TRACE_SAME_OPERATIONS |
				       two_bytes(ticks) << 8 | numbers << 24
			     : code | HR_TRACE_SAME_ALL | numbers << 8;

	memcpy(at, &all, sizeof(all));
	return at + (ticks ? 6 : 4);
}

/* --- single notes ----------------------------------------------------------------------------- */

static void write_values(const hr_note *note, uint32_t node, record_blocks *blocks,
			 const record_moment *now)
{
	for (unsigned i = 0; i < note->value_count; i++) {
		unsigned kind = note->kind == HR_EVENT_BIND_OUT ? HR_TRACE_BIND_OUT
				: i < note->binds               ? HR_TRACE_BIND
								: HR_TRACE_EDGE;
		uint8_t *at =
			record_blocks_value(blocks, now, kind, node, note->execution, note->parent);

		record_blocks_written(
			blocks, record_small(note->values[i].known, note->values[i].value, at), 1);
	}
}

static void write_begun(const hr_note *note, uint32_t node, record_blocks *blocks,
			const record_moment *now)
{
	record_entry *entry = record_blocks_begin_grid(blocks);

	entry->at = *now;
	entry->node = node;
	entry->execution = note->execution;
	entry->parent = note->parent;
	entry->count = note->count;
}

/* Write any note. NOW is the moment of its begin and is set to that of its end. */
static void write_any(const hr_note *note, uint32_t node, record_blocks *blocks, record_moment *now)
{
	record_moment end = *now;

	switch (note->kind) {
	case HR_EVENT_BIND_OUT: write_values(note, node, blocks, now); break;
	case HR_EVENT_BEGIN_GRID:
		write_values(note, node, blocks, now);
		write_begun(note, node, blocks, now);
		break;
	case HR_EVENT_END_GRID:
		write_values(note, node, blocks, now);
		end.tick = note->end_tick > now->tick ? note->end_tick : now->tick;
		end.operations += note->end_operations;
		record_blocks_written(
			blocks,
			put_nobody(record_blocks_grid(blocks, now, node, note->execution,
						      note->parent, note->count, &end)),
			2);
		*now = end;
		break;
	default: record_blocks_flow(blocks, now, note->kind, node, note->execution, note->count);
	}
}

/* --- fast paths ------------------------------------------------------------------------------- */

#define ALWAYS_INLINE __attribute__((always_inline)) inline /* keeps the pen in registers */

/* Write a grid. Return false if it does not fit this path; nothing is written then. */
static ALWAYS_INLINE bool write_grid(const hr_note *note, uint64_t node, pen *it,
				     record_moment *now)
{
	uint64_t ticks = now->tick - it->tick,
		 end = note->end_tick > now->tick ? note->end_tick : now->tick;
	uint64_t since = folded(note->execution - it->execution), takes = end - now->tick;
	uint64_t numbers = node | since << 8 | (uint64_t)note->parent << 16;
	uint8_t *at = it->at;

	if (!it->same_thread || now->operations != it->operations ||
	    (node | since | note->parent | note->count) >= 0x80 ||
	    (ticks | takes | note->end_operations) >= 0x4000)
		return false;
	for (unsigned i = 0; i < note->value_count; i++) {
		at = put_begin(at, i < note->binds ? HR_TRACE_BIND : HR_TRACE_EDGE, ticks, numbers);
		at = record_small(note->values[i].known, note->values[i].value, at);
		ticks = 0;
		numbers &= 0xff00ff; /* of the same execution */
	}
	at = put_begin(at, HR_TRACE_GRID, ticks, numbers);
	*at++ = (uint8_t)note->count;
	it->at = put_nobody(put_2_short(at, takes, note->end_operations));
	it->events += note->value_count + 2u;
	it->execution = note->execution;
	it->tick = now->tick = end;
	it->operations = now->operations += note->end_operations;
	return true;
}

static ALWAYS_INLINE bool write_output(const hr_note *note, uint64_t node, pen *it,
				       const record_moment *now)
{
	uint64_t ticks = now->tick - it->tick, since = folded(note->execution - it->execution);

	if (!it->same_thread || now->operations != it->operations ||
	    (node | since | note->parent) >= 0x80 || ticks >= 0x4000)
		return false;
	it->at = record_small(note->values->known, note->values->value,
			      put_begin(it->at, HR_TRACE_BIND_OUT, ticks,
					node | since << 8 | (uint64_t)note->parent << 16));
	it->events++;
	it->execution = note->execution;
	it->tick = now->tick;
	return true;
}

/* The same for a PUSH, POP or END_EXECUTION. */
static ALWAYS_INLINE bool write_flow(const hr_note *note, uint64_t node, pen *it,
				     const record_moment *now)
{
	bool enters = note->kind == HR_EVENT_PUSH;
	uint64_t count = note->kind == HR_EVENT_END_EXECUTION ? 0 : note->count;
	uint64_t ticks = now->tick - it->tick, since = folded(note->execution - it->execution);
	uint8_t *at;

	if (!it->same_thread || now->operations != it->operations ||
	    (node | since | count) >= 0x80 || ticks >= 0x4000)
		return false;
	at = put_begin(it->at, enters ? (unsigned)HR_TRACE_ENTER : note->kind, ticks,
		       node | since << 8 | count << 16);
	at -= note->kind == HR_EVENT_END_EXECUTION; /* it has no count */
	memset(at, 0, 2);                           /* an execution begins at the same time */
	it->at = at + 2 * enters;
	it->events += 1 + enters;
	it->execution = note->execution;
	it->tick = now->tick;
	return true;
}

static ALWAYS_INLINE bool write_small(const hr_note *note, uint64_t node, pen *it,
				      record_moment *now)
{
	switch (note->kind) {
	case HR_EVENT_END_GRID: return write_grid(note, node, it, now);
	case HR_EVENT_BIND_OUT: return write_output(note, node, it, now);
	case HR_EVENT_BEGIN_GRID: return false;
	default: return write_flow(note, node, it, now);
	}
}

/* The slow path; the pen continues after the note. */
__attribute__((noinline)) static void write_otherwise(const hr_note *note, uint32_t node,
						      record_blocks *blocks, pen *it,
						      record_moment *now)
{
	put_down(blocks, it);
	write_any(note, node, blocks, now);
	*it = take(blocks, now);
}

void record_notes_write(hr_notes *notes, record_names *names, record_blocks *blocks,
			record_moment *now)
{
	const hr_note *end = notes->next;
	record_moment moment = *now;
	pen it;

	record_blocks_flush_begun(blocks);
	it = take(blocks, now);
	for (const hr_note *note = notes->data; note < end; note++) {
		uint32_t node = record_node(names, note->node);

		moment.tick = note->tick > moment.tick ? note->tick : moment.tick;
		moment.operations += note->operations;
		soon(it.at + RECORD_AHEAD);
		if (__builtin_expect(!write_small(note, node, &it, &moment), 0)) {
			record_moment then = moment;
			pen other = it;

			write_otherwise(note, node, blocks, &other, &then);
			moment = then;
			it = other;
		}
	}
	put_down(blocks, &it);
	*now = moment;
	notes->next = notes->data;
	notes->open = NULL;
}
